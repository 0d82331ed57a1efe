//! `cron-jobs`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which CronJobs. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CronJobFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Suspended.
    pub suspended: Option<bool>,
    /// The schedule has no time in the next five years.
    pub never_due: Option<bool>,
    /// At least so many due times passed since the last start.
    pub min_missed: u32,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for CronJobFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.suspended.price()
            + self.never_due.price()
            + self.min_missed.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// A CronJob, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CronJobRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Schedule as written.
    pub schedule: String,
    /// Time zone; empty for the controller's, taken as UTC.
    pub time_zone: String,
    /// The schedule can be read.
    pub valid: bool,
    /// Suspended.
    pub suspended: bool,
    /// Jobs that run now.
    pub active: u32,
    /// `Allow`, `Forbid` or `Replace`.
    pub concurrency: String,
    /// `startingDeadlineSeconds`; none when unbounded.
    pub starting_deadline: Option<u64>,
    /// Last start.
    pub last_schedule: Option<Timestamp>,
    /// Last success.
    pub last_success: Option<Timestamp>,
    /// The latest due time at or before now, and not before creation; none when none has passed.
    pub due: Option<Timestamp>,
    /// The next due time; none when there is none in five years.
    pub next_due: Option<Timestamp>,
    /// Due times since the last start (or creation); counts to 100.
    pub missed: u32,
    /// Seconds between two due times around now; 0 when unknown.
    pub period: u64,
    /// Created.
    pub created: Timestamp,
}

impl Price for CronJobRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.schedule.price()
            + self.time_zone.price()
            + self.valid.price()
            + self.suspended.price()
            + self.active.price()
            + self.concurrency.price()
            + self.starting_deadline.price()
            + self.last_schedule.price()
            + self.last_success.price()
            + self.due.price()
            + self.next_due.price()
            + self.missed.price()
            + self.period.price()
            + self.created.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CronJobPage {
    /// The rows.
    pub rows: Vec<CronJobRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for CronJobPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// CronJobs, with the schedule worked out in its own time zone.
///
/// Reads: CronJob.
pub trait CronJobs {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &CronJobFilter) -> Result<CronJobPage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &CronJobFilter) -> Result<u32, Stop>;
}
