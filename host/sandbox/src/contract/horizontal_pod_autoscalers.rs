//! `horizontal-pod-autoscalers` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::ObjectRef;
use super::types::Presence;
use sdo_model::contract::horizontal_pod_autoscalers as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct AutoscalerFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "inactive")]
    inactive: Option<bool>,
    #[component(name = "maxed")]
    maxed: Option<bool>,
    #[component(name = "target-presence")]
    target_presence: Option<Presence>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<AutoscalerFilter> for domain::AutoscalerFilter {
    fn from(value: AutoscalerFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            inactive: value.inactive,
            maxed: value.maxed,
            target_presence: value.target_presence.map(|item| item.into()),
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct AutoscalerRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "target")]
    target: ObjectRef,
    #[component(name = "target-presence")]
    target_presence: Presence,
    #[component(name = "min")]
    min: u32,
    #[component(name = "max")]
    max: u32,
    #[component(name = "current")]
    current: u32,
    #[component(name = "desired")]
    desired: u32,
    #[component(name = "inactive-reason")]
    inactive_reason: String,
    #[component(name = "maxed")]
    maxed: bool,
    #[component(name = "created")]
    created: i64,
}

impl From<domain::AutoscalerRow> for AutoscalerRow {
    fn from(value: domain::AutoscalerRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            target: value.target.into(),
            target_presence: value.target_presence.into(),
            min: value.min,
            max: value.max,
            current: value.current,
            desired: value.desired,
            inactive_reason: value.inactive_reason,
            maxed: value.maxed,
            created: value.created,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Metric {
    #[component(name = "source")]
    source: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "container")]
    container: String,
    #[component(name = "utilization")]
    utilization: Option<u32>,
    #[component(name = "target")]
    target: String,
    #[component(name = "current")]
    current: String,
}

impl From<domain::Metric> for Metric {
    fn from(value: domain::Metric) -> Self {
        Self {
            source: value.source,
            name: value.name,
            container: value.container,
            utilization: value.utilization,
            target: value.target,
            current: value.current,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct AutoscalerPage {
    #[component(name = "rows")]
    rows: Vec<AutoscalerRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::AutoscalerPage> for AutoscalerPage {
    fn from(value: domain::AutoscalerPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/horizontal-pod-autoscalers@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (AutoscalerFilter,)| {
            let filter: sdo_model::contract::horizontal_pod_autoscalers::AutoscalerFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::horizontal_pod_autoscalers::HorizontalPodAutoscalers::query(view, call, &filter)
            })?;
            Ok::<(AutoscalerPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (AutoscalerFilter,)| {
            let filter: sdo_model::contract::horizontal_pod_autoscalers::AutoscalerFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::horizontal_pod_autoscalers::HorizontalPodAutoscalers::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "metrics",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::horizontal_pod_autoscalers::HorizontalPodAutoscalers::metrics(view, call, &ids)
            })?;
            Ok::<(Vec<Vec<Metric>>,), wasmtime::Error>((value.into_iter().map(each).collect(),))
        },
    )?;
    Ok(())
}
