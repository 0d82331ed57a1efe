//! `controller-revisions`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which ControllerRevisions. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ControllerRevisionFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Owned by this object.
    pub owner: Option<ObjectId>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for ControllerRevisionFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.owner.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// A ControllerRevision, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControllerRevisionRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Its controller, when that is in the snapshot.
    pub owner: Option<ObjectId>,
    /// `revision`.
    pub revision: i64,
    /// Created.
    pub created: Timestamp,
}

impl Price for ControllerRevisionRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.owner.price()
            + self.revision.price()
            + self.created.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ControllerRevisionPage {
    /// The rows.
    pub rows: Vec<ControllerRevisionRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for ControllerRevisionPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// ControllerRevisions of StatefulSets and DaemonSets.
///
/// Reads: ControllerRevision.
pub trait ControllerRevisions {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &ControllerRevisionFilter) -> Result<ControllerRevisionPage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &ControllerRevisionFilter) -> Result<u32, Stop>;

    /// `data` as JSON, credentials masked, at most 64 KiB; none for an unseen id.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn data(&self, call: &mut Call, id: ObjectId) -> Result<Option<String>, Stop>;
}
