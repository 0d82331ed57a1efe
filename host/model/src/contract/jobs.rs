//! `jobs`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Where a Job stands, by its conditions; retries alone are not a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JobState {
    /// Runs, or waits for its first pod.
    Running,
    /// Condition `Complete` or `SuccessCriteriaMet`.
    Complete,
    /// Condition `Failed` or `FailureTarget`.
    Failed,
    /// Suspended.
    Suspended,
}

impl Price for JobState {
    fn price(&self) -> u64 {
        0
    }
}

/// Which Jobs. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct JobFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Owned by this object.
    pub owner: Option<ObjectId>,
    /// State.
    pub state: Option<JobState>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for JobFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.owner.price()
            + self.state.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// A Job, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Its controller, when that is in the snapshot.
    pub owner: Option<ObjectId>,
    /// State.
    pub state: JobState,
    /// Reason of the deciding condition, e.g. `BackoffLimitExceeded`; empty while running.
    pub reason: String,
    /// Running pods.
    pub active: u32,
    /// Succeeded pods.
    pub succeeded: u32,
    /// Failed pods.
    pub failed: u32,
    /// Completions wanted; 1 when unset.
    pub completions: u32,
    /// `backoffLimit`; 6 when unset.
    pub backoff_limit: u32,
    /// `activeDeadlineSeconds`; none when unbounded.
    pub active_deadline: Option<u64>,
    /// Started.
    pub started: Option<Timestamp>,
    /// Completed or failed at.
    pub finished: Option<Timestamp>,
    /// Created.
    pub created: Timestamp,
}

impl Price for JobRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.owner.price()
            + self.state.price()
            + self.reason.price()
            + self.active.price()
            + self.succeeded.price()
            + self.failed.price()
            + self.completions.price()
            + self.backoff_limit.price()
            + self.active_deadline.price()
            + self.started.price()
            + self.finished.price()
            + self.created.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct JobPage {
    /// The rows.
    pub rows: Vec<JobRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for JobPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// Jobs.
///
/// Reads: Job.
pub trait Jobs {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &JobFilter) -> Result<JobPage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &JobFilter) -> Result<u32, Stop>;
}
