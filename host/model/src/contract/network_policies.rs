//! `network-policies`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::LabelSelector;
pub use super::types::ObjectId;
pub use super::types::Protocol;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which policies. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NetworkPolicyFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Selects this pod.
    pub selects: Option<ObjectId>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for NetworkPolicyFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.selects.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// A policy, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkPolicyRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Restricts what comes in.
    pub ingress: bool,
    /// Restricts what goes out.
    pub egress: bool,
    /// Ingress rules; 0 with `ingress` lets nothing in.
    pub ingress_rules: u32,
    /// Egress rules; 0 with `egress` lets nothing out.
    pub egress_rules: u32,
    /// Pods it selects that have not ended.
    pub pods: u32,
}

impl Price for NetworkPolicyRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.ingress.price()
            + self.egress.price()
            + self.ingress_rules.price()
            + self.egress_rules.price()
            + self.pods.price()
    }
}

/// What a set of pods lets in on one port.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct IngressVerdict {
    /// Pods of the set that some policy isolates for ingress.
    pub isolated: u32,
    /// Pods of the set that let everybody in on that port.
    pub open: u32,
    /// Running pods outside the set, anywhere in the snapshot, that at least one pod of the set lets in.
    pub peers: u32,
    /// Some rule lets address blocks in, so clients outside the snapshot may exist.
    pub address_blocks: bool,
    /// The policies that select pods of the set for ingress, by (namespace, name).
    pub policies: Vec<ObjectId>,
}

impl Price for IngressVerdict {
    fn price(&self) -> u64 {
        self.isolated.price()
            + self.open.price()
            + self.peers.price()
            + self.address_blocks.price()
            + self.policies.price()
    }
}

/// What may pass from one set of pods to another.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Reachability {
    /// Pairs that may talk.
    pub allowed: u32,
    /// Pairs that may not.
    pub denied: u32,
    /// Policies that deny some pair, by (namespace, name).
    pub denied_by: Vec<ObjectId>,
}

impl Price for Reachability {
    fn price(&self) -> u64 {
        self.allowed.price() + self.denied.price() + self.denied_by.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NetworkPolicyPage {
    /// The rows.
    pub rows: Vec<NetworkPolicyRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for NetworkPolicyPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// NetworkPolicies, and what they let through.
///
/// Reads: NetworkPolicy, Pod, Namespace.
pub trait NetworkPolicies {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &NetworkPolicyFilter) -> Result<NetworkPolicyPage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &NetworkPolicyFilter) -> Result<u32, Stop>;

    /// What the pods `to` let in on `port`. Hosts of the cluster always pass, as kubelet probes do. At most 200 pods, the rest is dropped.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn ingress_to(
        &self,
        call: &mut Call,
        to: &[ObjectId],
        port: u16,
        protocol: Protocol,
    ) -> Result<IngressVerdict, Stop>;

    /// Which pairs of `sources` and `targets` may talk on `port`, egress and ingress together. At most 200 pods each, the rest is dropped.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn reachable(
        &self,
        call: &mut Call,
        sources: &[ObjectId],
        targets: &[ObjectId],
        port: u16,
        protocol: Protocol,
    ) -> Result<Reachability, Stop>;

    /// Which of `ids` may not ask the cluster's DNS pods on port 53 because of an egress policy, in the order of `ids`; empty when all may, or when no DNS pods are known. At most 200 pods.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn without_dns(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<ObjectId>, Stop>;
}
