//! `persistent-volumes` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::Requirement;
use sdo_model::contract::persistent_volumes as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Copy, Clone, ComponentType, Lower, Lift)]
#[component(enum)]
#[repr(u8)]
pub(crate) enum VolumePhase {
    #[component(name = "available")]
    Available,
    #[component(name = "bound")]
    Bound,
    #[component(name = "released")]
    Released,
    #[component(name = "failed")]
    Failed,
    #[component(name = "pending")]
    Pending,
}

impl From<domain::VolumePhase> for VolumePhase {
    fn from(value: domain::VolumePhase) -> Self {
        match value {
            domain::VolumePhase::Available => VolumePhase::Available,
            domain::VolumePhase::Bound => VolumePhase::Bound,
            domain::VolumePhase::Released => VolumePhase::Released,
            domain::VolumePhase::Failed => VolumePhase::Failed,
            domain::VolumePhase::Pending => VolumePhase::Pending,
        }
    }
}

impl From<VolumePhase> for domain::VolumePhase {
    fn from(value: VolumePhase) -> Self {
        match value {
            VolumePhase::Available => domain::VolumePhase::Available,
            VolumePhase::Bound => domain::VolumePhase::Bound,
            VolumePhase::Released => domain::VolumePhase::Released,
            VolumePhase::Failed => domain::VolumePhase::Failed,
            VolumePhase::Pending => domain::VolumePhase::Pending,
        }
    }
}

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct VolumeFilter {
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "phase")]
    phase: Option<VolumePhase>,
    #[component(name = "storage-class")]
    storage_class: Option<String>,
    #[component(name = "unreachable")]
    unreachable: Option<bool>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<VolumeFilter> for domain::VolumeFilter {
    fn from(value: VolumeFilter) -> Self {
        Self {
            name: value.name,
            labels: value.labels,
            phase: value.phase.map(|item| item.into()),
            storage_class: value.storage_class,
            unreachable: value.unreachable,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct VolumeRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "name")]
    name: String,
    #[component(name = "phase")]
    phase: VolumePhase,
    #[component(name = "storage-class")]
    storage_class: String,
    #[component(name = "claim-namespace")]
    claim_namespace: String,
    #[component(name = "claim-name")]
    claim_name: String,
    #[component(name = "claim-replaced")]
    claim_replaced: bool,
    #[component(name = "reclaim-policy")]
    reclaim_policy: String,
    #[component(name = "access-modes")]
    access_modes: Vec<String>,
    #[component(name = "capacity")]
    capacity: u64,
    #[component(name = "nodes")]
    nodes: u32,
    #[component(name = "created")]
    created: i64,
}

impl From<domain::VolumeRow> for VolumeRow {
    fn from(value: domain::VolumeRow) -> Self {
        Self {
            id: value.id,
            name: value.name,
            phase: value.phase.into(),
            storage_class: value.storage_class,
            claim_namespace: value.claim_namespace,
            claim_name: value.claim_name,
            claim_replaced: value.claim_replaced,
            reclaim_policy: value.reclaim_policy,
            access_modes: value.access_modes,
            capacity: value.capacity,
            nodes: value.nodes,
            created: value.created,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct VolumePage {
    #[component(name = "rows")]
    rows: Vec<VolumeRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::VolumePage> for VolumePage {
    fn from(value: domain::VolumePage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/persistent-volumes@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (VolumeFilter,)| {
            let filter: sdo_model::contract::persistent_volumes::VolumeFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::persistent_volumes::PersistentVolumes::query(view, call, &filter)
            })?;
            Ok::<(VolumePage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (VolumeFilter,)| {
            let filter: sdo_model::contract::persistent_volumes::VolumeFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::persistent_volumes::PersistentVolumes::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "node-affinity",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (id,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::persistent_volumes::PersistentVolumes::node_affinity(view, call, id)
            })?;
            Ok::<(Vec<Vec<Requirement>>,), wasmtime::Error>((value.into_iter().map(each).collect(),))
        },
    )?;
    Ok(())
}
