//! The contract's answers: one module an interface of `sdo:cluster`, each an `impl` of its trait for [`Snapshot`].
//!
//! What it does: turns stored objects into the contract's narrow rows, and answers joins from the snapshot's indexes.
//! What it deliberately does not: parse, build indexes of its own (`index` does), decide what is a fault.
//! Where to start: `page`, which every `query` goes through; `sight`, which says what a call may see.
//!
//! [`Snapshot`]: crate::Snapshot

mod behind;
mod convert;
#[cfg(test)]
mod fixture;
mod hosts;
mod memo;
mod nearest;
mod node_terms;
mod page;
mod rbac;
mod requests;
mod sight;
mod taken;
mod webhooks;

pub(crate) use memo::{Held, Memo};

mod access;
mod admission;
mod api_services;
mod certificates;
mod cluster_role_bindings;
mod cluster_roles;
mod config_maps;
mod controller_revisions;
mod cron_jobs;
mod custom_resource_definitions;
mod custom_resources;
mod daemon_sets;
mod deployments;
mod dns;
mod endpoint_slices;
mod events;
mod horizontal_pod_autoscalers;
mod ingress_classes;
mod ingresses;
mod jobs;
mod leases;
mod limit_ranges;
mod mutating_webhooks;
mod names;
mod namespaces;
mod network_policies;
mod nodes;
mod objects;
mod persistent_volume_claims;
mod persistent_volumes;
mod pod_disruption_budgets;
mod pods;
mod priority_classes;
mod quantities;
mod references;
mod replica_sets;
mod resource_quotas;
mod role_bindings;
mod roles;
mod scheduling;
mod secrets;
mod service_accounts;
mod service_routes;
mod services;
mod snapshot;
mod stateful_sets;
mod storage_classes;
mod templates;
mod validating_webhooks;
mod volume_attachments;
mod workloads;

use crate::Snapshot;
use sdo_model::contract::Cluster;
use std::sync::Arc;

impl Snapshot {
    /// The snapshot as detectors see it.
    pub fn view(self: Arc<Self>) -> Arc<dyn Cluster> {
        self
    }
}
