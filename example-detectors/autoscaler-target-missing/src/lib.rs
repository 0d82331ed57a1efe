//! An autoscaler scales something that does not exist.

use horizontal_pod_autoscalers::AutoscalerFilter;
use sdo_detector_sdk::prelude::*;

/// Seconds that the target may be applied after the autoscaler.
const GRACE: i64 = 60;

fn detect(report: &mut Report) {
    let orphans = AutoscalerFilter {
        target_presence: Some(Presence::Absent),
        ..default()
    };
    for scaler in orphans.rows().filter(|scaler| is_older(Some(scaler.created), GRACE)) {
        report
            .warning(
                scaler.id,
                format!("scales {}, which does not exist", display(&scaler.target)),
            )
            .evidence(
                scaler.id,
                "spec.scaleTargetRef",
                format!("{}/{}", scaler.target.kind, scaler.target.name),
            )
            .next(format!(
                "kubectl -n {} get {}",
                scaler.namespace,
                scaler.target.kind.to_lowercase()
            ));
    }
    let unknown = horizontal_pod_autoscalers::query(&AutoscalerFilter {
        target_presence: Some(Presence::Unknown),
        ..default()
    });
    for scaler in unknown.rows.iter().take(1) {
        report.unknown(
            &scaler.target.kind,
            format!("{} scale targets could not be checked", unknown.total),
        );
    }
}

detector! {
    name: "autoscaler-target-missing",
    version: "0.1.0",
    title: "An autoscaler scales something that does not exist",
    explanation: include_str!("../README.md"),
    detect: detect,
}
