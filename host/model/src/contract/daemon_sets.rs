//! `daemon-sets`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which DaemonSets. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DaemonSetFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Fewer pods are ready than wanted.
    pub short: Option<bool>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for DaemonSetFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.short.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// A DaemonSet, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DaemonSetRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Nodes that should run it.
    pub desired: u32,
    /// Nodes that run it.
    pub current: u32,
    /// Ready pods.
    pub ready: u32,
    /// Pods of the newest template.
    pub updated: u32,
    /// Available pods.
    pub available: u32,
    /// Nodes that run it and should not.
    pub misscheduled: u32,
    /// The controller has seen the latest spec.
    pub observed: bool,
    /// Pods are replaced only when deleted.
    pub on_delete: bool,
    /// Created.
    pub created: Timestamp,
}

impl Price for DaemonSetRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.desired.price()
            + self.current.price()
            + self.ready.price()
            + self.updated.price()
            + self.available.price()
            + self.misscheduled.price()
            + self.observed.price()
            + self.on_delete.price()
            + self.created.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DaemonSetPage {
    /// The rows.
    pub rows: Vec<DaemonSetRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for DaemonSetPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// DaemonSets.
///
/// Reads: DaemonSet.
pub trait DaemonSets {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &DaemonSetFilter) -> Result<DaemonSetPage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &DaemonSetFilter) -> Result<u32, Stop>;
}
