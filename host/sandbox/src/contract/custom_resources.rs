//! `custom-resources` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use sdo_model::contract::custom_resources as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lower)]
#[component(variant)]
pub(crate) enum ReadError {
    #[component(name = "denied")]
    Denied(String),
    #[component(name = "not-readable")]
    NotReadable(String),
    #[component(name = "too-large")]
    TooLarge(u64),
}

impl From<domain::ReadError> for ReadError {
    fn from(value: domain::ReadError) -> Self {
        match value {
            domain::ReadError::Denied(value) => ReadError::Denied(value),
            domain::ReadError::NotReadable(value) => ReadError::NotReadable(value),
            domain::ReadError::TooLarge(value) => ReadError::TooLarge(value),
        }
    }
}

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct ResourceFilter {
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

impl From<ResourceFilter> for domain::ResourceFilter {
    fn from(value: ResourceFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            limit: value.limit,
            after: value.after,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/custom-resources@0.1.0")?;
    instance.func_wrap(
        "query-json",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>,
         (group, kind, filter, fields): (String, String, ResourceFilter, Vec<String>)| {
            let filter: sdo_model::contract::custom_resources::ResourceFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::custom_resources::CustomResources::query_json(
                    view, call, &group, &kind, &filter, &fields,
                )
            })?;
            Ok::<(Result<String, ReadError>,), wasmtime::Error>((value.map_err(|error| error.into()),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>,
         (group, kind, filter): (String, String, ResourceFilter)| {
            let filter: sdo_model::contract::custom_resources::ResourceFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::custom_resources::CustomResources::count(view, call, &group, &kind, &filter)
            })?;
            Ok::<(Result<u32, ReadError>,), wasmtime::Error>((value.map_err(|error| error.into()),))
        },
    )?;
    Ok(())
}
