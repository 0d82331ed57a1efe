//! Required anti-affinity leaves no node.

use scheduling::RefusalReason;
use sdo_detector_sdk::prelude::*;

/// Seconds that a pod may wait for a node, which an autoscaler may be making.
const GRACE: u32 = 60;
/// What refuses here.
const REASONS: &[RefusalReason] = &[RefusalReason::PodAffinity];
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
    RefusalReason::CpuNow,
    RefusalReason::MemoryNow,
    RefusalReason::ResourceNow,
    RefusalReason::HostPort,
    RefusalReason::Volume,
];

fn detect(report: &mut Report) {
    for waiting in patterns::unscheduled(GRACE) {
        if !waiting.blocked_by(REASONS, BEFORE) {
            continue;
        }
        let (nodes, detail) = (waiting.fit.nodes, waiting.detail(REASONS));
        let summary = format!("required pod affinity leaves none of {nodes} nodes: {detail}");
        let severity = if ready_pods(waiting.group.primary) == 0 {
            Severity::Critical
        } else {
            Severity::Warning
        };
        let first = waiting.group.pods[0];
        report
            .finding(severity, waiting.group.primary, summary)
            .evidence(first, "spec.affinity.podAntiAffinity", detail)
            .effects(waiting.group.pods.iter().copied())
            .next("kubectl get pods -o wide");
    }
}

detector! {
    name: "anti-affinity-overflow",
    version: "0.1.0",
    title: "More replicas than domains that keep them apart",
    explanation: include_str!("../README.md"),
    detect: detect,
}
