//! `snapshot` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use sdo_model::contract::snapshot as domain;
use wasmtime::component::{ComponentType, Lower};

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct SnapshotInfo {
    #[component(name = "time")]
    time: i64,
    #[component(name = "server-version")]
    server_version: String,
    #[component(name = "cluster-domain")]
    cluster_domain: String,
    #[component(name = "dns-service-ip")]
    dns_service_ip: String,
    #[component(name = "previous-time")]
    previous_time: Option<i64>,
}

impl From<domain::SnapshotInfo> for SnapshotInfo {
    fn from(value: domain::SnapshotInfo) -> Self {
        Self {
            time: value.time,
            server_version: value.server_version,
            cluster_domain: value.cluster_domain,
            dns_service_ip: value.dns_service_ip,
            previous_time: value.previous_time,
        }
    }
}

#[derive(Copy, Clone, ComponentType, Lower)]
#[component(enum)]
#[repr(u8)]
pub(crate) enum CoverageState {
    #[component(name = "complete")]
    Complete,
    #[component(name = "partial")]
    Partial,
    #[component(name = "forbidden")]
    Forbidden,
    #[component(name = "missing")]
    Missing,
}

impl From<domain::CoverageState> for CoverageState {
    fn from(value: domain::CoverageState) -> Self {
        match value {
            domain::CoverageState::Complete => CoverageState::Complete,
            domain::CoverageState::Partial => CoverageState::Partial,
            domain::CoverageState::Forbidden => CoverageState::Forbidden,
            domain::CoverageState::Missing => CoverageState::Missing,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/snapshot@0.1.0")?;
    instance.func_wrap(
        "info",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (): ()| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::snapshot::Snapshot::info(view, call)
            })?;
            Ok::<(SnapshotInfo,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "now",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (): ()| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::snapshot::Snapshot::now(view, call)
            })?;
            Ok::<(i64,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "has-come",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (at,): (i64,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::snapshot::Snapshot::has_come(view, call, at)
            })?;
            Ok::<(bool,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "ago",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (seconds,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::snapshot::Snapshot::ago(view, call, seconds)
            })?;
            Ok::<(i64,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "coverage",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>,
         (kind, namespace): (String, Option<String>)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::snapshot::Snapshot::coverage(view, call, &kind, namespace.as_deref())
            })?;
            Ok::<(CoverageState,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "coverage-reason",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (kind,): (String,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::snapshot::Snapshot::coverage_reason(view, call, &kind)
            })?;
            Ok::<(String,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "unchanged-since",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (id,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::snapshot::Snapshot::unchanged_since(view, call, id)
            })?;
            Ok::<(Option<i64>,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
