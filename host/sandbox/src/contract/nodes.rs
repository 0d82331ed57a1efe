//! `nodes` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::Amount;
use super::types::ConditionStatus;
use sdo_model::contract::nodes as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct NodeFilter {
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "ready")]
    ready: Option<bool>,
    #[component(name = "unschedulable")]
    unschedulable: Option<bool>,
    #[component(name = "pressure")]
    pressure: Option<bool>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<NodeFilter> for domain::NodeFilter {
    fn from(value: NodeFilter) -> Self {
        Self {
            name: value.name,
            labels: value.labels,
            ready: value.ready,
            unschedulable: value.unschedulable,
            pressure: value.pressure,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct NodeRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "name")]
    name: String,
    #[component(name = "ready")]
    ready: ConditionStatus,
    #[component(name = "ready-since")]
    ready_since: Option<i64>,
    #[component(name = "heartbeat")]
    heartbeat: Option<i64>,
    #[component(name = "unschedulable")]
    unschedulable: bool,
    #[component(name = "memory-pressure")]
    memory_pressure: bool,
    #[component(name = "disk-pressure")]
    disk_pressure: bool,
    #[component(name = "pid-pressure")]
    pid_pressure: bool,
    #[component(name = "pods")]
    pods: u32,
    #[component(name = "kubelet-version")]
    kubelet_version: String,
    #[component(name = "architecture")]
    architecture: String,
    #[component(name = "control-plane")]
    control_plane: bool,
    #[component(name = "created")]
    created: i64,
}

impl From<domain::NodeRow> for NodeRow {
    fn from(value: domain::NodeRow) -> Self {
        Self {
            id: value.id,
            name: value.name,
            ready: value.ready.into(),
            ready_since: value.ready_since,
            heartbeat: value.heartbeat,
            unschedulable: value.unschedulable,
            memory_pressure: value.memory_pressure,
            disk_pressure: value.disk_pressure,
            pid_pressure: value.pid_pressure,
            pods: value.pods,
            kubelet_version: value.kubelet_version,
            architecture: value.architecture,
            control_plane: value.control_plane,
            created: value.created,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Taint {
    #[component(name = "key")]
    key: String,
    #[component(name = "value")]
    value: String,
    #[component(name = "effect")]
    effect: String,
    #[component(name = "added")]
    added: Option<i64>,
}

impl From<domain::Taint> for Taint {
    fn from(value: domain::Taint) -> Self {
        Self {
            key: value.key,
            value: value.value,
            effect: value.effect,
            added: value.added,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct NodeResources {
    #[component(name = "allocatable")]
    allocatable: Vec<Amount>,
    #[component(name = "requested")]
    requested: Vec<Amount>,
}

impl From<domain::NodeResources> for NodeResources {
    fn from(value: domain::NodeResources) -> Self {
        Self {
            allocatable: each(value.allocatable),
            requested: each(value.requested),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct NodeInfo {
    #[component(name = "os-image")]
    os_image: String,
    #[component(name = "kernel")]
    kernel: String,
    #[component(name = "runtime")]
    runtime: String,
    #[component(name = "pod-cidr")]
    pod_cidr: String,
    #[component(name = "addresses")]
    addresses: Vec<String>,
    #[component(name = "zone")]
    zone: String,
}

impl From<domain::NodeInfo> for NodeInfo {
    fn from(value: domain::NodeInfo) -> Self {
        Self {
            os_image: value.os_image,
            kernel: value.kernel,
            runtime: value.runtime,
            pod_cidr: value.pod_cidr,
            addresses: value.addresses,
            zone: value.zone,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct NodePage {
    #[component(name = "rows")]
    rows: Vec<NodeRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::NodePage> for NodePage {
    fn from(value: domain::NodePage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/nodes@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (NodeFilter,)| {
            let filter: sdo_model::contract::nodes::NodeFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::nodes::Nodes::query(view, call, &filter)
            })?;
            Ok::<(NodePage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (NodeFilter,)| {
            let filter: sdo_model::contract::nodes::NodeFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::nodes::Nodes::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "taints",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::nodes::Nodes::taints(view, call, &ids)
            })?;
            Ok::<(Vec<Vec<Taint>>,), wasmtime::Error>((value.into_iter().map(each).collect(),))
        },
    )?;
    instance.func_wrap(
        "resources",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::nodes::Nodes::resources(view, call, &ids)
            })?;
            Ok::<(Vec<Option<NodeResources>>,), wasmtime::Error>((value
                .into_iter()
                .map(|item| item.map(|item| item.into()))
                .collect(),))
        },
    )?;
    instance.func_wrap(
        "node-infos",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::nodes::Nodes::node_infos(view, call, &ids)
            })?;
            Ok::<(Vec<Option<NodeInfo>>,), wasmtime::Error>((value
                .into_iter()
                .map(|item| item.map(|item| item.into()))
                .collect(),))
        },
    )?;
    Ok(())
}
