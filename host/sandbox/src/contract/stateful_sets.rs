//! `stateful-sets` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::stateful_sets as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct StatefulSetFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "short")]
    short: Option<bool>,
    #[component(name = "complete")]
    complete: Option<bool>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<StatefulSetFilter> for domain::StatefulSetFilter {
    fn from(value: StatefulSetFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            short: value.short,
            complete: value.complete,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct StatefulSetRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "replicas")]
    replicas: u32,
    #[component(name = "current")]
    current: u32,
    #[component(name = "ready")]
    ready: u32,
    #[component(name = "updated")]
    updated: u32,
    #[component(name = "available")]
    available: u32,
    #[component(name = "observed")]
    observed: bool,
    #[component(name = "first-ordinal")]
    first_ordinal: u32,
    #[component(name = "partition")]
    partition: u32,
    #[component(name = "on-delete")]
    on_delete: bool,
    #[component(name = "parallel")]
    parallel: bool,
    #[component(name = "service")]
    service: String,
    #[component(name = "claim-templates")]
    claim_templates: Vec<String>,
    #[component(name = "created")]
    created: i64,
}

impl From<domain::StatefulSetRow> for StatefulSetRow {
    fn from(value: domain::StatefulSetRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            replicas: value.replicas,
            current: value.current,
            ready: value.ready,
            updated: value.updated,
            available: value.available,
            observed: value.observed,
            first_ordinal: value.first_ordinal,
            partition: value.partition,
            on_delete: value.on_delete,
            parallel: value.parallel,
            service: value.service,
            claim_templates: value.claim_templates,
            created: value.created,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct StatefulSetPage {
    #[component(name = "rows")]
    rows: Vec<StatefulSetRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::StatefulSetPage> for StatefulSetPage {
    fn from(value: domain::StatefulSetPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/stateful-sets@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (StatefulSetFilter,)| {
            let filter: sdo_model::contract::stateful_sets::StatefulSetFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::stateful_sets::StatefulSets::query(view, call, &filter)
            })?;
            Ok::<(StatefulSetPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (StatefulSetFilter,)| {
            let filter: sdo_model::contract::stateful_sets::StatefulSetFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::stateful_sets::StatefulSets::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
