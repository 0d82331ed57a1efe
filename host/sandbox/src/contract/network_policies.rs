//! `network-policies` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::Protocol;
use sdo_model::contract::network_policies as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct NetworkPolicyFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "selects")]
    selects: Option<u32>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<NetworkPolicyFilter> for domain::NetworkPolicyFilter {
    fn from(value: NetworkPolicyFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            selects: value.selects,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct NetworkPolicyRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "ingress")]
    ingress: bool,
    #[component(name = "egress")]
    egress: bool,
    #[component(name = "ingress-rules")]
    ingress_rules: u32,
    #[component(name = "egress-rules")]
    egress_rules: u32,
    #[component(name = "pods")]
    pods: u32,
}

impl From<domain::NetworkPolicyRow> for NetworkPolicyRow {
    fn from(value: domain::NetworkPolicyRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            ingress: value.ingress,
            egress: value.egress,
            ingress_rules: value.ingress_rules,
            egress_rules: value.egress_rules,
            pods: value.pods,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct IngressVerdict {
    #[component(name = "isolated")]
    isolated: u32,
    #[component(name = "open")]
    open: u32,
    #[component(name = "peers")]
    peers: u32,
    #[component(name = "address-blocks")]
    address_blocks: bool,
    #[component(name = "policies")]
    policies: Vec<u32>,
}

impl From<domain::IngressVerdict> for IngressVerdict {
    fn from(value: domain::IngressVerdict) -> Self {
        Self {
            isolated: value.isolated,
            open: value.open,
            peers: value.peers,
            address_blocks: value.address_blocks,
            policies: value.policies,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Reachability {
    #[component(name = "allowed")]
    allowed: u32,
    #[component(name = "denied")]
    denied: u32,
    #[component(name = "denied-by")]
    denied_by: Vec<u32>,
}

impl From<domain::Reachability> for Reachability {
    fn from(value: domain::Reachability) -> Self {
        Self {
            allowed: value.allowed,
            denied: value.denied,
            denied_by: value.denied_by,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct NetworkPolicyPage {
    #[component(name = "rows")]
    rows: Vec<NetworkPolicyRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::NetworkPolicyPage> for NetworkPolicyPage {
    fn from(value: domain::NetworkPolicyPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/network-policies@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (NetworkPolicyFilter,)| {
            let filter: sdo_model::contract::network_policies::NetworkPolicyFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::network_policies::NetworkPolicies::query(view, call, &filter)
            })?;
            Ok::<(NetworkPolicyPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (NetworkPolicyFilter,)| {
            let filter: sdo_model::contract::network_policies::NetworkPolicyFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::network_policies::NetworkPolicies::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "ingress-to",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>,
         (to, port, protocol): (Vec<u32>, u16, Protocol)| {
            let protocol: sdo_model::contract::types::Protocol = protocol.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::network_policies::NetworkPolicies::ingress_to(view, call, &to, port, protocol)
            })?;
            Ok::<(IngressVerdict,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "reachable",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>,
         (sources, targets, port, protocol): (Vec<u32>, Vec<u32>, u16, Protocol)| {
            let protocol: sdo_model::contract::types::Protocol = protocol.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::network_policies::NetworkPolicies::reachable(
                    view, call, &sources, &targets, port, protocol,
                )
            })?;
            Ok::<(Reachability,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "without-dns",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::network_policies::NetworkPolicies::without_dns(view, call, &ids)
            })?;
            Ok::<(Vec<u32>,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
