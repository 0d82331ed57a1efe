//! Filters that restrict nothing, for `..Default::default()`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

impl Default for crate::cluster::api_services::ApiServiceFilter {
    fn default() -> Self {
        Self {
            name: Default::default(),
            group: Default::default(),
            available: Default::default(),
            local: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::config_maps::ConfigMapFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            key: Default::default(),
            contains: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::controller_revisions::ControllerRevisionFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            owner: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::cron_jobs::CronJobFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            suspended: Default::default(),
            never_due: Default::default(),
            min_missed: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::custom_resource_definitions::DefinitionFilter {
    fn default() -> Self {
        Self {
            name: Default::default(),
            group: Default::default(),
            established: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::custom_resources::ResourceFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::daemon_sets::DaemonSetFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            short: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::deployments::DeploymentFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            zero: Default::default(),
            complete: Default::default(),
            short: Default::default(),
            paused: Default::default(),
            stalled: Default::default(),
            replica_failure: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::endpoint_slices::EndpointSliceFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            service: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::events::EventFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            about: Default::default(),
            kind: Default::default(),
            reason: Default::default(),
            warning: Default::default(),
            since: Default::default(),
            contains: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::horizontal_pod_autoscalers::AutoscalerFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            inactive: Default::default(),
            maxed: Default::default(),
            target_presence: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::ingress_classes::IngressClassFilter {
    fn default() -> Self {
        Self {
            name: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::ingresses::IngressFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            class_presence: Default::default(),
            broken_backend: Default::default(),
            has_tls: Default::default(),
            service: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::jobs::JobFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            owner: Default::default(),
            state: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::leases::LeaseFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            expired: Default::default(),
            renewed_after: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::limit_ranges::LimitRangeFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::names::NameFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            user: Default::default(),
            service: Default::default(),
            presence: Default::default(),
            port_missing: Default::default(),
            init: Default::default(),
            limit: Default::default(),
            skip: Default::default(),
        }
    }
}

impl Default for crate::cluster::namespaces::NamespaceFilter {
    fn default() -> Self {
        Self {
            name: Default::default(),
            labels: Default::default(),
            terminating: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::network_policies::NetworkPolicyFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            selects: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::nodes::NodeFilter {
    fn default() -> Self {
        Self {
            name: Default::default(),
            labels: Default::default(),
            ready: Default::default(),
            unschedulable: Default::default(),
            pressure: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::persistent_volume_claims::ClaimFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            phase: Default::default(),
            class_presence: Default::default(),
            used: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::persistent_volumes::VolumeFilter {
    fn default() -> Self {
        Self {
            name: Default::default(),
            labels: Default::default(),
            phase: Default::default(),
            storage_class: Default::default(),
            unreachable: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::pod_disruption_budgets::BudgetFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            blocked: Default::default(),
            max_pods: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::pods::PodFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            node: Default::default(),
            phase: Default::default(),
            ready: Default::default(),
            scheduled: Default::default(),
            deleting: Default::default(),
            active: Default::default(),
            waiting: Default::default(),
            image_unpullable: Default::default(),
            terminated_reason: Default::default(),
            min_restarts: Default::default(),
            owner: Default::default(),
            created_before: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::priority_classes::PriorityClassFilter {
    fn default() -> Self {
        Self {
            name: Default::default(),
            global_default: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::rbac_types::RbacFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::references::ReferenceFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            kind: Default::default(),
            name: Default::default(),
            optional: Default::default(),
            presence: Default::default(),
            user: Default::default(),
            limit: Default::default(),
            skip: Default::default(),
        }
    }
}

impl Default for crate::cluster::replica_sets::ReplicaSetFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            owner: Default::default(),
            active: Default::default(),
            short: Default::default(),
            replica_failure: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::resource_quotas::QuotaFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            resource_name: Default::default(),
            full: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::secrets::SecretFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            secret_type: Default::default(),
            key: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::service_accounts::ServiceAccountFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::services::ServiceFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            service_type: Default::default(),
            has_selector: Default::default(),
            max_pods: Default::default(),
            min_pods: Default::default(),
            max_ready_pods: Default::default(),
            max_ready_endpoints: Default::default(),
            unresolved_port: Default::default(),
            local_only: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::stateful_sets::StatefulSetFilter {
    fn default() -> Self {
        Self {
            namespace: Default::default(),
            name: Default::default(),
            labels: Default::default(),
            short: Default::default(),
            complete: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::storage_classes::StorageClassFilter {
    fn default() -> Self {
        Self {
            name: Default::default(),
            is_default: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::volume_attachments::AttachmentFilter {
    fn default() -> Self {
        Self {
            node: Default::default(),
            volume: Default::default(),
            attached: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}

impl Default for crate::cluster::webhook_types::WebhookFilter {
    fn default() -> Self {
        Self {
            name: Default::default(),
            fails_closed: Default::default(),
            service_presence: Default::default(),
            max_ready_endpoints: Default::default(),
            limit: Default::default(),
            after: Default::default(),
        }
    }
}
