//! `cron-jobs`.

mod schedule;

pub(super) use schedule::Timing;

use super::convert::{created, owned, time};
use super::page::{Query, agrees, named};
use crate::Snapshot;
use crate::object::CronJob;
use schedule::Span;
use sdo_model::contract::cron_jobs::{CronJobFilter, CronJobPage, CronJobRow, CronJobs};
use sdo_model::{Call, Kind, Stop};
use std::sync::OnceLock;

impl CronJobs for Snapshot {
    fn query(&self, call: &mut Call, filter: &CronJobFilter) -> Result<CronJobPage, Stop> {
        let query = Query::<CronJob>::new(self, named!(filter));
        let keep = |id, job: &CronJob| self.cron_job_matches(filter, id, job);
        let (rows, total) = query.page(call, keep, |id, job| row(id, job, self.timing(id, job)))?;
        Ok(CronJobPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &CronJobFilter) -> Result<u32, Stop> {
        let query = Query::<CronJob>::new(self, named!(filter));
        query.count(call, |id, job| self.cron_job_matches(filter, id, job))
    }
}

impl Snapshot {
    fn cron_job_matches(&self, filter: &CronJobFilter, id: u32, job: &CronJob) -> bool {
        agrees(filter.suspended, job.spec.suspend)
            && (filter.never_due.is_none() || agrees(filter.never_due, self.timing(id, job).next_due.is_none()))
            && (filter.min_missed == 0 || self.timing(id, job).missed >= filter.min_missed)
    }

    /// What the schedule of a CronJob comes to; worked out once, since a search through the calendar takes its time.
    fn timing(&self, id: u32, job: &CronJob) -> Timing {
        let count = Snapshot::count(self, Kind::CronJob);
        let all = self
            .memo
            .schedules
            .get_or_init(|| (0..count).map(|_| OnceLock::new()).collect());
        let work_out = || {
            let span = Span {
                created: time(job.meta.created),
                started: time(job.status.last_schedule_time),
                now: Snapshot::now(self),
            };
            Timing::of(&job.spec.schedule, &job.spec.time_zone, &span)
        };
        match Kind::of_id(id).and_then(|(_, index)| all.get(index)) {
            Some(slot) => *slot.get_or_init(work_out),
            None => work_out(),
        }
    }
}

fn row(id: u32, job: &CronJob, timing: Timing) -> CronJobRow {
    let (spec, status) = (&job.spec, &job.status);
    CronJobRow {
        id,
        namespace: owned(&job.meta.namespace),
        name: owned(&job.meta.name),
        schedule: owned(&spec.schedule),
        time_zone: owned(&spec.time_zone),
        valid: timing.valid,
        suspended: spec.suspend,
        active: u32::try_from(status.active.len()).unwrap_or(u32::MAX),
        concurrency: spec.concurrency_policy.non_empty().unwrap_or("Allow").to_owned(),
        starting_deadline: spec
            .starting_deadline_seconds
            .map(|seconds| u64::try_from(seconds.get()).unwrap_or(0)),
        last_schedule: time(status.last_schedule_time),
        last_success: time(status.last_successful_time),
        due: timing.due,
        next_due: timing.next_due,
        missed: timing.missed,
        period: timing.period,
        created: created(&job.meta),
    }
}

#[cfg(test)]
mod tests;
