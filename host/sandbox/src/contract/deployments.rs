//! `deployments` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::deployments as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Copy, Clone, ComponentType, Lower)]
#[component(enum)]
#[repr(u8)]
pub(crate) enum RolloutStrategy {
    #[component(name = "rolling-update")]
    RollingUpdate,
    #[component(name = "recreate")]
    Recreate,
}

impl From<domain::RolloutStrategy> for RolloutStrategy {
    fn from(value: domain::RolloutStrategy) -> Self {
        match value {
            domain::RolloutStrategy::RollingUpdate => RolloutStrategy::RollingUpdate,
            domain::RolloutStrategy::Recreate => RolloutStrategy::Recreate,
        }
    }
}

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct DeploymentFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "zero")]
    zero: Option<bool>,
    #[component(name = "complete")]
    complete: Option<bool>,
    #[component(name = "short")]
    short: Option<bool>,
    #[component(name = "paused")]
    paused: Option<bool>,
    #[component(name = "stalled")]
    stalled: Option<bool>,
    #[component(name = "replica-failure")]
    replica_failure: Option<bool>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<DeploymentFilter> for domain::DeploymentFilter {
    fn from(value: DeploymentFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            zero: value.zero,
            complete: value.complete,
            short: value.short,
            paused: value.paused,
            stalled: value.stalled,
            replica_failure: value.replica_failure,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct DeploymentRow {
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
    #[component(name = "updated")]
    updated: u32,
    #[component(name = "ready")]
    ready: u32,
    #[component(name = "available")]
    available: u32,
    #[component(name = "paused")]
    paused: bool,
    #[component(name = "observed")]
    observed: bool,
    #[component(name = "stalled")]
    stalled: bool,
    #[component(name = "replica-failure")]
    replica_failure: bool,
    #[component(name = "strategy")]
    strategy: RolloutStrategy,
    #[component(name = "max-unavailable")]
    max_unavailable: u32,
    #[component(name = "max-surge")]
    max_surge: u32,
    #[component(name = "progress-deadline")]
    progress_deadline: u32,
    #[component(name = "created")]
    created: i64,
    #[component(name = "progressed")]
    progressed: Option<i64>,
}

impl From<domain::DeploymentRow> for DeploymentRow {
    fn from(value: domain::DeploymentRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            replicas: value.replicas,
            current: value.current,
            updated: value.updated,
            ready: value.ready,
            available: value.available,
            paused: value.paused,
            observed: value.observed,
            stalled: value.stalled,
            replica_failure: value.replica_failure,
            strategy: value.strategy.into(),
            max_unavailable: value.max_unavailable,
            max_surge: value.max_surge,
            progress_deadline: value.progress_deadline,
            created: value.created,
            progressed: value.progressed,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct DeploymentPage {
    #[component(name = "rows")]
    rows: Vec<DeploymentRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::DeploymentPage> for DeploymentPage {
    fn from(value: domain::DeploymentPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/deployments@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (DeploymentFilter,)| {
            let filter: sdo_model::contract::deployments::DeploymentFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::deployments::Deployments::query(view, call, &filter)
            })?;
            Ok::<(DeploymentPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (DeploymentFilter,)| {
            let filter: sdo_model::contract::deployments::DeploymentFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::deployments::Deployments::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
