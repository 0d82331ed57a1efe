//! `service-accounts`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which ServiceAccounts. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ServiceAccountFilter {
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

impl Price for ServiceAccountFilter {
    fn price(&self) -> u64 {
        self.namespace.price() + self.name.price() + self.labels.price() + self.limit.price() + self.after.price()
    }
}

/// A ServiceAccount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceAccountRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Pull secrets.
    pub image_pull_secrets: Vec<String>,
    /// Mounts its token by default.
    pub automount: bool,
}

impl Price for ServiceAccountRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.image_pull_secrets.price()
            + self.automount.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ServiceAccountPage {
    /// The rows.
    pub rows: Vec<ServiceAccountRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for ServiceAccountPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// ServiceAccounts.
///
/// Reads: ServiceAccount.
pub trait ServiceAccounts {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &ServiceAccountFilter) -> Result<ServiceAccountPage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &ServiceAccountFilter) -> Result<u32, Stop>;
}
