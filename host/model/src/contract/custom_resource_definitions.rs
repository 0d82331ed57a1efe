//! `custom-resource-definitions`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which definitions. Predicates that are none do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DefinitionFilter {
    /// Name, e.g. `ippools.projectcalico.org`.
    pub name: Option<String>,
    /// API group.
    pub group: Option<String>,
    /// Condition `Established`.
    pub established: Option<bool>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for DefinitionFilter {
    fn price(&self) -> u64 {
        self.name.price() + self.group.price() + self.established.price() + self.limit.price() + self.after.price()
    }
}

/// A definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionRow {
    /// Id.
    pub id: ObjectId,
    /// Name.
    pub name: String,
    /// API group.
    pub group: String,
    /// Kind.
    pub kind: String,
    /// Resource name.
    pub plural: String,
    /// Objects live in namespaces.
    pub namespaced: bool,
    /// Served versions in spec order.
    pub versions: Vec<String>,
    /// Condition `Established` is true.
    pub established: bool,
}

impl Price for DefinitionRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.name.price()
            + self.group.price()
            + self.kind.price()
            + self.plural.price()
            + self.namespaced.price()
            + self.versions.price()
            + self.established.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DefinitionPage {
    /// The rows.
    pub rows: Vec<DefinitionRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for DefinitionPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// CustomResourceDefinitions.
///
/// Reads: CustomResourceDefinition.
pub trait CustomResourceDefinitions {
    /// Definitions that match, by name; an empty page when none does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &DefinitionFilter) -> Result<DefinitionPage, Stop>;

    /// How many definitions match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &DefinitionFilter) -> Result<u32, Stop>;
}
