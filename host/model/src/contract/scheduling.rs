//! `scheduling`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Why a node refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RefusalReason {
    /// `nodeName` is another node.
    NodeName,
    /// `nodeSelector` does not match.
    NodeSelector,
    /// Required node affinity does not match.
    NodeAffinity,
    /// Cordoned.
    Unschedulable,
    /// A taint is not tolerated.
    Taint,
    /// More cpu than the node has at all.
    CpuNever,
    /// More memory than the node has at all.
    MemoryNever,
    /// More of another resource than the node has at all.
    ResourceNever,
    /// Not enough cpu left now.
    CpuNow,
    /// Not enough memory left now.
    MemoryNow,
    /// Not enough of another resource left now.
    ResourceNow,
    /// A host port is taken.
    HostPort,
    /// A bound volume is elsewhere.
    Volume,
    /// Required pod affinity or anti-affinity.
    PodAffinity,
    /// A required spread constraint.
    Spread,
    /// No room for one more pod.
    PodCount,
}

impl Price for RefusalReason {
    fn price(&self) -> u64 {
        0
    }
}

/// How many nodes refuse for a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusalCount {
    /// Reason: the first that applies to a node, in the order of the enum.
    pub reason: RefusalReason,
    /// Nodes.
    pub nodes: u32,
    /// What decided, e.g. `disktype=ssd`, `dedicated=gpu:NoSchedule`, `requests 64 cpu, largest node has 8`; the most frequent one.
    pub detail: String,
}

impl Price for RefusalCount {
    fn price(&self) -> u64 {
        self.reason.price() + self.nodes.price() + self.detail.price()
    }
}

/// What scheduling would say.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct FitReport {
    /// Nodes in the snapshot.
    pub nodes: u32,
    /// Nodes it could run on now.
    pub fits: u32,
    /// Refusals, most nodes first.
    pub refusals: Vec<RefusalCount>,
}

impl Price for FitReport {
    fn price(&self) -> u64 {
        self.nodes.price() + self.fits.price() + self.refusals.price()
    }
}

/// One node's refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeRefusal {
    /// Node.
    pub node: ObjectId,
    /// First reason that applies.
    pub reason: RefusalReason,
    /// What decided.
    pub detail: String,
}

impl Price for NodeRefusal {
    fn price(&self) -> u64 {
        self.node.price() + self.reason.price() + self.detail.price()
    }
}

/// Which nodes a pod could run on, and why not on the others.
///
/// Reads: Node. Uses: Pod, Namespace, PersistentVolumeClaim, PersistentVolume, Deployment, ReplicaSet, StatefulSet, DaemonSet, Job, CronJob.
pub trait Scheduling {
    /// What scheduling this pod, or one more pod of this workload, would say; none for an unseen id. A bound pod is weighed as if it were not yet placed.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn fit(&self, call: &mut Call, id: ObjectId) -> Result<Option<FitReport>, Stop>;

    /// Nodes that refuse it, by name; empty for an unseen id. At most 1000.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn refusals(&self, call: &mut Call, id: ObjectId) -> Result<Vec<NodeRefusal>, Stop>;
}
