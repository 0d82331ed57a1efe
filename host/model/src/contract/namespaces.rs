//! `namespaces`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which namespaces. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NamespaceFilter {
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Being deleted.
    pub terminating: Option<bool>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for NamespaceFilter {
    fn price(&self) -> u64 {
        self.name.price() + self.labels.price() + self.terminating.price() + self.limit.price() + self.after.price()
    }
}

/// A namespace, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamespaceRow {
    /// Id.
    pub id: ObjectId,
    /// Name.
    pub name: String,
    /// Being deleted since.
    pub deleted: Option<Timestamp>,
    /// Enforced Pod Security profile; empty when none.
    pub pod_security: String,
    /// Created.
    pub created: Timestamp,
}

impl Price for NamespaceRow {
    fn price(&self) -> u64 {
        self.id.price() + self.name.price() + self.deleted.price() + self.pod_security.price() + self.created.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NamespacePage {
    /// The rows.
    pub rows: Vec<NamespaceRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for NamespacePage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// Namespaces.
///
/// Reads: Namespace.
pub trait Namespaces {
    /// Namespaces that match, by name; an empty page when none does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &NamespaceFilter) -> Result<NamespacePage, Stop>;

    /// How many namespaces match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &NamespaceFilter) -> Result<u32, Stop>;
}
