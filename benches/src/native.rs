//! The three benchmark questions as plain Rust loops over the stored objects, without an index.

use sdo_snapshot::Snapshot;
use sdo_snapshot::object::{EndpointSlice, Pod, Service, carries};

/// D1: pods with a container in `CrashLoopBackOff` that restarted at least three times.
pub(crate) fn crash_loops(snapshot: &Snapshot) -> usize {
    snapshot.all::<Pod>().iter().filter(|pod| is_crash_looping(pod)).count()
}

fn is_crash_looping(pod: &Pod) -> bool {
    pod.all_statuses().any(|status| {
        let waiting = status
            .state
            .waiting
            .as_ref()
            .is_some_and(|waiting| waiting.reason == "CrashLoopBackOff");
        waiting && status.restart_count.u32() >= 3
    })
}

/// D2: Services with a selector and no ready endpoint.
pub(crate) fn no_endpoints(snapshot: &Snapshot) -> usize {
    let slices = snapshot.all::<EndpointSlice>();
    let has_ready = |service: &Service| {
        let mut own = slices.iter().filter(|slice| {
            slice.meta.namespace == service.meta.namespace && slice.service_name() == service.meta.name.as_str()
        });
        own.any(|slice| slice.endpoints.iter().any(|endpoint| endpoint.is_ready()))
    };
    snapshot
        .all::<Service>()
        .iter()
        .filter(|service| service.selector().is_some() && !has_ready(service))
        .count()
}

/// D3: Services with a numeric target port that no selected pod declares.
pub(crate) fn target_ports(snapshot: &Snapshot) -> usize {
    snapshot
        .all::<Service>()
        .iter()
        .filter(|service| has_unresolved_port(snapshot, service))
        .count()
}

fn has_unresolved_port(snapshot: &Snapshot, service: &Service) -> bool {
    let Some(selector) = service.selector() else {
        return false;
    };
    let pods = snapshot
        .all::<Pod>()
        .iter()
        .filter(|pod| pod.meta.namespace == service.meta.namespace && carries(&pod.meta.labels, selector));
    let declared: Vec<u16> = pods
        .flat_map(|pod| pod.spec.containers.iter().flat_map(|container| container.ports.iter()))
        .map(|port| port.container_port.port())
        .collect();
    service.spec.ports.iter().any(|port| {
        port.target()
            .number()
            .is_some_and(|target| !declared.contains(&target.port()))
    })
}
