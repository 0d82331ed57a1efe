//! `service-routes` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::PortRef;
use super::types::Presence;
use super::types::Protocol;
use sdo_model::contract::service_routes as domain;
use wasmtime::component::{ComponentType, Lower};

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct NearSelection {
    #[component(name = "workload")]
    workload: u32,
    #[component(name = "key")]
    key: String,
    #[component(name = "wanted")]
    wanted: String,
    #[component(name = "actual")]
    actual: Option<String>,
    #[component(name = "ready-pods")]
    ready_pods: u32,
}

impl From<domain::NearSelection> for NearSelection {
    fn from(value: domain::NearSelection) -> Self {
        Self {
            workload: value.workload,
            key: value.key,
            wanted: value.wanted,
            actual: value.actual,
            ready_pods: value.ready_pods,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct PortRoute {
    #[component(name = "port")]
    port: u16,
    #[component(name = "name")]
    name: String,
    #[component(name = "protocol")]
    protocol: Protocol,
    #[component(name = "target")]
    target: PortRef,
    #[component(name = "pods")]
    pods: u32,
    #[component(name = "declaring")]
    declaring: u32,
    #[component(name = "ready-endpoints")]
    ready_endpoints: u32,
    #[component(name = "declared")]
    declared: Vec<String>,
}

impl From<domain::PortRoute> for PortRoute {
    fn from(value: domain::PortRoute) -> Self {
        Self {
            port: value.port,
            name: value.name,
            protocol: value.protocol.into(),
            target: value.target.into(),
            pods: value.pods,
            declaring: value.declaring,
            ready_endpoints: value.ready_endpoints,
            declared: value.declared,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct HostMatch {
    #[component(name = "presence")]
    presence: Presence,
    #[component(name = "service")]
    service: Option<u32>,
    #[component(name = "in-cluster")]
    in_cluster: bool,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "nearest")]
    nearest: Option<String>,
}

impl From<domain::HostMatch> for HostMatch {
    fn from(value: domain::HostMatch) -> Self {
        Self {
            presence: value.presence.into(),
            service: value.service,
            in_cluster: value.in_cluster,
            namespace: value.namespace,
            name: value.name,
            nearest: value.nearest,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/service-routes@0.1.0")?;
    instance.func_wrap(
        "pods-of",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (service,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::service_routes::ServiceRoutes::pods_of(view, call, service)
            })?;
            Ok::<(Vec<u32>,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "services-of",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (id,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::service_routes::ServiceRoutes::services_of(view, call, id)
            })?;
            Ok::<(Vec<u32>,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "workloads-of",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (service,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::service_routes::ServiceRoutes::workloads_of(view, call, service)
            })?;
            Ok::<(Vec<u32>,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "templates-of",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (service,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::service_routes::ServiceRoutes::templates_of(view, call, service)
            })?;
            Ok::<(Vec<u32>,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "near-selections",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (service,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::service_routes::ServiceRoutes::near_selections(view, call, service)
            })?;
            Ok::<(Vec<NearSelection>,), wasmtime::Error>((each(value),))
        },
    )?;
    instance.func_wrap(
        "port-routes",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (service,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::service_routes::ServiceRoutes::port_routes(view, call, service)
            })?;
            Ok::<(Vec<PortRoute>,), wasmtime::Error>((each(value),))
        },
    )?;
    instance.func_wrap(
        "nodes-of",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (service,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::service_routes::ServiceRoutes::nodes_of(view, call, service)
            })?;
            Ok::<(Vec<String>,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "resolve-host",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (host, namespace): (String, String)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::service_routes::ServiceRoutes::resolve_host(view, call, &host, &namespace)
            })?;
            Ok::<(HostMatch,), wasmtime::Error>((value.into(),))
        },
    )?;
    Ok(())
}
