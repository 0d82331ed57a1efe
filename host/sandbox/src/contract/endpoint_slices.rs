//! `endpoint-slices` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::ObjectRef;
use super::types::Protocol;
use sdo_model::contract::endpoint_slices as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct EndpointSliceFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "service")]
    service: Option<u32>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<EndpointSliceFilter> for domain::EndpointSliceFilter {
    fn from(value: EndpointSliceFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            service: value.service,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct EndpointPort {
    #[component(name = "name")]
    name: String,
    #[component(name = "port")]
    port: Option<u16>,
    #[component(name = "protocol")]
    protocol: Protocol,
}

impl From<domain::EndpointPort> for EndpointPort {
    fn from(value: domain::EndpointPort) -> Self {
        Self {
            name: value.name,
            port: value.port,
            protocol: value.protocol.into(),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct EndpointSliceRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "service")]
    service: Option<u32>,
    #[component(name = "ports")]
    ports: Vec<EndpointPort>,
    #[component(name = "ready")]
    ready: u32,
    #[component(name = "total")]
    total: u32,
    #[component(name = "created")]
    created: i64,
}

impl From<domain::EndpointSliceRow> for EndpointSliceRow {
    fn from(value: domain::EndpointSliceRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            service: value.service,
            ports: each(value.ports),
            ready: value.ready,
            total: value.total,
            created: value.created,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Endpoint {
    #[component(name = "address")]
    address: String,
    #[component(name = "target")]
    target: Option<ObjectRef>,
    #[component(name = "node")]
    node: String,
    #[component(name = "ready")]
    ready: bool,
    #[component(name = "serving")]
    serving: bool,
    #[component(name = "terminating")]
    terminating: bool,
}

impl From<domain::Endpoint> for Endpoint {
    fn from(value: domain::Endpoint) -> Self {
        Self {
            address: value.address,
            target: value.target.map(|item| item.into()),
            node: value.node,
            ready: value.ready,
            serving: value.serving,
            terminating: value.terminating,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct EndpointSlicePage {
    #[component(name = "rows")]
    rows: Vec<EndpointSliceRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::EndpointSlicePage> for EndpointSlicePage {
    fn from(value: domain::EndpointSlicePage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/endpoint-slices@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (EndpointSliceFilter,)| {
            let filter: sdo_model::contract::endpoint_slices::EndpointSliceFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::endpoint_slices::EndpointSlices::query(view, call, &filter)
            })?;
            Ok::<(EndpointSlicePage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (EndpointSliceFilter,)| {
            let filter: sdo_model::contract::endpoint_slices::EndpointSliceFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::endpoint_slices::EndpointSlices::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "endpoints",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::endpoint_slices::EndpointSlices::endpoints(view, call, &ids)
            })?;
            Ok::<(Vec<Vec<Endpoint>>,), wasmtime::Error>((value.into_iter().map(each).collect(),))
        },
    )?;
    Ok(())
}
