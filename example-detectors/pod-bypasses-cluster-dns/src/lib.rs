//! Workloads that name Services and do not ask the cluster's DNS, or whose hosts file shadows a Service.

use sdo_detector_sdk::prelude::*;
use templates::PodSettings;

/// Node-local DNS caches listen on link-local addresses.
const LINK_LOCAL: [&str; 2] = ["169.254.", "fe80:"];

fn detect(report: &mut Report) {
    let deployments = deployments::DeploymentFilter::default().rows().map(|row| row.id);
    let sets = stateful_sets::StatefulSetFilter::default().rows().map(|row| row.id);
    let ids: Vec<ObjectId> = deployments.chain(sets).collect();
    for chunk in ids.chunks(1000) {
        for (workload, settings) in chunk.iter().zip(templates::settings(chunk)) {
            if let Some(settings) = settings {
                judge_resolver(report, *workload, &settings);
                judge_aliases(report, *workload, &settings);
            }
        }
    }
}

/// With `None` the listed servers are asked, with `Default` those of the node: neither knows Services, unless one of them is the cluster's.
fn judge_resolver(report: &mut Report, workload: ObjectId, settings: &PodSettings) {
    let bypasses = match settings.dns_policy.as_str() {
        "None" => !settings
            .nameservers
            .iter()
            .any(|server| LINK_LOCAL.iter().any(|start| server.starts_with(start))),
        "Default" => settings.nameservers.is_empty() && !settings.host_network,
        _ => false,
    };
    if !bypasses {
        return;
    }
    let named = names::NameFilter {
        user: Some(workload),
        presence: Some(Presence::Present),
        ..default()
    };
    let Some(name) = named.rows().find(|row| row.source != names::NameSource::ConfigText) else {
        return;
    };
    let cluster = snapshot::info().dns_service_ip;
    if settings.dns_policy == "None" && cluster.is_empty() {
        report.unknown("Service", "the address of the cluster's DNS is not known");
    } else if !settings.nameservers.contains(&cluster) {
        tell_resolver(report, workload, settings, &name, &cluster);
    }
}

fn tell_resolver(
    report: &mut Report,
    workload: ObjectId,
    settings: &PodSettings,
    name: &names::NameRow,
    cluster: &str,
) {
    let servers = settings.nameservers.join(", ");
    let asked = if servers.is_empty() {
        "the node's resolver".to_string()
    } else {
        format!("only {servers}")
    };
    let right = if cluster.is_empty() {
        String::new()
    } else {
        format!(" (cluster DNS is {cluster})")
    };
    let policy = &settings.dns_policy;
    let text = format!(
        "dnsPolicy {policy} asks {asked}{right}, but {} names the Service host {}",
        name.path, name.host
    );
    let draft = report.critical(workload, text);
    draft
        .apart("dnsPolicy")
        .evidence(workload, "spec.template.spec.dnsPolicy", policy.clone());
    if !servers.is_empty() {
        draft.evidence(workload, "spec.template.spec.dnsConfig.nameservers", servers);
    }
    draft
        .evidence(workload, name.path.clone(), name.host.clone())
        .bind("workload", workload);
    if let Some(service) = name.service {
        draft.related(service, "target");
    }
    finish(draft, workload, &name.host);
}

/// A line of the hosts file beats DNS: harmless only while it says what the Service says.
fn judge_aliases(report: &mut Report, workload: ObjectId, settings: &PodSettings) {
    let namespace = reference(workload).namespace;
    for alias in &settings.host_aliases {
        for host in &alias.hostnames {
            let found = service_routes::resolve_host(host, &namespace);
            if let Some(service) = found.service.filter(|_| found.presence == Presence::Present) {
                judge_alias(report, workload, &alias.ip, host, service);
            }
        }
    }
}

fn judge_alias(report: &mut Report, workload: ObjectId, address: &str, host: &str, service: ObjectId) {
    let real = services::addresses(&[service])
        .pop()
        .flatten()
        .map(|all| all.cluster_ip)
        .unwrap_or_default();
    if real.is_empty() || real == "None" || real == address {
        return;
    }
    let text = format!(
        "hostAliases give {host} the address {address}, but {} has {real}",
        name_of(service)
    );
    let draft = report.critical(workload, text);
    draft
        .apart(format!("hostAliases {host}"))
        .related(service, "target")
        .bind("workload", workload);
    draft.evidence(
        workload,
        format!("spec.template.spec.hostAliases[{address}].hostnames"),
        host,
    );
    draft.evidence(service, "spec.clusterIP", real);
    finish(draft, workload, host);
}

fn finish(draft: &mut Draft, workload: ObjectId, host: &str) {
    let name = reference(workload);
    let kind = name.kind.to_lowercase();
    draft.next(format!(
        "kubectl -n {} exec {kind}/{} -- getent hosts {host}",
        name.namespace, name.name
    ));
    draft.next(format!(
        "kubectl -n {} get {kind} {} -o yaml",
        name.namespace, name.name
    ));
}

detector! {
    name: "pod-bypasses-cluster-dns",
    version: "0.1.0",
    title: "Pods name Services and do not ask the cluster's DNS for them",
    explanation: include_str!("../README.md"),
    interval: 600,
    optional_kinds: ["StatefulSet"],
    detect: detect,
}
