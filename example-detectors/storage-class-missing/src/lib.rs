//! A claim waits for a StorageClass that does not exist.

use sdo_detector_sdk::prelude::*;

/// Seconds a claim may wait for a class that is applied right after it.
const GRACE: i64 = 60;

fn detect(report: &mut Report) {
    // Where classes are not known the filter finds nothing, and that is no answer.
    report.knows("StorageClass", "");
    let pending = persistent_volume_claims::ClaimFilter {
        phase: Some(persistent_volume_claims::ClaimPhase::Pending),
        class_presence: Some(Presence::Absent),
        ..default()
    };
    for claim in pending
        .rows()
        .filter(|claim| claim.volume.is_empty() && is_older(Some(claim.created), GRACE))
    {
        let users = persistent_volume_claims::users(claim.id);
        let severity = if users.is_empty() {
            Severity::Warning
        } else {
            Severity::Critical
        };
        report
            .finding(severity, claim.id, summary(&claim))
            .evidence(
                claim.id,
                "spec.storageClassName",
                claim.storage_class.as_deref().unwrap_or("(none)"),
            )
            .evidence(claim.id, "status.phase", "Pending")
            .effects(users)
            .since(Some(claim.created))
            .next("kubectl get storageclass");
    }
}

fn summary(claim: &persistent_volume_claims::ClaimRow) -> String {
    let Some(class) = &claim.storage_class else {
        return "names no StorageClass, and the cluster has no default one".to_string();
    };
    let nearest = persistent_volume_claims::nearest_class(claim.id);
    let nearest = nearest.map_or_else(String::new, |name| format!("; nearest: {name}"));
    format!("asks for StorageClass {class}, which does not exist{nearest}")
}

detector! {
    name: "storage-class-missing",
    version: "0.1.0",
    title: "A claim waits for a StorageClass that does not exist",
    explanation: include_str!("../README.md"),
    detect: detect,
}
