//! `limit-ranges`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::Amount;
pub use super::types::ObjectId;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which LimitRanges. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct LimitRangeFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for LimitRangeFilter {
    fn price(&self) -> u64 {
        self.namespace.price() + self.name.price() + self.labels.price() + self.limit.price() + self.after.price()
    }
}

/// What one type of object may ask for.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct LimitItem {
    /// `Container`, `Pod` or `PersistentVolumeClaim`.
    pub limit_type: String,
    /// Least.
    pub min: Vec<Amount>,
    /// Most.
    pub max: Vec<Amount>,
    /// Default limits.
    pub default_limits: Vec<Amount>,
    /// Default requests.
    pub default_requests: Vec<Amount>,
}

impl Price for LimitItem {
    fn price(&self) -> u64 {
        self.limit_type.price()
            + self.min.price()
            + self.max.price()
            + self.default_limits.price()
            + self.default_requests.price()
    }
}

/// A LimitRange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitRangeRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Its items.
    pub items: Vec<LimitItem>,
}

impl Price for LimitRangeRow {
    fn price(&self) -> u64 {
        self.id.price() + self.namespace.price() + self.name.price() + self.items.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct LimitRangePage {
    /// The rows.
    pub rows: Vec<LimitRangeRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for LimitRangePage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// LimitRanges.
///
/// Reads: LimitRange.
pub trait LimitRanges {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &LimitRangeFilter) -> Result<LimitRangePage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &LimitRangeFilter) -> Result<u32, Stop>;
}
