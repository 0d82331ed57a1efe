//! The contract for native tests: same names, same types, answered by a snapshot in this process.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

/// Effective RBAC of a service account: bindings, roles and aggregation worked out by the host.
///
/// Reads: Role, RoleBinding, ClusterRole, ClusterRoleBinding.
pub mod access {
    pub use sdo_model::contract::access::*;
    /// May the service account do `verb` on `resource-name` of `group` in `namespace` (empty for cluster-wide)? `name` narrows to one object, empty for any. Groups of service accounts are honoured.
    pub fn can(
        account_namespace: &str,
        account: &str,
        verb: &str,
        group: &str,
        resource_name: &str,
        namespace: &str,
        name: &str,
    ) -> AccessVerdict {
        crate::native::ask("access", |view, call| {
            sdo_model::contract::access::Access::can(
                view,
                call,
                account_namespace,
                account,
                verb,
                group,
                resource_name,
                namespace,
                name,
            )
        })
    }

    /// Every rule that counts for the service account in `namespace` (empty for cluster-wide), in the order of bindings; empty when none. At most 500.
    pub fn rules(account_namespace: &str, account: &str, namespace: &str) -> Vec<PolicyRule> {
        crate::native::ask("access", |view, call| {
            sdo_model::contract::access::Access::rules(view, call, account_namespace, account, namespace)
        })
    }
}

/// Which webhooks stand in the way of an object.
///
/// Reads: MutatingWebhookConfiguration, ValidatingWebhookConfiguration, Namespace. Uses: Service, EndpointSlice.
pub mod admission {
    pub use sdo_model::contract::admission::*;
    /// Webhooks that are asked when an object of this group, version and resource with these labels is created (`CREATE`), updated (`UPDATE`) or deleted (`DELETE`) in `namespace`,
    /// by configuration name, mutating ones first; empty when none. CEL match conditions are taken as true. At most 100.
    pub fn matching(
        group: &str,
        version: &str,
        resource_name: &str,
        operation: &str,
        namespace: &str,
        labels: &[(String, String)],
    ) -> Vec<WebhookRow> {
        crate::native::ask("admission", |view, call| {
            sdo_model::contract::admission::Admission::matching(
                view,
                call,
                group,
                version,
                resource_name,
                operation,
                namespace,
                labels,
            )
        })
    }
}

/// APIServices: aggregated APIs.
///
/// Reads: APIService. Uses: Service, EndpointSlice.
pub mod api_services {
    pub use sdo_model::contract::api_services::*;
    /// APIServices that match, by name; an empty page when none does. At most `limit` rows. Never fails.
    pub fn query(filter: &ApiServiceFilter) -> ApiServicePage {
        crate::native::ask("api-services", |view, call| {
            sdo_model::contract::api_services::ApiServices::query(view, call, filter)
        })
    }

    /// How many APIServices match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &ApiServiceFilter) -> u32 {
        crate::native::ask("api-services", |view, call| {
            sdo_model::contract::api_services::ApiServices::count(view, call, filter)
        })
    }
}

/// Public certificates: the leaf of a TLS Secret, the authorities a webhook or APIService trusts.
///
/// Reads: Secret. Uses: MutatingWebhookConfiguration, ValidatingWebhookConfiguration, APIService.
pub mod certificates {
    pub use sdo_model::contract::certificates::*;
    /// The certificates of each object, in the order of `ids`: the leaf of a TLS Secret, every CA bundle entry of a configuration. Empty for none, for what cannot be parsed, and for an unseen id. At most 1000 ids.
    pub fn of(ids: &[ObjectId]) -> Vec<Vec<Certificate>> {
        crate::native::ask("certificates", |view, call| {
            sdo_model::contract::certificates::Certificates::of(view, call, ids)
        })
    }

    /// Whether the certificate of this Secret covers `host`, wildcards honoured; none when the Secret has no readable certificate.
    pub fn covers_host(secret: ObjectId, host: &str) -> Option<bool> {
        crate::native::ask("certificates", |view, call| {
            sdo_model::contract::certificates::Certificates::covers_host(view, call, secret, host)
        })
    }
}

/// ClusterRoleBindings.
///
/// Reads: ClusterRoleBinding.
pub mod cluster_role_bindings {
    pub use sdo_model::contract::cluster_role_bindings::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &RbacFilter) -> BindingPage {
        crate::native::ask("cluster-role-bindings", |view, call| {
            sdo_model::contract::cluster_role_bindings::ClusterRoleBindings::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &RbacFilter) -> u32 {
        crate::native::ask("cluster-role-bindings", |view, call| {
            sdo_model::contract::cluster_role_bindings::ClusterRoleBindings::count(view, call, filter)
        })
    }
}

/// ClusterRoles.
///
/// Reads: ClusterRole.
pub mod cluster_roles {
    pub use sdo_model::contract::cluster_roles::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &RbacFilter) -> RolePage {
        crate::native::ask("cluster-roles", |view, call| {
            sdo_model::contract::cluster_roles::ClusterRoles::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &RbacFilter) -> u32 {
        crate::native::ask("cluster-roles", |view, call| {
            sdo_model::contract::cluster_roles::ClusterRoles::count(view, call, filter)
        })
    }

    /// Rules of each, aggregated ones included, in the order of `ids`; empty for an unseen id. At most 1000 ids.
    pub fn rules(ids: &[ObjectId]) -> Vec<Vec<PolicyRule>> {
        crate::native::ask("cluster-roles", |view, call| {
            sdo_model::contract::cluster_roles::ClusterRoles::rules(view, call, ids)
        })
    }
}

/// ConfigMaps and their data.
///
/// Reads: ConfigMap.
pub mod config_maps {
    pub use sdo_model::contract::config_maps::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &ConfigMapFilter) -> ConfigMapPage {
        crate::native::ask("config-maps", |view, call| {
            sdo_model::contract::config_maps::ConfigMaps::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &ConfigMapFilter) -> u32 {
        crate::native::ask("config-maps", |view, call| {
            sdo_model::contract::config_maps::ConfigMaps::count(view, call, filter)
        })
    }

    /// The value of one key of `data`, at most 256 KiB; none when the object or key is absent, or the value is binary.
    pub fn value(id: ObjectId, key: &str) -> Option<String> {
        crate::native::ask("config-maps", |view, call| {
            sdo_model::contract::config_maps::ConfigMaps::value(view, call, id, key)
        })
    }
}

/// ControllerRevisions of StatefulSets and DaemonSets.
///
/// Reads: ControllerRevision.
pub mod controller_revisions {
    pub use sdo_model::contract::controller_revisions::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &ControllerRevisionFilter) -> ControllerRevisionPage {
        crate::native::ask("controller-revisions", |view, call| {
            sdo_model::contract::controller_revisions::ControllerRevisions::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &ControllerRevisionFilter) -> u32 {
        crate::native::ask("controller-revisions", |view, call| {
            sdo_model::contract::controller_revisions::ControllerRevisions::count(view, call, filter)
        })
    }

    /// `data` as JSON, credentials masked, at most 64 KiB; none for an unseen id.
    pub fn data(id: ObjectId) -> Option<String> {
        crate::native::ask("controller-revisions", |view, call| {
            sdo_model::contract::controller_revisions::ControllerRevisions::data(view, call, id)
        })
    }
}

/// CronJobs, with the schedule worked out in its own time zone.
///
/// Reads: CronJob.
pub mod cron_jobs {
    pub use sdo_model::contract::cron_jobs::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &CronJobFilter) -> CronJobPage {
        crate::native::ask("cron-jobs", |view, call| {
            sdo_model::contract::cron_jobs::CronJobs::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &CronJobFilter) -> u32 {
        crate::native::ask("cron-jobs", |view, call| {
            sdo_model::contract::cron_jobs::CronJobs::count(view, call, filter)
        })
    }
}

/// CustomResourceDefinitions.
///
/// Reads: CustomResourceDefinition.
pub mod custom_resource_definitions {
    pub use sdo_model::contract::custom_resource_definitions::*;
    /// Definitions that match, by name; an empty page when none does. At most `limit` rows. Never fails.
    pub fn query(filter: &DefinitionFilter) -> DefinitionPage {
        crate::native::ask("custom-resource-definitions", |view, call| {
            sdo_model::contract::custom_resource_definitions::CustomResourceDefinitions::query(view, call, filter)
        })
    }

    /// How many definitions match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &DefinitionFilter) -> u32 {
        crate::native::ask("custom-resource-definitions", |view, call| {
            sdo_model::contract::custom_resource_definitions::CustomResourceDefinitions::count(view, call, filter)
        })
    }
}

/// Custom resources as JSON. Each group and kind is a permission of its own: the spec lists it, policy grants it.
///
/// Reads: Custom.
pub mod custom_resources {
    pub use sdo_model::contract::custom_resources::*;
    /// Objects of one group and kind that match, by (namespace, name), as a JSON array of objects; `[]` when none does. `fields` are JSON pointers such as `/spec/cidr`: each
    /// object then holds `id`, `namespace`, `name` and each pointer that exists as a key. With no `fields` each object is whole, under `object`. At most `limit` objects.
    pub fn query_json(
        group: &str,
        kind: &str,
        filter: &ResourceFilter,
        fields: &[String],
    ) -> Result<String, ReadError> {
        crate::native::ask("custom-resources", |view, call| {
            sdo_model::contract::custom_resources::CustomResources::query_json(view, call, group, kind, filter, fields)
        })
    }

    /// How many objects of one group and kind match; `limit` and `after` are ignored.
    pub fn count(group: &str, kind: &str, filter: &ResourceFilter) -> Result<u32, ReadError> {
        crate::native::ask("custom-resources", |view, call| {
            sdo_model::contract::custom_resources::CustomResources::count(view, call, group, kind, filter)
        })
    }
}

/// DaemonSets.
///
/// Reads: DaemonSet.
pub mod daemon_sets {
    pub use sdo_model::contract::daemon_sets::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &DaemonSetFilter) -> DaemonSetPage {
        crate::native::ask("daemon-sets", |view, call| {
            sdo_model::contract::daemon_sets::DaemonSets::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &DaemonSetFilter) -> u32 {
        crate::native::ask("daemon-sets", |view, call| {
            sdo_model::contract::daemon_sets::DaemonSets::count(view, call, filter)
        })
    }
}

/// Deployments.
///
/// Reads: Deployment.
pub mod deployments {
    pub use sdo_model::contract::deployments::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &DeploymentFilter) -> DeploymentPage {
        crate::native::ask("deployments", |view, call| {
            sdo_model::contract::deployments::Deployments::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &DeploymentFilter) -> u32 {
        crate::native::ask("deployments", |view, call| {
            sdo_model::contract::deployments::Deployments::count(view, call, filter)
        })
    }
}

/// The cluster's DNS configuration: Corefile blocks and their plugins.
///
/// Reads: ConfigMap.
pub mod dns {
    pub use sdo_model::contract::dns::*;
    /// Server blocks of every Corefile of the cluster's DNS (ConfigMaps in `kube-system` or `openshift-dns` that hold one), in order; empty when there is none. What cannot be parsed is left out.
    pub fn server_blocks() -> Vec<ServerBlock> {
        crate::native::ask("dns", |view, call| {
            sdo_model::contract::dns::Dns::server_blocks(view, call)
        })
    }
}

/// EndpointSlices.
///
/// Reads: EndpointSlice. Uses: Service, Pod.
pub mod endpoint_slices {
    pub use sdo_model::contract::endpoint_slices::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &EndpointSliceFilter) -> EndpointSlicePage {
        crate::native::ask("endpoint-slices", |view, call| {
            sdo_model::contract::endpoint_slices::EndpointSlices::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &EndpointSliceFilter) -> u32 {
        crate::native::ask("endpoint-slices", |view, call| {
            sdo_model::contract::endpoint_slices::EndpointSlices::count(view, call, filter)
        })
    }

    /// Endpoints in their own order, in the order of `ids`; empty for an unseen id. At most 1000 ids, 1000 endpoints each.
    pub fn endpoints(ids: &[ObjectId]) -> Vec<Vec<Endpoint>> {
        crate::native::ask("endpoint-slices", |view, call| {
            sdo_model::contract::endpoint_slices::EndpointSlices::endpoints(view, call, ids)
        })
    }
}

/// Events, core and `events.k8s.io` alike. Status beats events: they are old, counted late, and lost.
///
/// Reads: Event.
pub mod events {
    pub use sdo_model::contract::events::*;
    /// Events that match, newest first, then by name; an empty page when none does. At most `limit` rows. Never fails.
    pub fn query(filter: &EventFilter) -> EventPage {
        crate::native::ask("events", |view, call| {
            sdo_model::contract::events::Events::query(view, call, filter)
        })
    }

    /// How many Events match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &EventFilter) -> u32 {
        crate::native::ask("events", |view, call| {
            sdo_model::contract::events::Events::count(view, call, filter)
        })
    }
}

/// HorizontalPodAutoscalers, every API version read as v2.
///
/// Reads: HorizontalPodAutoscaler. Uses: Deployment, ReplicaSet, StatefulSet, Custom.
pub mod horizontal_pod_autoscalers {
    pub use sdo_model::contract::horizontal_pod_autoscalers::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &AutoscalerFilter) -> AutoscalerPage {
        crate::native::ask("horizontal-pod-autoscalers", |view, call| {
            sdo_model::contract::horizontal_pod_autoscalers::HorizontalPodAutoscalers::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &AutoscalerFilter) -> u32 {
        crate::native::ask("horizontal-pod-autoscalers", |view, call| {
            sdo_model::contract::horizontal_pod_autoscalers::HorizontalPodAutoscalers::count(view, call, filter)
        })
    }

    /// Metrics, in the order of `ids`; empty for an unseen id. At most 1000 ids.
    pub fn metrics(ids: &[ObjectId]) -> Vec<Vec<Metric>> {
        crate::native::ask("horizontal-pod-autoscalers", |view, call| {
            sdo_model::contract::horizontal_pod_autoscalers::HorizontalPodAutoscalers::metrics(view, call, ids)
        })
    }
}

/// IngressClasses.
///
/// Reads: IngressClass.
pub mod ingress_classes {
    pub use sdo_model::contract::ingress_classes::*;
    /// Classes that match, by name; an empty page when none does. At most `limit` rows. Never fails.
    pub fn query(filter: &IngressClassFilter) -> IngressClassPage {
        crate::native::ask("ingress-classes", |view, call| {
            sdo_model::contract::ingress_classes::IngressClasses::query(view, call, filter)
        })
    }

    /// How many classes match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &IngressClassFilter) -> u32 {
        crate::native::ask("ingress-classes", |view, call| {
            sdo_model::contract::ingress_classes::IngressClasses::count(view, call, filter)
        })
    }
}

/// Ingresses, joined with the Services and Secrets they name.
///
/// Reads: Ingress. Uses: Service, Secret, IngressClass.
pub mod ingresses {
    pub use sdo_model::contract::ingresses::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &IngressFilter) -> IngressPage {
        crate::native::ask("ingresses", |view, call| {
            sdo_model::contract::ingresses::Ingresses::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &IngressFilter) -> u32 {
        crate::native::ask("ingresses", |view, call| {
            sdo_model::contract::ingresses::Ingresses::count(view, call, filter)
        })
    }

    /// Service backends in spec order, default backend first, in the order of `ids`; resource backends are left out. At most 1000 ids.
    pub fn backends(ids: &[ObjectId]) -> Vec<Vec<IngressBackend>> {
        crate::native::ask("ingresses", |view, call| {
            sdo_model::contract::ingresses::Ingresses::backends(view, call, ids)
        })
    }

    /// TLS blocks with a Secret, in spec order, in the order of `ids`. At most 1000 ids.
    pub fn tls(ids: &[ObjectId]) -> Vec<Vec<IngressTls>> {
        crate::native::ask("ingresses", |view, call| {
            sdo_model::contract::ingresses::Ingresses::tls(view, call, ids)
        })
    }
}

/// Jobs.
///
/// Reads: Job.
pub mod jobs {
    pub use sdo_model::contract::jobs::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &JobFilter) -> JobPage {
        crate::native::ask("jobs", |view, call| {
            sdo_model::contract::jobs::Jobs::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &JobFilter) -> u32 {
        crate::native::ask("jobs", |view, call| {
            sdo_model::contract::jobs::Jobs::count(view, call, filter)
        })
    }
}

/// Leases: node heartbeats and leader elections.
///
/// Reads: Lease.
pub mod leases {
    pub use sdo_model::contract::leases::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &LeaseFilter) -> LeasePage {
        crate::native::ask("leases", |view, call| {
            sdo_model::contract::leases::Leases::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &LeaseFilter) -> u32 {
        crate::native::ask("leases", |view, call| {
            sdo_model::contract::leases::Leases::count(view, call, filter)
        })
    }
}

/// LimitRanges.
///
/// Reads: LimitRange.
pub mod limit_ranges {
    pub use sdo_model::contract::limit_ranges::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &LimitRangeFilter) -> LimitRangePage {
        crate::native::ask("limit-ranges", |view, call| {
            sdo_model::contract::limit_ranges::LimitRanges::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &LimitRangeFilter) -> u32 {
        crate::native::ask("limit-ranges", |view, call| {
            sdo_model::contract::limit_ranges::LimitRanges::count(view, call, filter)
        })
    }
}

/// Webhooks of MutatingWebhookConfigurations.
///
/// Reads: MutatingWebhookConfiguration. Uses: Service, EndpointSlice.
pub mod mutating_webhooks {
    pub use sdo_model::contract::mutating_webhooks::*;
    /// Webhooks that match, by configuration, then in its order; an empty page when none does. At most `limit` rows; `after` is the last configuration seen. Never fails.
    pub fn query(filter: &WebhookFilter) -> WebhookPage {
        crate::native::ask("mutating-webhooks", |view, call| {
            sdo_model::contract::mutating_webhooks::MutatingWebhooks::query(view, call, filter)
        })
    }

    /// How many webhooks match. Never fails.
    pub fn count(filter: &WebhookFilter) -> u32 {
        crate::native::ask("mutating-webhooks", |view, call| {
            sdo_model::contract::mutating_webhooks::MutatingWebhooks::count(view, call, filter)
        })
    }

    /// When each webhook of a configuration is asked, in its order; empty for an unseen id.
    pub fn scopes(id: ObjectId) -> Vec<WebhookScope> {
        crate::native::ask("mutating-webhooks", |view, call| {
            sdo_model::contract::mutating_webhooks::MutatingWebhooks::scopes(view, call, id)
        })
    }
}

/// Host names in configuration: env values, arguments and ConfigMap text of running workloads, resolved against Services by the host.
///
/// Reads: Pod, Service. Uses: Deployment, ReplicaSet, StatefulSet, DaemonSet, Job, CronJob, ConfigMap, Namespace.
pub mod names {
    pub use sdo_model::contract::names::*;
    /// Names that match, by user, then path; an empty page when none does. A name counts where its form or its place says that a host is meant:
    /// with a port, in a URL, with a suffix of the cluster, or in a variable, flag or key whose name says so (host, address, url, endpoint and the like). Never fails.
    pub fn query(filter: &NameFilter) -> NamePage {
        crate::native::ask("names", |view, call| {
            sdo_model::contract::names::Names::query(view, call, filter)
        })
    }
}

/// Namespaces.
///
/// Reads: Namespace.
pub mod namespaces {
    pub use sdo_model::contract::namespaces::*;
    /// Namespaces that match, by name; an empty page when none does. At most `limit` rows. Never fails.
    pub fn query(filter: &NamespaceFilter) -> NamespacePage {
        crate::native::ask("namespaces", |view, call| {
            sdo_model::contract::namespaces::Namespaces::query(view, call, filter)
        })
    }

    /// How many namespaces match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &NamespaceFilter) -> u32 {
        crate::native::ask("namespaces", |view, call| {
            sdo_model::contract::namespaces::Namespaces::count(view, call, filter)
        })
    }
}

/// NetworkPolicies, and what they let through.
///
/// Reads: NetworkPolicy, Pod, Namespace.
pub mod network_policies {
    pub use sdo_model::contract::network_policies::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &NetworkPolicyFilter) -> NetworkPolicyPage {
        crate::native::ask("network-policies", |view, call| {
            sdo_model::contract::network_policies::NetworkPolicies::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &NetworkPolicyFilter) -> u32 {
        crate::native::ask("network-policies", |view, call| {
            sdo_model::contract::network_policies::NetworkPolicies::count(view, call, filter)
        })
    }

    /// What the pods `to` let in on `port`. Hosts of the cluster always pass, as kubelet probes do. At most 200 pods, the rest is dropped.
    pub fn ingress_to(to: &[ObjectId], port: u16, protocol: Protocol) -> IngressVerdict {
        crate::native::ask("network-policies", |view, call| {
            sdo_model::contract::network_policies::NetworkPolicies::ingress_to(view, call, to, port, protocol)
        })
    }

    /// Which pairs of `sources` and `targets` may talk on `port`, egress and ingress together. At most 200 pods each, the rest is dropped.
    pub fn reachable(sources: &[ObjectId], targets: &[ObjectId], port: u16, protocol: Protocol) -> Reachability {
        crate::native::ask("network-policies", |view, call| {
            sdo_model::contract::network_policies::NetworkPolicies::reachable(
                view, call, sources, targets, port, protocol,
            )
        })
    }

    /// Which of `ids` may not ask the cluster's DNS pods on port 53 because of an egress policy, in the order of `ids`; empty when all may, or when no DNS pods are known. At most 200 pods.
    pub fn without_dns(ids: &[ObjectId]) -> Vec<ObjectId> {
        crate::native::ask("network-policies", |view, call| {
            sdo_model::contract::network_policies::NetworkPolicies::without_dns(view, call, ids)
        })
    }
}

/// Nodes.
///
/// Reads: Node. Uses: Pod, Lease.
pub mod nodes {
    pub use sdo_model::contract::nodes::*;
    /// Nodes that match, by name; an empty page when none does. At most `limit` rows. Never fails.
    pub fn query(filter: &NodeFilter) -> NodePage {
        crate::native::ask("nodes", |view, call| {
            sdo_model::contract::nodes::Nodes::query(view, call, filter)
        })
    }

    /// How many nodes match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &NodeFilter) -> u32 {
        crate::native::ask("nodes", |view, call| {
            sdo_model::contract::nodes::Nodes::count(view, call, filter)
        })
    }

    /// Taints, in the order of `ids`; empty for an unseen id. At most 1000 ids.
    pub fn taints(ids: &[ObjectId]) -> Vec<Vec<Taint>> {
        crate::native::ask("nodes", |view, call| {
            sdo_model::contract::nodes::Nodes::taints(view, call, ids)
        })
    }

    /// Resources, in the order of `ids`; none for an unseen id. At most 1000 ids.
    pub fn resources(ids: &[ObjectId]) -> Vec<Option<NodeResources>> {
        crate::native::ask("nodes", |view, call| {
            sdo_model::contract::nodes::Nodes::resources(view, call, ids)
        })
    }

    /// Versions and addresses, in the order of `ids`; none for an unseen id. At most 1000 ids.
    pub fn node_infos(ids: &[ObjectId]) -> Vec<Option<NodeInfo>> {
        crate::native::ask("nodes", |view, call| {
            sdo_model::contract::nodes::Nodes::node_infos(view, call, ids)
        })
    }
}

/// Metadata of any object whose kind this component may read through another interface.
///
/// Batches answer in the order of `ids`, one entry each; an id that cannot be seen gives none or an empty list. At most 1000 ids a call, the rest is dropped.
///
/// Reads: nothing.
pub mod objects {
    pub use sdo_model::contract::objects::*;
    /// The names of objects, in the order of `ids`; an unseen id gives a reference with empty names.
    pub fn describe(ids: &[ObjectId]) -> Vec<ObjectRef> {
        crate::native::ask("objects", |view, call| {
            sdo_model::contract::objects::Objects::describe(view, call, ids)
        })
    }

    /// The object of `kind` with this name; an empty `namespace` for cluster-scoped kinds. None when absent, unreadable, or not typed by this contract.
    pub fn find(kind: &str, namespace: &str, name: &str) -> Option<ObjectId> {
        crate::native::ask("objects", |view, call| {
            sdo_model::contract::objects::Objects::find(view, call, kind, namespace, name)
        })
    }

    /// Metadata, in the order of `ids`; none for an unseen id.
    pub fn meta(ids: &[ObjectId]) -> Vec<Option<ObjectMeta>> {
        crate::native::ask("objects", |view, call| {
            sdo_model::contract::objects::Objects::meta(view, call, ids)
        })
    }

    /// Labels sorted by key, in the order of `ids`; empty for an unseen id.
    pub fn labels(ids: &[ObjectId]) -> Vec<Vec<(String, String)>> {
        crate::native::ask("objects", |view, call| {
            sdo_model::contract::objects::Objects::labels(view, call, ids)
        })
    }

    /// Annotations sorted by key, values cut at 1 KiB, without `last-applied-configuration`; empty for an unseen id.
    pub fn annotations(ids: &[ObjectId]) -> Vec<Vec<(String, String)>> {
        crate::native::ask("objects", |view, call| {
            sdo_model::contract::objects::Objects::annotations(view, call, ids)
        })
    }

    /// Who wrote the object, newest first, in the order of `ids`; empty for an unseen id.
    pub fn managers(ids: &[ObjectId]) -> Vec<Vec<FieldManager>> {
        crate::native::ask("objects", |view, call| {
            sdo_model::contract::objects::Objects::managers(view, call, ids)
        })
    }

    /// `status.conditions` in their own order, in the order of `ids`; empty for an unseen id or a kind without conditions.
    pub fn conditions(ids: &[ObjectId]) -> Vec<Vec<Condition>> {
        crate::native::ask("objects", |view, call| {
            sdo_model::contract::objects::Objects::conditions(view, call, ids)
        })
    }

    /// The configuration that `kubectl apply` recorded, as JSON, at most 64 KiB; none when there is none, for a Secret, or an unseen id.
    pub fn last_applied(id: ObjectId) -> Option<String> {
        crate::native::ask("objects", |view, call| {
            sdo_model::contract::objects::Objects::last_applied(view, call, id)
        })
    }

    /// Which of `ids` carry labels that `selector` selects, in the order of `ids`.
    pub fn select(ids: &[ObjectId], selector: &LabelSelector) -> Vec<ObjectId> {
        crate::native::ask("objects", |view, call| {
            sdo_model::contract::objects::Objects::select(view, call, ids, selector)
        })
    }
}

/// PersistentVolumeClaims, joined with their StorageClass, volume and users.
///
/// Reads: PersistentVolumeClaim. Uses: StorageClass, PersistentVolume, Pod.
pub mod persistent_volume_claims {
    pub use sdo_model::contract::persistent_volume_claims::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &ClaimFilter) -> ClaimPage {
        crate::native::ask("persistent-volume-claims", |view, call| {
            sdo_model::contract::persistent_volume_claims::PersistentVolumeClaims::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &ClaimFilter) -> u32 {
        crate::native::ask("persistent-volume-claims", |view, call| {
            sdo_model::contract::persistent_volume_claims::PersistentVolumeClaims::count(view, call, filter)
        })
    }

    /// Pods that use the claim and have not ended, by name; empty when none.
    pub fn users(id: ObjectId) -> Vec<ObjectId> {
        crate::native::ask("persistent-volume-claims", |view, call| {
            sdo_model::contract::persistent_volume_claims::PersistentVolumeClaims::users(view, call, id)
        })
    }

    /// The existing StorageClass name nearest to the one this claim names; none when nothing is near or the class exists.
    pub fn nearest_class(id: ObjectId) -> Option<String> {
        crate::native::ask("persistent-volume-claims", |view, call| {
            sdo_model::contract::persistent_volume_claims::PersistentVolumeClaims::nearest_class(view, call, id)
        })
    }
}

/// PersistentVolumes.
///
/// Reads: PersistentVolume. Uses: PersistentVolumeClaim, Node.
pub mod persistent_volumes {
    pub use sdo_model::contract::persistent_volumes::*;
    /// Volumes that match, by name; an empty page when none does. At most `limit` rows. Never fails.
    pub fn query(filter: &VolumeFilter) -> VolumePage {
        crate::native::ask("persistent-volumes", |view, call| {
            sdo_model::contract::persistent_volumes::PersistentVolumes::query(view, call, filter)
        })
    }

    /// How many volumes match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &VolumeFilter) -> u32 {
        crate::native::ask("persistent-volumes", |view, call| {
            sdo_model::contract::persistent_volumes::PersistentVolumes::count(view, call, filter)
        })
    }

    /// Required node affinity of a volume: any of these terms; empty when it has none or is unseen.
    pub fn node_affinity(id: ObjectId) -> Vec<Vec<Requirement>> {
        crate::native::ask("persistent-volumes", |view, call| {
            sdo_model::contract::persistent_volumes::PersistentVolumes::node_affinity(view, call, id)
        })
    }
}

/// PodDisruptionBudgets.
///
/// Reads: PodDisruptionBudget. Uses: Pod.
pub mod pod_disruption_budgets {
    pub use sdo_model::contract::pod_disruption_budgets::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &BudgetFilter) -> BudgetPage {
        crate::native::ask("pod-disruption-budgets", |view, call| {
            sdo_model::contract::pod_disruption_budgets::PodDisruptionBudgets::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &BudgetFilter) -> u32 {
        crate::native::ask("pod-disruption-budgets", |view, call| {
            sdo_model::contract::pod_disruption_budgets::PodDisruptionBudgets::count(view, call, filter)
        })
    }

    /// Selected pods that have not ended, by name; empty when none. At most 1000.
    pub fn pods_of(id: ObjectId) -> Vec<ObjectId> {
        crate::native::ask("pod-disruption-budgets", |view, call| {
            sdo_model::contract::pod_disruption_budgets::PodDisruptionBudgets::pods_of(view, call, id)
        })
    }
}

/// Pods: narrow rows by predicate, detail by id.
///
/// Reads: Pod. Uses: Deployment, ReplicaSet, StatefulSet, DaemonSet, Job, CronJob.
pub mod pods {
    pub use sdo_model::contract::pods::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &PodFilter) -> PodPage {
        crate::native::ask("pods", |view, call| {
            sdo_model::contract::pods::Pods::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &PodFilter) -> u32 {
        crate::native::ask("pods", |view, call| {
            sdo_model::contract::pods::Pods::count(view, call, filter)
        })
    }

    /// Container states, init first, in the order of `ids`; empty for an unseen id. At most 1000 ids.
    pub fn containers(ids: &[ObjectId]) -> Vec<Vec<ContainerState>> {
        crate::native::ask("pods", |view, call| {
            sdo_model::contract::pods::Pods::containers(view, call, ids)
        })
    }

    /// Status, in the order of `ids`; none for an unseen id. At most 1000 ids.
    pub fn status(ids: &[ObjectId]) -> Vec<Option<PodStatus>> {
        crate::native::ask("pods", |view, call| {
            sdo_model::contract::pods::Pods::status(view, call, ids)
        })
    }
}

/// PriorityClasses.
///
/// Reads: PriorityClass.
pub mod priority_classes {
    pub use sdo_model::contract::priority_classes::*;
    /// Classes that match, by name; an empty page when none does. At most `limit` rows. Never fails.
    pub fn query(filter: &PriorityClassFilter) -> PriorityClassPage {
        crate::native::ask("priority-classes", |view, call| {
            sdo_model::contract::priority_classes::PriorityClasses::query(view, call, filter)
        })
    }

    /// How many classes match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &PriorityClassFilter) -> u32 {
        crate::native::ask("priority-classes", |view, call| {
            sdo_model::contract::priority_classes::PriorityClasses::count(view, call, filter)
        })
    }
}

/// Arithmetic on Kubernetes' notations, so that all detectors agree.
///
/// Reads: nothing.
pub mod quantities {
    pub use sdo_model::contract::quantities::*;
    /// A quantity such as `1500m` or `2Gi` in thousandths of its base unit, saturating; none when it is no quantity.
    pub fn parse(text: &str) -> Option<i64> {
        crate::native::ask("quantities", |view, call| {
            sdo_model::contract::quantities::Quantities::parse(view, call, text)
        })
    }

    /// `value` of `total`: a number as it stands, a percentage rounded up or down; never below 0.
    pub fn resolve(value: IntOrPercent, total: u32, round_up: bool) -> u32 {
        crate::native::ask("quantities", |view, call| {
            sdo_model::contract::quantities::Quantities::resolve(view, call, value, total, round_up)
        })
    }
}

/// What the four RBAC kinds share.
///
/// Reads: nothing.
pub mod rbac_types {
    pub use sdo_model::contract::rbac_types::*;
}

/// What pods and workloads need by name: ConfigMaps, Secrets, claims, ServiceAccounts, PriorityClasses. Evaluated over every template once, by the host.
///
/// Reads: Pod. Uses: Deployment, ReplicaSet, StatefulSet, DaemonSet, Job, CronJob, ConfigMap, Secret, PersistentVolumeClaim, ServiceAccount, PriorityClass.
pub mod references {
    pub use sdo_model::contract::references::*;
    /// References that match, by user, then path; one row per user, object and path. An empty page when none does. Templates of ReplicaSets and Jobs that a Deployment or CronJob owns are not repeated. Never fails.
    pub fn query(filter: &ReferenceFilter) -> ReferencePage {
        crate::native::ask("references", |view, call| {
            sdo_model::contract::references::References::query(view, call, filter)
        })
    }

    /// Pods and top owners that need this object, by id; empty when none.
    pub fn users_of(id: ObjectId) -> Vec<ObjectId> {
        crate::native::ask("references", |view, call| {
            sdo_model::contract::references::References::users_of(view, call, id)
        })
    }
}

/// ReplicaSets, all revisions.
///
/// Reads: ReplicaSet.
pub mod replica_sets {
    pub use sdo_model::contract::replica_sets::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &ReplicaSetFilter) -> ReplicaSetPage {
        crate::native::ask("replica-sets", |view, call| {
            sdo_model::contract::replica_sets::ReplicaSets::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &ReplicaSetFilter) -> u32 {
        crate::native::ask("replica-sets", |view, call| {
            sdo_model::contract::replica_sets::ReplicaSets::count(view, call, filter)
        })
    }
}

/// ResourceQuotas.
///
/// Reads: ResourceQuota.
pub mod resource_quotas {
    pub use sdo_model::contract::resource_quotas::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &QuotaFilter) -> QuotaPage {
        crate::native::ask("resource-quotas", |view, call| {
            sdo_model::contract::resource_quotas::ResourceQuotas::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &QuotaFilter) -> u32 {
        crate::native::ask("resource-quotas", |view, call| {
            sdo_model::contract::resource_quotas::ResourceQuotas::count(view, call, filter)
        })
    }
}

/// RoleBindings.
///
/// Reads: RoleBinding.
pub mod role_bindings {
    pub use sdo_model::contract::role_bindings::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &RbacFilter) -> BindingPage {
        crate::native::ask("role-bindings", |view, call| {
            sdo_model::contract::role_bindings::RoleBindings::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &RbacFilter) -> u32 {
        crate::native::ask("role-bindings", |view, call| {
            sdo_model::contract::role_bindings::RoleBindings::count(view, call, filter)
        })
    }
}

/// Roles.
///
/// Reads: Role.
pub mod roles {
    pub use sdo_model::contract::roles::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &RbacFilter) -> RolePage {
        crate::native::ask("roles", |view, call| {
            sdo_model::contract::roles::Roles::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &RbacFilter) -> u32 {
        crate::native::ask("roles", |view, call| {
            sdo_model::contract::roles::Roles::count(view, call, filter)
        })
    }

    /// Rules of each, aggregated ones included, in the order of `ids`; empty for an unseen id. At most 1000 ids.
    pub fn rules(ids: &[ObjectId]) -> Vec<Vec<PolicyRule>> {
        crate::native::ask("roles", |view, call| {
            sdo_model::contract::roles::Roles::rules(view, call, ids)
        })
    }
}

/// Which nodes a pod could run on, and why not on the others.
///
/// Reads: Node. Uses: Pod, Namespace, PersistentVolumeClaim, PersistentVolume, Deployment, ReplicaSet, StatefulSet, DaemonSet, Job, CronJob.
pub mod scheduling {
    pub use sdo_model::contract::scheduling::*;
    /// What scheduling this pod, or one more pod of this workload, would say; none for an unseen id. A bound pod is weighed as if it were not yet placed.
    pub fn fit(id: ObjectId) -> Option<FitReport> {
        crate::native::ask("scheduling", |view, call| {
            sdo_model::contract::scheduling::Scheduling::fit(view, call, id)
        })
    }

    /// Nodes that refuse it, by name; empty for an unseen id. At most 1000.
    pub fn refusals(id: ObjectId) -> Vec<NodeRefusal> {
        crate::native::ask("scheduling", |view, call| {
            sdo_model::contract::scheduling::Scheduling::refusals(view, call, id)
        })
    }
}

/// Secrets: names of keys, type, and the public certificate of TLS Secrets. Never a value: the snapshot holds none.
///
/// Reads: Secret.
pub mod secrets {
    pub use sdo_model::contract::secrets::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &SecretFilter) -> SecretPage {
        crate::native::ask("secrets", |view, call| {
            sdo_model::contract::secrets::Secrets::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &SecretFilter) -> u32 {
        crate::native::ask("secrets", |view, call| {
            sdo_model::contract::secrets::Secrets::count(view, call, filter)
        })
    }
}

/// ServiceAccounts.
///
/// Reads: ServiceAccount.
pub mod service_accounts {
    pub use sdo_model::contract::service_accounts::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &ServiceAccountFilter) -> ServiceAccountPage {
        crate::native::ask("service-accounts", |view, call| {
            sdo_model::contract::service_accounts::ServiceAccounts::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &ServiceAccountFilter) -> u32 {
        crate::native::ask("service-accounts", |view, call| {
            sdo_model::contract::service_accounts::ServiceAccounts::count(view, call, filter)
        })
    }
}

/// The host's joins between Services, pods, workloads and names.
///
/// Reads: Service, Pod. Uses: EndpointSlice, Deployment, ReplicaSet, StatefulSet, DaemonSet, Namespace.
pub mod service_routes {
    pub use sdo_model::contract::service_routes::*;
    /// Pods that the Service selects and that have not ended, by name; empty when none. At most 1000.
    pub fn pods_of(service: ObjectId) -> Vec<ObjectId> {
        crate::native::ask("service-routes", |view, call| {
            sdo_model::contract::service_routes::ServiceRoutes::pods_of(view, call, service)
        })
    }

    /// Services that select this pod, or the pods of this workload's template, by name; empty when none.
    pub fn services_of(id: ObjectId) -> Vec<ObjectId> {
        crate::native::ask("service-routes", |view, call| {
            sdo_model::contract::service_routes::ServiceRoutes::services_of(view, call, id)
        })
    }

    /// Top owners of the selected pods that have not ended, by id; empty when none.
    pub fn workloads_of(service: ObjectId) -> Vec<ObjectId> {
        crate::native::ask("service-routes", |view, call| {
            sdo_model::contract::service_routes::ServiceRoutes::workloads_of(view, call, service)
        })
    }

    /// Deployments, StatefulSets and DaemonSets in the Service's namespace whose templates carry every label of its selector, by id, also those without pods; empty without a selector. At most 1000.
    pub fn templates_of(service: ObjectId) -> Vec<ObjectId> {
        crate::native::ask("service-routes", |view, call| {
            sdo_model::contract::service_routes::ServiceRoutes::templates_of(view, call, service)
        })
    }

    /// Workloads in the Service's namespace that it would select if one selector entry were different or absent, most ready pods first; empty when it selects pods, and where pods may not be read. At most 10.
    pub fn near_selections(service: ObjectId) -> Vec<NearSelection> {
        crate::native::ask("service-routes", |view, call| {
            sdo_model::contract::service_routes::ServiceRoutes::near_selections(view, call, service)
        })
    }

    /// Each port of the Service and what it meets, in spec order; empty for an unseen id.
    pub fn port_routes(service: ObjectId) -> Vec<PortRoute> {
        crate::native::ask("service-routes", |view, call| {
            sdo_model::contract::service_routes::ServiceRoutes::port_routes(view, call, service)
        })
    }

    /// Nodes that run ready pods of the Service, by name; empty when none.
    pub fn nodes_of(service: ObjectId) -> Vec<String> {
        crate::native::ask("service-routes", |view, call| {
            sdo_model::contract::service_routes::ServiceRoutes::nodes_of(view, call, service)
        })
    }

    /// What `host` means when used in `namespace`: a bare name, `name.namespace`, `name.namespace.svc`, or the full name.
    pub fn resolve_host(host: &str, namespace: &str) -> HostMatch {
        crate::native::ask("service-routes", |view, call| {
            sdo_model::contract::service_routes::ServiceRoutes::resolve_host(view, call, host, namespace)
        })
    }
}

/// Services, with what stands behind them counted by the host.
///
/// Reads: Service. Uses: Pod, EndpointSlice.
pub mod services {
    pub use sdo_model::contract::services::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &ServiceFilter) -> ServicePage {
        crate::native::ask("services", |view, call| {
            sdo_model::contract::services::Services::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &ServiceFilter) -> u32 {
        crate::native::ask("services", |view, call| {
            sdo_model::contract::services::Services::count(view, call, filter)
        })
    }

    /// Selectors sorted by key, in the order of `ids`; empty for an unseen id. At most 1000 ids.
    pub fn selectors(ids: &[ObjectId]) -> Vec<Vec<(String, String)>> {
        crate::native::ask("services", |view, call| {
            sdo_model::contract::services::Services::selectors(view, call, ids)
        })
    }

    /// Addresses, in the order of `ids`; none for an unseen id. At most 1000 ids.
    pub fn addresses(ids: &[ObjectId]) -> Vec<Option<ServiceAddresses>> {
        crate::native::ask("services", |view, call| {
            sdo_model::contract::services::Services::addresses(view, call, ids)
        })
    }
}

/// The snapshot itself: its clock, its coverage, what changed since the one before.
///
/// Reads: nothing.
pub mod snapshot {
    pub use sdo_model::contract::snapshot::*;
    /// Facts about this snapshot. Always answers.
    pub fn info() -> SnapshotInfo {
        crate::native::ask("snapshot", |view, call| {
            sdo_model::contract::snapshot::Snapshot::info(view, call)
        })
    }

    /// "Now" by the cluster's clock; the same as `info().time`. Always answers.
    /// A detector that reads it is run again at its interval though nothing else changed; `has-come` says when a run is worth it.
    pub fn now() -> Timestamp {
        crate::native::ask("snapshot", |view, call| {
            sdo_model::contract::snapshot::Snapshot::now(view, call)
        })
    }

    /// Whether `at` has come: `now()` is `at` or later. The host notes the earliest `at` still to come, and runs the detector
    /// again then though nothing else changed. The way to ask for an age: `has-come(created + 300)`.
    pub fn has_come(at: Timestamp) -> bool {
        crate::native::ask("snapshot", |view, call| {
            sdo_model::contract::snapshot::Snapshot::has_come(view, call, at)
        })
    }

    /// The time `seconds` before now, for filters that take one (`created-before`). What such a filter leaves out only for its
    /// age is noted as by `has-come`. Comparing by it is not noted; the detector is run again at ten times its interval instead.
    pub fn ago(seconds: u32) -> Timestamp {
        crate::native::ask("snapshot", |view, call| {
            sdo_model::contract::snapshot::Snapshot::ago(view, call, seconds)
        })
    }

    /// How much of `kind` (e.g. `ConfigMap`) is known in `namespace`, or in the whole cluster when none.
    /// A kind that Kubernetes does not define answers `missing`.
    pub fn coverage(kind: &str, namespace: Option<&str>) -> CoverageState {
        crate::native::ask("snapshot", |view, call| {
            sdo_model::contract::snapshot::Snapshot::coverage(view, call, kind, namespace)
        })
    }

    /// Why the coverage of `kind` is not complete; empty when it is. At most 512 bytes.
    pub fn coverage_reason(kind: &str) -> String {
        crate::native::ask("snapshot", |view, call| {
            sdo_model::contract::snapshot::Snapshot::coverage_reason(view, call, kind)
        })
    }

    /// Since when the object has been as it is, as far as snapshots were kept; none when there is no earlier snapshot or no such object.
    pub fn unchanged_since(id: ObjectId) -> Option<Timestamp> {
        crate::native::ask("snapshot", |view, call| {
            sdo_model::contract::snapshot::Snapshot::unchanged_since(view, call, id)
        })
    }
}

/// StatefulSets.
///
/// Reads: StatefulSet.
pub mod stateful_sets {
    pub use sdo_model::contract::stateful_sets::*;
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    pub fn query(filter: &StatefulSetFilter) -> StatefulSetPage {
        crate::native::ask("stateful-sets", |view, call| {
            sdo_model::contract::stateful_sets::StatefulSets::query(view, call, filter)
        })
    }

    /// How many match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &StatefulSetFilter) -> u32 {
        crate::native::ask("stateful-sets", |view, call| {
            sdo_model::contract::stateful_sets::StatefulSets::count(view, call, filter)
        })
    }
}

/// StorageClasses.
///
/// Reads: StorageClass.
pub mod storage_classes {
    pub use sdo_model::contract::storage_classes::*;
    /// Classes that match, by name; an empty page when none does. At most `limit` rows. Never fails.
    pub fn query(filter: &StorageClassFilter) -> StorageClassPage {
        crate::native::ask("storage-classes", |view, call| {
            sdo_model::contract::storage_classes::StorageClasses::query(view, call, filter)
        })
    }

    /// How many classes match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &StorageClassFilter) -> u32 {
        crate::native::ask("storage-classes", |view, call| {
            sdo_model::contract::storage_classes::StorageClasses::count(view, call, filter)
        })
    }
}

/// What a pod, or the pod template of a workload, asks for. Ids may be pods, Deployments, ReplicaSets, StatefulSets, DaemonSets, Jobs or CronJobs,
/// of kinds that this component reads through another interface.
///
/// Batches answer in the order of `ids`, one entry each; an unseen id gives none or an empty list. At most 1000 ids a call, the rest is dropped.
///
/// Reads: nothing. Uses: Pod, Deployment, ReplicaSet, StatefulSet, DaemonSet, Job, CronJob.
pub mod templates {
    pub use sdo_model::contract::templates::*;
    /// Containers, init first then sidecars as they stand, in the order of `ids`.
    pub fn containers(ids: &[ObjectId]) -> Vec<Vec<Container>> {
        crate::native::ask("templates", |view, call| {
            sdo_model::contract::templates::Templates::containers(view, call, ids)
        })
    }

    /// Probes, in the order of `ids`, containers in spec order.
    pub fn probes(ids: &[ObjectId]) -> Vec<Vec<Probe>> {
        crate::native::ask("templates", |view, call| {
            sdo_model::contract::templates::Templates::probes(view, call, ids)
        })
    }

    /// Environment variables in spec order, `envFrom` ConfigMaps expanded where readable, in the order of `ids`.
    pub fn env(ids: &[ObjectId]) -> Vec<Vec<EnvVar>> {
        crate::native::ask("templates", |view, call| {
            sdo_model::contract::templates::Templates::env(view, call, ids)
        })
    }

    /// Volumes, in the order of `ids`.
    pub fn volumes(ids: &[ObjectId]) -> Vec<Vec<Volume>> {
        crate::native::ask("templates", |view, call| {
            sdo_model::contract::templates::Templates::volumes(view, call, ids)
        })
    }

    /// Placement, in the order of `ids`.
    pub fn placement(ids: &[ObjectId]) -> Vec<Option<PodPlacement>> {
        crate::native::ask("templates", |view, call| {
            sdo_model::contract::templates::Templates::placement(view, call, ids)
        })
    }

    /// Settings, in the order of `ids`.
    pub fn settings(ids: &[ObjectId]) -> Vec<Option<PodSettings>> {
        crate::native::ask("templates", |view, call| {
            sdo_model::contract::templates::Templates::settings(view, call, ids)
        })
    }

    /// What differs between two templates in image, command, args, env, ports, probes, resources, volumes and placement, by path; empty when equal or unseen. At most 100.
    /// Fields that only one side carries by defaulting, injected service account tokens and sidecars that were only added are left out.
    pub fn differences(before: ObjectId, after: ObjectId) -> Vec<Difference> {
        crate::native::ask("templates", |view, call| {
            sdo_model::contract::templates::Templates::differences(view, call, before, after)
        })
    }
}

/// What every interface shares: ids, references, conditions, selectors, amounts.
///
/// Reads: nothing.
pub mod types {
    pub use sdo_model::contract::types::*;
}

/// Webhooks of ValidatingWebhookConfigurations.
///
/// Reads: ValidatingWebhookConfiguration. Uses: Service, EndpointSlice.
pub mod validating_webhooks {
    pub use sdo_model::contract::validating_webhooks::*;
    /// Webhooks that match, by configuration, then in its order; an empty page when none does. At most `limit` rows; `after` is the last configuration seen. Never fails.
    pub fn query(filter: &WebhookFilter) -> WebhookPage {
        crate::native::ask("validating-webhooks", |view, call| {
            sdo_model::contract::validating_webhooks::ValidatingWebhooks::query(view, call, filter)
        })
    }

    /// How many webhooks match. Never fails.
    pub fn count(filter: &WebhookFilter) -> u32 {
        crate::native::ask("validating-webhooks", |view, call| {
            sdo_model::contract::validating_webhooks::ValidatingWebhooks::count(view, call, filter)
        })
    }

    /// When each webhook of a configuration is asked, in its order; empty for an unseen id.
    pub fn scopes(id: ObjectId) -> Vec<WebhookScope> {
        crate::native::ask("validating-webhooks", |view, call| {
            sdo_model::contract::validating_webhooks::ValidatingWebhooks::scopes(view, call, id)
        })
    }
}

/// VolumeAttachments.
///
/// Reads: VolumeAttachment.
pub mod volume_attachments {
    pub use sdo_model::contract::volume_attachments::*;
    /// Attachments that match, by name; an empty page when none does. At most `limit` rows. Never fails.
    pub fn query(filter: &AttachmentFilter) -> AttachmentPage {
        crate::native::ask("volume-attachments", |view, call| {
            sdo_model::contract::volume_attachments::VolumeAttachments::query(view, call, filter)
        })
    }

    /// How many attachments match; `limit` and `after` are ignored. Never fails.
    pub fn count(filter: &AttachmentFilter) -> u32 {
        crate::native::ask("volume-attachments", |view, call| {
            sdo_model::contract::volume_attachments::VolumeAttachments::count(view, call, filter)
        })
    }
}

/// What both kinds of admission webhooks look like.
///
/// Reads: nothing.
pub mod webhook_types {
    pub use sdo_model::contract::webhook_types::*;
}

/// Who owns what: from a pod to the object whose change changes it, and back.
///
/// Reads: Pod. Uses: ReplicaSet, Deployment, StatefulSet, DaemonSet, Job, CronJob.
pub mod workloads {
    pub use sdo_model::contract::workloads::*;
    /// The top owner of each object, in the order of `ids`: the Deployment, StatefulSet, DaemonSet, CronJob, custom resource, or the object itself when nothing owns it.
    /// An owner that is not in the snapshot is named with `id` none. At most 1000 ids.
    pub fn top_owners(ids: &[ObjectId]) -> Vec<ObjectRef> {
        crate::native::ask("workloads", |view, call| {
            sdo_model::contract::workloads::Workloads::top_owners(view, call, ids)
        })
    }

    /// The chain of controllers of one object from its direct owner to the top; empty when nothing owns it.
    pub fn owner_chain(id: ObjectId) -> Vec<ObjectRef> {
        crate::native::ask("workloads", |view, call| {
            sdo_model::contract::workloads::Workloads::owner_chain(view, call, id)
        })
    }

    /// The pods below a workload, through ReplicaSets and Jobs, by (namespace, name); empty for an unseen id. At most 1000.
    pub fn pods_of(id: ObjectId) -> Vec<ObjectId> {
        crate::native::ask("workloads", |view, call| {
            sdo_model::contract::workloads::Workloads::pods_of(view, call, id)
        })
    }

    /// Revisions of a Deployment (its ReplicaSets) or StatefulSet or DaemonSet (its ControllerRevisions), newest first; empty when none. At most 100.
    pub fn revisions(id: ObjectId) -> Vec<Revision> {
        crate::native::ask("workloads", |view, call| {
            sdo_model::contract::workloads::Workloads::revisions(view, call, id)
        })
    }
}
