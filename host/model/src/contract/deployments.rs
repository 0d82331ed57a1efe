//! `deployments`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// How pods are replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RolloutStrategy {
    /// A few at a time.
    RollingUpdate,
    /// All old ones first.
    Recreate,
}

impl Price for RolloutStrategy {
    fn price(&self) -> u64 {
        0
    }
}

/// Which Deployments. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DeploymentFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Wants no replicas.
    pub zero: Option<bool>,
    /// All wanted replicas are updated and available, and the controller saw the latest spec.
    pub complete: Option<bool>,
    /// Fewer replicas are available than wanted.
    pub short: Option<bool>,
    /// Rollout paused.
    pub paused: Option<bool>,
    /// Condition `Progressing` is false with `ProgressDeadlineExceeded`.
    pub stalled: Option<bool>,
    /// Condition `ReplicaFailure` is true.
    pub replica_failure: Option<bool>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for DeploymentFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.zero.price()
            + self.complete.price()
            + self.short.price()
            + self.paused.price()
            + self.stalled.price()
            + self.replica_failure.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// A Deployment, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeploymentRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Replicas wanted; 1 when unset.
    pub replicas: u32,
    /// Pods that exist.
    pub current: u32,
    /// Pods of the newest template.
    pub updated: u32,
    /// Ready pods.
    pub ready: u32,
    /// Available pods.
    pub available: u32,
    /// Rollout paused.
    pub paused: bool,
    /// The controller has seen the latest spec.
    pub observed: bool,
    /// `Progressing` is false with `ProgressDeadlineExceeded`.
    pub stalled: bool,
    /// `ReplicaFailure` is true.
    pub replica_failure: bool,
    /// How pods are replaced.
    pub strategy: RolloutStrategy,
    /// `maxUnavailable` resolved against `replicas`, rounded down.
    pub max_unavailable: u32,
    /// `maxSurge` resolved against `replicas`, rounded up.
    pub max_surge: u32,
    /// `progressDeadlineSeconds`.
    pub progress_deadline: u32,
    /// Created.
    pub created: Timestamp,
    /// Last time the rollout moved (`Progressing` transition or update); none when unknown.
    pub progressed: Option<Timestamp>,
}

impl Price for DeploymentRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.replicas.price()
            + self.current.price()
            + self.updated.price()
            + self.ready.price()
            + self.available.price()
            + self.paused.price()
            + self.observed.price()
            + self.stalled.price()
            + self.replica_failure.price()
            + self.strategy.price()
            + self.max_unavailable.price()
            + self.max_surge.price()
            + self.progress_deadline.price()
            + self.created.price()
            + self.progressed.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DeploymentPage {
    /// The rows.
    pub rows: Vec<DeploymentRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for DeploymentPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// Deployments.
///
/// Reads: Deployment.
pub trait Deployments {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &DeploymentFilter) -> Result<DeploymentPage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &DeploymentFilter) -> Result<u32, Stop>;
}
