//! `priority-classes`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which classes. Predicates that are none do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PriorityClassFilter {
    /// Name.
    pub name: Option<String>,
    /// Applies to pods that name no class.
    pub global_default: Option<bool>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for PriorityClassFilter {
    fn price(&self) -> u64 {
        self.name.price() + self.global_default.price() + self.limit.price() + self.after.price()
    }
}

/// A class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriorityClassRow {
    /// Id.
    pub id: ObjectId,
    /// Name.
    pub name: String,
    /// Priority.
    pub priority: i32,
    /// Applies to pods that name no class.
    pub global_default: bool,
    /// May preempt.
    pub preempts: bool,
}

impl Price for PriorityClassRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.name.price()
            + self.priority.price()
            + self.global_default.price()
            + self.preempts.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PriorityClassPage {
    /// The rows.
    pub rows: Vec<PriorityClassRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for PriorityClassPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// PriorityClasses.
///
/// Reads: PriorityClass.
pub trait PriorityClasses {
    /// Classes that match, by name; an empty page when none does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &PriorityClassFilter) -> Result<PriorityClassPage, Stop>;

    /// How many classes match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &PriorityClassFilter) -> Result<u32, Stop>;
}
