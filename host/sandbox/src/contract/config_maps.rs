//! `config-maps` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::config_maps as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct ConfigMapFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "key")]
    key: Option<String>,
    #[component(name = "contains")]
    contains: Option<String>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<ConfigMapFilter> for domain::ConfigMapFilter {
    fn from(value: ConfigMapFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            key: value.key,
            contains: value.contains,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ConfigMapRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "keys")]
    keys: Vec<String>,
    #[component(name = "size")]
    size: u64,
    #[component(name = "immutable")]
    immutable: bool,
    #[component(name = "written")]
    written: Option<i64>,
    #[component(name = "created")]
    created: i64,
}

impl From<domain::ConfigMapRow> for ConfigMapRow {
    fn from(value: domain::ConfigMapRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            keys: value.keys,
            size: value.size,
            immutable: value.immutable,
            written: value.written,
            created: value.created,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ConfigMapPage {
    #[component(name = "rows")]
    rows: Vec<ConfigMapRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::ConfigMapPage> for ConfigMapPage {
    fn from(value: domain::ConfigMapPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/config-maps@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (ConfigMapFilter,)| {
            let filter: sdo_model::contract::config_maps::ConfigMapFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::config_maps::ConfigMaps::query(view, call, &filter)
            })?;
            Ok::<(ConfigMapPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (ConfigMapFilter,)| {
            let filter: sdo_model::contract::config_maps::ConfigMapFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::config_maps::ConfigMaps::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "value",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (id, key): (u32, String)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::config_maps::ConfigMaps::value(view, call, id, &key)
            })?;
            Ok::<(Option<String>,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
