//! `storage-classes` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::storage_classes as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct StorageClassFilter {
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "is-default")]
    is_default: Option<bool>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<StorageClassFilter> for domain::StorageClassFilter {
    fn from(value: StorageClassFilter) -> Self {
        Self {
            name: value.name,
            is_default: value.is_default,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct StorageClassRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "name")]
    name: String,
    #[component(name = "provisioner")]
    provisioner: String,
    #[component(name = "waits-for-consumer")]
    waits_for_consumer: bool,
    #[component(name = "is-default")]
    is_default: bool,
    #[component(name = "expandable")]
    expandable: bool,
}

impl From<domain::StorageClassRow> for StorageClassRow {
    fn from(value: domain::StorageClassRow) -> Self {
        Self {
            id: value.id,
            name: value.name,
            provisioner: value.provisioner,
            waits_for_consumer: value.waits_for_consumer,
            is_default: value.is_default,
            expandable: value.expandable,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct StorageClassPage {
    #[component(name = "rows")]
    rows: Vec<StorageClassRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::StorageClassPage> for StorageClassPage {
    fn from(value: domain::StorageClassPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/storage-classes@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (StorageClassFilter,)| {
            let filter: sdo_model::contract::storage_classes::StorageClassFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::storage_classes::StorageClasses::query(view, call, &filter)
            })?;
            Ok::<(StorageClassPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (StorageClassFilter,)| {
            let filter: sdo_model::contract::storage_classes::StorageClassFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::storage_classes::StorageClasses::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
