//! `limit-ranges` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::Amount;
use sdo_model::contract::limit_ranges as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct LimitRangeFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<LimitRangeFilter> for domain::LimitRangeFilter {
    fn from(value: LimitRangeFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct LimitItem {
    #[component(name = "limit-type")]
    limit_type: String,
    #[component(name = "min")]
    min: Vec<Amount>,
    #[component(name = "max")]
    max: Vec<Amount>,
    #[component(name = "default-limits")]
    default_limits: Vec<Amount>,
    #[component(name = "default-requests")]
    default_requests: Vec<Amount>,
}

impl From<domain::LimitItem> for LimitItem {
    fn from(value: domain::LimitItem) -> Self {
        Self {
            limit_type: value.limit_type,
            min: each(value.min),
            max: each(value.max),
            default_limits: each(value.default_limits),
            default_requests: each(value.default_requests),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct LimitRangeRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "items")]
    items: Vec<LimitItem>,
}

impl From<domain::LimitRangeRow> for LimitRangeRow {
    fn from(value: domain::LimitRangeRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            items: each(value.items),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct LimitRangePage {
    #[component(name = "rows")]
    rows: Vec<LimitRangeRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::LimitRangePage> for LimitRangePage {
    fn from(value: domain::LimitRangePage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/limit-ranges@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (LimitRangeFilter,)| {
            let filter: sdo_model::contract::limit_ranges::LimitRangeFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::limit_ranges::LimitRanges::query(view, call, &filter)
            })?;
            Ok::<(LimitRangePage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (LimitRangeFilter,)| {
            let filter: sdo_model::contract::limit_ranges::LimitRangeFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::limit_ranges::LimitRanges::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
