//! A probe asks a port that its container does not declare, or gets the same refusal again and again.

use sdo_detector_sdk::prelude::*;
use templates::{Probe, ProbeKind};

/// Seconds a pod may take to become ready before a probe is suspect.
const GRACE: u32 = 120;
/// Failed tries that make a pattern.
const TRIES: u32 = 3;

fn detect(report: &mut Report) {
    let filter = pods::PodFilter {
        ready: Some(false),
        phase: Some(pods::PodPhase::Running),
        deleting: Some(false),
        created_before: Some(snapshot::ago(GRACE)),
        ..default()
    };
    let rows: Vec<pods::PodRow> = filter.rows().collect();
    let ids: Vec<ObjectId> = rows.iter().map(|pod| pod.id).collect();
    for group in by_owner(&ids) {
        let Some(row) = rows.iter().find(|row| row.id == group.pods[0]) else {
            continue;
        };
        let probes = templates::probes(&[row.id]).into_iter().flatten();
        if let Some((probe, refusal)) = probes
            .filter(|probe| is_suspect(probe, row))
            .find_map(|probe| why(&probe, row).map(|why| (probe, why)))
        {
            report_group(report, &group, &probe, refusal);
        }
    }
}

/// The container does not get ready, or is restarted by this kind of probe.
fn is_suspect(probe: &Probe, pod: &pods::PodRow) -> bool {
    let mut containers = pod
        .containers
        .iter()
        .filter(|container| container.name == probe.container);
    containers.any(|container| match probe.kind {
        ProbeKind::Readiness => !container.ready && container.waiting.is_none() && container.restarts < TRIES,
        ProbeKind::Liveness | ProbeKind::Startup => !container.ready && container.restarts >= TRIES,
    })
}

/// What proves it: a port that the container does not declare although it declares others, or the kubelet's repeated words.
fn why(probe: &Probe, pod: &pods::PodRow) -> Option<String> {
    let words = refusals(probe, pod);
    let declared: Vec<String> = templates::containers(&[pod.id])
        .into_iter()
        .flatten()
        .filter(|container| container.name == probe.container)
        .flat_map(|container| container.ports)
        .map(|port| port.port.to_string())
        .collect();
    match probe.port {
        Some(port) if !probe.port_declared && !declared.is_empty() => Some(format!(
            "asks port {port}, but container {} declares {}",
            probe.container,
            declared.join(", ")
        )),
        _ => words.map(|message| format!("fails again and again: {message}")),
    }
}

/// The latest words of a probe of this kind that failed at least [`TRIES`] times and not long ago.
fn refusals(probe: &Probe, pod: &pods::PodRow) -> Option<String> {
    let kind = kind_word(probe.kind);
    let filter = events::EventFilter {
        about: Some(pod.id),
        reason: Some("Unhealthy".to_string()),
        contains: Some(format!("{kind} probe")),
        ..default()
    };
    let recent = i64::from(GRACE) + i64::from(probe.period) * i64::from(TRIES);
    let is_recent = |last: i64| !snapshot::has_come(last.saturating_add(recent + 1));
    let mut events = filter
        .rows()
        .filter(|event| event.count >= TRIES && event.last.is_some_and(is_recent));
    events.next().map(|event| event.message)
}

fn kind_word(kind: ProbeKind) -> &'static str {
    match kind {
        ProbeKind::Liveness => "Liveness",
        ProbeKind::Readiness => "Readiness",
        ProbeKind::Startup => "Startup",
    }
}

fn report_group(report: &mut Report, group: &patterns::Group, probe: &Probe, refusal: String) {
    let kind = kind_word(probe.kind).to_lowercase();
    let severity = if ready_pods(group.primary) == 0 {
        Severity::Critical
    } else {
        Severity::Warning
    };
    let port = probe.port.map_or_else(|| "(none)".to_string(), |port| port.to_string());
    report
        .finding(
            severity,
            group.primary,
            format!("the {kind} probe of container {} {refusal}", probe.container),
        )
        .apart(format!("{}/{kind}", probe.container))
        .evidence(
            group.pods[0],
            format!("spec.containers[{}].{kind}Probe.port", probe.container),
            port,
        )
        .effects(group.pods.iter().copied())
        .next(format!(
            "kubectl -n {} describe {}",
            group.owner.namespace,
            name_of(group.pods[0])
                .replacen("Pod ", "pod ", 1)
                .replace(&format!("{}/", group.owner.namespace), "")
        ));
}

detector! {
    name: "probe-cannot-succeed",
    version: "0.1.0",
    title: "A probe asks where nothing can answer",
    explanation: include_str!("../README.md"),
    optional_kinds: ["Event"],
    detect: detect,
}
