//! Every eligible node is full now.

use scheduling::RefusalReason;
use sdo_detector_sdk::prelude::*;

/// Seconds that a pod may wait for a node, which an autoscaler may be making.
const GRACE: u32 = 180;
/// What refuses here.
const REASONS: &[RefusalReason] = &[
    RefusalReason::CpuNow,
    RefusalReason::MemoryNow,
    RefusalReason::ResourceNow,
    RefusalReason::PodCount,
];
/// What makes a node not eligible in the first place.
const BEFORE: &[RefusalReason] = &[
    RefusalReason::NodeName,
    RefusalReason::NodeSelector,
    RefusalReason::NodeAffinity,
    RefusalReason::Unschedulable,
    RefusalReason::Taint,
    RefusalReason::CpuNever,
    RefusalReason::MemoryNever,
    RefusalReason::ResourceNever,
];

fn detect(report: &mut Report) {
    for waiting in patterns::unscheduled(GRACE) {
        if !waiting.blocked_by(REASONS, BEFORE) {
            continue;
        }
        let (nodes, refused, detail) = (waiting.fit.nodes, waiting.refused_by(REASONS), waiting.detail(REASONS));
        let summary = format!("no room on {refused} of {nodes} nodes that fit otherwise: {detail}");
        let severity = if ready_pods(waiting.group.primary) == 0 {
            Severity::Critical
        } else {
            Severity::Warning
        };
        let first = waiting.group.pods[0];
        report
            .finding(severity, waiting.group.primary, summary)
            .evidence(first, "spec.containers[*].resources.requests", detail)
            .effects(waiting.group.pods.iter().copied())
            .next("kubectl describe nodes");
    }
}

detector! {
    name: "no-room-for-pod",
    version: "0.1.0",
    title: "No node that fits has room left",
    explanation: include_str!("../README.md"),
    detect: detect,
}
