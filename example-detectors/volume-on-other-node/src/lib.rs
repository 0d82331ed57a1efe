//! A bound volume and the pod cannot meet on any node.

use scheduling::RefusalReason;
use sdo_detector_sdk::prelude::*;

/// Seconds that a pod may wait for a node, which an autoscaler may be making.
const GRACE: u32 = 60;
/// What refuses here.
const REASONS: &[RefusalReason] = &[RefusalReason::Volume];
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
];

fn detect(report: &mut Report) {
    // Where claims or volumes are not known nobody can say which nodes they allow.
    report.knows("PersistentVolumeClaim", "");
    report.knows("PersistentVolume", "");
    for waiting in patterns::unscheduled(GRACE) {
        if !waiting.blocked_by(REASONS, BEFORE) {
            continue;
        }
        let (nodes, refused, detail) = (waiting.fit.nodes, waiting.refused_by(REASONS), waiting.detail(REASONS));
        let summary = format!("its volume cannot be used from {refused} of {nodes} nodes: {detail}");
        let severity = if ready_pods(waiting.group.primary) == 0 {
            Severity::Critical
        } else {
            Severity::Warning
        };
        let first = waiting.group.pods[0];
        report
            .finding(severity, waiting.group.primary, summary)
            .evidence(first, "spec.volumes", detail)
            .effects(waiting.group.pods.iter().copied())
            .next("kubectl get pv -o wide");
    }
}

detector! {
    name: "volume-on-other-node",
    version: "0.1.0",
    title: "A bound volume is on nodes that the pod cannot use",
    explanation: include_str!("../README.md"),
    detect: detect,
}
