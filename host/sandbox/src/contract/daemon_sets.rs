//! `daemon-sets` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::daemon_sets as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct DaemonSetFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "short")]
    short: Option<bool>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<DaemonSetFilter> for domain::DaemonSetFilter {
    fn from(value: DaemonSetFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            short: value.short,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct DaemonSetRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "desired")]
    desired: u32,
    #[component(name = "current")]
    current: u32,
    #[component(name = "ready")]
    ready: u32,
    #[component(name = "updated")]
    updated: u32,
    #[component(name = "available")]
    available: u32,
    #[component(name = "misscheduled")]
    misscheduled: u32,
    #[component(name = "observed")]
    observed: bool,
    #[component(name = "on-delete")]
    on_delete: bool,
    #[component(name = "created")]
    created: i64,
}

impl From<domain::DaemonSetRow> for DaemonSetRow {
    fn from(value: domain::DaemonSetRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            desired: value.desired,
            current: value.current,
            ready: value.ready,
            updated: value.updated,
            available: value.available,
            misscheduled: value.misscheduled,
            observed: value.observed,
            on_delete: value.on_delete,
            created: value.created,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct DaemonSetPage {
    #[component(name = "rows")]
    rows: Vec<DaemonSetRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::DaemonSetPage> for DaemonSetPage {
    fn from(value: domain::DaemonSetPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/daemon-sets@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (DaemonSetFilter,)| {
            let filter: sdo_model::contract::daemon_sets::DaemonSetFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::daemon_sets::DaemonSets::query(view, call, &filter)
            })?;
            Ok::<(DaemonSetPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (DaemonSetFilter,)| {
            let filter: sdo_model::contract::daemon_sets::DaemonSetFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::daemon_sets::DaemonSets::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
