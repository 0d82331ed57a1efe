//! Paging for every filter.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use crate::Query;
use crate::cluster;

impl Query for cluster::api_services::ApiServiceFilter {
    type Row = cluster::api_services::ApiServiceRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::api_services::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::config_maps::ConfigMapFilter {
    type Row = cluster::config_maps::ConfigMapRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::config_maps::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::controller_revisions::ControllerRevisionFilter {
    type Row = cluster::controller_revisions::ControllerRevisionRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::controller_revisions::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::cron_jobs::CronJobFilter {
    type Row = cluster::cron_jobs::CronJobRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::cron_jobs::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::custom_resource_definitions::DefinitionFilter {
    type Row = cluster::custom_resource_definitions::DefinitionRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::custom_resource_definitions::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::daemon_sets::DaemonSetFilter {
    type Row = cluster::daemon_sets::DaemonSetRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::daemon_sets::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::deployments::DeploymentFilter {
    type Row = cluster::deployments::DeploymentRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::deployments::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::endpoint_slices::EndpointSliceFilter {
    type Row = cluster::endpoint_slices::EndpointSliceRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::endpoint_slices::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::events::EventFilter {
    type Row = cluster::events::EventRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::events::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::horizontal_pod_autoscalers::AutoscalerFilter {
    type Row = cluster::horizontal_pod_autoscalers::AutoscalerRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::horizontal_pod_autoscalers::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::ingress_classes::IngressClassFilter {
    type Row = cluster::ingress_classes::IngressClassRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::ingress_classes::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::ingresses::IngressFilter {
    type Row = cluster::ingresses::IngressRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::ingresses::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::jobs::JobFilter {
    type Row = cluster::jobs::JobRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::jobs::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::leases::LeaseFilter {
    type Row = cluster::leases::LeaseRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::leases::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::limit_ranges::LimitRangeFilter {
    type Row = cluster::limit_ranges::LimitRangeRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::limit_ranges::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::names::NameFilter {
    type Row = cluster::names::NameRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::names::query(self).rows
    }
    fn advance(&mut self, _: &Self::Row) {
        self.skip += 1000;
    }
}

impl Query for cluster::namespaces::NamespaceFilter {
    type Row = cluster::namespaces::NamespaceRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::namespaces::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::network_policies::NetworkPolicyFilter {
    type Row = cluster::network_policies::NetworkPolicyRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::network_policies::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::nodes::NodeFilter {
    type Row = cluster::nodes::NodeRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::nodes::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::persistent_volume_claims::ClaimFilter {
    type Row = cluster::persistent_volume_claims::ClaimRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::persistent_volume_claims::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::persistent_volumes::VolumeFilter {
    type Row = cluster::persistent_volumes::VolumeRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::persistent_volumes::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::pod_disruption_budgets::BudgetFilter {
    type Row = cluster::pod_disruption_budgets::BudgetRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::pod_disruption_budgets::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::pods::PodFilter {
    type Row = cluster::pods::PodRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::pods::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::priority_classes::PriorityClassFilter {
    type Row = cluster::priority_classes::PriorityClassRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::priority_classes::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::references::ReferenceFilter {
    type Row = cluster::references::ReferenceRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::references::query(self).rows
    }
    fn advance(&mut self, _: &Self::Row) {
        self.skip += 1000;
    }
}

impl Query for cluster::replica_sets::ReplicaSetFilter {
    type Row = cluster::replica_sets::ReplicaSetRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::replica_sets::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::resource_quotas::QuotaFilter {
    type Row = cluster::resource_quotas::QuotaRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::resource_quotas::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::secrets::SecretFilter {
    type Row = cluster::secrets::SecretRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::secrets::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::service_accounts::ServiceAccountFilter {
    type Row = cluster::service_accounts::ServiceAccountRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::service_accounts::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::services::ServiceFilter {
    type Row = cluster::services::ServiceRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::services::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::stateful_sets::StatefulSetFilter {
    type Row = cluster::stateful_sets::StatefulSetRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::stateful_sets::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::storage_classes::StorageClassFilter {
    type Row = cluster::storage_classes::StorageClassRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::storage_classes::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}

impl Query for cluster::volume_attachments::AttachmentFilter {
    type Row = cluster::volume_attachments::AttachmentRow;
    fn page(&self) -> alloc::vec::Vec<Self::Row> {
        cluster::volume_attachments::query(self).rows
    }
    fn advance(&mut self, last: &Self::Row) {
        self.after = Some(last.id);
    }
}
