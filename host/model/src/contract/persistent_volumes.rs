//! `persistent-volumes`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Requirement;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// `status.phase`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VolumePhase {
    /// Free.
    Available,
    /// Bound.
    Bound,
    /// Its claim is gone.
    Released,
    /// Reclaiming failed.
    Failed,
    /// Being made.
    Pending,
}

impl Price for VolumePhase {
    fn price(&self) -> u64 {
        0
    }
}

/// Which volumes. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct VolumeFilter {
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Phase.
    pub phase: Option<VolumePhase>,
    /// StorageClass.
    pub storage_class: Option<String>,
    /// No node of the snapshot satisfies its node affinity.
    pub unreachable: Option<bool>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for VolumeFilter {
    fn price(&self) -> u64 {
        self.name.price()
            + self.labels.price()
            + self.phase.price()
            + self.storage_class.price()
            + self.unreachable.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// A volume, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VolumeRow {
    /// Id.
    pub id: ObjectId,
    /// Name.
    pub name: String,
    /// Phase.
    pub phase: VolumePhase,
    /// StorageClass; empty when none.
    pub storage_class: String,
    /// Namespace of its claim; empty when none.
    pub claim_namespace: String,
    /// Name of its claim; empty when none.
    pub claim_name: String,
    /// The claim of that name exists but is another object (its uid differs).
    pub claim_replaced: bool,
    /// `Retain`, `Delete` or `Recycle`.
    pub reclaim_policy: String,
    /// Access modes.
    pub access_modes: Vec<String>,
    /// Bytes.
    pub capacity: u64,
    /// Nodes that satisfy its node affinity; all nodes when it has none.
    pub nodes: u32,
    /// Created.
    pub created: Timestamp,
}

impl Price for VolumeRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.name.price()
            + self.phase.price()
            + self.storage_class.price()
            + self.claim_namespace.price()
            + self.claim_name.price()
            + self.claim_replaced.price()
            + self.reclaim_policy.price()
            + self.access_modes.price()
            + self.capacity.price()
            + self.nodes.price()
            + self.created.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct VolumePage {
    /// The rows.
    pub rows: Vec<VolumeRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for VolumePage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// PersistentVolumes.
///
/// Reads: PersistentVolume. Uses: PersistentVolumeClaim, Node.
pub trait PersistentVolumes {
    /// Volumes that match, by name; an empty page when none does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &VolumeFilter) -> Result<VolumePage, Stop>;

    /// How many volumes match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &VolumeFilter) -> Result<u32, Stop>;

    /// Required node affinity of a volume: any of these terms; empty when it has none or is unseen.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn node_affinity(&self, call: &mut Call, id: ObjectId) -> Result<Vec<Vec<Requirement>>, Stop>;
}
