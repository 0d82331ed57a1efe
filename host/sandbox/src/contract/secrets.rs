//! `secrets` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::secrets as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct SecretFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "secret-type")]
    secret_type: Option<String>,
    #[component(name = "key")]
    key: Option<String>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<SecretFilter> for domain::SecretFilter {
    fn from(value: SecretFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            secret_type: value.secret_type,
            key: value.key,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct SecretRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "secret-type")]
    secret_type: String,
    #[component(name = "keys")]
    keys: Vec<String>,
    #[component(name = "written")]
    written: Option<i64>,
    #[component(name = "created")]
    created: i64,
}

impl From<domain::SecretRow> for SecretRow {
    fn from(value: domain::SecretRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            secret_type: value.secret_type,
            keys: value.keys,
            written: value.written,
            created: value.created,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct SecretPage {
    #[component(name = "rows")]
    rows: Vec<SecretRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::SecretPage> for SecretPage {
    fn from(value: domain::SecretPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/secrets@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (SecretFilter,)| {
            let filter: sdo_model::contract::secrets::SecretFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::secrets::Secrets::query(view, call, &filter)
            })?;
            Ok::<(SecretPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (SecretFilter,)| {
            let filter: sdo_model::contract::secrets::SecretFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::secrets::Secrets::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
