//! A ResourceQuota keeps pods from being made.

use sdo_detector_sdk::prelude::*;

fn detect(report: &mut Report) {
    let refused = replica_sets::ReplicaSetFilter {
        replica_failure: Some(true),
        short: Some(true),
        ..default()
    };
    for set in refused.rows() {
        let Some(refusal) = Refusal::read(&set.failure_message) else {
            continue;
        };
        let filter = resource_quotas::QuotaFilter {
            namespace: Some(set.namespace.clone()),
            name: Some(refusal.quota.to_string()),
            ..default()
        };
        let Some(quota) = resource_quotas::query(&filter).rows.into_iter().next() else {
            continue;
        };
        let owner = workloads::top_owners(&[set.id])
            .into_iter()
            .next()
            .and_then(|owner| owner.id)
            .unwrap_or(set.id);
        let missing = set.replicas.saturating_sub(set.current);
        let primary = if refusal.unspecified { owner } else { quota.id };
        let severity = if set.ready == 0 {
            Severity::Critical
        } else {
            Severity::Warning
        };
        report
            .finding(severity, primary, summary(&refusal, owner, missing))
            .apart(name_of(owner))
            .evidence(set.id, "status.conditions[ReplicaFailure].message", refusal.detail)
            .evidence(quota.id, "spec.hard", lines(&quota))
            .related(quota.id, "quota")
            .effects([owner, set.id])
            .next(format!(
                "kubectl -n {} describe resourcequota {}",
                set.namespace, quota.name
            ));
    }
}

/// What the API server said, e.g. `exceeded quota: compute, requested: pods=1, used: pods=2, limited: pods=2`.
struct Refusal<'a> {
    quota: &'a str,
    detail: &'a str,
    /// The quota limits what the template does not declare.
    unspecified: bool,
}

impl<'a> Refusal<'a> {
    fn read(message: &'a str) -> Option<Self> {
        let (word, unspecified) = if message.contains("exceeded quota: ") {
            ("exceeded quota: ", false)
        } else {
            ("failed quota: ", true)
        };
        let (_, tail) = message.split_once(word)?;
        let (quota, detail) = tail.split_once(if unspecified { ": " } else { ", " })?;
        Some(Self {
            quota,
            detail,
            unspecified,
        })
    }
}

fn summary(refusal: &Refusal<'_>, owner: ObjectId, missing: u32) -> String {
    if refusal.unspecified {
        return format!(
            "ResourceQuota {} refuses its pods: {}; {missing} are missing",
            refusal.quota, refusal.detail
        );
    }
    format!(
        "keeps {missing} pods of {} from being made: {}",
        name_of(owner),
        refusal.detail
    )
}

fn lines(quota: &resource_quotas::QuotaRow) -> String {
    let lines = quota
        .lines
        .iter()
        .map(|line| format!("{} {} of {}", line.hard.resource_name, line.used.text, line.hard.text));
    lines.collect::<Vec<_>>().join(", ")
}

detector! {
    name: "quota-blocks-pods",
    version: "0.1.0",
    title: "A ResourceQuota keeps pods from being made",
    explanation: include_str!("../README.md"),
    detect: detect,
}
