//! `scheduling` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::scheduling as domain;
use wasmtime::component::{ComponentType, Lower};

#[derive(Copy, Clone, ComponentType, Lower)]
#[component(enum)]
#[repr(u8)]
pub(crate) enum RefusalReason {
    #[component(name = "node-name")]
    NodeName,
    #[component(name = "node-selector")]
    NodeSelector,
    #[component(name = "node-affinity")]
    NodeAffinity,
    #[component(name = "unschedulable")]
    Unschedulable,
    #[component(name = "taint")]
    Taint,
    #[component(name = "cpu-never")]
    CpuNever,
    #[component(name = "memory-never")]
    MemoryNever,
    #[component(name = "resource-never")]
    ResourceNever,
    #[component(name = "cpu-now")]
    CpuNow,
    #[component(name = "memory-now")]
    MemoryNow,
    #[component(name = "resource-now")]
    ResourceNow,
    #[component(name = "host-port")]
    HostPort,
    #[component(name = "volume")]
    Volume,
    #[component(name = "pod-affinity")]
    PodAffinity,
    #[component(name = "spread")]
    Spread,
    #[component(name = "pod-count")]
    PodCount,
}

impl From<domain::RefusalReason> for RefusalReason {
    fn from(value: domain::RefusalReason) -> Self {
        match value {
            domain::RefusalReason::NodeName => RefusalReason::NodeName,
            domain::RefusalReason::NodeSelector => RefusalReason::NodeSelector,
            domain::RefusalReason::NodeAffinity => RefusalReason::NodeAffinity,
            domain::RefusalReason::Unschedulable => RefusalReason::Unschedulable,
            domain::RefusalReason::Taint => RefusalReason::Taint,
            domain::RefusalReason::CpuNever => RefusalReason::CpuNever,
            domain::RefusalReason::MemoryNever => RefusalReason::MemoryNever,
            domain::RefusalReason::ResourceNever => RefusalReason::ResourceNever,
            domain::RefusalReason::CpuNow => RefusalReason::CpuNow,
            domain::RefusalReason::MemoryNow => RefusalReason::MemoryNow,
            domain::RefusalReason::ResourceNow => RefusalReason::ResourceNow,
            domain::RefusalReason::HostPort => RefusalReason::HostPort,
            domain::RefusalReason::Volume => RefusalReason::Volume,
            domain::RefusalReason::PodAffinity => RefusalReason::PodAffinity,
            domain::RefusalReason::Spread => RefusalReason::Spread,
            domain::RefusalReason::PodCount => RefusalReason::PodCount,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct RefusalCount {
    #[component(name = "reason")]
    reason: RefusalReason,
    #[component(name = "nodes")]
    nodes: u32,
    #[component(name = "detail")]
    detail: String,
}

impl From<domain::RefusalCount> for RefusalCount {
    fn from(value: domain::RefusalCount) -> Self {
        Self {
            reason: value.reason.into(),
            nodes: value.nodes,
            detail: value.detail,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct FitReport {
    #[component(name = "nodes")]
    nodes: u32,
    #[component(name = "fits")]
    fits: u32,
    #[component(name = "refusals")]
    refusals: Vec<RefusalCount>,
}

impl From<domain::FitReport> for FitReport {
    fn from(value: domain::FitReport) -> Self {
        Self {
            nodes: value.nodes,
            fits: value.fits,
            refusals: each(value.refusals),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct NodeRefusal {
    #[component(name = "node")]
    node: u32,
    #[component(name = "reason")]
    reason: RefusalReason,
    #[component(name = "detail")]
    detail: String,
}

impl From<domain::NodeRefusal> for NodeRefusal {
    fn from(value: domain::NodeRefusal) -> Self {
        Self {
            node: value.node,
            reason: value.reason.into(),
            detail: value.detail,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/scheduling@0.1.0")?;
    instance.func_wrap(
        "fit",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (id,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::scheduling::Scheduling::fit(view, call, id)
            })?;
            Ok::<(Option<FitReport>,), wasmtime::Error>((value.map(|item| item.into()),))
        },
    )?;
    instance.func_wrap(
        "refusals",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (id,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::scheduling::Scheduling::refusals(view, call, id)
            })?;
            Ok::<(Vec<NodeRefusal>,), wasmtime::Error>((each(value),))
        },
    )?;
    Ok(())
}
