//! Settings of the whole pod.

use super::Template;
use crate::object::HostAlias;
use crate::text::Int;
use crate::view::convert::{owned, owned_all, pairs};
use crate::view::requests;
use sdo_model::contract::templates::{self as contract, PodSettings};
use sdo_model::contract::types::Amount;

/// What Kubernetes takes for `terminationGracePeriodSeconds` when it is unset.
const GRACE: Int = Int(30);

pub(super) fn settings(template: Template<'_>) -> PodSettings {
    let spec = template.spec;
    let dns = spec.dns_config.as_deref();
    PodSettings {
        service_account: spec.service_account().to_owned(),
        restart_policy: spec.restart_policy.non_empty().unwrap_or("Always").to_owned(),
        dns_policy: spec.dns_policy.non_empty().unwrap_or("ClusterFirst").to_owned(),
        nameservers: dns.map(|dns| owned_all(&dns.nameservers)).unwrap_or_default(),
        searches: dns.map(|dns| owned_all(&dns.searches)).unwrap_or_default(),
        host_aliases: spec.host_aliases.iter().map(host_alias).collect(),
        host_network: spec.host_network,
        termination_grace: spec.termination_grace_period_seconds.unwrap_or(GRACE).u32(),
        image_pull_secrets: spec
            .image_pull_secrets
            .iter()
            .map(|secret| owned(&secret.name))
            .collect(),
        sysctls: sysctls(&template),
        readiness_gates: spec
            .readiness_gates
            .iter()
            .map(|gate| owned(&gate.condition_type))
            .collect(),
        active_deadline: spec
            .active_deadline_seconds
            .map(|seconds| u64::try_from(seconds.get()).unwrap_or(0)),
        labels: pairs(template.labels),
        requests: requested(&template),
    }
}

fn host_alias(alias: &HostAlias) -> contract::HostAlias {
    contract::HostAlias {
        ip: owned(&alias.ip),
        hostnames: owned_all(&alias.hostnames),
    }
}

fn sysctls(template: &Template<'_>) -> Vec<(String, String)> {
    let security = template.spec.security_context.as_deref();
    let sysctls = security.map(|security| &security.sysctls[..]).unwrap_or_default();
    sysctls
        .iter()
        .map(|sysctl| (owned(&sysctl.name), owned(&sysctl.value)))
        .collect()
}

fn requested(template: &Template<'_>) -> Vec<Amount> {
    let amount = |(name, milli)| Amount {
        resource_name: owned(&name),
        milli,
        text: requests::shown(&name, milli),
    };
    requests::of_spec(template.spec).into_iter().map(amount).collect()
}
