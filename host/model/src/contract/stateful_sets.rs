//! `stateful-sets`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which StatefulSets. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct StatefulSetFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Fewer replicas are ready than wanted.
    pub short: Option<bool>,
    /// All wanted replicas are updated and ready.
    pub complete: Option<bool>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for StatefulSetFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.short.price()
            + self.complete.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// A StatefulSet, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatefulSetRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Replicas wanted; 1 when unset.
    pub replicas: u32,
    /// Pods that exist.
    pub current: u32,
    /// Ready pods.
    pub ready: u32,
    /// Pods of the newest revision.
    pub updated: u32,
    /// Available pods.
    pub available: u32,
    /// The controller has seen the latest spec.
    pub observed: bool,
    /// Number of the first pod.
    pub first_ordinal: u32,
    /// Pods below this ordinal keep the old revision.
    pub partition: u32,
    /// Pods are replaced only when deleted.
    pub on_delete: bool,
    /// Pods start together instead of one after another.
    pub parallel: bool,
    /// Governing Service; empty when none.
    pub service: String,
    /// Names of `volumeClaimTemplates`.
    pub claim_templates: Vec<String>,
    /// Created.
    pub created: Timestamp,
}

impl Price for StatefulSetRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.replicas.price()
            + self.current.price()
            + self.ready.price()
            + self.updated.price()
            + self.available.price()
            + self.observed.price()
            + self.first_ordinal.price()
            + self.partition.price()
            + self.on_delete.price()
            + self.parallel.price()
            + self.service.price()
            + self.claim_templates.price()
            + self.created.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct StatefulSetPage {
    /// The rows.
    pub rows: Vec<StatefulSetRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for StatefulSetPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// StatefulSets.
///
/// Reads: StatefulSet.
pub trait StatefulSets {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &StatefulSetFilter) -> Result<StatefulSetPage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &StatefulSetFilter) -> Result<u32, Stop>;
}
