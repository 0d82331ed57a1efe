//! A pod asks for more than any eligible node has at all.

use scheduling::RefusalReason;
use sdo_detector_sdk::prelude::*;

/// Seconds that a pod may wait for a node, which an autoscaler may be making.
const GRACE: u32 = 60;
/// What refuses here.
const REASONS: &[RefusalReason] = &[
    RefusalReason::CpuNever,
    RefusalReason::MemoryNever,
    RefusalReason::ResourceNever,
];
/// What makes a node not eligible in the first place.
const BEFORE: &[RefusalReason] = &[
    RefusalReason::NodeName,
    RefusalReason::NodeSelector,
    RefusalReason::NodeAffinity,
    RefusalReason::Unschedulable,
    RefusalReason::Taint,
];

fn detect(report: &mut Report) {
    for waiting in patterns::unscheduled(GRACE) {
        if !waiting.blocked_by(REASONS, BEFORE) {
            continue;
        }
        let detail = waiting.detail(REASONS);
        let summary = format!("can never run: {detail}");
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
    name: "request-exceeds-any-node",
    version: "0.1.0",
    title: "A pod asks for more than any node has",
    explanation: include_str!("../README.md"),
    detect: detect,
}
