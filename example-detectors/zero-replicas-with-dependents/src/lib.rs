//! A workload scaled to zero while others still lead to its Service.

use sdo_detector_sdk::prelude::*;

/// Seconds after the last change of the rollout before zero counts as meant to last.
const SETTLED: i64 = 60;
/// Words in annotation keys by which people and operators say that zero is meant.
const MEANT: [&str; 8] = [
    "pause",
    "suspend",
    "idle",
    "idling",
    "sleep",
    "hibernat",
    "downscal",
    "scale-to-zero",
];

/// Who still leads to a Service without pods.
struct Dependents {
    service: ObjectId,
    users: Vec<names::NameRow>,
    ingresses: Vec<ObjectId>,
}

fn detect(report: &mut Report) {
    for row in (deployments::DeploymentFilter {
        zero: Some(true),
        ..default()
    })
    .rows()
    {
        let settled = row
            .progressed
            .is_none_or(|time| snapshot::has_come(time.saturating_add(SETTLED)));
        if settled && !meant(row.id, &row.namespace) {
            let found: Vec<Dependents> = service_routes::services_of(row.id)
                .into_iter()
                .filter_map(|service| dependents(service, row.id))
                .collect();
            tell(report, &row, &found);
        }
    }
}

/// An autoscaler, an annotation or a pause says that zero is right for now.
fn meant(workload: ObjectId, namespace: &str) -> bool {
    let annotations = objects::annotations(&[workload]).pop().unwrap_or_default();
    let said = annotations
        .iter()
        .any(|(key, _)| MEANT.iter().any(|word| key.to_lowercase().contains(word)));
    let scalers = horizontal_pod_autoscalers::AutoscalerFilter {
        namespace: Some(namespace.to_string()),
        ..default()
    };
    said || scalers.rows().any(|scaler| scaler.target.id == Some(workload))
}

fn dependents(service: ObjectId, workload: ObjectId) -> Option<Dependents> {
    if !service_routes::pods_of(service).is_empty() {
        return None;
    }
    let names = names::NameFilter {
        service: Some(service),
        ..default()
    };
    let mut users: Vec<names::NameRow> = names
        .rows()
        .filter(|row| row.user != workload && lives(row.user))
        .collect();
    users.dedup_by_key(|row| row.user);
    let ingresses: Vec<ObjectId> = ingresses::IngressFilter {
        service: Some(service),
        ..default()
    }
    .rows()
    .map(|row| row.id)
    .collect();
    (!users.is_empty() || !ingresses.is_empty()).then_some(Dependents {
        service,
        users,
        ingresses,
    })
}

fn lives(user: ObjectId) -> bool {
    reference(user).kind == "Pod" || !workloads::pods_of(user).is_empty()
}

fn tell(report: &mut Report, workload: &deployments::DeploymentRow, found: &[Dependents]) {
    let Some(first) = found.first() else {
        return;
    };
    let users = found
        .iter()
        .flat_map(|dependents| &dependents.users)
        .map(|row| row.user);
    let callers: Vec<ObjectId> = users
        .chain(found.iter().flat_map(|dependents| dependents.ingresses.clone()))
        .collect();
    let who = callers.first().map(|caller| name_of(*caller)).unwrap_or_default();
    let more = if callers.len() > 1 {
        format!(" and {} more lead", callers.len() - 1)
    } else {
        " leads".to_string()
    };
    let draft = report.critical(
        workload.id,
        format!(
            "spec.replicas is 0, but {who}{more} to {}, which has no other pods",
            name_of(first.service)
        ),
    );
    draft
        .evidence(workload.id, "spec.replicas", 0)
        .since(workload.progressed)
        .bind("workload", workload.id);
    for dependents in found {
        draft.effects([dependents.service]).bind("service", dependents.service);
        for row in &dependents.users {
            draft
                .evidence(row.user, row.path.clone(), row.host.clone())
                .related(row.user, "caller");
        }
        for ingress in &dependents.ingresses {
            draft.related(*ingress, "entrance");
        }
    }
    draft.next(format!(
        "kubectl -n {} scale deployment {} --replicas=1",
        workload.namespace, workload.name
    ));
    draft.next(format!(
        "kubectl -n {} rollout history deployment {}",
        workload.namespace, workload.name
    ));
}

detector! {
    name: "zero-replicas-with-dependents",
    version: "0.1.0",
    title: "A workload is scaled to zero while others need it",
    explanation: include_str!("../README.md"),
    optional_kinds: ["HorizontalPodAutoscaler", "Ingress"],
    detect: detect,
}
