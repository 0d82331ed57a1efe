//! `persistent-volume-claims`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Presence;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// `status.phase`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClaimPhase {
    /// Not bound yet.
    Pending,
    /// Bound.
    Bound,
    /// Its volume is gone.
    Lost,
}

impl Price for ClaimPhase {
    fn price(&self) -> u64 {
        0
    }
}

/// Which claims. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ClaimFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Phase.
    pub phase: Option<ClaimPhase>,
    /// Existence of its StorageClass.
    pub class_presence: Option<Presence>,
    /// Some pod that has not ended uses it.
    pub used: Option<bool>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for ClaimFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.phase.price()
            + self.class_presence.price()
            + self.used.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// A claim, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Phase.
    pub phase: ClaimPhase,
    /// StorageClass name: none for the default class, empty for "no class, bind to a volume without one".
    pub storage_class: Option<String>,
    /// Existence of that class, or of a default class when none is named.
    pub class_presence: Presence,
    /// The class waits for a pod before it makes the volume.
    pub waits_for_consumer: bool,
    /// Volume it is bound to or names; empty when none.
    pub volume: String,
    /// `ReadWriteOnce`, `ReadOnlyMany`, `ReadWriteMany`, `ReadWriteOncePod`.
    pub access_modes: Vec<String>,
    /// Bytes asked for.
    pub requested: u64,
    /// A raw block device.
    pub block: bool,
    /// Pods that use it and have not ended.
    pub users: u32,
    /// Created.
    pub created: Timestamp,
}

impl Price for ClaimRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.phase.price()
            + self.storage_class.price()
            + self.class_presence.price()
            + self.waits_for_consumer.price()
            + self.volume.price()
            + self.access_modes.price()
            + self.requested.price()
            + self.block.price()
            + self.users.price()
            + self.created.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ClaimPage {
    /// The rows.
    pub rows: Vec<ClaimRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for ClaimPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// PersistentVolumeClaims, joined with their StorageClass, volume and users.
///
/// Reads: PersistentVolumeClaim. Uses: StorageClass, PersistentVolume, Pod.
pub trait PersistentVolumeClaims {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &ClaimFilter) -> Result<ClaimPage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &ClaimFilter) -> Result<u32, Stop>;

    /// Pods that use the claim and have not ended, by name; empty when none.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn users(&self, call: &mut Call, id: ObjectId) -> Result<Vec<ObjectId>, Stop>;

    /// The existing StorageClass name nearest to the one this claim names; none when nothing is near or the class exists.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn nearest_class(&self, call: &mut Call, id: ObjectId) -> Result<Option<String>, Stop>;
}
