//! `ingress-classes`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which classes. Predicates that are none do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct IngressClassFilter {
    /// Name.
    pub name: Option<String>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for IngressClassFilter {
    fn price(&self) -> u64 {
        self.name.price() + self.limit.price() + self.after.price()
    }
}

/// A class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IngressClassRow {
    /// Id.
    pub id: ObjectId,
    /// Name.
    pub name: String,
    /// Controller.
    pub controller: String,
    /// Marked as the default class.
    pub is_default: bool,
}

impl Price for IngressClassRow {
    fn price(&self) -> u64 {
        self.id.price() + self.name.price() + self.controller.price() + self.is_default.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct IngressClassPage {
    /// The rows.
    pub rows: Vec<IngressClassRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for IngressClassPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// IngressClasses.
///
/// Reads: IngressClass.
pub trait IngressClasses {
    /// Classes that match, by name; an empty page when none does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &IngressClassFilter) -> Result<IngressClassPage, Stop>;

    /// How many classes match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &IngressClassFilter) -> Result<u32, Stop>;
}
