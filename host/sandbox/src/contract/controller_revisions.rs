//! `controller-revisions` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::controller_revisions as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct ControllerRevisionFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "owner")]
    owner: Option<u32>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<ControllerRevisionFilter> for domain::ControllerRevisionFilter {
    fn from(value: ControllerRevisionFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            owner: value.owner,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ControllerRevisionRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "owner")]
    owner: Option<u32>,
    #[component(name = "revision")]
    revision: i64,
    #[component(name = "created")]
    created: i64,
}

impl From<domain::ControllerRevisionRow> for ControllerRevisionRow {
    fn from(value: domain::ControllerRevisionRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            owner: value.owner,
            revision: value.revision,
            created: value.created,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ControllerRevisionPage {
    #[component(name = "rows")]
    rows: Vec<ControllerRevisionRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::ControllerRevisionPage> for ControllerRevisionPage {
    fn from(value: domain::ControllerRevisionPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/controller-revisions@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (ControllerRevisionFilter,)| {
            let filter: sdo_model::contract::controller_revisions::ControllerRevisionFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::controller_revisions::ControllerRevisions::query(view, call, &filter)
            })?;
            Ok::<(ControllerRevisionPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (ControllerRevisionFilter,)| {
            let filter: sdo_model::contract::controller_revisions::ControllerRevisionFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::controller_revisions::ControllerRevisions::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "data",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (id,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::controller_revisions::ControllerRevisions::data(view, call, id)
            })?;
            Ok::<(Option<String>,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
