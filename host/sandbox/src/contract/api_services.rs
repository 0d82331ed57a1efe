//! `api-services` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::ConditionStatus;
use super::types::Presence;
use sdo_model::contract::api_services as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct ApiServiceFilter {
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "group")]
    group: Option<String>,
    #[component(name = "available")]
    available: Option<bool>,
    #[component(name = "local")]
    local: Option<bool>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<ApiServiceFilter> for domain::ApiServiceFilter {
    fn from(value: ApiServiceFilter) -> Self {
        Self {
            name: value.name,
            group: value.group,
            available: value.available,
            local: value.local,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ApiServiceRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "name")]
    name: String,
    #[component(name = "group")]
    group: String,
    #[component(name = "version")]
    version: String,
    #[component(name = "available")]
    available: ConditionStatus,
    #[component(name = "reason")]
    reason: String,
    #[component(name = "since")]
    since: Option<i64>,
    #[component(name = "service-namespace")]
    service_namespace: String,
    #[component(name = "service-name")]
    service_name: String,
    #[component(name = "service")]
    service: Option<u32>,
    #[component(name = "service-presence")]
    service_presence: Presence,
}

impl From<domain::ApiServiceRow> for ApiServiceRow {
    fn from(value: domain::ApiServiceRow) -> Self {
        Self {
            id: value.id,
            name: value.name,
            group: value.group,
            version: value.version,
            available: value.available.into(),
            reason: value.reason,
            since: value.since,
            service_namespace: value.service_namespace,
            service_name: value.service_name,
            service: value.service,
            service_presence: value.service_presence.into(),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ApiServicePage {
    #[component(name = "rows")]
    rows: Vec<ApiServiceRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::ApiServicePage> for ApiServicePage {
    fn from(value: domain::ApiServicePage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/api-services@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (ApiServiceFilter,)| {
            let filter: sdo_model::contract::api_services::ApiServiceFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::api_services::ApiServices::query(view, call, &filter)
            })?;
            Ok::<(ApiServicePage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (ApiServiceFilter,)| {
            let filter: sdo_model::contract::api_services::ApiServiceFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::api_services::ApiServices::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
