//! A liveness probe kills a container before it can be ready.

use pods::{ContainerPhase, ContainerState};
use sdo_detector_sdk::prelude::*;
use templates::{Probe, ProbeKind};

const RESTARTS: u32 = 3;
/// Seconds since the last kill.
const RECENT: i64 = 900;
/// Exit code of SIGKILL, and of a clean stop on SIGTERM.
const KILLED: [i32; 2] = [137, 143];

fn detect(report: &mut Report) {
    let filter = pods::PodFilter {
        min_restarts: RESTARTS,
        ready: Some(false),
        active: Some(true),
        deleting: Some(false),
        ..default()
    };
    let ids: Vec<ObjectId> = filter.rows().map(|pod| pod.id).collect();
    for group in by_owner(&ids) {
        let pod = group.pods[0];
        let probes: Vec<Probe> = templates::probes(&[pod]).into_iter().flatten().collect();
        let states: Vec<ContainerState> = pods::containers(&[pod]).into_iter().flatten().collect();
        let found = states
            .iter()
            .find_map(|state| hasty_probe(state, &probes).map(|(probe, lived)| (state, probe, lived)));
        if let Some((state, probe, lived)) = found {
            report_group(report, &group, state, probe, lived);
        }
    }
}

/// The liveness probe that ended the container's last run before its own deadline plus the time to stop, and how long that run lived.
fn hasty_probe<'a>(state: &ContainerState, probes: &'a [Probe]) -> Option<(&'a Probe, i64)> {
    let own = |kind: ProbeKind| {
        probes
            .iter()
            .find(|probe| probe.kind == kind && probe.container == state.name)
    };
    let probe = own(ProbeKind::Liveness)?;
    if own(ProbeKind::Startup).is_some() || state.ready || state.restarts < RESTARTS {
        return None;
    }
    let end = match &state.current {
        ContainerPhase::Terminated(end) => Some(end),
        _ => state.last.as_ref(),
    }?;
    let (started, finished) = (end.started?, end.finished?);
    let lived = finished - started;
    let killed = KILLED.contains(&end.exit_code)
        && end.reason != "OOMKilled"
        && !snapshot::has_come(finished.saturating_add(RECENT + 1));
    (killed && lived <= patience(probe) + STOP).then_some((probe, lived))
}

/// Seconds that a stopping container may take before SIGKILL, with the default grace period, and a probe's own time-outs.
const STOP: i64 = 45;

/// Seconds after which the probe gives up on a container that never answers.
fn patience(probe: &Probe) -> i64 {
    i64::from(probe.initial_delay) + i64::from(probe.period) * i64::from(probe.failure_threshold)
}

fn report_group(report: &mut Report, group: &patterns::Group, state: &ContainerState, probe: &Probe, lived: i64) {
    let summary = format!(
        "the liveness probe of container {} gives up after {} s and there is no startup probe; its last run was killed after {lived} s, {} restarts",
        state.name,
        patience(probe),
        state.restarts
    );
    let severity = if ready_pods(group.primary) == 0 {
        Severity::Critical
    } else {
        Severity::Warning
    };
    let path = format!("spec.containers[{}].livenessProbe", state.name);
    report
        .finding(severity, group.primary, summary)
        .apart(&state.name)
        .evidence(
            group.pods[0],
            format!("{path}.initialDelaySeconds"),
            probe.initial_delay,
        )
        .evidence(
            group.pods[0],
            format!("{path}.failureThreshold"),
            probe.failure_threshold,
        )
        .evidence(
            group.pods[0],
            format!("status.containerStatuses[{}].restartCount", state.name),
            state.restarts,
        )
        .effects(group.pods.iter().copied())
        .next(format!(
            "kubectl -n {} get events --field-selector reason=Killing",
            group.owner.namespace
        ));
}

detector! {
    name: "liveness-faster-than-startup",
    version: "0.1.0",
    title: "A liveness probe kills a container before it can be ready",
    explanation: include_str!("../README.md"),
    detect: detect,
}
