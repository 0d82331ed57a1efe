//! `service-accounts` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::service_accounts as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct ServiceAccountFilter {
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

impl From<ServiceAccountFilter> for domain::ServiceAccountFilter {
    fn from(value: ServiceAccountFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ServiceAccountRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "image-pull-secrets")]
    image_pull_secrets: Vec<String>,
    #[component(name = "automount")]
    automount: bool,
}

impl From<domain::ServiceAccountRow> for ServiceAccountRow {
    fn from(value: domain::ServiceAccountRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            image_pull_secrets: value.image_pull_secrets,
            automount: value.automount,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ServiceAccountPage {
    #[component(name = "rows")]
    rows: Vec<ServiceAccountRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::ServiceAccountPage> for ServiceAccountPage {
    fn from(value: domain::ServiceAccountPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/service-accounts@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (ServiceAccountFilter,)| {
            let filter: sdo_model::contract::service_accounts::ServiceAccountFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::service_accounts::ServiceAccounts::query(view, call, &filter)
            })?;
            Ok::<(ServiceAccountPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (ServiceAccountFilter,)| {
            let filter: sdo_model::contract::service_accounts::ServiceAccountFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::service_accounts::ServiceAccounts::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
