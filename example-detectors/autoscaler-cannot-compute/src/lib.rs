//! An autoscaler has no metric to scale by.

use horizontal_pod_autoscalers::{AutoscalerFilter, AutoscalerRow, Metric};
use sdo_detector_sdk::prelude::*;

/// Seconds that metrics may take to appear after a start.
const GRACE: i64 = 180;

fn detect(report: &mut Report) {
    let inactive = AutoscalerFilter {
        inactive: Some(true),
        target_presence: Some(Presence::Present),
        ..default()
    };
    let unclear = AutoscalerFilter {
        inactive: Some(true),
        target_presence: Some(Presence::Unknown),
        ..default()
    };
    for scaler in unclear.rows() {
        report.knows(&scaler.target.kind, &scaler.namespace);
    }
    for scaler in inactive
        .rows()
        .filter(|scaler| scaler.inactive_reason.starts_with("FailedGet"))
    {
        let condition = objects::conditions(&[scaler.id])
            .into_iter()
            .flatten()
            .find(|condition| condition.name == "ScalingActive");
        let Some(condition) = condition
            .filter(|condition| is_older(condition.since, GRACE) || condition.message.contains("missing request for"))
        else {
            continue;
        };
        let undeclared = undeclared(&scaler);
        let summary = match &undeclared {
            Some((container, resource)) => format!(
                "scales by {resource}, but container {container} of {} requests none",
                display(&scaler.target)
            ),
            None => format!("no metric can be read ({}): {}", condition.reason, condition.message),
        };
        let draft = report.warning(scaler.id, summary);
        draft
            .evidence(scaler.id, "status.conditions[ScalingActive].reason", &condition.reason)
            .since(condition.since)
            .next(format!("kubectl -n {} describe hpa {}", scaler.namespace, scaler.name));
        if let Some(target) = scaler.target.id {
            draft.related(target, "target");
        }
    }
}

/// A container of the target that does not request a resource the autoscaler scales by utilisation of.
fn undeclared(scaler: &AutoscalerRow) -> Option<(String, String)> {
    let containers = templates::containers(&[scaler.target.id?]).into_iter().flatten();
    let containers: Vec<_> = containers
        .filter(|container| container.role == ContainerRole::Main)
        .collect();
    let metrics = horizontal_pod_autoscalers::metrics(&[scaler.id]).into_iter().flatten();
    metrics
        .filter(|metric| metric.utilization.is_some())
        .find_map(|metric| {
            let lacks = |container: &&templates::Container| lacks_request(container, &metric);
            containers
                .iter()
                .find(lacks)
                .map(|container| (container.name.clone(), metric.name.clone()))
        })
}

fn lacks_request(container: &templates::Container, metric: &Metric) -> bool {
    let counts = metric.container.is_empty() || metric.container == container.name;
    let declares = |amounts: &[Amount]| amounts.iter().any(|amount| amount.resource_name == metric.name);
    counts && !declares(&container.requests) && !declares(&container.limits)
}

detector! {
    name: "autoscaler-cannot-compute",
    version: "0.1.0",
    title: "An autoscaler has no metric to scale by",
    explanation: include_str!("../README.md"),
    detect: detect,
}
