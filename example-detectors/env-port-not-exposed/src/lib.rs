//! Configuration that asks an existing Service for a port it does not have.

use sdo_detector_sdk::prelude::*;
use std::collections::BTreeMap;

fn detect(report: &mut Report) {
    // Names stand in ConfigMaps too, and those that are not known are not looked at.
    report.knows("ConfigMap", "");
    let filter = names::NameFilter {
        port_missing: Some(true),
        presence: Some(Presence::Present),
        ..default()
    };
    let mut asked: BTreeMap<(ObjectId, u16), Vec<names::NameRow>> = BTreeMap::new();
    for row in filter.rows() {
        if let (Some(service), Some(port)) = (row.service, row.port) {
            asked.entry((service, port)).or_default().push(row);
        }
    }
    for ((service, port), rows) in asked {
        if let Some(target) = service_row(service).filter(|target| lacks(target, port)) {
            tell(report, &target, port, &rows);
        }
    }
}

fn service_row(service: ObjectId) -> Option<services::ServiceRow> {
    let name = reference(service);
    services::ServiceFilter {
        namespace: Some(name.namespace),
        name: Some(name.name),
        ..default()
    }
    .rows()
    .next()
}

/// Whoever names the node port goes through a node, and an ExternalName or headless Service filters no port.
fn lacks(service: &services::ServiceRow, port: u16) -> bool {
    let open = service.headless || service.service_type == services::ServiceType::ExternalName;
    !open
        && !service
            .ports
            .iter()
            .any(|own| own.port == port || own.node_port == Some(port))
}

/// One user is wrong on its own; when several agree on the port, the Service lost it.
fn tell(report: &mut Report, service: &services::ServiceRow, port: u16, rows: &[names::NameRow]) {
    let mut users: Vec<ObjectId> = rows.iter().map(|row| row.user).collect();
    users.dedup();
    let Some(first) = rows.first() else {
        return;
    };
    let text_only = rows.iter().all(|row| row.source == names::NameSource::ConfigText);
    let severity = if text_only {
        Severity::Warning
    } else {
        Severity::Critical
    };
    let has: Vec<String> = service.ports.iter().map(|own| own.port.to_string()).collect();
    let (has, target) = (has.join(", "), name_of(service.id));
    let draft = match users.as_slice() {
        [user] => report.finding(
            severity,
            *user,
            format!("{} asks {}:{port}, but {target} has port {has}", first.path, first.host),
        ),
        _ => {
            let text = format!(
                "has port {has}, but {} ask for port {port}, {} first",
                counted(users.len(), "workload"),
                name_of(first.user)
            );
            report
                .finding(severity, service.id, text)
                .effects(users.iter().copied())
        }
    };
    draft
        .apart(format!("{}:{port}", service.name))
        .related(service.id, "target")
        .bind("service", service.id);
    for row in rows.iter().take(5) {
        draft.evidence(row.user, row.path.clone(), format!("{}:{port}", row.host));
    }
    draft.evidence(service.id, "spec.ports[*].port", has);
    draft.next(format!(
        "kubectl -n {} get service {} -o jsonpath='{{.spec.ports}}'",
        service.namespace, service.name
    ));
}

detector! {
    name: "env-port-not-exposed",
    version: "0.1.0",
    title: "Configuration asks a Service for a port that it does not have",
    explanation: include_str!("../README.md"),
    detect: detect,
}
