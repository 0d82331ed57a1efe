//! `references` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::Presence;
use sdo_model::contract::references as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct ReferenceFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "kind")]
    kind: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "optional")]
    optional: Option<bool>,
    #[component(name = "presence")]
    presence: Option<Presence>,
    #[component(name = "user")]
    user: Option<u32>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "skip")]
    skip: u32,
}

impl From<ReferenceFilter> for domain::ReferenceFilter {
    fn from(value: ReferenceFilter) -> Self {
        Self {
            namespace: value.namespace,
            kind: value.kind,
            name: value.name,
            optional: value.optional,
            presence: value.presence.map(|item| item.into()),
            user: value.user,
            limit: value.limit,
            skip: value.skip,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ReferenceRow {
    #[component(name = "user")]
    user: u32,
    #[component(name = "kind")]
    kind: String,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "key")]
    key: String,
    #[component(name = "path")]
    path: String,
    #[component(name = "optional")]
    optional: bool,
    #[component(name = "presence")]
    presence: Presence,
    #[component(name = "key-missing")]
    key_missing: bool,
    #[component(name = "target")]
    target: Option<u32>,
    #[component(name = "nearest")]
    nearest: Option<String>,
}

impl From<domain::ReferenceRow> for ReferenceRow {
    fn from(value: domain::ReferenceRow) -> Self {
        Self {
            user: value.user,
            kind: value.kind,
            namespace: value.namespace,
            name: value.name,
            key: value.key,
            path: value.path,
            optional: value.optional,
            presence: value.presence.into(),
            key_missing: value.key_missing,
            target: value.target,
            nearest: value.nearest,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ReferencePage {
    #[component(name = "rows")]
    rows: Vec<ReferenceRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::ReferencePage> for ReferencePage {
    fn from(value: domain::ReferencePage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/references@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (ReferenceFilter,)| {
            let filter: sdo_model::contract::references::ReferenceFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::references::References::query(view, call, &filter)
            })?;
            Ok::<(ReferencePage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "users-of",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (id,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::references::References::users_of(view, call, id)
            })?;
            Ok::<(Vec<u32>,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
