//! Every eligible node already gives the host port to another pod.

use scheduling::RefusalReason;
use sdo_detector_sdk::prelude::*;

/// Seconds that a pod may wait for a node, which an autoscaler may be making.
const GRACE: u32 = 60;
/// What refuses here.
const REASONS: &[RefusalReason] = &[RefusalReason::HostPort];
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
];

fn detect(report: &mut Report) {
    for waiting in patterns::unscheduled(GRACE) {
        if !waiting.blocked_by(REASONS, BEFORE) {
            continue;
        }
        let (nodes, refused, detail) = (waiting.fit.nodes, waiting.refused_by(REASONS), waiting.detail(REASONS));
        let summary = format!("needs {detail}, which is taken on {refused} of {nodes} nodes");
        let severity = if ready_pods(waiting.group.primary) == 0 {
            Severity::Critical
        } else {
            Severity::Warning
        };
        let first = waiting.group.pods[0];
        report
            .finding(severity, waiting.group.primary, summary)
            .evidence(first, "spec.containers[*].ports[*].hostPort", detail)
            .effects(waiting.group.pods.iter().copied())
            .next("kubectl get pods -A -o wide");
    }
}

detector! {
    name: "host-port-exhausted",
    version: "0.1.0",
    title: "Every node that fits already gives the host port away",
    explanation: include_str!("../README.md"),
    detect: detect,
}
