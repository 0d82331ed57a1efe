//! `persistent-volume-claims` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::Presence;
use sdo_model::contract::persistent_volume_claims as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Copy, Clone, ComponentType, Lower, Lift)]
#[component(enum)]
#[repr(u8)]
pub(crate) enum ClaimPhase {
    #[component(name = "pending")]
    Pending,
    #[component(name = "bound")]
    Bound,
    #[component(name = "lost")]
    Lost,
}

impl From<domain::ClaimPhase> for ClaimPhase {
    fn from(value: domain::ClaimPhase) -> Self {
        match value {
            domain::ClaimPhase::Pending => ClaimPhase::Pending,
            domain::ClaimPhase::Bound => ClaimPhase::Bound,
            domain::ClaimPhase::Lost => ClaimPhase::Lost,
        }
    }
}

impl From<ClaimPhase> for domain::ClaimPhase {
    fn from(value: ClaimPhase) -> Self {
        match value {
            ClaimPhase::Pending => domain::ClaimPhase::Pending,
            ClaimPhase::Bound => domain::ClaimPhase::Bound,
            ClaimPhase::Lost => domain::ClaimPhase::Lost,
        }
    }
}

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct ClaimFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "phase")]
    phase: Option<ClaimPhase>,
    #[component(name = "class-presence")]
    class_presence: Option<Presence>,
    #[component(name = "used")]
    used: Option<bool>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<ClaimFilter> for domain::ClaimFilter {
    fn from(value: ClaimFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            phase: value.phase.map(|item| item.into()),
            class_presence: value.class_presence.map(|item| item.into()),
            used: value.used,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ClaimRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "phase")]
    phase: ClaimPhase,
    #[component(name = "storage-class")]
    storage_class: Option<String>,
    #[component(name = "class-presence")]
    class_presence: Presence,
    #[component(name = "waits-for-consumer")]
    waits_for_consumer: bool,
    #[component(name = "volume")]
    volume: String,
    #[component(name = "access-modes")]
    access_modes: Vec<String>,
    #[component(name = "requested")]
    requested: u64,
    #[component(name = "block")]
    block: bool,
    #[component(name = "users")]
    users: u32,
    #[component(name = "created")]
    created: i64,
}

impl From<domain::ClaimRow> for ClaimRow {
    fn from(value: domain::ClaimRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            phase: value.phase.into(),
            storage_class: value.storage_class,
            class_presence: value.class_presence.into(),
            waits_for_consumer: value.waits_for_consumer,
            volume: value.volume,
            access_modes: value.access_modes,
            requested: value.requested,
            block: value.block,
            users: value.users,
            created: value.created,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ClaimPage {
    #[component(name = "rows")]
    rows: Vec<ClaimRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::ClaimPage> for ClaimPage {
    fn from(value: domain::ClaimPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/persistent-volume-claims@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (ClaimFilter,)| {
            let filter: sdo_model::contract::persistent_volume_claims::ClaimFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::persistent_volume_claims::PersistentVolumeClaims::query(view, call, &filter)
            })?;
            Ok::<(ClaimPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (ClaimFilter,)| {
            let filter: sdo_model::contract::persistent_volume_claims::ClaimFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::persistent_volume_claims::PersistentVolumeClaims::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "users",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (id,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::persistent_volume_claims::PersistentVolumeClaims::users(view, call, id)
            })?;
            Ok::<(Vec<u32>,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "nearest-class",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (id,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::persistent_volume_claims::PersistentVolumeClaims::nearest_class(view, call, id)
            })?;
            Ok::<(Option<String>,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
