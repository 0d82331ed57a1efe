//! `namespaces` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::namespaces as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct NamespaceFilter {
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "terminating")]
    terminating: Option<bool>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<NamespaceFilter> for domain::NamespaceFilter {
    fn from(value: NamespaceFilter) -> Self {
        Self {
            name: value.name,
            labels: value.labels,
            terminating: value.terminating,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct NamespaceRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "name")]
    name: String,
    #[component(name = "deleted")]
    deleted: Option<i64>,
    #[component(name = "pod-security")]
    pod_security: String,
    #[component(name = "created")]
    created: i64,
}

impl From<domain::NamespaceRow> for NamespaceRow {
    fn from(value: domain::NamespaceRow) -> Self {
        Self {
            id: value.id,
            name: value.name,
            deleted: value.deleted,
            pod_security: value.pod_security,
            created: value.created,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct NamespacePage {
    #[component(name = "rows")]
    rows: Vec<NamespaceRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::NamespacePage> for NamespacePage {
    fn from(value: domain::NamespacePage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/namespaces@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (NamespaceFilter,)| {
            let filter: sdo_model::contract::namespaces::NamespaceFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::namespaces::Namespaces::query(view, call, &filter)
            })?;
            Ok::<(NamespacePage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (NamespaceFilter,)| {
            let filter: sdo_model::contract::namespaces::NamespaceFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::namespaces::Namespaces::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
