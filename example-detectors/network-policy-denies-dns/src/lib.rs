//! Egress policies under which pods cannot ask the cluster's DNS.

use network_policies::NetworkPolicyRow;
use sdo_detector_sdk::prelude::*;
use std::collections::BTreeMap;

/// Most pods of one question to the host.
const BATCH: usize = 200;

fn detect(report: &mut Report) {
    // Pods are counted by owner, and an owner that is not known is another one.
    report.knows("Deployment", "");
    let policies: Vec<NetworkPolicyRow> = network_policies::NetworkPolicyFilter::default()
        .rows()
        .filter(|row| row.egress && row.pods > 0)
        .collect();
    let mut namespaces: Vec<&str> = policies.iter().map(|row| row.namespace.as_str()).collect();
    namespaces.dedup();
    let mut by_culprit: BTreeMap<ObjectId, BTreeMap<ObjectId, ObjectId>> = BTreeMap::new();
    for pod in namespaces.into_iter().flat_map(deaf_pods) {
        let Some((policy, owner)) = culprit(&policies, pod).zip(workloads::top_owners(&[pod]).pop()) else {
            continue;
        };
        by_culprit
            .entry(policy)
            .or_default()
            .entry(owner.id.unwrap_or(pod))
            .or_insert(pod);
    }
    for (policy, owners) in by_culprit {
        judge(report, &policies, policy, &owners);
    }
}

/// Pods of the namespace that need the cluster's DNS and may not ask it.
fn deaf_pods(namespace: &str) -> Vec<ObjectId> {
    let active = pods::PodFilter {
        namespace: Some(namespace.to_string()),
        active: Some(true),
        ..default()
    };
    let ids: Vec<ObjectId> = active.rows().map(|row| row.id).collect();
    let deaf: Vec<ObjectId> = ids.chunks(BATCH).flat_map(network_policies::without_dns).collect();
    let settings = templates::settings(&deaf);
    let asks = |settings: &Option<templates::PodSettings>| {
        settings
            .as_ref()
            .is_some_and(|pod| pod.dns_policy.starts_with("ClusterFirst") && !pod.host_network)
    };
    deaf.into_iter()
        .zip(settings)
        .filter(|(_, settings)| asks(settings))
        .map(|(pod, _)| pod)
        .collect()
}

/// Of several policies over the pod, one with egress rules was meant to let something out: it lacks the line for DNS.
fn culprit(policies: &[NetworkPolicyRow], pod: ObjectId) -> Option<ObjectId> {
    let filter = network_policies::NetworkPolicyFilter {
        selects: Some(pod),
        ..default()
    };
    let over: Vec<ObjectId> = filter.rows().map(|row| row.id).collect();
    let mut involved = policies.iter().filter(|row| over.contains(&row.id));
    let first = involved.clone().next();
    involved.find(|row| row.egress_rules > 0).or(first).map(|row| row.id)
}

/// Denying everything out may be meant; denying DNS to a pod that names Services, or that is let out elsewhere, is not.
fn judge(report: &mut Report, policies: &[NetworkPolicyRow], policy: ObjectId, owners: &BTreeMap<ObjectId, ObjectId>) {
    let named = owners.keys().find_map(|owner| first_name(*owner));
    let has_rules = policies.iter().any(|row| row.id == policy && row.egress_rules > 0);
    let who = owners.keys().next().map(|owner| name_of(*owner)).unwrap_or_default();
    let more = if owners.len() > 1 {
        format!(" and {}", counted(owners.len() - 1, "more workload"))
    } else {
        String::new()
    };
    match named {
        Some(name) => {
            let user = name_of(name.user);
            let text = format!(
                "lets {user}{more} ask no DNS (port 53 of the cluster's DNS pods), but {} names host {}",
                name.path, name.host
            );
            let draft = report.critical(policy, text);
            draft.evidence(name.user, name.path.clone(), name.host.clone());
            tell(draft, policy, owners);
        }
        None if has_rules => {
            let text = format!("lets {who}{more} out, but not to port 53 of the cluster's DNS pods");
            tell(report.warning(policy, text), policy, owners);
        }
        None => {}
    }
}

fn first_name(user: ObjectId) -> Option<names::NameRow> {
    let filter = names::NameFilter {
        user: Some(user),
        presence: Some(Presence::Present),
        limit: 1,
        ..default()
    };
    names::query(&filter).rows.into_iter().next()
}

fn tell(draft: &mut Draft, policy: ObjectId, owners: &BTreeMap<ObjectId, ObjectId>) {
    draft.evidence(
        policy,
        "spec.egress",
        "no rule reaches port 53 of the cluster's DNS pods",
    );
    draft.effects(owners.keys().copied()).bind("policy", policy);
    let name = reference(policy);
    let pod = owners
        .values()
        .next()
        .map(|pod| reference(*pod).name)
        .unwrap_or_default();
    draft.next(format!(
        "kubectl -n {} describe networkpolicy {}",
        name.namespace, name.name
    ));
    draft.next(format!(
        "kubectl -n {} exec {pod} -- nslookup kubernetes.default",
        name.namespace
    ));
}

detector! {
    name: "network-policy-denies-dns",
    version: "0.1.0",
    title: "A NetworkPolicy keeps pods from the cluster's DNS",
    explanation: include_str!("../README.md"),
    detect: detect,
}
