//! `storage-classes`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which classes. Predicates that are none do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct StorageClassFilter {
    /// Name.
    pub name: Option<String>,
    /// Marked as the default class.
    pub is_default: Option<bool>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for StorageClassFilter {
    fn price(&self) -> u64 {
        self.name.price() + self.is_default.price() + self.limit.price() + self.after.price()
    }
}

/// A class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorageClassRow {
    /// Id.
    pub id: ObjectId,
    /// Name.
    pub name: String,
    /// Provisioner.
    pub provisioner: String,
    /// `WaitForFirstConsumer`.
    pub waits_for_consumer: bool,
    /// Marked as the default class.
    pub is_default: bool,
    /// Volumes may grow.
    pub expandable: bool,
}

impl Price for StorageClassRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.name.price()
            + self.provisioner.price()
            + self.waits_for_consumer.price()
            + self.is_default.price()
            + self.expandable.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct StorageClassPage {
    /// The rows.
    pub rows: Vec<StorageClassRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for StorageClassPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// StorageClasses.
///
/// Reads: StorageClass.
pub trait StorageClasses {
    /// Classes that match, by name; an empty page when none does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &StorageClassFilter) -> Result<StorageClassPage, Stop>;

    /// How many classes match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &StorageClassFilter) -> Result<u32, Stop>;
}
