//! `ingress-classes` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::ingress_classes as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct IngressClassFilter {
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<IngressClassFilter> for domain::IngressClassFilter {
    fn from(value: IngressClassFilter) -> Self {
        Self {
            name: value.name,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct IngressClassRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "name")]
    name: String,
    #[component(name = "controller")]
    controller: String,
    #[component(name = "is-default")]
    is_default: bool,
}

impl From<domain::IngressClassRow> for IngressClassRow {
    fn from(value: domain::IngressClassRow) -> Self {
        Self {
            id: value.id,
            name: value.name,
            controller: value.controller,
            is_default: value.is_default,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct IngressClassPage {
    #[component(name = "rows")]
    rows: Vec<IngressClassRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::IngressClassPage> for IngressClassPage {
    fn from(value: domain::IngressClassPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/ingress-classes@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (IngressClassFilter,)| {
            let filter: sdo_model::contract::ingress_classes::IngressClassFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::ingress_classes::IngressClasses::query(view, call, &filter)
            })?;
            Ok::<(IngressClassPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (IngressClassFilter,)| {
            let filter: sdo_model::contract::ingress_classes::IngressClassFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::ingress_classes::IngressClasses::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
