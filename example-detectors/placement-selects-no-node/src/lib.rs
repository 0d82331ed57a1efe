//! A pod asks for labels that no node has.

use scheduling::RefusalReason;
use sdo_detector_sdk::prelude::*;

/// Seconds that a pod may wait for a node, which an autoscaler may be making.
const GRACE: u32 = 60;
/// What refuses here.
const REASONS: &[RefusalReason] = &[
    RefusalReason::NodeName,
    RefusalReason::NodeSelector,
    RefusalReason::NodeAffinity,
];
/// What makes a node not eligible in the first place.
const BEFORE: &[RefusalReason] = &[];

fn detect(report: &mut Report) {
    for waiting in patterns::unscheduled(GRACE) {
        if !waiting.blocked_by(REASONS, BEFORE) {
            continue;
        }
        let (nodes, refused, detail) = (waiting.fit.nodes, waiting.refused_by(REASONS), waiting.detail(REASONS));
        let summary = format!("asks for {detail}, and none of {nodes} nodes has it ({refused} refuse)");
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
            .next("kubectl get nodes --show-labels");
    }
}

detector! {
    name: "placement-selects-no-node",
    version: "0.1.0",
    title: "No node has the labels that a pod asks for",
    explanation: include_str!("../README.md"),
    detect: detect,
}
