//! A StatefulSet or DaemonSet has had fewer ready pods than it wants for a while.

use sdo_detector_sdk::prelude::*;

/// Seconds since the set, and its youngest pod, were made: a roll or a start takes its time.
const GRACE: u32 = 600;

fn detect(report: &mut Report) {
    for set in (stateful_sets::StatefulSetFilter {
        short: Some(true),
        ..default()
    })
    .rows()
    {
        if set.replicas > 0 && is_settled(set.id, set.created) {
            judge(
                report,
                set.id,
                ("spec.replicas", set.replicas),
                ("status.readyReplicas", set.ready),
                set.current,
            );
        }
    }
    for set in (daemon_sets::DaemonSetFilter {
        short: Some(true),
        ..default()
    })
    .rows()
    {
        if set.desired > 0 && is_settled(set.id, set.created) {
            judge(
                report,
                set.id,
                ("status.desiredNumberScheduled", set.desired),
                ("status.numberReady", set.ready),
                set.current,
            );
        }
    }
}

/// Neither the set nor any of its pods is younger than the grace.
fn is_settled(set: ObjectId, created: Timestamp) -> bool {
    let all = pods::count(&pods::PodFilter {
        owner: Some(set),
        ..default()
    });
    let old = pods::count(&pods::PodFilter {
        owner: Some(set),
        created_before: Some(snapshot::ago(GRACE)),
        ..default()
    });
    is_older(Some(created), GRACE.into()) && all == old
}

fn judge(
    report: &mut Report,
    set: ObjectId,
    (wanted_path, wanted): (&str, u32),
    (ready_path, ready): (&str, u32),
    current: u32,
) {
    let unready = pods::PodFilter {
        owner: Some(set),
        ready: Some(false),
        ..default()
    };
    let unready: Vec<ObjectId> = unready.rows().map(|pod| pod.id).collect();
    let exist = if current < wanted {
        format!("; only {current} exist")
    } else {
        String::new()
    };
    let severity = if ready == 0 {
        Severity::Critical
    } else {
        Severity::Warning
    };
    report
        .finding(severity, set, format!("{ready} of {wanted} pods are ready{exist}"))
        .evidence(set, wanted_path, wanted)
        .evidence(set, ready_path, ready)
        .effects(unready)
        .next(format!(
            "kubectl describe {}",
            name_of(set).to_lowercase().replacen(' ', "/", 1)
        ));
}

detector! {
    name: "replicas-missing",
    version: "0.1.0",
    title: "A StatefulSet or DaemonSet has fewer ready pods than it wants",
    explanation: include_str!("../README.md"),
    detect: detect,
}
