//! `pod-disruption-budgets`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::IntOrPercent;
pub use super::types::ObjectId;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which budgets. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BudgetFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Allows no disruption now.
    pub blocked: Option<bool>,
    /// At most so many selected pods that have not ended.
    pub max_pods: Option<u32>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for BudgetFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.blocked.price()
            + self.max_pods.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// A budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BudgetRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// `minAvailable`.
    pub min_available: Option<IntOrPercent>,
    /// `maxUnavailable`.
    pub max_unavailable: Option<IntOrPercent>,
    /// Has a selector; an empty one selects every pod, an absent one none.
    pub has_selector: bool,
    /// Healthy pods.
    pub healthy: u32,
    /// Healthy pods it wants.
    pub desired: u32,
    /// Pods it expects.
    pub expected: u32,
    /// Disruptions it allows now.
    pub allowed: u32,
    /// Selected pods that have not ended.
    pub pods: u32,
    /// The controller has seen the latest spec.
    pub observed: bool,
    /// Created.
    pub created: Timestamp,
}

impl Price for BudgetRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.min_available.price()
            + self.max_unavailable.price()
            + self.has_selector.price()
            + self.healthy.price()
            + self.desired.price()
            + self.expected.price()
            + self.allowed.price()
            + self.pods.price()
            + self.observed.price()
            + self.created.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BudgetPage {
    /// The rows.
    pub rows: Vec<BudgetRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for BudgetPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// PodDisruptionBudgets.
///
/// Reads: PodDisruptionBudget. Uses: Pod.
pub trait PodDisruptionBudgets {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &BudgetFilter) -> Result<BudgetPage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &BudgetFilter) -> Result<u32, Stop>;

    /// Selected pods that have not ended, by name; empty when none. At most 1000.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn pods_of(&self, call: &mut Call, id: ObjectId) -> Result<Vec<ObjectId>, Stop>;
}
