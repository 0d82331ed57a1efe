//! A Service port whose target none of the selected pods declares.

use sdo_detector_sdk::prelude::*;
use service_routes::PortRoute;

/// A change of the Service counts as recent for so many seconds.
const RECENT: i64 = 86_400;
/// Services of the namespace that must resolve before one that does not stands out.
const SIBLINGS: u32 = 2;

fn detect(report: &mut Report) {
    let filter = services::ServiceFilter {
        has_selector: Some(true),
        unresolved_port: Some(true),
        min_pods: 1,
        ..default()
    };
    // Where pods are not known the filter finds nothing, and that is no answer.
    report.knows("Pod", "");
    for service in filter.rows() {
        let unresolved = |route: &PortRoute| route.pods > 0 && route.declaring == 0;
        for route in service_routes::port_routes(service.id).into_iter().filter(unresolved) {
            judge(report, &service, &route);
        }
    }
}

/// A name that nobody declares never resolves. A number may be listened on without being declared, so it takes evidence.
fn judge(report: &mut Report, service: &services::ServiceRow, route: &PortRoute) {
    let verdict = match route.target {
        PortRef::Name(_) => Some((Severity::Critical, "no port of that name can be resolved".to_string())),
        PortRef::Number(_) => number_verdict(service, route),
    };
    let Some((severity, why)) = verdict else {
        return;
    };
    let (target, pods) = (port_text(&route.target), counted(route.pods as usize, "selected pod"));
    let nearest = match route.declared.as_slice() {
        [] => "they declare no port".to_string(),
        declared => format!("they declare {}", declared.join(", ")),
    };
    let text = format!(
        "port {} leads to targetPort {target}, which none of {pods} declares; {nearest}; {why}",
        route.port
    );
    let draft = report.finding(severity, service.id, text);
    if matches!(route.target, PortRef::Name(_)) {
        // No address of the Service carries the port, so whatever else is wrong with the Service follows from this.
        draft.effects([service.id]);
    }
    tell(draft, service, route);
}

fn number_verdict(service: &services::ServiceRow, route: &PortRoute) -> Option<(Severity, String)> {
    if route.declared.is_empty() {
        return None;
    }
    let pods = service_routes::pods_of(service.id);
    if let Some(applied) = applied_target(service.id, route).filter(|applied| declares(route, applied)) {
        return Some((
            Severity::Critical,
            format!("the applied configuration said targetPort {applied}"),
        ));
    }
    if changed_after(service, &pods) {
        return Some((
            Severity::Warning,
            "the Service was changed after its pods were made".to_string(),
        ));
    }
    let probes: Vec<_> = templates::probes(&pods).into_iter().flatten().collect();
    if probes
        .iter()
        .any(|probe| probe.port.map(PortRef::Number).as_ref() == Some(&route.target))
    {
        return (service.ready_pods == 0)
            .then(|| (Severity::Warning, "a probe of that port does not succeed".to_string()));
    }
    let alone = service.ports.len() == 1
        && pods
            .first()
            .is_some_and(|pod| service_routes::services_of(*pod).len() == 1);
    if alone && service.ready_pods > 0 && probes.iter().any(|probe| probe.port_declared) {
        return Some((
            Severity::Warning,
            "their probes pass on a declared port that no Service leads to".to_string(),
        ));
    }
    // Further ports are often metrics, which few declare.
    (service.ports.len() == 1 && siblings_resolve(service)).then(|| {
        (
            Severity::Info,
            "every other Service of the namespace leads to declared ports".to_string(),
        )
    })
}

/// The target that `kubectl apply` recorded for this port, when it is another one.
fn applied_target(service: ObjectId, route: &PortRoute) -> Option<String> {
    let applied: serde_json::Value = serde_json::from_str(&objects::last_applied(service)?).ok()?;
    let ports = applied.get("spec")?.get("ports")?.as_array()?;
    let port = ports
        .iter()
        .find(|port| port.get("port").and_then(serde_json::Value::as_u64) == Some(u64::from(route.port)))?;
    let target = match port.get("targetPort")? {
        serde_json::Value::String(name) => name.clone(),
        number => number.to_string(),
    };
    (target != port_text(&route.target)).then_some(target)
}

fn declares(route: &PortRoute, target: &str) -> bool {
    route
        .declared
        .iter()
        .any(|port| port.split('/').any(|part| part == target))
}

fn changed_after(service: &services::ServiceRow, pods: &[ObjectId]) -> bool {
    let managers = objects::managers(&[service.id]).pop().unwrap_or_default();
    let written = managers
        .iter()
        .filter(|manager| manager.subresource.is_empty())
        .filter_map(|manager| manager.time)
        .max();
    let newest = objects::meta(pods)
        .into_iter()
        .flatten()
        .filter_map(|meta| meta.created)
        .max();
    let after = |time: Timestamp| newest.is_some_and(|newest| time > newest) && time > service.created;
    written.is_some_and(|time| after(time) && !snapshot::has_come(time.saturating_add(RECENT)))
}

fn siblings_resolve(service: &services::ServiceRow) -> bool {
    let all = services::ServiceFilter {
        namespace: Some(service.namespace.clone()),
        has_selector: Some(true),
        min_pods: 1,
        ..default()
    };
    let unresolved = services::ServiceFilter {
        unresolved_port: Some(true),
        ..all.clone()
    };
    services::count(&unresolved) == 1 && services::count(&all) > SIBLINGS
}

fn tell(draft: &mut Draft, service: &services::ServiceRow, route: &PortRoute) {
    let field = if route.name.is_empty() {
        route.port.to_string()
    } else {
        route.name.clone()
    };
    draft.apart(field.clone());
    draft.evidence(
        service.id,
        format!("spec.ports[{field}].targetPort"),
        port_text(&route.target),
    );
    for workload in service_routes::workloads_of(service.id) {
        draft.evidence(
            workload,
            "spec.template.spec.containers[*].ports",
            route.declared.join(", "),
        );
        draft.related(workload, "target").bind("workload", workload);
    }
    draft.bind("service", service.id);
    let (namespace, name) = (&service.namespace, &service.name);
    draft.next(format!(
        "kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={name} -o yaml"
    ));
    draft.next(format!(
        "kubectl -n {namespace} get service {name} -o jsonpath='{{.spec.ports}}'"
    ));
}

detector! {
    name: "target-port-unresolved",
    version: "0.1.0",
    title: "A Service leads to a port that its pods do not have",
    explanation: include_str!("../README.md"),
    detect: detect,
}
