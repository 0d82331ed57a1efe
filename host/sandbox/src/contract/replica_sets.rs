//! `replica-sets` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::replica_sets as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct ReplicaSetFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "owner")]
    owner: Option<u32>,
    #[component(name = "active")]
    active: Option<bool>,
    #[component(name = "short")]
    short: Option<bool>,
    #[component(name = "replica-failure")]
    replica_failure: Option<bool>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<ReplicaSetFilter> for domain::ReplicaSetFilter {
    fn from(value: ReplicaSetFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            owner: value.owner,
            active: value.active,
            short: value.short,
            replica_failure: value.replica_failure,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ReplicaSetRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "owner")]
    owner: Option<u32>,
    #[component(name = "revision")]
    revision: i64,
    #[component(name = "replicas")]
    replicas: u32,
    #[component(name = "current")]
    current: u32,
    #[component(name = "ready")]
    ready: u32,
    #[component(name = "available")]
    available: u32,
    #[component(name = "replica-failure")]
    replica_failure: bool,
    #[component(name = "failure-message")]
    failure_message: String,
    #[component(name = "created")]
    created: i64,
}

impl From<domain::ReplicaSetRow> for ReplicaSetRow {
    fn from(value: domain::ReplicaSetRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            owner: value.owner,
            revision: value.revision,
            replicas: value.replicas,
            current: value.current,
            ready: value.ready,
            available: value.available,
            replica_failure: value.replica_failure,
            failure_message: value.failure_message,
            created: value.created,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ReplicaSetPage {
    #[component(name = "rows")]
    rows: Vec<ReplicaSetRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::ReplicaSetPage> for ReplicaSetPage {
    fn from(value: domain::ReplicaSetPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/replica-sets@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (ReplicaSetFilter,)| {
            let filter: sdo_model::contract::replica_sets::ReplicaSetFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::replica_sets::ReplicaSets::query(view, call, &filter)
            })?;
            Ok::<(ReplicaSetPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (ReplicaSetFilter,)| {
            let filter: sdo_model::contract::replica_sets::ReplicaSetFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::replica_sets::ReplicaSets::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
