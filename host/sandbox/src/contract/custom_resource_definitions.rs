//! `custom-resource-definitions` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::custom_resource_definitions as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct DefinitionFilter {
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "group")]
    group: Option<String>,
    #[component(name = "established")]
    established: Option<bool>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<DefinitionFilter> for domain::DefinitionFilter {
    fn from(value: DefinitionFilter) -> Self {
        Self {
            name: value.name,
            group: value.group,
            established: value.established,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct DefinitionRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "name")]
    name: String,
    #[component(name = "group")]
    group: String,
    #[component(name = "kind")]
    kind: String,
    #[component(name = "plural")]
    plural: String,
    #[component(name = "namespaced")]
    namespaced: bool,
    #[component(name = "versions")]
    versions: Vec<String>,
    #[component(name = "established")]
    established: bool,
}

impl From<domain::DefinitionRow> for DefinitionRow {
    fn from(value: domain::DefinitionRow) -> Self {
        Self {
            id: value.id,
            name: value.name,
            group: value.group,
            kind: value.kind,
            plural: value.plural,
            namespaced: value.namespaced,
            versions: value.versions,
            established: value.established,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct DefinitionPage {
    #[component(name = "rows")]
    rows: Vec<DefinitionRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::DefinitionPage> for DefinitionPage {
    fn from(value: domain::DefinitionPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/custom-resource-definitions@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (DefinitionFilter,)| {
            let filter: sdo_model::contract::custom_resource_definitions::DefinitionFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::custom_resource_definitions::CustomResourceDefinitions::query(view, call, &filter)
            })?;
            Ok::<(DefinitionPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (DefinitionFilter,)| {
            let filter: sdo_model::contract::custom_resource_definitions::DefinitionFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::custom_resource_definitions::CustomResourceDefinitions::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
