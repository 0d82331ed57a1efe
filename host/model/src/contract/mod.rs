//! The Rust form of the WIT contract: one module an interface, and the view trait over all of them.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use crate::kind::{Kind, KindSet};

pub mod access;
pub mod admission;
pub mod api_services;
pub mod certificates;
pub mod cluster_role_bindings;
pub mod cluster_roles;
pub mod config_maps;
pub mod controller_revisions;
pub mod cron_jobs;
pub mod custom_resource_definitions;
pub mod custom_resources;
pub mod daemon_sets;
pub mod deployments;
pub mod detector;
pub mod dns;
pub mod endpoint_slices;
pub mod events;
pub mod horizontal_pod_autoscalers;
pub mod ingress_classes;
pub mod ingresses;
pub mod jobs;
pub mod leases;
pub mod limit_ranges;
pub mod mutating_webhooks;
pub mod names;
pub mod namespaces;
pub mod network_policies;
pub mod nodes;
pub mod objects;
pub mod persistent_volume_claims;
pub mod persistent_volumes;
pub mod pod_disruption_budgets;
pub mod pods;
pub mod priority_classes;
pub mod quantities;
pub mod rbac_types;
pub mod references;
pub mod replica_sets;
pub mod resource_quotas;
pub mod role_bindings;
pub mod roles;
pub mod scheduling;
pub mod secrets;
pub mod service_accounts;
pub mod service_routes;
pub mod services;
pub mod snapshot;
pub mod stateful_sets;
pub mod storage_classes;
pub mod templates;
pub mod types;
pub mod validating_webhooks;
pub mod volume_attachments;
pub mod webhook_types;
pub mod workloads;

/// Everything a detector can ask of a cluster's state. Read-only by construction: no method changes anything.
pub trait Cluster:
    Send
    + Sync
    + access::Access
    + admission::Admission
    + api_services::ApiServices
    + certificates::Certificates
    + cluster_role_bindings::ClusterRoleBindings
    + cluster_roles::ClusterRoles
    + config_maps::ConfigMaps
    + controller_revisions::ControllerRevisions
    + cron_jobs::CronJobs
    + custom_resource_definitions::CustomResourceDefinitions
    + custom_resources::CustomResources
    + daemon_sets::DaemonSets
    + deployments::Deployments
    + dns::Dns
    + endpoint_slices::EndpointSlices
    + events::Events
    + horizontal_pod_autoscalers::HorizontalPodAutoscalers
    + ingress_classes::IngressClasses
    + ingresses::Ingresses
    + jobs::Jobs
    + leases::Leases
    + limit_ranges::LimitRanges
    + mutating_webhooks::MutatingWebhooks
    + names::Names
    + namespaces::Namespaces
    + network_policies::NetworkPolicies
    + nodes::Nodes
    + objects::Objects
    + persistent_volume_claims::PersistentVolumeClaims
    + persistent_volumes::PersistentVolumes
    + pod_disruption_budgets::PodDisruptionBudgets
    + pods::Pods
    + priority_classes::PriorityClasses
    + quantities::Quantities
    + references::References
    + replica_sets::ReplicaSets
    + resource_quotas::ResourceQuotas
    + role_bindings::RoleBindings
    + roles::Roles
    + scheduling::Scheduling
    + secrets::Secrets
    + service_accounts::ServiceAccounts
    + service_routes::ServiceRoutes
    + services::Services
    + snapshot::Snapshot
    + stateful_sets::StatefulSets
    + storage_classes::StorageClasses
    + templates::Templates
    + validating_webhooks::ValidatingWebhooks
    + volume_attachments::VolumeAttachments
    + workloads::Workloads
{
}

impl<
    T: Send
        + Sync
        + access::Access
        + admission::Admission
        + api_services::ApiServices
        + certificates::Certificates
        + cluster_role_bindings::ClusterRoleBindings
        + cluster_roles::ClusterRoles
        + config_maps::ConfigMaps
        + controller_revisions::ControllerRevisions
        + cron_jobs::CronJobs
        + custom_resource_definitions::CustomResourceDefinitions
        + custom_resources::CustomResources
        + daemon_sets::DaemonSets
        + deployments::Deployments
        + dns::Dns
        + endpoint_slices::EndpointSlices
        + events::Events
        + horizontal_pod_autoscalers::HorizontalPodAutoscalers
        + ingress_classes::IngressClasses
        + ingresses::Ingresses
        + jobs::Jobs
        + leases::Leases
        + limit_ranges::LimitRanges
        + mutating_webhooks::MutatingWebhooks
        + names::Names
        + namespaces::Namespaces
        + network_policies::NetworkPolicies
        + nodes::Nodes
        + objects::Objects
        + persistent_volume_claims::PersistentVolumeClaims
        + persistent_volumes::PersistentVolumes
        + pod_disruption_budgets::PodDisruptionBudgets
        + pods::Pods
        + priority_classes::PriorityClasses
        + quantities::Quantities
        + references::References
        + replica_sets::ReplicaSets
        + resource_quotas::ResourceQuotas
        + role_bindings::RoleBindings
        + roles::Roles
        + scheduling::Scheduling
        + secrets::Secrets
        + service_accounts::ServiceAccounts
        + service_routes::ServiceRoutes
        + services::Services
        + snapshot::Snapshot
        + stateful_sets::StatefulSets
        + storage_classes::StorageClasses
        + templates::Templates
        + validating_webhooks::ValidatingWebhooks
        + volume_attachments::VolumeAttachments
        + workloads::Workloads,
> Cluster for T
{
}

/// What an interface of `sdo:cluster` lets a component see.
#[derive(Clone, Copy, Debug)]
pub struct Interface {
    /// Its name in WIT, e.g. `replica-sets`.
    pub name: &'static str,
    /// First line of its documentation.
    pub summary: &'static str,
    /// Kinds without which its answers are unknown.
    pub reads: KindSet,
    /// Kinds that only sharpen its answers.
    pub uses: KindSet,
    /// Its functions in WIT spelling.
    pub functions: &'static [&'static str],
}

impl Interface {
    /// The interface with this WIT name.
    pub fn named(name: &str) -> Option<&'static Interface> {
        INTERFACES.iter().find(|interface| interface.name == name)
    }
}

/// Every interface of `sdo:cluster` that has functions, by name.
pub const INTERFACES: &[Interface] = &[
    Interface {
        name: "access",
        summary: "Effective RBAC of a service account: bindings, roles and aggregation worked out by the host.",
        reads: KindSet::EMPTY
            .with(Kind::Role)
            .with(Kind::RoleBinding)
            .with(Kind::ClusterRole)
            .with(Kind::ClusterRoleBinding),
        uses: KindSet::EMPTY,
        functions: &["can", "rules"],
    },
    Interface {
        name: "admission",
        summary: "Which webhooks stand in the way of an object.",
        reads: KindSet::EMPTY
            .with(Kind::MutatingWebhookConfiguration)
            .with(Kind::ValidatingWebhookConfiguration)
            .with(Kind::Namespace),
        uses: KindSet::EMPTY.with(Kind::Service).with(Kind::EndpointSlice),
        functions: &["matching"],
    },
    Interface {
        name: "api-services",
        summary: "APIServices: aggregated APIs.",
        reads: KindSet::EMPTY.with(Kind::APIService),
        uses: KindSet::EMPTY.with(Kind::Service).with(Kind::EndpointSlice),
        functions: &["query", "count"],
    },
    Interface {
        name: "certificates",
        summary: "Public certificates: the leaf of a TLS Secret, the authorities a webhook or APIService trusts.",
        reads: KindSet::EMPTY.with(Kind::Secret),
        uses: KindSet::EMPTY
            .with(Kind::MutatingWebhookConfiguration)
            .with(Kind::ValidatingWebhookConfiguration)
            .with(Kind::APIService),
        functions: &["of", "covers-host"],
    },
    Interface {
        name: "cluster-role-bindings",
        summary: "ClusterRoleBindings.",
        reads: KindSet::EMPTY.with(Kind::ClusterRoleBinding),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "cluster-roles",
        summary: "ClusterRoles.",
        reads: KindSet::EMPTY.with(Kind::ClusterRole),
        uses: KindSet::EMPTY,
        functions: &["query", "count", "rules"],
    },
    Interface {
        name: "config-maps",
        summary: "ConfigMaps and their data.",
        reads: KindSet::EMPTY.with(Kind::ConfigMap),
        uses: KindSet::EMPTY,
        functions: &["query", "count", "value"],
    },
    Interface {
        name: "controller-revisions",
        summary: "ControllerRevisions of StatefulSets and DaemonSets.",
        reads: KindSet::EMPTY.with(Kind::ControllerRevision),
        uses: KindSet::EMPTY,
        functions: &["query", "count", "data"],
    },
    Interface {
        name: "cron-jobs",
        summary: "CronJobs, with the schedule worked out in its own time zone.",
        reads: KindSet::EMPTY.with(Kind::CronJob),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "custom-resource-definitions",
        summary: "CustomResourceDefinitions.",
        reads: KindSet::EMPTY.with(Kind::CustomResourceDefinition),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "custom-resources",
        summary: "Custom resources as JSON. Each group and kind is a permission of its own: the spec lists it, policy grants it.",
        reads: KindSet::EMPTY.with(Kind::Custom),
        uses: KindSet::EMPTY,
        functions: &["query-json", "count"],
    },
    Interface {
        name: "daemon-sets",
        summary: "DaemonSets.",
        reads: KindSet::EMPTY.with(Kind::DaemonSet),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "deployments",
        summary: "Deployments.",
        reads: KindSet::EMPTY.with(Kind::Deployment),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "dns",
        summary: "The cluster's DNS configuration: Corefile blocks and their plugins.",
        reads: KindSet::EMPTY.with(Kind::ConfigMap),
        uses: KindSet::EMPTY,
        functions: &["server-blocks"],
    },
    Interface {
        name: "endpoint-slices",
        summary: "EndpointSlices.",
        reads: KindSet::EMPTY.with(Kind::EndpointSlice),
        uses: KindSet::EMPTY.with(Kind::Service).with(Kind::Pod),
        functions: &["query", "count", "endpoints"],
    },
    Interface {
        name: "events",
        summary: "Events, core and `events.k8s.io` alike. Status beats events: they are old, counted late, and lost.",
        reads: KindSet::EMPTY.with(Kind::Event),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "horizontal-pod-autoscalers",
        summary: "HorizontalPodAutoscalers, every API version read as v2.",
        reads: KindSet::EMPTY.with(Kind::HorizontalPodAutoscaler),
        uses: KindSet::EMPTY
            .with(Kind::Deployment)
            .with(Kind::ReplicaSet)
            .with(Kind::StatefulSet)
            .with(Kind::Custom),
        functions: &["query", "count", "metrics"],
    },
    Interface {
        name: "ingress-classes",
        summary: "IngressClasses.",
        reads: KindSet::EMPTY.with(Kind::IngressClass),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "ingresses",
        summary: "Ingresses, joined with the Services and Secrets they name.",
        reads: KindSet::EMPTY.with(Kind::Ingress),
        uses: KindSet::EMPTY
            .with(Kind::Service)
            .with(Kind::Secret)
            .with(Kind::IngressClass),
        functions: &["query", "count", "backends", "tls"],
    },
    Interface {
        name: "jobs",
        summary: "Jobs.",
        reads: KindSet::EMPTY.with(Kind::Job),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "leases",
        summary: "Leases: node heartbeats and leader elections.",
        reads: KindSet::EMPTY.with(Kind::Lease),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "limit-ranges",
        summary: "LimitRanges.",
        reads: KindSet::EMPTY.with(Kind::LimitRange),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "mutating-webhooks",
        summary: "Webhooks of MutatingWebhookConfigurations.",
        reads: KindSet::EMPTY.with(Kind::MutatingWebhookConfiguration),
        uses: KindSet::EMPTY.with(Kind::Service).with(Kind::EndpointSlice),
        functions: &["query", "count", "scopes"],
    },
    Interface {
        name: "names",
        summary: "Host names in configuration: env values, arguments and ConfigMap text of running workloads, resolved against Services by the host.",
        reads: KindSet::EMPTY.with(Kind::Pod).with(Kind::Service),
        uses: KindSet::EMPTY
            .with(Kind::Deployment)
            .with(Kind::ReplicaSet)
            .with(Kind::StatefulSet)
            .with(Kind::DaemonSet)
            .with(Kind::Job)
            .with(Kind::CronJob)
            .with(Kind::ConfigMap)
            .with(Kind::Namespace),
        functions: &["query"],
    },
    Interface {
        name: "namespaces",
        summary: "Namespaces.",
        reads: KindSet::EMPTY.with(Kind::Namespace),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "network-policies",
        summary: "NetworkPolicies, and what they let through.",
        reads: KindSet::EMPTY
            .with(Kind::NetworkPolicy)
            .with(Kind::Pod)
            .with(Kind::Namespace),
        uses: KindSet::EMPTY,
        functions: &["query", "count", "ingress-to", "reachable", "without-dns"],
    },
    Interface {
        name: "nodes",
        summary: "Nodes.",
        reads: KindSet::EMPTY.with(Kind::Node),
        uses: KindSet::EMPTY.with(Kind::Pod).with(Kind::Lease),
        functions: &["query", "count", "taints", "resources", "node-infos"],
    },
    Interface {
        name: "objects",
        summary: "Metadata of any object whose kind this component may read through another interface.",
        reads: KindSet::EMPTY,
        uses: KindSet::EMPTY,
        functions: &[
            "describe",
            "find",
            "meta",
            "labels",
            "annotations",
            "managers",
            "conditions",
            "last-applied",
            "select",
        ],
    },
    Interface {
        name: "persistent-volume-claims",
        summary: "PersistentVolumeClaims, joined with their StorageClass, volume and users.",
        reads: KindSet::EMPTY.with(Kind::PersistentVolumeClaim),
        uses: KindSet::EMPTY
            .with(Kind::StorageClass)
            .with(Kind::PersistentVolume)
            .with(Kind::Pod),
        functions: &["query", "count", "users", "nearest-class"],
    },
    Interface {
        name: "persistent-volumes",
        summary: "PersistentVolumes.",
        reads: KindSet::EMPTY.with(Kind::PersistentVolume),
        uses: KindSet::EMPTY.with(Kind::PersistentVolumeClaim).with(Kind::Node),
        functions: &["query", "count", "node-affinity"],
    },
    Interface {
        name: "pod-disruption-budgets",
        summary: "PodDisruptionBudgets.",
        reads: KindSet::EMPTY.with(Kind::PodDisruptionBudget),
        uses: KindSet::EMPTY.with(Kind::Pod),
        functions: &["query", "count", "pods-of"],
    },
    Interface {
        name: "pods",
        summary: "Pods: narrow rows by predicate, detail by id.",
        reads: KindSet::EMPTY.with(Kind::Pod),
        uses: KindSet::EMPTY
            .with(Kind::Deployment)
            .with(Kind::ReplicaSet)
            .with(Kind::StatefulSet)
            .with(Kind::DaemonSet)
            .with(Kind::Job)
            .with(Kind::CronJob),
        functions: &["query", "count", "containers", "status"],
    },
    Interface {
        name: "priority-classes",
        summary: "PriorityClasses.",
        reads: KindSet::EMPTY.with(Kind::PriorityClass),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "quantities",
        summary: "Arithmetic on Kubernetes' notations, so that all detectors agree.",
        reads: KindSet::EMPTY,
        uses: KindSet::EMPTY,
        functions: &["parse", "resolve"],
    },
    Interface {
        name: "references",
        summary: "What pods and workloads need by name: ConfigMaps, Secrets, claims, ServiceAccounts, PriorityClasses. Evaluated over every template once, by the host.",
        reads: KindSet::EMPTY.with(Kind::Pod),
        uses: KindSet::EMPTY
            .with(Kind::Deployment)
            .with(Kind::ReplicaSet)
            .with(Kind::StatefulSet)
            .with(Kind::DaemonSet)
            .with(Kind::Job)
            .with(Kind::CronJob)
            .with(Kind::ConfigMap)
            .with(Kind::Secret)
            .with(Kind::PersistentVolumeClaim)
            .with(Kind::ServiceAccount)
            .with(Kind::PriorityClass),
        functions: &["query", "users-of"],
    },
    Interface {
        name: "replica-sets",
        summary: "ReplicaSets, all revisions.",
        reads: KindSet::EMPTY.with(Kind::ReplicaSet),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "resource-quotas",
        summary: "ResourceQuotas.",
        reads: KindSet::EMPTY.with(Kind::ResourceQuota),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "role-bindings",
        summary: "RoleBindings.",
        reads: KindSet::EMPTY.with(Kind::RoleBinding),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "roles",
        summary: "Roles.",
        reads: KindSet::EMPTY.with(Kind::Role),
        uses: KindSet::EMPTY,
        functions: &["query", "count", "rules"],
    },
    Interface {
        name: "scheduling",
        summary: "Which nodes a pod could run on, and why not on the others.",
        reads: KindSet::EMPTY.with(Kind::Node),
        uses: KindSet::EMPTY
            .with(Kind::Pod)
            .with(Kind::Namespace)
            .with(Kind::PersistentVolumeClaim)
            .with(Kind::PersistentVolume)
            .with(Kind::Deployment)
            .with(Kind::ReplicaSet)
            .with(Kind::StatefulSet)
            .with(Kind::DaemonSet)
            .with(Kind::Job)
            .with(Kind::CronJob),
        functions: &["fit", "refusals"],
    },
    Interface {
        name: "secrets",
        summary: "Secrets: names of keys, type, and the public certificate of TLS Secrets. Never a value: the snapshot holds none.",
        reads: KindSet::EMPTY.with(Kind::Secret),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "service-accounts",
        summary: "ServiceAccounts.",
        reads: KindSet::EMPTY.with(Kind::ServiceAccount),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "service-routes",
        summary: "The host's joins between Services, pods, workloads and names.",
        reads: KindSet::EMPTY.with(Kind::Service).with(Kind::Pod),
        uses: KindSet::EMPTY
            .with(Kind::EndpointSlice)
            .with(Kind::Deployment)
            .with(Kind::ReplicaSet)
            .with(Kind::StatefulSet)
            .with(Kind::DaemonSet)
            .with(Kind::Namespace),
        functions: &[
            "pods-of",
            "services-of",
            "workloads-of",
            "templates-of",
            "near-selections",
            "port-routes",
            "nodes-of",
            "resolve-host",
        ],
    },
    Interface {
        name: "services",
        summary: "Services, with what stands behind them counted by the host.",
        reads: KindSet::EMPTY.with(Kind::Service),
        uses: KindSet::EMPTY.with(Kind::Pod).with(Kind::EndpointSlice),
        functions: &["query", "count", "selectors", "addresses"],
    },
    Interface {
        name: "snapshot",
        summary: "The snapshot itself: its clock, its coverage, what changed since the one before.",
        reads: KindSet::EMPTY,
        uses: KindSet::EMPTY,
        functions: &[
            "info",
            "now",
            "has-come",
            "ago",
            "coverage",
            "coverage-reason",
            "unchanged-since",
        ],
    },
    Interface {
        name: "stateful-sets",
        summary: "StatefulSets.",
        reads: KindSet::EMPTY.with(Kind::StatefulSet),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "storage-classes",
        summary: "StorageClasses.",
        reads: KindSet::EMPTY.with(Kind::StorageClass),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "templates",
        summary: "What a pod, or the pod template of a workload, asks for. Ids may be pods, Deployments, ReplicaSets, StatefulSets, DaemonSets, Jobs or CronJobs,",
        reads: KindSet::EMPTY,
        uses: KindSet::EMPTY
            .with(Kind::Pod)
            .with(Kind::Deployment)
            .with(Kind::ReplicaSet)
            .with(Kind::StatefulSet)
            .with(Kind::DaemonSet)
            .with(Kind::Job)
            .with(Kind::CronJob),
        functions: &[
            "containers",
            "probes",
            "env",
            "volumes",
            "placement",
            "settings",
            "differences",
        ],
    },
    Interface {
        name: "validating-webhooks",
        summary: "Webhooks of ValidatingWebhookConfigurations.",
        reads: KindSet::EMPTY.with(Kind::ValidatingWebhookConfiguration),
        uses: KindSet::EMPTY.with(Kind::Service).with(Kind::EndpointSlice),
        functions: &["query", "count", "scopes"],
    },
    Interface {
        name: "volume-attachments",
        summary: "VolumeAttachments.",
        reads: KindSet::EMPTY.with(Kind::VolumeAttachment),
        uses: KindSet::EMPTY,
        functions: &["query", "count"],
    },
    Interface {
        name: "workloads",
        summary: "Who owns what: from a pod to the object whose change changes it, and back.",
        reads: KindSet::EMPTY.with(Kind::Pod),
        uses: KindSet::EMPTY
            .with(Kind::ReplicaSet)
            .with(Kind::Deployment)
            .with(Kind::StatefulSet)
            .with(Kind::DaemonSet)
            .with(Kind::Job)
            .with(Kind::CronJob),
        functions: &["top-owners", "owner-chain", "pods-of", "revisions"],
    },
];
