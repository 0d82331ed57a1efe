//! `replica-sets`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which ReplicaSets. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ReplicaSetFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Owned by this object.
    pub owner: Option<ObjectId>,
    /// Wants at least one replica.
    pub active: Option<bool>,
    /// Fewer replicas exist than wanted.
    pub short: Option<bool>,
    /// Condition `ReplicaFailure` is true.
    pub replica_failure: Option<bool>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for ReplicaSetFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.owner.price()
            + self.active.price()
            + self.short.price()
            + self.replica_failure.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// A ReplicaSet, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplicaSetRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Its controller, when that is in the snapshot.
    pub owner: Option<ObjectId>,
    /// Deployment revision; 0 when unnumbered.
    pub revision: i64,
    /// Replicas wanted.
    pub replicas: u32,
    /// Pods that exist.
    pub current: u32,
    /// Ready pods.
    pub ready: u32,
    /// Available pods.
    pub available: u32,
    /// `ReplicaFailure` is true.
    pub replica_failure: bool,
    /// The message of `ReplicaFailure`, at most 4 KiB; empty otherwise.
    pub failure_message: String,
    /// Created.
    pub created: Timestamp,
}

impl Price for ReplicaSetRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.owner.price()
            + self.revision.price()
            + self.replicas.price()
            + self.current.price()
            + self.ready.price()
            + self.available.price()
            + self.replica_failure.price()
            + self.failure_message.price()
            + self.created.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ReplicaSetPage {
    /// The rows.
    pub rows: Vec<ReplicaSetRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for ReplicaSetPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// ReplicaSets, all revisions.
///
/// Reads: ReplicaSet.
pub trait ReplicaSets {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &ReplicaSetFilter) -> Result<ReplicaSetPage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &ReplicaSetFilter) -> Result<u32, Stop>;
}
