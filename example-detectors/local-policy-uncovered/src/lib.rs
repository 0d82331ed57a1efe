//! A node-local Service with clients on nodes that have none of its pods.

use sdo_detector_sdk::prelude::*;
use std::collections::BTreeSet;

fn detect(report: &mut Report) {
    let filter = services::ServiceFilter {
        local_only: Some(true),
        has_selector: Some(true),
        min_pods: 1,
        ..default()
    };
    for service in filter
        .rows()
        .filter(|service| service.internal_local && service.ready_pods > 0)
    {
        judge(report, &service);
    }
}

/// Agents run on every node on purpose; their nodes come and go.
fn backed_by_agents(service: ObjectId) -> bool {
    service_routes::workloads_of(service)
        .into_iter()
        .any(|workload| reference(workload).kind == "DaemonSet")
}

fn judge(report: &mut Report, service: &services::ServiceRow) {
    if backed_by_agents(service.id) {
        return;
    }
    let covered: BTreeSet<String> = service_routes::nodes_of(service.id).into_iter().collect();
    let named = pods_of_users(service.id);
    let cut_off = uncovered(&named, &covered);
    if !cut_off.is_empty() {
        tell(report, service, Severity::Critical, &covered, &cut_off);
    } else if named.is_empty() {
        let neighbours = uncovered(&neighbours(service), &covered);
        if !neighbours.is_empty() {
            tell(report, service, Severity::Warning, &covered, &neighbours);
        }
    }
}

/// Running pods of workloads whose configuration names the Service, with their nodes.
fn pods_of_users(service: ObjectId) -> Vec<(ObjectId, String)> {
    let names = names::NameFilter {
        service: Some(service),
        ..default()
    };
    let mut users: Vec<ObjectId> = names.rows().map(|row| row.user).collect();
    users.dedup();
    let of = |user| pods::PodFilter {
        owner: Some(user),
        active: Some(true),
        scheduled: Some(true),
        ..default()
    };
    let rows = users.into_iter().flat_map(|user| of(user).rows().collect::<Vec<_>>());
    rows.filter_map(|row| Some((row.id, row.node?))).collect()
}

/// Pods of the namespace that are no backends: plausible clients when nobody names the Service.
fn neighbours(service: &services::ServiceRow) -> Vec<(ObjectId, String)> {
    let backends: BTreeSet<ObjectId> = service_routes::pods_of(service.id).into_iter().collect();
    let near = pods::PodFilter {
        namespace: Some(service.namespace.clone()),
        active: Some(true),
        scheduled: Some(true),
        ..default()
    };
    let strangers = near.rows().filter(|row| !backends.contains(&row.id));
    strangers.filter_map(|row| Some((row.id, row.node?))).collect()
}

fn uncovered(clients: &[(ObjectId, String)], covered: &BTreeSet<String>) -> Vec<(ObjectId, String)> {
    clients
        .iter()
        .filter(|(_, node)| !covered.contains(node))
        .cloned()
        .collect()
}

fn tell(
    report: &mut Report,
    service: &services::ServiceRow,
    severity: Severity,
    covered: &BTreeSet<String>,
    cut_off: &[(ObjectId, String)],
) {
    let nodes: BTreeSet<&str> = cut_off.iter().map(|(_, node)| node.as_str()).collect();
    let (has, lacks): (Vec<&str>, Vec<&str>) = (
        covered.iter().map(String::as_str).collect(),
        nodes.into_iter().collect(),
    );
    let clients = counted(
        cut_off.len(),
        if severity == Severity::Critical {
            "client pod"
        } else {
            "pod of the namespace"
        },
    );
    let text = format!(
        "internalTrafficPolicy Local serves only clients on {}; {clients} on {} cannot reach it",
        has.join(", "),
        lacks.join(", ")
    );
    let draft = report.finding(severity, service.id, text);
    draft
        .evidence(service.id, "spec.internalTrafficPolicy", "Local")
        .bind("service", service.id);
    for (pod, node) in cut_off.iter().take(3) {
        draft.evidence(*pod, "spec.nodeName", node.clone());
    }
    for (pod, _) in cut_off.iter().take(20) {
        draft.related(*pod, "client");
    }
    let (namespace, name) = (&service.namespace, &service.name);
    draft.next(format!(
        "kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={name} -o yaml"
    ));
    draft.next(format!("kubectl -n {namespace} get pods -o wide"));
}

detector! {
    name: "local-policy-uncovered",
    version: "0.1.0",
    title: "A node-local Service has clients on nodes without its pods",
    explanation: include_str!("../README.md"),
    detect: detect,
}
