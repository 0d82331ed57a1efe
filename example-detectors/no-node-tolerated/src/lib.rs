//! Every otherwise eligible node carries a taint that the pod does not tolerate.

use scheduling::RefusalReason;
use sdo_detector_sdk::prelude::*;

/// Seconds that a pod may wait for a node, which an autoscaler may be making.
const GRACE: u32 = 60;
/// What refuses here.
const REASONS: &[RefusalReason] = &[RefusalReason::Taint];
/// What makes a node not eligible in the first place.
const BEFORE: &[RefusalReason] = &[
    RefusalReason::NodeName,
    RefusalReason::NodeSelector,
    RefusalReason::NodeAffinity,
];

fn detect(report: &mut Report) {
    for waiting in patterns::unscheduled(GRACE) {
        if !waiting.blocked_by(REASONS, BEFORE) {
            continue;
        }
        let (nodes, refused, detail) = (waiting.fit.nodes, waiting.refused_by(REASONS), waiting.detail(REASONS));
        let summary = format!("{refused} of {nodes} nodes fit but for a taint that is not tolerated: {detail}");
        let severity = if ready_pods(waiting.group.primary) == 0 {
            Severity::Critical
        } else {
            Severity::Warning
        };
        let first = waiting.group.pods[0];
        report
            .finding(severity, waiting.group.primary, summary)
            .evidence(first, "spec.tolerations", detail)
            .effects(waiting.group.pods.iter().copied())
            .next("kubectl get nodes -o custom-columns=NAME:.metadata.name,TAINTS:.spec.taints");
    }
}

detector! {
    name: "no-node-tolerated",
    version: "0.1.0",
    title: "Every node that fits carries a taint that the pod does not tolerate",
    explanation: include_str!("../README.md"),
    detect: detect,
}
