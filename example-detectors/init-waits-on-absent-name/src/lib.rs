//! An init container that waits for a host name which no Service has.

use sdo_detector_sdk::prelude::*;
use std::collections::BTreeMap;

/// Seconds an init container may wait for what is still being made.
const PATIENCE: u32 = 300;

fn detect(report: &mut Report) {
    let filter = names::NameFilter {
        presence: Some(Presence::Absent),
        init: Some(true),
        ..default()
    };
    let mut waits: BTreeMap<(ObjectId, String), names::NameRow> = BTreeMap::new();
    for row in filter.rows() {
        waits.entry((row.user, row.host.clone())).or_insert(row);
    }
    for ((user, _), row) in waits {
        let held = held_pods(user, &row.container);
        if !held.is_empty() {
            tell(report, &row, held);
        }
    }
}

/// Pods of `user` that are still in this init container, long after they were made.
fn held_pods(user: ObjectId, container: &str) -> Vec<(ObjectId, Timestamp)> {
    let name = reference(user);
    let of = if name.kind == "Pod" {
        pods::PodFilter {
            namespace: Some(name.namespace),
            name: Some(name.name),
            ..default()
        }
    } else {
        pods::PodFilter {
            owner: Some(user),
            ..default()
        }
    };
    let before = Some(snapshot::ago(PATIENCE));
    let old = pods::PodFilter {
        phase: Some(pods::PodPhase::Pending),
        deleting: Some(false),
        created_before: before,
        ..of
    };
    let waits = |pod: &pods::PodRow| pod.containers.iter().any(|row| row.name == container && runs(row));
    old.rows().filter(waits).map(|pod| (pod.id, pod.created)).collect()
}

fn runs(container: &pods::ContainerRow) -> bool {
    container.role == ContainerRole::Init && !container.ready && container.waiting.is_none()
}

fn tell(report: &mut Report, row: &names::NameRow, held: Vec<(ObjectId, Timestamp)>) {
    let namespace = reference(row.user).namespace;
    let nearest = match &row.nearest {
        Some(nearest) => format!("; the nearest is {nearest}"),
        None => String::new(),
    };
    let (container, host, pods) = (&row.container, &row.host, counted(held.len(), "pod"));
    let text =
        format!("init container {container} waits for host {host}, which no Service has{nearest}; it holds {pods}");
    let draft = report.critical(row.user, text);
    draft
        .apart(row.host.clone())
        .evidence(row.user, row.path.clone(), row.host.clone());
    for (pod, _) in held.iter().take(3) {
        draft.evidence(
            *pod,
            format!("status.initContainerStatuses[{container}].state"),
            "running",
        );
    }
    draft.since(held.iter().map(|(_, created)| *created).min());
    let effects: Vec<ObjectId> = held
        .iter()
        .map(|(pod, _)| *pod)
        .filter(|pod| *pod != row.user)
        .collect();
    draft.effects(effects).bind("workload", row.user);
    if let Some(workload) = row.same_named_workload {
        draft.related(workload, "target");
    }
    draft.next(format!("kubectl -n {namespace} get services"));
    if let Some((pod, _)) = held.first() {
        draft.next(format!(
            "kubectl -n {namespace} logs {} -c {container} --tail=20",
            reference(*pod).name
        ));
    }
}

detector! {
    name: "init-waits-on-absent-name",
    version: "0.1.0",
    title: "An init container waits for a Service that does not exist",
    explanation: include_str!("../README.md"),
    detect: detect,
}
