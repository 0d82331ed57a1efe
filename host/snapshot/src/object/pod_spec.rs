//! What a pod, or the template of a workload, asks for.

use super::{Container, LabelSelector, LocalReference, Meta, NodeSelector, Volume, stored};
use crate::text::{Amount, Int, List, Map, Shared, Table, Text};

stored! {
    pub struct PodTemplate {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: Shared<PodSpec>,
    }

    /// In a [`Pod`](super::Pod) `node_name` and `hostname` are empty here and stand beside the spec, so that pods of one
    /// ReplicaSet share their spec. The name of the token volume carries no random end.
    pub struct PodSpec {
        pub init_containers: List<Shared<Container>>,
        pub containers: List<Shared<Container>>,
        pub ephemeral_containers: List<Shared<Container>>,
        pub volumes: List<Volume>,
        pub node_name: Text,
        pub hostname: Text,
        pub subdomain: Text,
        pub node_selector: Map,
        pub affinity: Option<Box<Affinity>>,
        pub tolerations: List<Toleration>,
        pub topology_spread_constraints: List<Spread>,
        pub priority_class_name: Text,
        pub priority: Option<Int>,
        pub preemption_policy: Text,
        pub scheduler_name: Text,
        pub scheduling_gates: List<LocalReference>,
        pub readiness_gates: List<ReadinessGate>,
        pub service_account_name: Text,
        pub automount_service_account_token: Option<bool>,
        pub restart_policy: Text,
        pub termination_grace_period_seconds: Option<Int>,
        pub active_deadline_seconds: Option<Int>,
        pub host_network: bool,
        #[serde(rename = "hostPID")]
        pub host_pid: bool,
        #[serde(rename = "hostIPC")]
        pub host_ipc: bool,
        pub share_process_namespace: bool,
        pub dns_policy: Text,
        pub dns_config: Option<Box<DnsConfig>>,
        pub host_aliases: List<HostAlias>,
        pub image_pull_secrets: List<LocalReference>,
        pub security_context: Option<Box<PodSecurity>>,
        pub runtime_class_name: Text,
        pub enable_service_links: Option<bool>,
        pub overhead: Table<Amount>,
        pub resources: Option<Box<super::Resources>>,
    }

    pub struct ReadinessGate {
        pub condition_type: Text,
    }

    pub struct Affinity {
        pub node_affinity: Option<NodeAffinity>,
        pub pod_affinity: Option<PodAffinity>,
        pub pod_anti_affinity: Option<PodAffinity>,
    }

    pub struct NodeAffinity {
        #[serde(rename = "requiredDuringSchedulingIgnoredDuringExecution")]
        pub required: Option<NodeSelector>,
        #[serde(rename = "preferredDuringSchedulingIgnoredDuringExecution")]
        pub preferred: List<PreferredNodes>,
    }

    pub struct PreferredNodes {
        pub weight: Int,
        pub preference: super::NodeSelectorTerm,
    }

    pub struct PodAffinity {
        #[serde(rename = "requiredDuringSchedulingIgnoredDuringExecution")]
        pub required: List<PodAffinityTerm>,
        #[serde(rename = "preferredDuringSchedulingIgnoredDuringExecution")]
        pub preferred: List<WeightedPodAffinityTerm>,
    }

    pub struct WeightedPodAffinityTerm {
        pub weight: Int,
        #[serde(rename = "podAffinityTerm")]
        pub term: PodAffinityTerm,
    }

    pub struct PodAffinityTerm {
        /// `None` selects no pod.
        pub label_selector: Option<LabelSelector>,
        pub namespaces: List<Text>,
        /// `None` leaves it to `namespaces`; the empty selector means all namespaces.
        pub namespace_selector: Option<LabelSelector>,
        pub topology_key: Text,
        pub match_label_keys: List<Text>,
    }

    pub struct Toleration {
        pub key: Text,
        /// Empty means `Equal`.
        pub operator: Text,
        pub value: Text,
        pub effect: Text,
        pub toleration_seconds: Option<Int>,
    }

    pub struct Spread {
        pub topology_key: Text,
        pub max_skew: Int,
        pub min_domains: Option<Int>,
        pub when_unsatisfiable: Text,
        pub label_selector: Option<LabelSelector>,
        pub match_label_keys: List<Text>,
        pub node_affinity_policy: Text,
        pub node_taints_policy: Text,
    }

    pub struct DnsConfig {
        pub nameservers: List<Text>,
        pub searches: List<Text>,
        pub options: List<NameValue>,
    }

    pub struct HostAlias {
        pub ip: Text,
        pub hostnames: List<Text>,
    }

    pub struct NameValue {
        pub name: Text,
        pub value: Text,
    }

    pub struct PodSecurity {
        pub sysctls: List<NameValue>,
        pub run_as_non_root: Option<bool>,
        pub run_as_user: Option<Int>,
        pub run_as_group: Option<Int>,
        pub fs_group: Option<Int>,
        pub seccomp_profile: Option<super::SeccompProfile>,
    }
}

impl PodSpec {
    /// Init containers and sidecars, then main, then ephemeral containers.
    pub fn all_containers(&self) -> impl Iterator<Item = &Container> {
        let lists = [&self.init_containers, &self.containers, &self.ephemeral_containers];
        lists
            .into_iter()
            .flat_map(|list| list.iter().map(|container| &**container))
    }

    /// The ServiceAccount; `default` when none is named.
    pub fn service_account(&self) -> &str {
        self.service_account_name.non_empty().unwrap_or("default")
    }
}

impl Toleration {
    /// Any value will do.
    pub fn exists(&self) -> bool {
        self.operator.as_str() == "Exists"
    }

    /// Whether it tolerates `taint`.
    pub fn tolerates(&self, taint: &super::Taint) -> bool {
        let effect = self.effect.is_empty() || self.effect == taint.effect;
        let key = self.key.is_empty() && self.exists() || self.key == taint.key;
        effect && key && (self.exists() || self.value == taint.value)
    }
}
