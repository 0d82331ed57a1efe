//! A container is killed for memory again and again.

use pods::{ContainerPhase, ContainerState, Termination};
use sdo_detector_sdk::prelude::*;

/// One kill is no incident: some healthy applications are killed now and then.
const RESTARTS: u32 = 2;
/// Seconds since the last kill; the mark stays in the status for ever, the fault does not.
const RECENT: i64 = 900;

fn detect(report: &mut Report) {
    let filter = pods::PodFilter {
        terminated_reason: Some("OOMKilled".to_string()),
        min_restarts: RESTARTS,
        active: Some(true),
        deleting: Some(false),
        ..default()
    };
    let ids: Vec<ObjectId> = filter.rows().map(|pod| pod.id).collect();
    let killed: Vec<ObjectId> = ids
        .chunks(1000)
        .flat_map(|batch| batch.iter().copied().zip(pods::containers(batch)).collect::<Vec<_>>())
        .filter(|(_, states)| states.iter().any(|state| memory_kill(state).is_some()))
        .map(|(id, _)| id)
        .collect();
    for group in by_owner(&killed) {
        report_group(report, &group);
    }
}

fn memory_kill(state: &ContainerState) -> Option<&Termination> {
    let end = match &state.current {
        ContainerPhase::Terminated(end) => Some(end),
        _ => state.last.as_ref(),
    }?;
    let recent = end
        .finished
        .is_some_and(|time| !snapshot::has_come(time.saturating_add(RECENT + 1)));
    (state.restarts >= RESTARTS && recent && end.reason == "OOMKilled").then_some(end)
}

fn report_group(report: &mut Report, group: &patterns::Group) {
    let pod = group.pods[0];
    let states = pods::containers(&[pod]);
    let Some((state, end)) = states
        .iter()
        .flatten()
        .find_map(|state| memory_kill(state).map(|end| (state, end)))
    else {
        return;
    };
    let limit = memory_limit(pod, &state.name);
    let summary = match &limit {
        Some(limit) => format!(
            "container {} was killed for memory, {} restarts; its limit is {limit}",
            state.name, state.restarts
        ),
        None => format!(
            "container {} was killed for memory, {} restarts; it has no limit, so the node ran out",
            state.name, state.restarts
        ),
    };
    let severity = if state.ready {
        Severity::Warning
    } else {
        Severity::Critical
    };
    report
        .finding(severity, group.primary, summary)
        .apart(&state.name)
        .evidence(
            pod,
            format!("status.containerStatuses[{}].lastState.terminated.reason", state.name),
            &end.reason,
        )
        .evidence(
            pod,
            format!("status.containerStatuses[{}].restartCount", state.name),
            state.restarts,
        )
        .evidence(
            pod,
            format!("spec.containers[{}].resources.limits.memory", state.name),
            limit.as_deref().unwrap_or("(none)"),
        )
        .effects(group.pods.iter().copied())
        .next(format!("kubectl -n {} top pod --containers", group.owner.namespace));
}

fn memory_limit(pod: ObjectId, container: &str) -> Option<String> {
    let containers = templates::containers(&[pod]).into_iter().flatten();
    let limits = containers
        .filter(|item| item.name == container)
        .flat_map(|item| item.limits);
    limits
        .filter(|limit| limit.resource_name == "memory")
        .map(|limit| limit.text)
        .next()
}

detector! {
    name: "out-of-memory-kills",
    version: "0.1.0",
    title: "A container is killed for memory again and again",
    explanation: include_str!("../README.md"),
    detect: detect,
}
