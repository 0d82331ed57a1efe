//! Every node that a pod may run on is cordoned.

use scheduling::RefusalReason;
use sdo_detector_sdk::prelude::*;

/// Seconds that a pod may wait for a node, which an autoscaler may be making.
const GRACE: u32 = 60;
/// What refuses here.
const REASONS: &[RefusalReason] = &[RefusalReason::Unschedulable];
/// What makes a node not eligible in the first place.
const BEFORE: &[RefusalReason] = &[
    RefusalReason::NodeName,
    RefusalReason::NodeSelector,
    RefusalReason::NodeAffinity,
    RefusalReason::Taint,
];

fn detect(report: &mut Report) {
    for waiting in patterns::unscheduled(GRACE) {
        if !waiting.blocked_by(REASONS, BEFORE) {
            continue;
        }
        let (nodes, refused, detail) = (waiting.fit.nodes, waiting.refused_by(REASONS), waiting.detail(REASONS));
        let summary = format!("{refused} of {nodes} nodes fit, and all of them are cordoned: {detail}");
        let severity = if ready_pods(waiting.group.primary) == 0 {
            Severity::Critical
        } else {
            Severity::Warning
        };
        let first = waiting.group.pods[0];
        report
            .finding(severity, waiting.group.primary, summary)
            .evidence(first, "spec.nodeSelector", detail)
            .effects(waiting.group.pods.iter().copied())
            .next("kubectl get nodes");
    }
}

detector! {
    name: "only-cordoned-nodes-fit",
    version: "0.1.0",
    title: "Every node that fits is cordoned",
    explanation: include_str!("../README.md"),
    detect: detect,
}
