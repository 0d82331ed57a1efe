//! Every interface that the test view does not answer: a call ends the run.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

mod access {
    use sdo_model::contract::access::*;
    use sdo_model::{Call, Stop};

    impl Access for crate::view::View {
        fn can(
            &self,
            _: &mut Call,
            _: &str,
            _: &str,
            _: &str,
            _: &str,
            _: &str,
            _: &str,
            _: &str,
        ) -> Result<AccessVerdict, Stop> {
            Err(Stop::Exhausted)
        }
        fn rules(&self, _: &mut Call, _: &str, _: &str, _: &str) -> Result<Vec<PolicyRule>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod admission {
    use sdo_model::contract::admission::*;
    use sdo_model::{Call, Stop};

    impl Admission for crate::view::View {
        fn matching(
            &self,
            _: &mut Call,
            _: &str,
            _: &str,
            _: &str,
            _: &str,
            _: &str,
            _: &[(String, String)],
        ) -> Result<Vec<WebhookRow>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod api_services {
    use sdo_model::contract::api_services::*;
    use sdo_model::{Call, Stop};

    impl ApiServices for crate::view::View {
        fn query(&self, _: &mut Call, _: &ApiServiceFilter) -> Result<ApiServicePage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &ApiServiceFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod certificates {
    use sdo_model::contract::certificates::*;
    use sdo_model::{Call, Stop};

    impl Certificates for crate::view::View {
        fn of(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Vec<Certificate>>, Stop> {
            Err(Stop::Exhausted)
        }
        fn covers_host(&self, _: &mut Call, _: ObjectId, _: &str) -> Result<Option<bool>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod cluster_role_bindings {
    use sdo_model::contract::cluster_role_bindings::*;
    use sdo_model::{Call, Stop};

    impl ClusterRoleBindings for crate::view::View {
        fn query(&self, _: &mut Call, _: &RbacFilter) -> Result<BindingPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &RbacFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod cluster_roles {
    use sdo_model::contract::cluster_roles::*;
    use sdo_model::{Call, Stop};

    impl ClusterRoles for crate::view::View {
        fn query(&self, _: &mut Call, _: &RbacFilter) -> Result<RolePage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &RbacFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
        fn rules(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Vec<PolicyRule>>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod config_maps {
    use sdo_model::contract::config_maps::*;
    use sdo_model::{Call, Stop};

    impl ConfigMaps for crate::view::View {
        fn query(&self, _: &mut Call, _: &ConfigMapFilter) -> Result<ConfigMapPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &ConfigMapFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
        fn value(&self, _: &mut Call, _: ObjectId, _: &str) -> Result<Option<String>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod controller_revisions {
    use sdo_model::contract::controller_revisions::*;
    use sdo_model::{Call, Stop};

    impl ControllerRevisions for crate::view::View {
        fn query(&self, _: &mut Call, _: &ControllerRevisionFilter) -> Result<ControllerRevisionPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &ControllerRevisionFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
        fn data(&self, _: &mut Call, _: ObjectId) -> Result<Option<String>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod cron_jobs {
    use sdo_model::contract::cron_jobs::*;
    use sdo_model::{Call, Stop};

    impl CronJobs for crate::view::View {
        fn query(&self, _: &mut Call, _: &CronJobFilter) -> Result<CronJobPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &CronJobFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod custom_resource_definitions {
    use sdo_model::contract::custom_resource_definitions::*;
    use sdo_model::{Call, Stop};

    impl CustomResourceDefinitions for crate::view::View {
        fn query(&self, _: &mut Call, _: &DefinitionFilter) -> Result<DefinitionPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &DefinitionFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod daemon_sets {
    use sdo_model::contract::daemon_sets::*;
    use sdo_model::{Call, Stop};

    impl DaemonSets for crate::view::View {
        fn query(&self, _: &mut Call, _: &DaemonSetFilter) -> Result<DaemonSetPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &DaemonSetFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod deployments {
    use sdo_model::contract::deployments::*;
    use sdo_model::{Call, Stop};

    impl Deployments for crate::view::View {
        fn query(&self, _: &mut Call, _: &DeploymentFilter) -> Result<DeploymentPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &DeploymentFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod dns {
    use sdo_model::contract::dns::*;
    use sdo_model::{Call, Stop};

    impl Dns for crate::view::View {
        fn server_blocks(&self, _: &mut Call) -> Result<Vec<ServerBlock>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod endpoint_slices {
    use sdo_model::contract::endpoint_slices::*;
    use sdo_model::{Call, Stop};

    impl EndpointSlices for crate::view::View {
        fn query(&self, _: &mut Call, _: &EndpointSliceFilter) -> Result<EndpointSlicePage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &EndpointSliceFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
        fn endpoints(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Vec<Endpoint>>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod events {
    use sdo_model::contract::events::*;
    use sdo_model::{Call, Stop};

    impl Events for crate::view::View {
        fn query(&self, _: &mut Call, _: &EventFilter) -> Result<EventPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &EventFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod horizontal_pod_autoscalers {
    use sdo_model::contract::horizontal_pod_autoscalers::*;
    use sdo_model::{Call, Stop};

    impl HorizontalPodAutoscalers for crate::view::View {
        fn query(&self, _: &mut Call, _: &AutoscalerFilter) -> Result<AutoscalerPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &AutoscalerFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
        fn metrics(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Vec<Metric>>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod ingress_classes {
    use sdo_model::contract::ingress_classes::*;
    use sdo_model::{Call, Stop};

    impl IngressClasses for crate::view::View {
        fn query(&self, _: &mut Call, _: &IngressClassFilter) -> Result<IngressClassPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &IngressClassFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod ingresses {
    use sdo_model::contract::ingresses::*;
    use sdo_model::{Call, Stop};

    impl Ingresses for crate::view::View {
        fn query(&self, _: &mut Call, _: &IngressFilter) -> Result<IngressPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &IngressFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
        fn backends(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Vec<IngressBackend>>, Stop> {
            Err(Stop::Exhausted)
        }
        fn tls(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Vec<IngressTls>>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod jobs {
    use sdo_model::contract::jobs::*;
    use sdo_model::{Call, Stop};

    impl Jobs for crate::view::View {
        fn query(&self, _: &mut Call, _: &JobFilter) -> Result<JobPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &JobFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod limit_ranges {
    use sdo_model::contract::limit_ranges::*;
    use sdo_model::{Call, Stop};

    impl LimitRanges for crate::view::View {
        fn query(&self, _: &mut Call, _: &LimitRangeFilter) -> Result<LimitRangePage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &LimitRangeFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod mutating_webhooks {
    use sdo_model::contract::mutating_webhooks::*;
    use sdo_model::{Call, Stop};

    impl MutatingWebhooks for crate::view::View {
        fn query(&self, _: &mut Call, _: &WebhookFilter) -> Result<WebhookPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &WebhookFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
        fn scopes(&self, _: &mut Call, _: ObjectId) -> Result<Vec<WebhookScope>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod names {
    use sdo_model::contract::names::*;
    use sdo_model::{Call, Stop};

    impl Names for crate::view::View {
        fn query(&self, _: &mut Call, _: &NameFilter) -> Result<NamePage, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod namespaces {
    use sdo_model::contract::namespaces::*;
    use sdo_model::{Call, Stop};

    impl Namespaces for crate::view::View {
        fn query(&self, _: &mut Call, _: &NamespaceFilter) -> Result<NamespacePage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &NamespaceFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod network_policies {
    use sdo_model::contract::network_policies::*;
    use sdo_model::{Call, Stop};

    impl NetworkPolicies for crate::view::View {
        fn query(&self, _: &mut Call, _: &NetworkPolicyFilter) -> Result<NetworkPolicyPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &NetworkPolicyFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
        fn ingress_to(&self, _: &mut Call, _: &[ObjectId], _: u16, _: Protocol) -> Result<IngressVerdict, Stop> {
            Err(Stop::Exhausted)
        }
        fn reachable(
            &self,
            _: &mut Call,
            _: &[ObjectId],
            _: &[ObjectId],
            _: u16,
            _: Protocol,
        ) -> Result<Reachability, Stop> {
            Err(Stop::Exhausted)
        }
        fn without_dns(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<ObjectId>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod nodes {
    use sdo_model::contract::nodes::*;
    use sdo_model::{Call, Stop};

    impl Nodes for crate::view::View {
        fn query(&self, _: &mut Call, _: &NodeFilter) -> Result<NodePage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &NodeFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
        fn taints(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Vec<Taint>>, Stop> {
            Err(Stop::Exhausted)
        }
        fn resources(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Option<NodeResources>>, Stop> {
            Err(Stop::Exhausted)
        }
        fn node_infos(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Option<NodeInfo>>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod objects {
    use sdo_model::contract::objects::*;
    use sdo_model::{Call, Stop};

    impl Objects for crate::view::View {
        fn describe(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<ObjectRef>, Stop> {
            Err(Stop::Exhausted)
        }
        fn find(&self, _: &mut Call, _: &str, _: &str, _: &str) -> Result<Option<ObjectId>, Stop> {
            Err(Stop::Exhausted)
        }
        fn meta(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Option<ObjectMeta>>, Stop> {
            Err(Stop::Exhausted)
        }
        fn labels(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Vec<(String, String)>>, Stop> {
            Err(Stop::Exhausted)
        }
        fn annotations(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Vec<(String, String)>>, Stop> {
            Err(Stop::Exhausted)
        }
        fn managers(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Vec<FieldManager>>, Stop> {
            Err(Stop::Exhausted)
        }
        fn conditions(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Vec<Condition>>, Stop> {
            Err(Stop::Exhausted)
        }
        fn last_applied(&self, _: &mut Call, _: ObjectId) -> Result<Option<String>, Stop> {
            Err(Stop::Exhausted)
        }
        fn select(&self, _: &mut Call, _: &[ObjectId], _: &LabelSelector) -> Result<Vec<ObjectId>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod persistent_volume_claims {
    use sdo_model::contract::persistent_volume_claims::*;
    use sdo_model::{Call, Stop};

    impl PersistentVolumeClaims for crate::view::View {
        fn query(&self, _: &mut Call, _: &ClaimFilter) -> Result<ClaimPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &ClaimFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
        fn users(&self, _: &mut Call, _: ObjectId) -> Result<Vec<ObjectId>, Stop> {
            Err(Stop::Exhausted)
        }
        fn nearest_class(&self, _: &mut Call, _: ObjectId) -> Result<Option<String>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod persistent_volumes {
    use sdo_model::contract::persistent_volumes::*;
    use sdo_model::{Call, Stop};

    impl PersistentVolumes for crate::view::View {
        fn query(&self, _: &mut Call, _: &VolumeFilter) -> Result<VolumePage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &VolumeFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
        fn node_affinity(&self, _: &mut Call, _: ObjectId) -> Result<Vec<Vec<Requirement>>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod pod_disruption_budgets {
    use sdo_model::contract::pod_disruption_budgets::*;
    use sdo_model::{Call, Stop};

    impl PodDisruptionBudgets for crate::view::View {
        fn query(&self, _: &mut Call, _: &BudgetFilter) -> Result<BudgetPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &BudgetFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
        fn pods_of(&self, _: &mut Call, _: ObjectId) -> Result<Vec<ObjectId>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod priority_classes {
    use sdo_model::contract::priority_classes::*;
    use sdo_model::{Call, Stop};

    impl PriorityClasses for crate::view::View {
        fn query(&self, _: &mut Call, _: &PriorityClassFilter) -> Result<PriorityClassPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &PriorityClassFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod quantities {
    use sdo_model::contract::quantities::*;
    use sdo_model::{Call, Stop};

    impl Quantities for crate::view::View {
        fn parse(&self, _: &mut Call, _: &str) -> Result<Option<i64>, Stop> {
            Err(Stop::Exhausted)
        }
        fn resolve(&self, _: &mut Call, _: IntOrPercent, _: u32, _: bool) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod references {
    use sdo_model::contract::references::*;
    use sdo_model::{Call, Stop};

    impl References for crate::view::View {
        fn query(&self, _: &mut Call, _: &ReferenceFilter) -> Result<ReferencePage, Stop> {
            Err(Stop::Exhausted)
        }
        fn users_of(&self, _: &mut Call, _: ObjectId) -> Result<Vec<ObjectId>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod replica_sets {
    use sdo_model::contract::replica_sets::*;
    use sdo_model::{Call, Stop};

    impl ReplicaSets for crate::view::View {
        fn query(&self, _: &mut Call, _: &ReplicaSetFilter) -> Result<ReplicaSetPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &ReplicaSetFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod resource_quotas {
    use sdo_model::contract::resource_quotas::*;
    use sdo_model::{Call, Stop};

    impl ResourceQuotas for crate::view::View {
        fn query(&self, _: &mut Call, _: &QuotaFilter) -> Result<QuotaPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &QuotaFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod role_bindings {
    use sdo_model::contract::role_bindings::*;
    use sdo_model::{Call, Stop};

    impl RoleBindings for crate::view::View {
        fn query(&self, _: &mut Call, _: &RbacFilter) -> Result<BindingPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &RbacFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod roles {
    use sdo_model::contract::roles::*;
    use sdo_model::{Call, Stop};

    impl Roles for crate::view::View {
        fn query(&self, _: &mut Call, _: &RbacFilter) -> Result<RolePage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &RbacFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
        fn rules(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Vec<PolicyRule>>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod scheduling {
    use sdo_model::contract::scheduling::*;
    use sdo_model::{Call, Stop};

    impl Scheduling for crate::view::View {
        fn fit(&self, _: &mut Call, _: ObjectId) -> Result<Option<FitReport>, Stop> {
            Err(Stop::Exhausted)
        }
        fn refusals(&self, _: &mut Call, _: ObjectId) -> Result<Vec<NodeRefusal>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod service_accounts {
    use sdo_model::contract::service_accounts::*;
    use sdo_model::{Call, Stop};

    impl ServiceAccounts for crate::view::View {
        fn query(&self, _: &mut Call, _: &ServiceAccountFilter) -> Result<ServiceAccountPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &ServiceAccountFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod service_routes {
    use sdo_model::contract::service_routes::*;
    use sdo_model::{Call, Stop};

    impl ServiceRoutes for crate::view::View {
        fn pods_of(&self, _: &mut Call, _: ObjectId) -> Result<Vec<ObjectId>, Stop> {
            Err(Stop::Exhausted)
        }
        fn services_of(&self, _: &mut Call, _: ObjectId) -> Result<Vec<ObjectId>, Stop> {
            Err(Stop::Exhausted)
        }
        fn workloads_of(&self, _: &mut Call, _: ObjectId) -> Result<Vec<ObjectId>, Stop> {
            Err(Stop::Exhausted)
        }
        fn templates_of(&self, _: &mut Call, _: ObjectId) -> Result<Vec<ObjectId>, Stop> {
            Err(Stop::Exhausted)
        }
        fn near_selections(&self, _: &mut Call, _: ObjectId) -> Result<Vec<NearSelection>, Stop> {
            Err(Stop::Exhausted)
        }
        fn port_routes(&self, _: &mut Call, _: ObjectId) -> Result<Vec<PortRoute>, Stop> {
            Err(Stop::Exhausted)
        }
        fn nodes_of(&self, _: &mut Call, _: ObjectId) -> Result<Vec<String>, Stop> {
            Err(Stop::Exhausted)
        }
        fn resolve_host(&self, _: &mut Call, _: &str, _: &str) -> Result<HostMatch, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod services {
    use sdo_model::contract::services::*;
    use sdo_model::{Call, Stop};

    impl Services for crate::view::View {
        fn query(&self, _: &mut Call, _: &ServiceFilter) -> Result<ServicePage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &ServiceFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
        fn selectors(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Vec<(String, String)>>, Stop> {
            Err(Stop::Exhausted)
        }
        fn addresses(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Option<ServiceAddresses>>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod stateful_sets {
    use sdo_model::contract::stateful_sets::*;
    use sdo_model::{Call, Stop};

    impl StatefulSets for crate::view::View {
        fn query(&self, _: &mut Call, _: &StatefulSetFilter) -> Result<StatefulSetPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &StatefulSetFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod storage_classes {
    use sdo_model::contract::storage_classes::*;
    use sdo_model::{Call, Stop};

    impl StorageClasses for crate::view::View {
        fn query(&self, _: &mut Call, _: &StorageClassFilter) -> Result<StorageClassPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &StorageClassFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod templates {
    use sdo_model::contract::templates::*;
    use sdo_model::{Call, Stop};

    impl Templates for crate::view::View {
        fn containers(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Vec<Container>>, Stop> {
            Err(Stop::Exhausted)
        }
        fn probes(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Vec<Probe>>, Stop> {
            Err(Stop::Exhausted)
        }
        fn env(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Vec<EnvVar>>, Stop> {
            Err(Stop::Exhausted)
        }
        fn volumes(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Vec<Volume>>, Stop> {
            Err(Stop::Exhausted)
        }
        fn placement(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Option<PodPlacement>>, Stop> {
            Err(Stop::Exhausted)
        }
        fn settings(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<Option<PodSettings>>, Stop> {
            Err(Stop::Exhausted)
        }
        fn differences(&self, _: &mut Call, _: ObjectId, _: ObjectId) -> Result<Vec<Difference>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod validating_webhooks {
    use sdo_model::contract::validating_webhooks::*;
    use sdo_model::{Call, Stop};

    impl ValidatingWebhooks for crate::view::View {
        fn query(&self, _: &mut Call, _: &WebhookFilter) -> Result<WebhookPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &WebhookFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
        fn scopes(&self, _: &mut Call, _: ObjectId) -> Result<Vec<WebhookScope>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod volume_attachments {
    use sdo_model::contract::volume_attachments::*;
    use sdo_model::{Call, Stop};

    impl VolumeAttachments for crate::view::View {
        fn query(&self, _: &mut Call, _: &AttachmentFilter) -> Result<AttachmentPage, Stop> {
            Err(Stop::Exhausted)
        }
        fn count(&self, _: &mut Call, _: &AttachmentFilter) -> Result<u32, Stop> {
            Err(Stop::Exhausted)
        }
    }
}

mod workloads {
    use sdo_model::contract::workloads::*;
    use sdo_model::{Call, Stop};

    impl Workloads for crate::view::View {
        fn top_owners(&self, _: &mut Call, _: &[ObjectId]) -> Result<Vec<ObjectRef>, Stop> {
            Err(Stop::Exhausted)
        }
        fn owner_chain(&self, _: &mut Call, _: ObjectId) -> Result<Vec<ObjectRef>, Stop> {
            Err(Stop::Exhausted)
        }
        fn pods_of(&self, _: &mut Call, _: ObjectId) -> Result<Vec<ObjectId>, Stop> {
            Err(Stop::Exhausted)
        }
        fn revisions(&self, _: &mut Call, _: ObjectId) -> Result<Vec<Revision>, Stop> {
            Err(Stop::Exhausted)
        }
    }
}
