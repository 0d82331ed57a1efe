//! Nodes and what belongs to the cluster as a whole: leases, namespaces, limits, accounts, priorities, events.

use super::{Condition, LocalReference, Meta, ObjectReference, kinds, stored};
use crate::text::{Amount, Int, List, MaybeTime, Table, Text, Time};
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

stored! {
    pub struct Node {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: NodeSpec,
        pub status: NodeStatus,
    }

    pub struct NodeSpec {
        #[serde(rename = "podCIDR")]
        pub pod_cidr: Text,
        #[serde(rename = "podCIDRs")]
        pub pod_cidrs: List<Text>,
        #[serde(rename = "providerID")]
        pub provider_id: Text,
        pub unschedulable: bool,
        pub taints: List<Taint>,
    }

    pub struct Taint {
        pub key: Text,
        pub value: Text,
        pub effect: Text,
        pub time_added: MaybeTime,
    }

    pub struct NodeStatus {
        pub capacity: Table<Amount>,
        pub allocatable: Table<Amount>,
        pub conditions: List<Condition>,
        pub addresses: List<NodeAddress>,
        pub node_info: NodeInfo,
        pub images: List<NodeImage>,
        pub volumes_attached: List<LocalReference>,
    }

    pub struct NodeAddress {
        #[serde(rename = "type")]
        pub kind: Text,
        pub address: Text,
    }

    pub struct NodeInfo {
        pub architecture: Text,
        pub operating_system: Text,
        pub os_image: Text,
        pub kernel_version: Text,
        pub container_runtime_version: Text,
        pub kubelet_version: Text,
        pub kube_proxy_version: Text,
        #[serde(rename = "bootID")]
        pub boot_id: Text,
    }

    /// An image that the node already has.
    pub struct NodeImage {
        pub names: List<Text>,
        pub size_bytes: Int,
    }

    pub struct Lease {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: LeaseSpec,
    }

    pub struct LeaseSpec {
        pub holder_identity: Text,
        pub acquire_time: MaybeTime,
        pub renew_time: MaybeTime,
        pub lease_duration_seconds: Int,
        pub lease_transitions: Int,
    }

    pub struct Namespace {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: NamespaceSpec,
        pub status: NamespaceStatus,
    }

    pub struct NamespaceSpec {
        pub finalizers: List<Text>,
    }

    pub struct NamespaceStatus {
        pub phase: Text,
        pub conditions: List<Condition>,
    }

    pub struct ResourceQuota {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: ResourceQuotaSpec,
        pub status: ResourceQuotaStatus,
    }

    pub struct ResourceQuotaSpec {
        pub hard: Table<Amount>,
        pub scopes: List<Text>,
        pub scope_selector: Option<ScopeSelector>,
    }

    pub struct ScopeSelector {
        #[serde(rename = "matchExpressions")]
        pub expressions: List<ScopeRequirement>,
    }

    pub struct ScopeRequirement {
        pub scope_name: Text,
        pub operator: Text,
        pub values: List<Text>,
    }

    pub struct ResourceQuotaStatus {
        pub hard: Table<Amount>,
        pub used: Table<Amount>,
    }

    pub struct LimitRange {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: LimitRangeSpec,
    }

    pub struct LimitRangeSpec {
        pub limits: List<LimitItem>,
    }

    pub struct LimitItem {
        #[serde(rename = "type")]
        pub kind: Text,
        pub min: Table<Amount>,
        pub max: Table<Amount>,
        #[serde(rename = "default")]
        pub default_limits: Table<Amount>,
        #[serde(rename = "defaultRequest")]
        pub default_requests: Table<Amount>,
        pub max_limit_request_ratio: Table<Amount>,
    }

    pub struct ServiceAccount {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub image_pull_secrets: List<LocalReference>,
        pub secrets: List<LocalReference>,
        pub automount_service_account_token: Option<bool>,
    }

    pub struct PriorityClass {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub value: Int,
        pub global_default: bool,
        pub preemption_policy: Text,
    }

    /// Both API groups' fields of an event.
    struct WrittenEvent {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        #[serde(alias = "regarding")]
        pub involved_object: ObjectReference,
        pub related: Option<Box<ObjectReference>>,
        #[serde(rename = "type")]
        pub kind: Text,
        pub reason: Text,
        pub action: Text,
        #[serde(alias = "note")]
        pub message: Text,
        #[serde(alias = "deprecatedCount")]
        pub count: Int,
        #[serde(alias = "deprecatedFirstTimestamp")]
        pub first_timestamp: MaybeTime,
        #[serde(alias = "deprecatedLastTimestamp")]
        pub last_timestamp: MaybeTime,
        pub event_time: MaybeTime,
        pub series: Option<WrittenSeries>,
        #[serde(alias = "deprecatedSource")]
        pub source: WrittenSource,
        #[serde(alias = "reportingController")]
        pub reporting_component: Text,
    }

    struct WrittenSeries {
        pub count: Int,
        pub last_observed_time: MaybeTime,
    }

    struct WrittenSource {
        pub component: Text,
        pub host: Text,
    }
}

kinds! { Node Lease Namespace ResourceQuota LimitRange ServiceAccount PriorityClass Event }

/// An event of either API group, its several clocks and counters resolved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Event {
    pub meta: Meta,
    /// What it is about.
    pub about: ObjectReference,
    pub related: Option<Box<ObjectReference>>,
    /// `type`: `Normal` or `Warning`.
    pub kind: Text,
    pub reason: Text,
    pub action: Text,
    /// Credentials masked.
    pub message: Text,
    /// How often; 1 when uncounted.
    pub count: Int,
    /// First seen: `firstTimestamp`, else `eventTime`, else creation.
    pub first: MaybeTime,
    /// Last seen: the newest of series, `lastTimestamp`, `eventTime`, else creation.
    pub last: MaybeTime,
    /// The component that reports.
    pub component: Text,
    /// The node it reports from.
    pub host: Text,
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = WrittenEvent::deserialize(deserializer)?;
        let series = written.series.unwrap_or_default();
        let seen: [Option<Time>; 3] = [*series.last_observed_time, *written.last_timestamp, *written.event_time];
        let first = written
            .first_timestamp
            .or(*written.event_time)
            .or(*written.meta.created);
        let component = [written.source.component, written.reporting_component];
        Ok(Self {
            first: MaybeTime(first),
            last: MaybeTime(seen.into_iter().max().flatten().or(*written.meta.created)),
            count: series.count.max(written.count).max(Int(1)),
            about: written.involved_object,
            related: written.related,
            kind: written.kind,
            reason: written.reason,
            action: written.action,
            message: super::masked(written.message, crate::redact::redact),
            component: component.into_iter().find(|name| !name.is_empty()).unwrap_or_default(),
            host: written.source.host,
            meta: written.meta,
        })
    }
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = WrittenEvent {
            meta: self.meta.clone(),
            involved_object: self.about.clone(),
            related: self.related.clone(),
            kind: self.kind.clone(),
            reason: self.reason.clone(),
            action: self.action.clone(),
            message: self.message.clone(),
            count: self.count,
            first_timestamp: self.first,
            last_timestamp: self.last,
            source: WrittenSource {
                component: self.component.clone(),
                host: self.host.clone(),
            },
            ..WrittenEvent::default()
        };
        written.serialize(serializer)
    }
}

impl Event {
    /// `type` is `Warning`.
    pub fn is_warning(&self) -> bool {
        self.kind.as_str() == "Warning"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scheduler_event_with_only_event_time_is_dated_and_counted() {
        let json = r#"{"metadata":{"name":"e"},"eventTime":"2026-11-30T18:00:00.123456Z","firstTimestamp":null,"lastTimestamp":null,
            "count":null,"reason":"FailedScheduling","type":"Warning","involvedObject":{"kind":"Pod","name":"p","namespace":"demo"}}"#;
        let event: Event = serde_json::from_str(json).unwrap();
        assert_eq!(*event.last, Time::parse("2026-11-30T18:00:00Z"));
        assert_eq!(event.first, event.last);
        assert_eq!(event.count.get(), 1);
    }

    #[test]
    fn both_event_groups_read_alike() {
        let core = r#"{"involvedObject":{"kind":"Pod","name":"p"},"message":"m","count":7,"lastTimestamp":"2026-11-30T18:00:00Z","source":{"component":"kubelet","host":"n"}}"#;
        let new = r#"{"regarding":{"kind":"Pod","name":"p"},"note":"m","deprecatedCount":7,"deprecatedLastTimestamp":"2026-11-30T18:00:00Z","deprecatedSource":{"component":"kubelet","host":"n"}}"#;
        let [core, new] = [core, new].map(|json| serde_json::from_str::<Event>(json).unwrap());
        assert_eq!(core, new);
    }

    #[test]
    fn a_node_without_status_is_still_a_node() {
        let node: Node = serde_json::from_str(r#"{"metadata":{"name":"n"},"spec":{"taints":null}}"#).unwrap();
        assert!(node.status.conditions.is_empty() && node.spec.taints.is_empty());
    }
}
