//! An image cannot be pulled.

use pods::{ContainerPhase, WaitingReason};
use sdo_detector_sdk::prelude::*;

/// Seconds that a registry may be out of reach.
const GRACE: u32 = 60;

fn detect(report: &mut Report) {
    let filter = pods::PodFilter {
        image_unpullable: Some(true),
        active: Some(true),
        deleting: Some(false),
        created_before: Some(snapshot::ago(GRACE)),
        ..default()
    };
    let ids: Vec<ObjectId> = filter.rows().map(|pod| pod.id).collect();
    for group in by_owner(&ids) {
        let states = pods::containers(&group.pods);
        let blocked = states
            .iter()
            .flatten()
            .find_map(|state| unpullable(state).map(|message| (state, message)));
        let Some((state, message)) = blocked else { continue };
        let summary = format!(
            "image {} of container {} cannot be pulled: {}",
            state.image,
            state.name,
            why(message)
        );
        let severity = if ready_pods(group.primary) == 0 {
            Severity::Critical
        } else {
            Severity::Warning
        };
        report
            .finding(severity, group.primary, summary)
            .evidence(
                group.pods[0],
                format!("status.containerStatuses[{}].state.waiting.message", state.name),
                message,
            )
            .evidence(
                group.primary,
                format!("spec.containers[{}].image", state.name),
                &state.image,
            )
            .next(format!(
                "kubectl -n {} describe pod {}",
                group.owner.namespace,
                pod_name(group.pods[0])
            ))
            .effects(group.pods);
    }
}

/// The kubelet's words when the image of a container that counts cannot be had; debug containers do not count.
fn unpullable(state: &pods::ContainerState) -> Option<&str> {
    let ContainerPhase::Waiting(waiting) = &state.current else {
        return None;
    };
    let counts = state.role != ContainerRole::Ephemeral;
    let reason = matches!(
        waiting.reason,
        WaitingReason::ImagePullBackOff | WaitingReason::ErrImagePull | WaitingReason::InvalidImageName
    );
    (counts && reason).then_some(waiting.message.as_str())
}

fn why(message: &str) -> &'static str {
    let says = |words: &[&str]| words.iter().any(|word| message.to_lowercase().contains(word));
    if says(&["toomanyrequests", "rate limit"]) {
        "the registry limits the rate"
    } else if says(&["unauthorized", "authentication", "denied", "forbidden", "no basic auth"]) {
        "the registry refuses access"
    } else if says(&["no match for platform", "no matching manifest"]) {
        "it has no build for this node's architecture"
    } else if says(&["invalid", "couldn't parse", "repository name"]) {
        "its name is not valid"
    } else if says(&["not found", "manifest unknown", "notfound"]) {
        "the registry does not have it"
    } else if says(&[
        "no such host",
        "timeout",
        "connection refused",
        "dial tcp",
        "i/o timeout",
    ]) {
        "the registry cannot be reached"
    } else {
        "the kubelet keeps trying"
    }
}

fn pod_name(id: ObjectId) -> String {
    objects::describe(&[id])
        .into_iter()
        .next()
        .map_or_else(String::new, |pod| pod.name)
}

detector! {
    name: "image-unpullable",
    version: "0.1.0",
    title: "An image cannot be pulled",
    explanation: include_str!("../README.md"),
    detect: detect,
}
