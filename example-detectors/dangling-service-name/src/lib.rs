//! Configuration that names a Service which does not exist.

use sdo_detector_sdk::prelude::*;
use std::collections::BTreeMap;

/// Places that a finding lists.
const PLACES: usize = 5;

fn detect(report: &mut Report) {
    let dangling = names::NameFilter {
        presence: Some(Presence::Absent),
        init: Some(false),
        ..default()
    };
    let mut hidden: BTreeMap<(ObjectId, String), Vec<names::NameRow>> = BTreeMap::new();
    let mut wrong: BTreeMap<(ObjectId, String), Vec<names::NameRow>> = BTreeMap::new();
    for row in dangling.rows() {
        match row.same_named_workload {
            Some(workload) => hidden.entry((workload, row.host.clone())).or_default().push(row),
            None => wrong.entry((row.user, row.host.clone())).or_default().push(row),
        }
    }
    for ((workload, host), rows) in &hidden {
        tell_hidden(report, *workload, host, rows);
    }
    for ((user, host), rows) in &wrong {
        tell_wrong(report, *user, host, rows);
    }
}

/// The workload that is meant runs, and no Service leads to it.
fn tell_hidden(report: &mut Report, workload: ObjectId, host: &str, rows: &[names::NameRow]) {
    let ready = pods::count(&pods::PodFilter {
        owner: Some(workload),
        ready: Some(true),
        ..default()
    });
    let severity = if ready > 0 {
        Severity::Critical
    } else {
        Severity::Warning
    };
    let users = users(rows);
    let first = users.first().map(|user| name_of(*user)).unwrap_or_default();
    let others = if users.len() > 1 {
        format!(" and {} more", users.len() - 1)
    } else {
        String::new()
    };
    let text = format!(
        "no Service named {host} leads to it, but {first}{others} asks for that name; {} ready",
        counted(ready as usize, "pod")
    );
    let draft = report.finding(severity, workload, text);
    draft.apart(host).effects(users).bind("workload", workload);
    places(draft, rows);
    let namespace = reference(workload).namespace;
    draft.next(format!("kubectl -n {namespace} get service {host}"));
    draft.next(format!("kubectl -n {namespace} get services -o wide"));
}

/// The name is near an existing one, or leads nowhere at all.
fn tell_wrong(report: &mut Report, user: ObjectId, host: &str, rows: &[names::NameRow]) {
    let Some(row) = rows.first() else {
        return;
    };
    let only_text = rows.iter().all(|row| row.source == names::NameSource::ConfigText);
    let (severity, end) = match &row.nearest {
        Some(nearest) if suffers(user) => (Severity::Critical, format!("the nearest is {nearest}")),
        Some(nearest) => (Severity::Warning, format!("the nearest is {nearest}")),
        None if only_text => return,
        None => (Severity::Info, "none has a similar name".to_string()),
    };
    let draft = report.finding(
        severity,
        user,
        format!("{} names host {host}, which no Service has; {end}", row.path),
    );
    draft.apart(host).bind("workload", user);
    places(draft, rows);
    draft.next(format!("kubectl -n {} get services", reference(user).namespace));
}

fn suffers(user: ObjectId) -> bool {
    let unready = pods::PodFilter {
        owner: Some(user),
        ready: Some(false),
        active: Some(true),
        ..default()
    };
    pods::count(&unready) > 0
}

fn users(rows: &[names::NameRow]) -> Vec<ObjectId> {
    let mut users: Vec<ObjectId> = rows.iter().map(|row| row.user).collect();
    users.dedup();
    users
}

fn places(draft: &mut Draft, rows: &[names::NameRow]) {
    for row in rows.iter().take(PLACES) {
        let port = row.port.map(|port| format!(":{port}")).unwrap_or_default();
        draft.evidence(row.user, row.path.clone(), format!("{}{port}", row.host));
    }
}

detector! {
    name: "dangling-service-name",
    version: "0.1.0",
    title: "Configuration names a Service that does not exist",
    explanation: include_str!("../README.md"),
    detect: detect,
}
