//! Probes, defaults filled in and ports resolved.

use super::Template;
use super::container::with_roles;
use crate::object::{self, Container};
use crate::text::{Int, IntOrString};
use crate::view::convert::{owned, owned_all, port_ref};
use sdo_model::contract::templates::{HttpProbe, Probe, ProbeHandler, ProbeKind};

pub(super) fn probes(template: Template<'_>) -> Vec<Probe> {
    let each = |(_, container)| {
        of_container(container)
            .map(|(kind, probe)| row(container, kind, probe))
            .collect::<Vec<_>>()
    };
    with_roles(template.spec).flat_map(each).collect()
}

/// The probes of a container.
pub(super) fn of_container(container: &Container) -> impl Iterator<Item = (ProbeKind, &object::Probe)> {
    let all = [
        (ProbeKind::Liveness, &container.liveness_probe),
        (ProbeKind::Readiness, &container.readiness_probe),
        (ProbeKind::Startup, &container.startup_probe),
    ];
    all.into_iter()
        .filter_map(|(kind, probe)| Some((kind, &**probe.as_ref()?)))
}

/// The numbers of a probe with Kubernetes' defaults filled in.
pub(super) struct Timing {
    pub(super) initial_delay: u32,
    pub(super) period: u32,
    pub(super) timeout: u32,
    pub(super) success_threshold: u32,
    pub(super) failure_threshold: u32,
}

impl Timing {
    pub(super) fn of(probe: &object::Probe) -> Self {
        // A written 0 means the default too, except for the delay.
        let or = |written: Option<Int>, default| written.map(Int::u32).filter(|number| *number > 0).unwrap_or(default);
        Self {
            initial_delay: or(probe.initial_delay_seconds, 0),
            period: or(probe.period_seconds, 10),
            timeout: or(probe.timeout_seconds, 1),
            success_threshold: or(probe.success_threshold, 1),
            failure_threshold: or(probe.failure_threshold, 3),
        }
    }
}

fn row(container: &Container, kind: ProbeKind, probe: &object::Probe) -> Probe {
    let port = asked_port(probe).and_then(|port| resolve(container, &port));
    let timing = Timing::of(probe);
    Probe {
        container: owned(&container.name),
        kind,
        handler: handler(probe),
        port,
        port_declared: port.is_some_and(|port| {
            container
                .ports
                .iter()
                .any(|declared| declared.container_port.port() == port)
        }),
        initial_delay: timing.initial_delay,
        period: timing.period,
        timeout: timing.timeout,
        success_threshold: timing.success_threshold,
        failure_threshold: timing.failure_threshold,
    }
}

fn handler(probe: &object::Probe) -> ProbeHandler {
    if let Some(http) = &probe.http_get {
        return ProbeHandler::Http(HttpProbe {
            port: port_ref(http.port.as_ref()),
            path: http.path.non_empty().unwrap_or("/").to_owned(),
            host: owned(&http.host),
            scheme: http.scheme.non_empty().unwrap_or("HTTP").to_owned(),
        });
    }
    match (&probe.tcp_socket, &probe.grpc, &probe.exec) {
        (Some(tcp), _, _) => ProbeHandler::Tcp(port_ref(tcp.port.as_ref())),
        (None, Some(grpc), _) => ProbeHandler::Grpc(grpc.port.port()),
        (None, None, Some(exec)) => ProbeHandler::Exec(owned_all(&exec.command)),
        (None, None, None) => ProbeHandler::Unset,
    }
}

fn asked_port(probe: &object::Probe) -> Option<IntOrString> {
    let http = probe.http_get.as_ref().map(|http| http.port.clone());
    let tcp = || probe.tcp_socket.as_ref().map(|tcp| tcp.port.clone());
    let grpc = || probe.grpc.as_ref().map(|grpc| Some(IntOrString::Int(grpc.port)));
    http.or_else(tcp).or_else(grpc)?
}

/// The number of a probe's port: a name counts within the container alone.
fn resolve(container: &Container, port: &IntOrString) -> Option<u16> {
    let number = match (port.number(), port) {
        (Some(number), _) => number.port(),
        (None, IntOrString::Text(name)) => container.port_named(name)?.container_port.port(),
        (None, IntOrString::Int(_)) => 0,
    };
    (number != 0).then_some(number)
}
