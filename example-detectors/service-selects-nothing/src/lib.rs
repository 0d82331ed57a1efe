//! A Service whose selector selects no pod, while the pods of a workload are one label away.

use sdo_detector_sdk::prelude::*;

/// A Service without pods that is younger may belong to something still being installed.
const YOUNG: i64 = 600;
/// Parts of label keys and values that a controller moves between pods at run time.
const ELECTED: [&str; 6] = ["leader", "master", "primary", "active", "role", "pod-name"];

fn detect(report: &mut Report) {
    let filter = services::ServiceFilter {
        has_selector: Some(true),
        max_pods: Some(0),
        ..default()
    };
    // Where pods are not known the filter finds nothing, and that is no answer.
    report.knows("Pod", "");
    // Nor can a workload without pods be told from none.
    if !report.knows("Deployment", "") {
        return;
    }
    for service in filter.rows() {
        let selector = services::selectors(&[service.id]).pop().unwrap_or_default();
        // A workload carries exactly these labels and has no pods: the fault is the workload's, not the selector's.
        if service_routes::templates_of(service.id).is_empty() {
            judge(report, &service, &selector);
        }
    }
}

fn judge(report: &mut Report, service: &services::ServiceRow, selector: &[(String, String)]) {
    let near = service_routes::near_selections(service.id);
    if near.iter().any(set_at_run_time) {
        return;
    }
    let ready = near.iter().filter(|near| near.ready_pods > 0).count();
    match near.first() {
        Some(first) if ready == 1 => tell(
            report.critical(service.id, near_summary(first, selector)),
            service,
            selector,
            Some(first),
        ),
        Some(first) => tell(
            report.warning(service.id, near_summary(first, selector)),
            service,
            selector,
            Some(first),
        ),
        None if snapshot::has_come(service.created.saturating_add(YOUNG)) => {
            let text = format!(
                "selects {}, which no pod and no workload of the namespace carries",
                labelled(selector)
            );
            tell(report.info(service.id, text), service, selector, None);
        }
        None => {}
    }
}

/// A label that the template does not set, or whose words speak of an election, moves between pods: nobody carries it now, and that may be right.
fn set_at_run_time(near: &service_routes::NearSelection) -> bool {
    let template = templates::settings(&[near.workload]).pop().flatten();
    let in_template = template.is_some_and(|template| template.labels.iter().any(|(key, _)| *key == near.key));
    let elected = ELECTED
        .iter()
        .any(|word| near.key.contains(word) || near.wanted.contains(word));
    !in_template && (elected || near.actual.is_some())
}

fn near_summary(near: &service_routes::NearSelection, selector: &[(String, String)]) -> String {
    let (key, wanted, workload) = (&near.key, &near.wanted, name_of(near.workload));
    let carried = match &near.actual {
        Some(actual) => format!("carry {key}={actual}"),
        None => format!("carry no label {key}"),
    };
    let rest = if selector.len() > 1 { " and match the rest" } else { "" };
    let pods = counted(near.ready_pods as usize, "ready pod");
    format!("selects {key}={wanted}, but the pods of {workload} {carried}{rest}; {pods} unreachable through it")
}

fn tell(
    draft: &mut Draft,
    service: &services::ServiceRow,
    selector: &[(String, String)],
    near: Option<&service_routes::NearSelection>,
) {
    draft.evidence(service.id, "spec.selector", labelled(selector));
    if let Some(near) = near {
        let path = format!("spec.template.metadata.labels[{}]", near.key);
        draft.evidence(
            near.workload,
            path,
            near.actual.clone().unwrap_or_else(|| "absent".to_string()),
        );
        draft.related(near.workload, "target").bind("workload", near.workload);
    }
    let leading = ingresses::IngressFilter {
        service: Some(service.id),
        ..default()
    };
    for ingress in leading.rows() {
        draft.related(ingress.id, "entrance");
    }
    let keys: Vec<&str> = selector.iter().map(|(key, _)| key.as_str()).collect();
    draft.bind("service", service.id);
    draft.next(format!(
        "kubectl -n {} get pods -l '{}'",
        service.namespace,
        labelled(selector)
    ));
    draft.next(format!(
        "kubectl -n {} get pods -L {}",
        service.namespace,
        keys.join(",")
    ));
}

detector! {
    name: "service-selects-nothing",
    version: "0.1.0",
    title: "A Service selects no pod",
    explanation: include_str!("../README.md"),
    optional_kinds: ["Ingress"],
    detect: detect,
}
