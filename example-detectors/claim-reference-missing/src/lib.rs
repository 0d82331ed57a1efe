//! A workload needs a PersistentVolumeClaim that does not exist.

use sdo_detector_sdk::prelude::*;

/// Seconds a pod may wait for an object that is applied right after it.
const GRACE: i64 = 60;

fn detect(report: &mut Report) {
    for kind in ["PersistentVolumeClaim"] {
        let filter = references::ReferenceFilter {
            kind: Some(kind.to_string()),
            optional: Some(false),
            ..default()
        };
        let absent = references::ReferenceFilter {
            presence: Some(Presence::Absent),
            ..filter.clone()
        };
        for group in by_object(absent.rows()) {
            report_group(report, &group);
        }
        let unknown = references::query(&references::ReferenceFilter {
            presence: Some(Presence::Unknown),
            ..filter
        })
        .total;
        if unknown > 0 {
            report.unknown(
                kind,
                format!("{unknown} references to objects of this kind could not be checked"),
            );
        }
    }
}

/// References of one user to one object and key, in order.
fn by_object(rows: impl Iterator<Item = references::ReferenceRow>) -> Vec<Vec<references::ReferenceRow>> {
    let mut groups: Vec<Vec<references::ReferenceRow>> = Vec::new();
    for row in rows {
        let same = |group: &&mut Vec<references::ReferenceRow>| {
            group
                .first()
                .is_some_and(|first| (first.user, &first.name, &first.key) == (row.user, &row.name, &row.key))
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    groups
}

fn report_group(report: &mut Report, group: &[references::ReferenceRow]) {
    let Some(first) = group.first() else { return };
    let waiting = pods::PodFilter {
        owner: Some(first.user),
        ready: Some(false),
        active: Some(true),
        deleting: Some(false),
        ..default()
    };
    let waiting: Vec<_> = waiting.rows().collect();
    let stuck: Vec<ObjectId> = waiting
        .iter()
        .filter(|pod| snapshot::has_come(pod.created + GRACE))
        .map(|pod| pod.id)
        .collect();
    if stuck.is_empty() && !waiting.is_empty() {
        return;
    }
    let draft = match stuck.is_empty() {
        true => report.warning(first.user, summary(first, "at the next restart")),
        false => report.critical(first.user, summary(first, "")),
    };
    draft
        .apart(format!("{}/{}/{}", first.kind, first.name, first.key))
        .effects(stuck);
    for row in group.iter().take(5) {
        draft.evidence(row.user, &row.path, value(row));
    }
    draft.next(format!(
        "kubectl -n {} get {}",
        first.namespace,
        first.kind.to_lowercase()
    ));
}

fn value(row: &references::ReferenceRow) -> String {
    if row.key.is_empty() {
        row.name.clone()
    } else {
        format!("{}/{}", row.name, row.key)
    }
}

fn summary(row: &references::ReferenceRow, when: &str) -> String {
    let missing = match row.key_missing {
        true => format!("key {} of {} {}, which does not have it", row.key, row.kind, row.name),
        false => format!("{} {}, which does not exist", row.kind, row.name),
    };
    let nearest = row
        .nearest
        .as_ref()
        .map_or_else(String::new, |name| format!("; nearest: {name}"));
    let when = if when.is_empty() {
        String::new()
    } else {
        format!(" {when}")
    };
    format!("needs{when} {missing} ({}){nearest}", row.path)
}

detector! {
    name: "claim-reference-missing",
    version: "0.1.0",
    title: "A workload mounts a PersistentVolumeClaim that does not exist",
    explanation: include_str!("../README.md"),
    detect: detect,
}
