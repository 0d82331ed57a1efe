//! A node is not ready.

use sdo_detector_sdk::prelude::*;

/// Seconds that a node may miss: the controller's own grace is 40 s.
const GRACE: i64 = 60;
/// Pods named as effects.
const EFFECTS: usize = 100;

fn detect(report: &mut Report) {
    let down: Vec<_> = nodes::NodeFilter {
        ready: Some(false),
        ..default()
    }
    .rows()
    .filter(is_down)
    .collect();
    let all = nodes::count(&nodes::NodeFilter::default());
    for node in &down {
        let pods = pods::PodFilter {
            node: Some(node.name.clone()),
            active: Some(true),
            ..default()
        };
        let pods: Vec<ObjectId> = pods.rows().map(|pod| pod.id).collect();
        let word = if node.ready == ConditionStatus::Unknown {
            "unknown: its kubelet is silent"
        } else {
            "false"
        };
        let share = if down.len() > 1 {
            format!("; {} of {all} nodes are down", down.len())
        } else {
            String::new()
        };
        report
            .critical(
                node.id,
                format!("condition Ready is {word}; {} pods run there{share}", pods.len()),
            )
            .evidence(
                node.id,
                "status.conditions[Ready].status",
                if node.ready == ConditionStatus::Unknown {
                    "Unknown"
                } else {
                    "False"
                },
            )
            .effects(pods.into_iter().take(EFFECTS))
            .since(node.ready_since)
            .next(format!("kubectl describe node {}", node.name));
    }
}

fn is_down(node: &nodes::NodeRow) -> bool {
    is_older(node.ready_since.or(Some(node.created)), GRACE)
}

detector! {
    name: "node-not-ready",
    version: "0.1.0",
    title: "A node is not ready",
    explanation: include_str!("../README.md"),
    detect: detect,
}
