//! A rollout does not move.

use sdo_detector_sdk::prelude::*;

fn detect(report: &mut Report) {
    let stalled = deployments::DeploymentFilter {
        stalled: Some(true),
        paused: Some(false),
        zero: Some(false),
        ..default()
    };
    for deployment in stalled.rows() {
        let newest = workloads::revisions(deployment.id).into_iter().next();
        let severity = if deployment.available == 0 {
            Severity::Critical
        } else {
            Severity::Warning
        };
        let summary = format!(
            "the rollout made no progress for {} s: {} of {} replicas are updated, {} available",
            deployment.progress_deadline, deployment.updated, deployment.replicas, deployment.available
        );
        let draft = report.finding(severity, deployment.id, summary);
        draft
            .evidence(
                deployment.id,
                "status.conditions[Progressing].reason",
                "ProgressDeadlineExceeded",
            )
            .evidence(deployment.id, "status.updatedReplicas", deployment.updated)
            .since(deployment.progressed)
            .next(format!(
                "kubectl -n {} rollout status deployment {}",
                deployment.namespace, deployment.name
            ));
        if let Some(newest) = newest {
            draft.related(newest.id, "newest-revision");
        }
    }
}

detector! {
    name: "rollout-stalled",
    version: "0.1.0",
    title: "A rollout does not move",
    explanation: include_str!("../README.md"),
    detect: detect,
}
