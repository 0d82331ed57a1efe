//! `services` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::PortRef;
use super::types::Protocol;
use sdo_model::contract::services as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Copy, Clone, ComponentType, Lower, Lift)]
#[component(enum)]
#[repr(u8)]
pub(crate) enum ServiceType {
    #[component(name = "cluster-ip")]
    ClusterIp,
    #[component(name = "node-port")]
    NodePort,
    #[component(name = "load-balancer")]
    LoadBalancer,
    #[component(name = "external-name")]
    ExternalName,
}

impl From<domain::ServiceType> for ServiceType {
    fn from(value: domain::ServiceType) -> Self {
        match value {
            domain::ServiceType::ClusterIp => ServiceType::ClusterIp,
            domain::ServiceType::NodePort => ServiceType::NodePort,
            domain::ServiceType::LoadBalancer => ServiceType::LoadBalancer,
            domain::ServiceType::ExternalName => ServiceType::ExternalName,
        }
    }
}

impl From<ServiceType> for domain::ServiceType {
    fn from(value: ServiceType) -> Self {
        match value {
            ServiceType::ClusterIp => domain::ServiceType::ClusterIp,
            ServiceType::NodePort => domain::ServiceType::NodePort,
            ServiceType::LoadBalancer => domain::ServiceType::LoadBalancer,
            ServiceType::ExternalName => domain::ServiceType::ExternalName,
        }
    }
}

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct ServiceFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "service-type")]
    service_type: Option<ServiceType>,
    #[component(name = "has-selector")]
    has_selector: Option<bool>,
    #[component(name = "max-pods")]
    max_pods: Option<u32>,
    #[component(name = "min-pods")]
    min_pods: u32,
    #[component(name = "max-ready-pods")]
    max_ready_pods: Option<u32>,
    #[component(name = "max-ready-endpoints")]
    max_ready_endpoints: Option<u32>,
    #[component(name = "unresolved-port")]
    unresolved_port: Option<bool>,
    #[component(name = "local-only")]
    local_only: Option<bool>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<ServiceFilter> for domain::ServiceFilter {
    fn from(value: ServiceFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            service_type: value.service_type.map(|item| item.into()),
            has_selector: value.has_selector,
            max_pods: value.max_pods,
            min_pods: value.min_pods,
            max_ready_pods: value.max_ready_pods,
            max_ready_endpoints: value.max_ready_endpoints,
            unresolved_port: value.unresolved_port,
            local_only: value.local_only,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ServicePort {
    #[component(name = "name")]
    name: String,
    #[component(name = "port")]
    port: u16,
    #[component(name = "protocol")]
    protocol: Protocol,
    #[component(name = "target")]
    target: PortRef,
    #[component(name = "node-port")]
    node_port: Option<u16>,
    #[component(name = "declaring-pods")]
    declaring_pods: u32,
}

impl From<domain::ServicePort> for ServicePort {
    fn from(value: domain::ServicePort) -> Self {
        Self {
            name: value.name,
            port: value.port,
            protocol: value.protocol.into(),
            target: value.target.into(),
            node_port: value.node_port,
            declaring_pods: value.declaring_pods,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ServiceRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "service-type")]
    service_type: ServiceType,
    #[component(name = "headless")]
    headless: bool,
    #[component(name = "has-selector")]
    has_selector: bool,
    #[component(name = "publish-not-ready")]
    publish_not_ready: bool,
    #[component(name = "internal-local")]
    internal_local: bool,
    #[component(name = "external-local")]
    external_local: bool,
    #[component(name = "pods")]
    pods: u32,
    #[component(name = "ready-pods")]
    ready_pods: u32,
    #[component(name = "ready-endpoints")]
    ready_endpoints: u32,
    #[component(name = "ports")]
    ports: Vec<ServicePort>,
    #[component(name = "created")]
    created: i64,
}

impl From<domain::ServiceRow> for ServiceRow {
    fn from(value: domain::ServiceRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            service_type: value.service_type.into(),
            headless: value.headless,
            has_selector: value.has_selector,
            publish_not_ready: value.publish_not_ready,
            internal_local: value.internal_local,
            external_local: value.external_local,
            pods: value.pods,
            ready_pods: value.ready_pods,
            ready_endpoints: value.ready_endpoints,
            ports: each(value.ports),
            created: value.created,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ServiceAddresses {
    #[component(name = "cluster-ip")]
    cluster_ip: String,
    #[component(name = "external-name")]
    external_name: String,
    #[component(name = "load-balancer")]
    load_balancer: Vec<String>,
}

impl From<domain::ServiceAddresses> for ServiceAddresses {
    fn from(value: domain::ServiceAddresses) -> Self {
        Self {
            cluster_ip: value.cluster_ip,
            external_name: value.external_name,
            load_balancer: value.load_balancer,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ServicePage {
    #[component(name = "rows")]
    rows: Vec<ServiceRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::ServicePage> for ServicePage {
    fn from(value: domain::ServicePage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/services@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (ServiceFilter,)| {
            let filter: sdo_model::contract::services::ServiceFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::services::Services::query(view, call, &filter)
            })?;
            Ok::<(ServicePage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (ServiceFilter,)| {
            let filter: sdo_model::contract::services::ServiceFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::services::Services::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "selectors",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::services::Services::selectors(view, call, &ids)
            })?;
            Ok::<(Vec<Vec<(String, String)>>,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "addresses",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::services::Services::addresses(view, call, &ids)
            })?;
            Ok::<(Vec<Option<ServiceAddresses>>,), wasmtime::Error>((value
                .into_iter()
                .map(|item| item.map(|item| item.into()))
                .collect(),))
        },
    )?;
    Ok(())
}
