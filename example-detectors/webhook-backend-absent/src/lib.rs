//! Admission webhooks that nobody answers.

use sdo_detector_sdk::cluster::webhook_types::{WebhookFilter, WebhookRow, WebhookScope};
use sdo_detector_sdk::prelude::*;
use std::collections::BTreeMap;

/// Seconds the pods of a backend may take to start.
const START: i64 = 120;
/// What people create and change; a refused Lease or Event is less.
const WORKLOADS: [&str; 9] = [
    "*",
    "*/*",
    "pods",
    "deployments",
    "replicasets",
    "statefulsets",
    "daemonsets",
    "jobs",
    "cronjobs",
];

fn detect(report: &mut Report) {
    let filter = WebhookFilter {
        max_ready_endpoints: Some(0),
        ..default()
    };
    // Where Services and slices are not known the filter finds nothing, and that is no answer.
    report.knows("Service", "");
    report.knows("EndpointSlice", "");
    let mutating = mutating_webhooks::query(&filter).rows;
    let validating = validating_webhooks::query(&filter).rows;
    let mut dead: BTreeMap<(ObjectId, String, String), Vec<WebhookRow>> = BTreeMap::new();
    for row in mutating.into_iter().chain(validating) {
        dead.entry((row.id, row.service_namespace.clone(), row.service_name.clone()))
            .or_default()
            .push(row);
    }
    for ((configuration, ..), rows) in dead {
        judge(report, configuration, &rows);
    }
}

fn judge(report: &mut Report, configuration: ObjectId, rows: &[WebhookRow]) {
    let Some(row) = rows.first() else {
        return;
    };
    let namespace = &row.service_namespace;
    let what = match row.service {
        None if row.service_presence == Presence::Absent => "does not exist".to_string(),
        Some(service) if !starting(service) => silence(service),
        _ => return,
    };
    let closed: Vec<&WebhookRow> = rows.iter().filter(|row| row.fails_closed).collect();
    let blocking = closed.iter().find(|row| blocks_workloads(configuration, row));
    let (severity, effect) = match (blocking, closed.first()) {
        (Some(row), _) => (
            Severity::Critical,
            format!(
                "webhook {} fails closed and refuses every request it is asked about",
                row.name
            ),
        ),
        (None, Some(row)) => (
            Severity::Warning,
            format!("webhook {} fails closed within its narrow scope", row.name),
        ),
        (None, None) => (
            Severity::Warning,
            format!(
                "webhook {} is skipped (failurePolicy Ignore), after up to {} s a request",
                row.name, row.timeout
            ),
        ),
    };
    let text = format!("calls Service {namespace}/{}, which {what}; {effect}", row.service_name);
    tell(report.finding(severity, configuration, text), configuration, rows);
}

/// Its pods were made moments ago.
fn starting(service: ObjectId) -> bool {
    let pods = service_routes::pods_of(service);
    let young = |meta: &objects::ObjectMeta| {
        meta.created
            .is_some_and(|created| !snapshot::has_come(created.saturating_add(START)))
    };
    !pods.is_empty() && objects::meta(&pods).iter().flatten().all(young)
}

fn silence(service: ObjectId) -> String {
    let slices = endpoint_slices::EndpointSliceFilter {
        service: Some(service),
        ..default()
    };
    match slices.rows().map(|slice| slice.total).sum::<u32>() {
        0 => "has no endpoint".to_string(),
        total => format!("has no ready endpoint among {total}"),
    }
}

/// It is asked about pods or what makes them, in some namespace, without looking for labels of its own.
fn blocks_workloads(configuration: ObjectId, row: &WebhookRow) -> bool {
    let scopes = match reference(configuration).kind.as_str() {
        "MutatingWebhookConfiguration" => mutating_webhooks::scopes(configuration),
        _ => validating_webhooks::scopes(configuration),
    };
    scopes
        .get(row.index as usize)
        .is_some_and(|scope| meets_workloads(scope) && meets_namespaces(scope))
}

fn meets_workloads(scope: &WebhookScope) -> bool {
    let writes = |operation: &String| matches!(operation.as_str(), "*" | "CREATE" | "UPDATE");
    let workload = |resource: &String| WORKLOADS.contains(&resource.as_str());
    let wide = scope
        .rules
        .iter()
        .any(|rule| rule.operations.iter().any(writes) && rule.resources.iter().any(workload));
    let picks = scope
        .objects
        .expressions
        .iter()
        .any(|term| matches!(term.operator, SelectorOperator::InValues | SelectorOperator::Exists));
    wide && !scope.conditional && scope.objects.labels.is_empty() && !picks
}

fn meets_namespaces(scope: &WebhookScope) -> bool {
    let all: Vec<ObjectId> = namespaces::NamespaceFilter::default()
        .rows()
        .map(|row| row.id)
        .collect();
    all.chunks(1000)
        .any(|chunk| !objects::select(chunk, &scope.namespaces).is_empty())
}

fn tell(draft: &mut Draft, configuration: ObjectId, rows: &[WebhookRow]) {
    for row in rows.iter().take(5) {
        let policy = if row.fails_closed { "Fail" } else { "Ignore" };
        draft.evidence(configuration, format!("webhooks[{}].failurePolicy", row.index), policy);
    }
    let Some(row) = rows.first() else {
        return;
    };
    let service = format!("{}/{}", row.service_namespace, row.service_name);
    draft.apart(service.clone()).evidence(
        configuration,
        format!("webhooks[{}].clientConfig.service", row.index),
        service,
    );
    draft.bind("configuration", configuration);
    if let Some(service) = row.service {
        draft.related(service, "backend").bind("service", service);
    }
    draft.next(format!(
        "kubectl -n {} get service,endpointslices,pods",
        row.service_namespace
    ));
    draft.next(format!(
        "kubectl get {} {} -o yaml",
        reference(configuration).kind.to_lowercase(),
        row.configuration
    ));
}

detector! {
    name: "webhook-backend-absent",
    version: "0.1.0",
    title: "An admission webhook has nobody behind it",
    explanation: include_str!("../README.md"),
    optional_kinds: ["Pod"],
    detect: detect,
}
