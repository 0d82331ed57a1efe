//! A Service whose pods exist and none of them takes traffic.

use sdo_detector_sdk::prelude::*;

/// A pod may take this long to turn ready, unless its startup probe allows more.
const PATIENCE: i64 = 120;
/// A pod that restarted this often is not just starting.
const RESTARTS: u32 = 3;
/// Pods that a finding describes one by one.
const DESCRIBED: usize = 3;

/// A selected pod that stays.
struct Pod {
    id: ObjectId,
    ready: bool,
    since: Option<Timestamp>,
    containers: Vec<pods::ContainerState>,
}

fn detect(report: &mut Report) {
    let filter = services::ServiceFilter {
        has_selector: Some(true),
        min_pods: 1,
        max_ready_endpoints: Some(0),
        ..default()
    };
    // Where pods or slices are not known the filter finds nothing, and that is no answer.
    report.knows("Pod", "");
    report.knows("EndpointSlice", "");
    for service in filter.rows() {
        let pods = staying_pods(service.id);
        let port = unresolved_port(service.id);
        let lasting = pods.iter().any(Pod::is_settled) || (port.is_some() && pods.iter().any(|pod| pod.ready));
        if lasting {
            tell(report, &service, &pods, port);
        }
    }
}

/// The pods behind the Service that are not being deleted, asked for in three calls whatever their number.
fn staying_pods(service: ObjectId) -> Vec<Pod> {
    let ids = service_routes::pods_of(service);
    let metas = objects::meta(&ids);
    let told = objects::conditions(&ids).into_iter().zip(pods::containers(&ids));
    let all = ids.iter().zip(metas).zip(told);
    all.filter_map(|((id, meta), (conditions, containers))| {
        let meta = meta.filter(|meta| meta.deleted.is_none())?;
        let ready = conditions.into_iter().find(|item| item.name == "Ready");
        Some(Pod {
            id: *id,
            ready: ready
                .as_ref()
                .is_some_and(|condition| condition.status == ConditionStatus::Yes),
            since: ready.map_or(meta.created, |condition| condition.since),
            containers,
        })
    })
    .collect()
}

impl Pod {
    /// Whether it has had the time it needs to turn ready, or has given up already.
    fn is_settled(&self) -> bool {
        let restarts = self.containers.iter().map(|container| container.restarts).max();
        if !self.ready && restarts.unwrap_or_default() >= RESTARTS {
            return true;
        }
        let is_old = |age: i64| {
            self.since
                .is_some_and(|since| snapshot::has_come(since.saturating_add(age)))
        };
        is_old(PATIENCE) && is_old(startup_time(self.id))
    }
}

/// What the pod's own startup probes allow.
fn startup_time(id: ObjectId) -> i64 {
    let probes = templates::probes(&[id]).pop().unwrap_or_default();
    let startup = probes
        .iter()
        .filter(|probe| probe.kind == templates::ProbeKind::Startup);
    let allowed = startup
        .map(|probe| i64::from(probe.initial_delay) + i64::from(probe.period) * i64::from(probe.failure_threshold));
    allowed.max().unwrap_or_default()
}

/// The field that tells why the pod is not ready, and what it says.
fn trouble(pod: &Pod) -> (String, String) {
    let unschedulable = pods::status(&[pod.id])
        .pop()
        .flatten()
        .map(|status| status.unschedulable)
        .unwrap_or_default();
    if !unschedulable.is_empty() {
        return (
            "status.conditions[PodScheduled].message".to_string(),
            format!("not scheduled: {unschedulable}"),
        );
    }
    let ended_well = |container: &pods::ContainerState| matches!(&container.current, pods::ContainerPhase::Terminated(end) if end.exit_code == 0);
    let stuck = pod
        .containers
        .iter()
        .find(|container| !container.ready && !ended_well(container));
    stuck.map_or_else(
        || ("status.phase".to_string(), "has not started".to_string()),
        container_trouble,
    )
}

fn container_trouble(container: &pods::ContainerState) -> (String, String) {
    let field = format!("status.containerStatuses[{}]", container.name);
    let ended = |end: &pods::Termination| format!("exit {} ({})", end.exit_code, end.reason);
    let last = container
        .last
        .as_ref()
        .map(|end| format!(", last {}", ended(end)))
        .unwrap_or_default();
    let restarts = if container.restarts > 0 {
        format!(", {}", counted(container.restarts as usize, "restart"))
    } else {
        String::new()
    };
    let name = &container.name;
    match &container.current {
        pods::ContainerPhase::Waiting(waiting) => {
            let word = waiting_word(&waiting.reason);
            (
                format!("{field}.state.waiting.reason"),
                format!("container {name} waits with {word}{last}{restarts}"),
            )
        }
        pods::ContainerPhase::Terminated(end) => (
            format!("{field}.state.terminated"),
            format!("container {name} ended with {}{restarts}", ended(end)),
        ),
        _ => (
            format!("{field}.ready"),
            format!("container {name} runs but is not ready{last}{restarts}"),
        ),
    }
}

fn unresolved_port(service: ObjectId) -> Option<service_routes::PortRoute> {
    let named = |route: &service_routes::PortRoute| matches!(route.target, PortRef::Name(_)) && route.declaring == 0;
    service_routes::port_routes(service).into_iter().find(named)
}

fn tell(report: &mut Report, service: &services::ServiceRow, pods: &[Pod], port: Option<service_routes::PortRoute>) {
    let selector = labelled(&services::selectors(&[service.id]).pop().unwrap_or_default());
    let ready = pods.iter().filter(|pod| pod.ready).count();
    let worst = pods.iter().find(|pod| !pod.ready);
    let summary = match (port, worst) {
        (Some(port), _) if ready > 0 => format!(
            "selects {} by {selector}, {ready} ready, but none declares a port named {} (targetPort); declared: {}",
            counted(pods.len(), "pod"),
            port_text(&port.target),
            list(&port.declared)
        ),
        (_, Some(pod)) if ready == 0 => {
            format!(
                "selects {} by {selector}, none is ready: {}",
                counted(pods.len(), "pod"),
                trouble(pod).1
            )
        }
        _ => format!(
            "selects {} by {selector}, {ready} ready, but its EndpointSlices list no ready address",
            counted(pods.len(), "pod")
        ),
    };
    let draft = report.critical(service.id, summary);
    draft
        .evidence(service.id, "spec.selector", selector)
        .since(pods.iter().filter_map(|pod| pod.since).max());
    // With a ready pod the fault lies between the pods and the Service, and no finding about the workload explains it.
    let role = if ready == 0 { "workload" } else { "target" };
    for workload in service_routes::workloads_of(service.id) {
        draft.related(workload, role).bind("workload", workload);
    }
    describe(draft, service, pods);
}

fn list(declared: &[String]) -> String {
    if declared.is_empty() {
        "no port at all".to_string()
    } else {
        declared.join(", ")
    }
}

fn describe(draft: &mut Draft, service: &services::ServiceRow, pods: &[Pod]) {
    for pod in pods.iter().filter(|pod| !pod.ready).take(DESCRIBED) {
        let (field, words) = trouble(pod);
        draft.evidence(pod.id, field, words);
    }
    // A pod that is ready is evidence too: then the fault lies between it and the Service.
    if let Some(pod) = pods.iter().find(|pod| pod.ready) {
        draft.evidence(pod.id, "status.conditions[Ready].status", "True");
    }
    for pod in pods {
        draft.related(pod.id, "pod");
    }
    let slices = endpoint_slices::EndpointSliceFilter {
        service: Some(service.id),
        ..default()
    };
    for slice in slices.rows().take(DESCRIBED) {
        draft.evidence(
            slice.id,
            "endpoints",
            format!("{} of {} ready, {} ports", slice.ready, slice.total, slice.ports.len()),
        );
    }
    draft
        .bind("service", service.id)
        .playbook("service-endpoints")
        .playbook("pod-not-ready");
    draft.next(format!(
        "kubectl -n {} get endpointslices -l kubernetes.io/service-name={} -o yaml",
        service.namespace, service.name
    ));
    draft.next(format!(
        "kubectl -n {} describe pod {}",
        service.namespace,
        pods.first().map(|pod| reference(pod.id).name).unwrap_or_default()
    ));
}

detector! {
    name: "service-without-ready-endpoints",
    version: "0.1.0",
    title: "A Service has pods, and none of them takes traffic",
    explanation: include_str!("../README.md"),
    playbooks: ["service-endpoints", "pod-not-ready"],
    detect: detect,
}
