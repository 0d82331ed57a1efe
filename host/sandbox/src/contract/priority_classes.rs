//! `priority-classes` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::priority_classes as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct PriorityClassFilter {
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "global-default")]
    global_default: Option<bool>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<PriorityClassFilter> for domain::PriorityClassFilter {
    fn from(value: PriorityClassFilter) -> Self {
        Self {
            name: value.name,
            global_default: value.global_default,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct PriorityClassRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "name")]
    name: String,
    #[component(name = "priority")]
    priority: i32,
    #[component(name = "global-default")]
    global_default: bool,
    #[component(name = "preempts")]
    preempts: bool,
}

impl From<domain::PriorityClassRow> for PriorityClassRow {
    fn from(value: domain::PriorityClassRow) -> Self {
        Self {
            id: value.id,
            name: value.name,
            priority: value.priority,
            global_default: value.global_default,
            preempts: value.preempts,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct PriorityClassPage {
    #[component(name = "rows")]
    rows: Vec<PriorityClassRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::PriorityClassPage> for PriorityClassPage {
    fn from(value: domain::PriorityClassPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/priority-classes@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (PriorityClassFilter,)| {
            let filter: sdo_model::contract::priority_classes::PriorityClassFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::priority_classes::PriorityClasses::query(view, call, &filter)
            })?;
            Ok::<(PriorityClassPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (PriorityClassFilter,)| {
            let filter: sdo_model::contract::priority_classes::PriorityClassFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::priority_classes::PriorityClasses::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
