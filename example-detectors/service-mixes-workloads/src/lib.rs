//! A Service whose pods belong to several workloads, some of which do not have the port it leads to.

use sdo_detector_sdk::prelude::*;

fn detect(report: &mut Report) {
    let filter = services::ServiceFilter {
        has_selector: Some(true),
        min_pods: 2,
        ..default()
    };
    for service in filter.rows() {
        if let Some(port) = service.ports.iter().find(|port| split(&service, port)) {
            judge(report, &service, port);
        }
    }
}

/// Some selected pods declare this number and some do not. Pods without a named port get no traffic, so names do no harm.
fn split(service: &services::ServiceRow, port: &services::ServicePort) -> bool {
    let numeric = matches!(port.target, PortRef::Number(_));
    numeric && port.declaring_pods > 0 && port.declaring_pods < service.pods
}

fn judge(report: &mut Report, service: &services::ServiceRow, port: &services::ServicePort) {
    let workloads = service_routes::workloads_of(service.id);
    let containers = templates::containers(&workloads);
    let (mut right, mut foreign) = (Vec::new(), Vec::new());
    for (workload, containers) in workloads.into_iter().zip(containers) {
        let declared: Vec<templates::ContainerPort> =
            containers.into_iter().flat_map(|container| container.ports).collect();
        let fits = declared
            .iter()
            .any(|own| PortRef::Number(own.port) == port.target && own.protocol == port.protocol);
        if fits {
            right.push(workload)
        } else {
            foreign.push((workload, declared))
        }
    }
    if let ([first, ..], [(stranger, ports), ..]) = (right.as_slice(), foreign.as_slice())
        && report.knows("Pod", &service.namespace)
    {
        let others = foreign.len() - 1;
        let pair = Pair {
            right: *first,
            stranger: *stranger,
            ports: numbers(ports),
            others,
        };
        tell(report, service, port, &pair);
    }
}

/// The workload that fits, and the first that does not.
struct Pair {
    right: ObjectId,
    stranger: ObjectId,
    ports: String,
    others: usize,
}

fn numbers(ports: &[templates::ContainerPort]) -> String {
    let numbers: Vec<String> = ports.iter().map(|port| port.port.to_string()).collect();
    if numbers.is_empty() {
        "no port".to_string()
    } else {
        numbers.join(", ")
    }
}

fn tell(report: &mut Report, service: &services::ServiceRow, port: &services::ServicePort, pair: &Pair) {
    let selector = services::selectors(&[service.id]).pop().unwrap_or_default();
    let labels = templates::settings(&[pair.right, pair.stranger]);
    let own = narrowing(&labels);
    let more = if pair.others > 0 {
        format!(" and {}", counted(pair.others, "more workload"))
    } else {
        String::new()
    };
    let advice = own
        .as_ref()
        .map(|(key, value)| format!("; {key}={value} would keep them out"))
        .unwrap_or_default();
    let text = format!(
        "selects {}, which takes in {}{more} (declares {}) beside {} for targetPort {}{advice}",
        labelled(&selector),
        name_of(pair.stranger),
        pair.ports,
        name_of(pair.right),
        port_text(&port.target)
    );
    let draft = report.warning(service.id, text);
    draft.evidence(service.id, "spec.selector", labelled(&selector));
    draft.evidence(service.id, "spec.ports[*].targetPort", port_text(&port.target));
    draft.evidence(
        pair.stranger,
        "spec.template.spec.containers[*].ports",
        pair.ports.clone(),
    );
    draft
        .related(pair.right, "target")
        .related(pair.stranger, "stranger")
        .bind("service", service.id);
    draft.next(format!(
        "kubectl -n {} get pods -l '{}' --show-labels",
        service.namespace,
        labelled(&selector)
    ));
    draft.next(format!(
        "kubectl -n {} get endpointslices -l kubernetes.io/service-name={}",
        service.namespace, service.name
    ));
}

/// A label that the right pods carry and the others do not carry so.
fn narrowing(settings: &[Option<templates::PodSettings>]) -> Option<(String, String)> {
    let [Some(right), Some(stranger)] = settings else {
        return None;
    };
    right
        .labels
        .iter()
        .find(|pair| !stranger.labels.contains(pair))
        .cloned()
}

detector! {
    name: "service-mixes-workloads",
    version: "0.1.0",
    title: "A Service sends traffic to pods of a foreign workload",
    explanation: include_str!("../README.md"),
    detect: detect,
}
