//! `nodes`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::Amount;
pub use super::types::ConditionStatus;
pub use super::types::ObjectId;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which nodes. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NodeFilter {
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Condition `Ready`: true is `yes`; false matches `no` and `unknown`.
    pub ready: Option<bool>,
    /// Cordoned.
    pub unschedulable: Option<bool>,
    /// Some `*Pressure` condition is true.
    pub pressure: Option<bool>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for NodeFilter {
    fn price(&self) -> u64 {
        self.name.price()
            + self.labels.price()
            + self.ready.price()
            + self.unschedulable.price()
            + self.pressure.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// A node, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeRow {
    /// Id.
    pub id: ObjectId,
    /// Name.
    pub name: String,
    /// Condition `Ready`.
    pub ready: ConditionStatus,
    /// Since when `Ready` is as it is.
    pub ready_since: Option<Timestamp>,
    /// Last heartbeat: the newest of Lease and condition.
    pub heartbeat: Option<Timestamp>,
    /// Cordoned.
    pub unschedulable: bool,
    /// Memory pressure.
    pub memory_pressure: bool,
    /// Disk pressure.
    pub disk_pressure: bool,
    /// Process pressure.
    pub pid_pressure: bool,
    /// Pods bound to it that have not ended.
    pub pods: u32,
    /// Kubelet version.
    pub kubelet_version: String,
    /// Architecture, e.g. `amd64`.
    pub architecture: String,
    /// Runs the control plane, by label.
    pub control_plane: bool,
    /// Created.
    pub created: Timestamp,
}

impl Price for NodeRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.name.price()
            + self.ready.price()
            + self.ready_since.price()
            + self.heartbeat.price()
            + self.unschedulable.price()
            + self.memory_pressure.price()
            + self.disk_pressure.price()
            + self.pid_pressure.price()
            + self.pods.price()
            + self.kubelet_version.price()
            + self.architecture.price()
            + self.control_plane.price()
            + self.created.price()
    }
}

/// A taint.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Taint {
    /// Key.
    pub key: String,
    /// Value; may be empty.
    pub value: String,
    /// `NoSchedule`, `PreferNoSchedule` or `NoExecute`.
    pub effect: String,
    /// Added.
    pub added: Option<Timestamp>,
}

impl Price for Taint {
    fn price(&self) -> u64 {
        self.key.price() + self.value.price() + self.effect.price() + self.added.price()
    }
}

/// What a node has and what is taken.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NodeResources {
    /// Allocatable.
    pub allocatable: Vec<Amount>,
    /// Sum of the requests of its pods that have not ended.
    pub requested: Vec<Amount>,
}

impl Price for NodeResources {
    fn price(&self) -> u64 {
        self.allocatable.price() + self.requested.price()
    }
}

/// Versions a node reports.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NodeInfo {
    /// Operating system image.
    pub os_image: String,
    /// Kernel.
    pub kernel: String,
    /// Container runtime.
    pub runtime: String,
    /// `podCIDR`; empty when none.
    pub pod_cidr: String,
    /// Internal addresses.
    pub addresses: Vec<String>,
    /// Zone label; empty when none.
    pub zone: String,
}

impl Price for NodeInfo {
    fn price(&self) -> u64 {
        self.os_image.price()
            + self.kernel.price()
            + self.runtime.price()
            + self.pod_cidr.price()
            + self.addresses.price()
            + self.zone.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NodePage {
    /// The rows.
    pub rows: Vec<NodeRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for NodePage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// Nodes.
///
/// Reads: Node. Uses: Pod, Lease.
pub trait Nodes {
    /// Nodes that match, by name; an empty page when none does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &NodeFilter) -> Result<NodePage, Stop>;

    /// How many nodes match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &NodeFilter) -> Result<u32, Stop>;

    /// Taints, in the order of `ids`; empty for an unseen id. At most 1000 ids.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn taints(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Vec<Taint>>, Stop>;

    /// Resources, in the order of `ids`; none for an unseen id. At most 1000 ids.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn resources(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Option<NodeResources>>, Stop>;

    /// Versions and addresses, in the order of `ids`; none for an unseen id. At most 1000 ids.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn node_infos(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Option<NodeInfo>>, Stop>;
}
