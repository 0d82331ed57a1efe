//! NetworkPolicies that let nobody reach a Service, or keep out the clients that configuration names.

use network_policies::NetworkPolicyRow;
use sdo_detector_sdk::prelude::*;
use std::collections::BTreeMap;

/// A Service that policies cut off.
struct Cut {
    service: ObjectId,
    /// Workloads that name the Service and may not reach it; empty when nobody at all may.
    clients: Vec<ObjectId>,
    ports: String,
    policies: Vec<ObjectId>,
}

fn detect(report: &mut Report) {
    let policies: Vec<NetworkPolicyRow> = network_policies::NetworkPolicyFilter::default().rows().collect();
    let mut namespaces: Vec<&str> = policies
        .iter()
        .filter(|row| row.ingress && row.pods > 0)
        .map(|row| row.namespace.as_str())
        .collect();
    namespaces.dedup();
    let mut by_culprit: BTreeMap<ObjectId, Vec<Cut>> = BTreeMap::new();
    for namespace in namespaces {
        let filter = services::ServiceFilter {
            namespace: Some(namespace.to_string()),
            has_selector: Some(true),
            min_pods: 1,
            ..default()
        };
        for cut in filter.rows().filter_map(|service| examine(service.id)) {
            if let Some(culprit) = culprit(&policies, &cut.policies) {
                by_culprit.entry(culprit).or_default().push(cut);
            }
        }
    }
    for (culprit, cuts) in &by_culprit {
        tell(report, *culprit, cuts);
    }
}

fn examine(service: ObjectId) -> Option<Cut> {
    let targets = service_routes::pods_of(service);
    let routes = service_routes::port_routes(service);
    kept_out(service, &targets, &routes).or_else(|| sealed(service, &targets, &routes))
}

/// Clients that configuration names and that policies refuse on every pair.
fn kept_out(service: ObjectId, targets: &[ObjectId], routes: &[service_routes::PortRoute]) -> Option<Cut> {
    let mut cut = Cut {
        service,
        clients: Vec::new(),
        ports: String::new(),
        policies: Vec::new(),
    };
    for row in (names::NameFilter {
        service: Some(service),
        ..default()
    })
    .rows()
    {
        let asked = |route: &&service_routes::PortRoute| row.port.is_none_or(|port| port == route.port);
        let Some((route, port)) = routes
            .iter()
            .find(asked)
            .and_then(|route| Some((route, number(route)?)))
        else {
            continue;
        };
        let sources = pods_of(row.user);
        let reach = network_policies::reachable(&sources, targets, port, route.protocol);
        if reach.allowed == 0 && reach.denied > 0 && !cut.clients.contains(&row.user) {
            cut.clients.push(row.user);
            cut.ports = route.port.to_string();
            cut.policies = reach.denied_by;
        }
    }
    (!cut.clients.is_empty()).then_some(cut)
}

/// No pod of the cluster and no address block may reach any port.
fn sealed(service: ObjectId, targets: &[ObjectId], routes: &[service_routes::PortRoute]) -> Option<Cut> {
    let ports: Vec<_> = routes
        .iter()
        .filter_map(|route| Some((route, number(route)?)))
        .collect();
    let verdict = |(route, port): &(&service_routes::PortRoute, u16)| {
        network_policies::ingress_to(targets, *port, route.protocol)
    };
    let verdicts: Vec<_> = ports.iter().map(verdict).collect();
    let closed = |verdict: &network_policies::IngressVerdict| {
        verdict.isolated > 0 && verdict.open == 0 && verdict.peers == 0 && !verdict.address_blocks
    };
    if verdicts.is_empty() || !verdicts.iter().all(closed) {
        return None;
    }
    let ports: Vec<String> = ports.iter().map(|(route, _)| route.port.to_string()).collect();
    let policies = verdicts.into_iter().next()?.policies;
    Some(Cut {
        service,
        clients: Vec::new(),
        ports: ports.join(", "),
        policies,
    })
}

/// The pods below a workload, or the bare pod itself.
fn pods_of(user: ObjectId) -> Vec<ObjectId> {
    if reference(user).kind == "Pod" {
        vec![user]
    } else {
        workloads::pods_of(user)
    }
}

fn number(route: &service_routes::PortRoute) -> Option<u16> {
    let name = match &route.target {
        PortRef::Number(number) => return Some(*number),
        PortRef::Name(name) => name,
    };
    route
        .declared
        .iter()
        .find_map(|port| port.strip_prefix(name.as_str())?.strip_prefix('/')?.parse().ok())
}

/// Of several policies, one that has rules was meant to let somebody in: its rules miss.
fn culprit(policies: &[NetworkPolicyRow], involved: &[ObjectId]) -> Option<ObjectId> {
    let has_rules = |id: &&ObjectId| {
        policies
            .iter()
            .any(|row| row.id == **id && row.ingress_rules + row.egress_rules > 0)
    };
    involved.iter().find(has_rules).or_else(|| involved.first()).copied()
}

fn tell(report: &mut Report, policy: ObjectId, cuts: &[Cut]) {
    let Some(worst) = cuts.iter().find(|cut| !cut.clients.is_empty()).or_else(|| cuts.first()) else {
        return;
    };
    let service = name_of(worst.service);
    let more = if cuts.len() > 1 {
        format!(", and {} more", counted(cuts.len() - 1, "Service"))
    } else {
        String::new()
    };
    let (severity, text) = match worst.clients.first() {
        Some(client) => (
            Severity::Critical,
            format!(
                "keeps {} away from port {} of {service}, which its configuration names{more}",
                name_of(*client),
                worst.ports
            ),
        ),
        None => (
            Severity::Warning,
            format!("lets no pod reach port {} of {service}{more}", worst.ports),
        ),
    };
    let draft = report.finding(severity, policy, text);
    draft.evidence(policy, "spec.podSelector", "selects pods behind the Service");
    for cut in cuts {
        draft
            .evidence(cut.service, "spec.ports[*].port", cut.ports.clone())
            .related(cut.service, "service");
        draft.effects(cut.clients.iter().copied());
        for other in cut.policies.iter().filter(|other| **other != policy) {
            draft.related(*other, "policy");
        }
    }
    let namespace = reference(policy).namespace;
    draft.bind("policy", policy).bind("service", worst.service);
    draft.next(format!(
        "kubectl -n {namespace} describe networkpolicy {}",
        reference(policy).name
    ));
    draft.next(format!("kubectl -n {namespace} get pods --show-labels"));
}

detector! {
    name: "network-policy-isolates-backend",
    version: "0.1.0",
    title: "NetworkPolicies let nobody reach a Service, or keep its clients out",
    explanation: include_str!("../README.md"),
    detect: detect,
}
