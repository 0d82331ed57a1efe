//! Pod Security refuses the pods of a workload.

use sdo_detector_sdk::prelude::*;

fn detect(report: &mut Report) {
    let refused = replica_sets::ReplicaSetFilter {
        replica_failure: Some(true),
        short: Some(true),
        ..default()
    };
    for set in refused.rows() {
        let Some((_, violation)) = set.failure_message.split_once("violates PodSecurity ") else {
            continue;
        };
        let owner = workloads::top_owners(&[set.id])
            .into_iter()
            .next()
            .and_then(|owner| owner.id)
            .unwrap_or(set.id);
        let filter = namespaces::NamespaceFilter {
            name: Some(set.namespace.clone()),
            ..default()
        };
        let namespace = namespaces::query(&filter).rows.into_iter().next();
        let severity = if set.ready == 0 {
            Severity::Critical
        } else {
            Severity::Warning
        };
        let draft = report
            .finding(
                severity,
                owner,
                format!("Namespace {} refuses its pods: {violation}", set.namespace),
            )
            .evidence(set.id, "status.conditions[ReplicaFailure].message", violation)
            .effects([set.id])
            .next(format!("kubectl get namespace {} --show-labels", set.namespace));
        if let Some(namespace) = namespace {
            draft
                .evidence(
                    namespace.id,
                    "metadata.labels[pod-security.kubernetes.io/enforce]",
                    &namespace.pod_security,
                )
                .related(namespace.id, "namespace");
        }
    }
}

detector! {
    name: "pod-security-blocks-pods",
    version: "0.1.0",
    title: "Pod Security refuses the pods of a workload",
    explanation: include_str!("../README.md"),
    detect: detect,
}
