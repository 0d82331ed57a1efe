//! `resource-quotas`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::Amount;
pub use super::types::ObjectId;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which quotas. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct QuotaFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Limits this resource, e.g. `requests.cpu`.
    pub resource_name: Option<String>,
    /// Some resource is used up to its limit.
    pub full: Option<bool>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for QuotaFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.resource_name.price()
            + self.full.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// One limited resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotaLine {
    /// Limit.
    pub hard: Amount,
    /// Use; 0 when not yet counted.
    pub used: Amount,
}

impl Price for QuotaLine {
    fn price(&self) -> u64 {
        self.hard.price() + self.used.price()
    }
}

/// A quota.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotaRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// It only counts pods of certain scopes.
    pub scoped: bool,
    /// Its lines by resource name.
    pub lines: Vec<QuotaLine>,
}

impl Price for QuotaRow {
    fn price(&self) -> u64 {
        self.id.price() + self.namespace.price() + self.name.price() + self.scoped.price() + self.lines.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct QuotaPage {
    /// The rows.
    pub rows: Vec<QuotaRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for QuotaPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// ResourceQuotas.
///
/// Reads: ResourceQuota.
pub trait ResourceQuotas {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &QuotaFilter) -> Result<QuotaPage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &QuotaFilter) -> Result<u32, Stop>;
}
