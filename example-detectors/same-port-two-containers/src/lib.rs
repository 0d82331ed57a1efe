//! Two containers of a pod want the same port, and one of them crashes.

use sdo_detector_sdk::prelude::*;
use templates::{Container, ContainerPort};

const RESTARTS: u32 = 2;

fn detect(report: &mut Report) {
    let filter = pods::PodFilter {
        min_restarts: RESTARTS,
        ready: Some(false),
        active: Some(true),
        deleting: Some(false),
        ..default()
    };
    let crashing: Vec<_> = filter.rows().collect();
    let ids: Vec<ObjectId> = crashing.iter().map(|pod| pod.id).collect();
    for group in by_owner(&ids) {
        let pod = group.pods[0];
        let containers: Vec<Container> = templates::containers(&[pod]).into_iter().flatten().collect();
        let Some((first, second, port)) = clash(&containers) else {
            continue;
        };
        let crashes = crashing
            .iter()
            .filter(|row| row.id == pod)
            .flat_map(|row| &row.containers)
            .any(|container| {
                container.restarts >= RESTARTS
                    && !container.ready
                    && (container.name == first.name || container.name == second.name)
            });
        if !crashes {
            continue;
        }
        let summary = format!(
            "containers {} and {} both want port {}, and one of them crashes",
            first.name, second.name, port.port
        );
        let severity = if ready_pods(group.primary) == 0 {
            Severity::Critical
        } else {
            Severity::Warning
        };
        report
            .finding(severity, group.primary, summary)
            .evidence(pod, format!("spec.containers[{}].ports", first.name), port.port)
            .evidence(pod, format!("spec.containers[{}].ports", second.name), port.port)
            .effects(group.pods.iter().copied())
            .next(format!(
                "kubectl -n {} logs {} -c {} --previous",
                group.owner.namespace,
                name_of(pod).rsplit('/').next().unwrap_or(""),
                second.name
            ));
    }
}

/// The first two long-running containers that declare the same port of the same protocol on the same address.
fn clash(containers: &[Container]) -> Option<(&Container, &Container, &ContainerPort)> {
    let running: Vec<&Container> = containers
        .iter()
        .filter(|item| matches!(item.role, ContainerRole::Main | ContainerRole::Sidecar))
        .collect();
    running.iter().enumerate().find_map(|(index, first)| {
        running.iter().skip(index + 1).find_map(|second| {
            let same = |port: &&ContainerPort| {
                second.ports.iter().any(|other| {
                    (other.port, other.protocol, &other.host_ip) == (port.port, port.protocol, &port.host_ip)
                })
            };
            first.ports.iter().find(same).map(|port| (*first, *second, port))
        })
    })
}

detector! {
    name: "same-port-two-containers",
    version: "0.1.0",
    title: "Two containers of a pod want the same port",
    explanation: include_str!("../README.md"),
    detect: detect,
}
