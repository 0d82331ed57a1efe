//! `leases`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which Leases. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct LeaseFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Not renewed within its own duration before now.
    pub expired: Option<bool>,
    /// Renewed at or after this time.
    pub renewed_after: Option<Timestamp>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for LeaseFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.expired.price()
            + self.renewed_after.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// A Lease, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaseRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Holder; empty when nobody.
    pub holder: String,
    /// Renewed.
    pub renewed: Option<Timestamp>,
    /// Seconds it lasts; 0 when unset.
    pub duration: u32,
}

impl Price for LeaseRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.holder.price()
            + self.renewed.price()
            + self.duration.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct LeasePage {
    /// The rows.
    pub rows: Vec<LeaseRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for LeasePage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// Leases: node heartbeats and leader elections.
///
/// Reads: Lease.
pub trait Leases {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &LeaseFilter) -> Result<LeasePage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &LeaseFilter) -> Result<u32, Stop>;
}
