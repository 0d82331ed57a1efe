//! A container ends again and again.

use pods::{ContainerPhase, ContainerState, Termination};
use sdo_detector_sdk::prelude::*;

/// Restarts that make a loop.
const RESTARTS: u32 = 3;
/// Seconds since the last end: the back-off ends at five minutes, so a loop shows within ten.
const RECENT: i64 = 600;

fn detect(report: &mut Report) {
    let filter = pods::PodFilter {
        min_restarts: RESTARTS,
        ready: Some(false),
        active: Some(true),
        deleting: Some(false),
        ..default()
    };
    let ids: Vec<ObjectId> = filter.rows().map(|pod| pod.id).collect();
    let looping: Vec<ObjectId> = ids
        .chunks(1000)
        .flat_map(|batch| batch.iter().copied().zip(pods::containers(batch)).collect::<Vec<_>>())
        .filter(|(_, states)| states.iter().any(|state| end_of_loop(state).is_some()))
        .map(|(id, _)| id)
        .collect();
    for group in by_owner(&looping) {
        report_group(report, &group);
    }
}

/// How a looping container last ended. Kills for memory, and kills of containers with a liveness probe, have rules of their own.
fn end_of_loop(state: &ContainerState) -> Option<&Termination> {
    let end = match &state.current {
        ContainerPhase::Terminated(end) => Some(end),
        _ => state.last.as_ref(),
    }?;
    let recent = end
        .finished
        .is_some_and(|time| !snapshot::has_come(time.saturating_add(RECENT + 1)));
    let counts = state.restarts >= RESTARTS && !state.ready && recent && state.role != ContainerRole::Ephemeral;
    (counts && end.reason != "OOMKilled").then_some(end)
}

fn report_group(report: &mut Report, group: &patterns::Group) {
    let pod = group.pods[0];
    let states = pods::containers(&[pod]);
    let Some((state, end)) = states
        .iter()
        .flatten()
        .find_map(|state| end_of_loop(state).map(|end| (state, end)))
    else {
        return;
    };
    let killed = templates::probes(&[pod]).into_iter().flatten().any(|probe| {
        probe.container == state.name && probe.kind != templates::ProbeKind::Readiness && end.exit_code == 137
    });
    if killed {
        return;
    }
    let reason = if end.reason.is_empty() { "Error" } else { &end.reason };
    let summary = format!(
        "container {} ends with exit code {} ({reason}), {} restarts",
        state.name, end.exit_code, state.restarts
    );
    let severity = if ready_pods(group.primary) == 0 {
        Severity::Critical
    } else {
        Severity::Warning
    };
    let namespace = &group.owner.namespace;
    let name = objects::describe(&[pod])
        .into_iter()
        .next()
        .map_or_else(String::new, |pod| pod.name);
    report
        .finding(severity, group.primary, summary)
        .apart(&state.name)
        .evidence(
            pod,
            format!("status.containerStatuses[{}].lastState.terminated.exitCode", state.name),
            end.exit_code,
        )
        .evidence(
            pod,
            format!("status.containerStatuses[{}].restartCount", state.name),
            state.restarts,
        )
        .effects(group.pods.iter().copied())
        .next(format!(
            "kubectl -n {namespace} logs {name} -c {} --previous",
            state.name
        ));
}

detector! {
    name: "container-crash-looping",
    version: "0.1.0",
    title: "A container ends again and again",
    explanation: include_str!("../README.md"),
    detect: detect,
}
