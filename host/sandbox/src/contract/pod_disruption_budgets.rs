//! `pod-disruption-budgets` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::IntOrPercent;
use sdo_model::contract::pod_disruption_budgets as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct BudgetFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "blocked")]
    blocked: Option<bool>,
    #[component(name = "max-pods")]
    max_pods: Option<u32>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<BudgetFilter> for domain::BudgetFilter {
    fn from(value: BudgetFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            blocked: value.blocked,
            max_pods: value.max_pods,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct BudgetRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "min-available")]
    min_available: Option<IntOrPercent>,
    #[component(name = "max-unavailable")]
    max_unavailable: Option<IntOrPercent>,
    #[component(name = "has-selector")]
    has_selector: bool,
    #[component(name = "healthy")]
    healthy: u32,
    #[component(name = "desired")]
    desired: u32,
    #[component(name = "expected")]
    expected: u32,
    #[component(name = "allowed")]
    allowed: u32,
    #[component(name = "pods")]
    pods: u32,
    #[component(name = "observed")]
    observed: bool,
    #[component(name = "created")]
    created: i64,
}

impl From<domain::BudgetRow> for BudgetRow {
    fn from(value: domain::BudgetRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            min_available: value.min_available.map(|item| item.into()),
            max_unavailable: value.max_unavailable.map(|item| item.into()),
            has_selector: value.has_selector,
            healthy: value.healthy,
            desired: value.desired,
            expected: value.expected,
            allowed: value.allowed,
            pods: value.pods,
            observed: value.observed,
            created: value.created,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct BudgetPage {
    #[component(name = "rows")]
    rows: Vec<BudgetRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::BudgetPage> for BudgetPage {
    fn from(value: domain::BudgetPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/pod-disruption-budgets@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (BudgetFilter,)| {
            let filter: sdo_model::contract::pod_disruption_budgets::BudgetFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::pod_disruption_budgets::PodDisruptionBudgets::query(view, call, &filter)
            })?;
            Ok::<(BudgetPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (BudgetFilter,)| {
            let filter: sdo_model::contract::pod_disruption_budgets::BudgetFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::pod_disruption_budgets::PodDisruptionBudgets::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "pods-of",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (id,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::pod_disruption_budgets::PodDisruptionBudgets::pods_of(view, call, id)
            })?;
            Ok::<(Vec<u32>,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
