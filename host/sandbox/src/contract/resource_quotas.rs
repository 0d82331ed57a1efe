//! `resource-quotas` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::Amount;
use sdo_model::contract::resource_quotas as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct QuotaFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "resource-name")]
    resource_name: Option<String>,
    #[component(name = "full")]
    full: Option<bool>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<QuotaFilter> for domain::QuotaFilter {
    fn from(value: QuotaFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            resource_name: value.resource_name,
            full: value.full,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct QuotaLine {
    #[component(name = "hard")]
    hard: Amount,
    #[component(name = "used")]
    used: Amount,
}

impl From<domain::QuotaLine> for QuotaLine {
    fn from(value: domain::QuotaLine) -> Self {
        Self {
            hard: value.hard.into(),
            used: value.used.into(),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct QuotaRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "scoped")]
    scoped: bool,
    #[component(name = "lines")]
    lines: Vec<QuotaLine>,
}

impl From<domain::QuotaRow> for QuotaRow {
    fn from(value: domain::QuotaRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            scoped: value.scoped,
            lines: each(value.lines),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct QuotaPage {
    #[component(name = "rows")]
    rows: Vec<QuotaRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::QuotaPage> for QuotaPage {
    fn from(value: domain::QuotaPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/resource-quotas@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (QuotaFilter,)| {
            let filter: sdo_model::contract::resource_quotas::QuotaFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::resource_quotas::ResourceQuotas::query(view, call, &filter)
            })?;
            Ok::<(QuotaPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (QuotaFilter,)| {
            let filter: sdo_model::contract::resource_quotas::QuotaFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::resource_quotas::ResourceQuotas::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
