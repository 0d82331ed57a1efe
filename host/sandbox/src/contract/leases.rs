//! `leases` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::leases as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct LeaseFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "expired")]
    expired: Option<bool>,
    #[component(name = "renewed-after")]
    renewed_after: Option<i64>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<LeaseFilter> for domain::LeaseFilter {
    fn from(value: LeaseFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            expired: value.expired,
            renewed_after: value.renewed_after,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct LeaseRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "holder")]
    holder: String,
    #[component(name = "renewed")]
    renewed: Option<i64>,
    #[component(name = "duration")]
    duration: u32,
}

impl From<domain::LeaseRow> for LeaseRow {
    fn from(value: domain::LeaseRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            holder: value.holder,
            renewed: value.renewed,
            duration: value.duration,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct LeasePage {
    #[component(name = "rows")]
    rows: Vec<LeaseRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::LeasePage> for LeasePage {
    fn from(value: domain::LeasePage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/leases@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (LeaseFilter,)| {
            let filter: sdo_model::contract::leases::LeaseFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::leases::Leases::query(view, call, &filter)
            })?;
            Ok::<(LeasePage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (LeaseFilter,)| {
            let filter: sdo_model::contract::leases::LeaseFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::leases::Leases::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
