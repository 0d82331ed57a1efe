//! The contract as wasmtime sees it.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub(crate) mod access;
pub(crate) mod admission;
pub(crate) mod api_services;
pub(crate) mod certificates;
pub(crate) mod cluster_role_bindings;
pub(crate) mod cluster_roles;
pub(crate) mod config_maps;
pub(crate) mod controller_revisions;
pub(crate) mod cron_jobs;
pub(crate) mod custom_resource_definitions;
pub(crate) mod custom_resources;
pub(crate) mod daemon_sets;
pub(crate) mod deployments;
pub(crate) mod detector;
pub(crate) mod dns;
pub(crate) mod endpoint_slices;
pub(crate) mod events;
pub(crate) mod horizontal_pod_autoscalers;
pub(crate) mod ingress_classes;
pub(crate) mod ingresses;
pub(crate) mod jobs;
pub(crate) mod leases;
pub(crate) mod limit_ranges;
pub(crate) mod mutating_webhooks;
pub(crate) mod names;
pub(crate) mod namespaces;
pub(crate) mod network_policies;
pub(crate) mod nodes;
pub(crate) mod objects;
pub(crate) mod persistent_volume_claims;
pub(crate) mod persistent_volumes;
pub(crate) mod pod_disruption_budgets;
pub(crate) mod pods;
pub(crate) mod priority_classes;
pub(crate) mod quantities;
pub(crate) mod rbac_types;
pub(crate) mod references;
pub(crate) mod replica_sets;
pub(crate) mod resource_quotas;
pub(crate) mod role_bindings;
pub(crate) mod roles;
pub(crate) mod scheduling;
pub(crate) mod secrets;
pub(crate) mod service_accounts;
pub(crate) mod service_routes;
pub(crate) mod services;
pub(crate) mod snapshot;
pub(crate) mod stateful_sets;
pub(crate) mod storage_classes;
pub(crate) mod templates;
pub(crate) mod types;
pub(crate) mod validating_webhooks;
pub(crate) mod volume_attachments;
pub(crate) mod webhook_types;
pub(crate) mod workloads;

use crate::state::RunState;
use wasmtime::component::Linker;

/// Links every interface of `sdo:cluster`; admission has refused what policy does not grant.
pub(crate) fn link(linker: &mut Linker<RunState>) -> wasmtime::Result<()> {
    access::link(linker)?;
    admission::link(linker)?;
    api_services::link(linker)?;
    certificates::link(linker)?;
    cluster_role_bindings::link(linker)?;
    cluster_roles::link(linker)?;
    config_maps::link(linker)?;
    controller_revisions::link(linker)?;
    cron_jobs::link(linker)?;
    custom_resource_definitions::link(linker)?;
    custom_resources::link(linker)?;
    daemon_sets::link(linker)?;
    deployments::link(linker)?;
    dns::link(linker)?;
    endpoint_slices::link(linker)?;
    events::link(linker)?;
    horizontal_pod_autoscalers::link(linker)?;
    ingress_classes::link(linker)?;
    ingresses::link(linker)?;
    jobs::link(linker)?;
    leases::link(linker)?;
    limit_ranges::link(linker)?;
    mutating_webhooks::link(linker)?;
    names::link(linker)?;
    namespaces::link(linker)?;
    network_policies::link(linker)?;
    nodes::link(linker)?;
    objects::link(linker)?;
    persistent_volume_claims::link(linker)?;
    persistent_volumes::link(linker)?;
    pod_disruption_budgets::link(linker)?;
    pods::link(linker)?;
    priority_classes::link(linker)?;
    quantities::link(linker)?;
    rbac_types::link(linker)?;
    references::link(linker)?;
    replica_sets::link(linker)?;
    resource_quotas::link(linker)?;
    role_bindings::link(linker)?;
    roles::link(linker)?;
    scheduling::link(linker)?;
    secrets::link(linker)?;
    service_accounts::link(linker)?;
    service_routes::link(linker)?;
    services::link(linker)?;
    snapshot::link(linker)?;
    stateful_sets::link(linker)?;
    storage_classes::link(linker)?;
    templates::link(linker)?;
    types::link(linker)?;
    validating_webhooks::link(linker)?;
    volume_attachments::link(linker)?;
    webhook_types::link(linker)?;
    workloads::link(linker)?;
    Ok(())
}

/// Turns a list of edge types into a list of domain types, or back.
fn each<A, B: From<A>>(items: Vec<A>) -> Vec<B> {
    items.into_iter().map(B::from).collect()
}
