//! An Ingress that leads to a Service or port that does not exist.

use ingresses::IngressBackend;
use sdo_detector_sdk::prelude::*;
use std::collections::BTreeMap;

fn detect(report: &mut Report) {
    let filter = ingresses::IngressFilter {
        broken_backend: Some(true),
        ..default()
    };
    // Where Services are not known the filter finds nothing, and that is no answer.
    report.knows("Service", "");
    let broken: Vec<ingresses::IngressRow> = filter.rows().collect();
    for chunk in broken.chunks(1000) {
        let ids: Vec<ObjectId> = chunk.iter().map(|row| row.id).collect();
        for (row, backends) in chunk.iter().zip(ingresses::backends(&ids)) {
            judge(report, row, backends);
        }
    }
}

/// One finding an absent Service or port, however many paths lead there.
fn judge(report: &mut Report, ingress: &ingresses::IngressRow, backends: Vec<IngressBackend>) {
    let mut wrong: BTreeMap<(String, String), Vec<IngressBackend>> = BTreeMap::new();
    for backend in backends {
        let port = if backend.presence == Presence::Absent {
            String::new()
        } else {
            port_text(&backend.port)
        };
        if fault(&backend) {
            wrong
                .entry((backend.service_name.clone(), port))
                .or_default()
                .push(backend);
        }
    }
    for ((service, port), backends) in wrong {
        let text = if port.is_empty() {
            absent(&service, &backends)
        } else {
            portless(&service, &port, &backends)
        };
        tell(report, ingress, &text, &backends);
    }
}

fn fault(backend: &IngressBackend) -> bool {
    match backend.presence {
        Presence::Absent => true,
        Presence::Present => {
            !backend.port_exists && backend.service.and_then(row).is_some_and(|row| filters_ports(&row))
        }
        Presence::Unknown => false,
    }
}

fn row(service: ObjectId) -> Option<services::ServiceRow> {
    let name = reference(service);
    services::ServiceFilter {
        namespace: Some(name.namespace),
        name: Some(name.name),
        ..default()
    }
    .rows()
    .next()
}

fn filters_ports(service: &services::ServiceRow) -> bool {
    service.service_type != services::ServiceType::ExternalName
}

fn absent(service: &str, backends: &[IngressBackend]) -> String {
    let nearest = backends.iter().find_map(|backend| backend.nearest.clone());
    let end = nearest
        .map(|nearest| format!("; the nearest is {nearest}"))
        .unwrap_or_default();
    format!("{} to Service {service}, which does not exist{end}", leads(backends))
}

fn portless(service: &str, port: &str, backends: &[IngressBackend]) -> String {
    let row = backends.iter().find_map(|backend| backend.service).and_then(row);
    let spelled = |port: &services::ServicePort| match port.name.as_str() {
        "" => port.port.to_string(),
        name => format!("{name}/{}", port.port),
    };
    let has: Vec<String> = row
        .map(|row| row.ports.iter().map(spelled).collect())
        .unwrap_or_default();
    format!(
        "{} to port {port} of Service {service}, which has {}",
        leads(backends),
        has.join(", ")
    )
}

/// Where a visitor meets the fault.
fn leads(backends: &[IngressBackend]) -> String {
    let place = |backend: &IngressBackend| match (backend.host.as_str(), backend.url_path.as_str()) {
        ("", "") => "the default backend".to_string(),
        (host, path) => format!("{}{path}", if host.is_empty() { "*" } else { host }),
    };
    let first = backends.first().map(place).unwrap_or_default();
    if backends.len() > 1 {
        format!("{first} and {} lead", counted(backends.len() - 1, "more path"))
    } else {
        format!("{first} leads")
    }
}

fn tell(report: &mut Report, ingress: &ingresses::IngressRow, text: &str, backends: &[IngressBackend]) {
    let Some(first) = backends.first() else {
        return;
    };
    let port = port_text(&first.port);
    let draft = report.critical(ingress.id, text);
    draft.apart(if first.presence == Presence::Absent {
        first.service_name.clone()
    } else {
        format!("{}:{port}", first.service_name)
    });
    for backend in backends.iter().take(5) {
        draft.evidence(
            ingress.id,
            format!("{}.service.name", backend.path),
            backend.service_name.clone(),
        );
        draft.evidence(
            ingress.id,
            format!("{}.service.port", backend.path),
            port_text(&backend.port),
        );
    }
    if let Some(service) = first.service {
        draft.related(service, "target").bind("service", service);
    }
    draft.bind("ingress", ingress.id);
    draft.next(format!(
        "kubectl -n {} get service {}",
        ingress.namespace, first.service_name
    ));
    draft.next(format!(
        "kubectl -n {} describe ingress {}",
        ingress.namespace, ingress.name
    ));
}

detector! {
    name: "ingress-backend-missing",
    version: "0.1.0",
    title: "An Ingress leads to a Service or port that does not exist",
    explanation: include_str!("../README.md"),
    detect: detect,
}
