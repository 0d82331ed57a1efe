//! `jobs`.

use super::convert::{created, owned, time, wanted};
use super::page::{Query, agrees, named};
use super::sight::sight;
use crate::Snapshot;
use crate::object::{Condition, Job};
use crate::text::{Int, MaybeTime};
use sdo_model::contract::jobs::{JobFilter, JobPage, JobRow, JobState, Jobs};
use sdo_model::{Call, Stop};

/// What Kubernetes takes for `backoffLimit` when it is unset.
const BACKOFF_LIMIT: Int = Int(6);

/// Conditions that decide where a Job stands, the strongest first: the last two announce the first two.
const DECIDING: [(&str, JobState); 5] = [
    ("Complete", JobState::Complete),
    ("Failed", JobState::Failed),
    ("SuccessCriteriaMet", JobState::Complete),
    ("FailureTarget", JobState::Failed),
    ("Suspended", JobState::Suspended),
];

impl Jobs for Snapshot {
    fn query(&self, call: &mut Call, filter: &JobFilter) -> Result<JobPage, Stop> {
        let sight = sight(call);
        let owned = self.controlled_by::<Job>(call, filter.owner);
        let query = Query::<Job>::new(self, named!(filter)).within(owned.as_deref());
        let keep = |_, job: &Job| agrees(filter.state, standing(job).0);
        let (rows, total) = query.page(call, keep, |id, job| row(id, job, self.seen_controller(&sight, id)))?;
        Ok(JobPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &JobFilter) -> Result<u32, Stop> {
        let owned = self.controlled_by::<Job>(call, filter.owner);
        let query = Query::<Job>::new(self, named!(filter)).within(owned.as_deref());
        query.count(call, |_, job| agrees(filter.state, standing(job).0))
    }
}

/// Where a Job stands, and the condition that says so.
fn standing(job: &Job) -> (JobState, Option<&Condition>) {
    let deciding = DECIDING.iter().find_map(|(name, state)| {
        let holds = |condition: &&Condition| condition.name.as_str() == *name && condition.is_true();
        Some((*state, Some(job.status.conditions.iter().find(holds)?)))
    });
    match deciding {
        Some(found) => found,
        None if job.spec.suspend => (JobState::Suspended, None),
        None => (JobState::Running, None),
    }
}

fn row(id: u32, job: &Job, owner: Option<u32>) -> JobRow {
    let (spec, status) = (&job.spec, &job.status);
    let (state, deciding) = standing(job);
    JobRow {
        id,
        namespace: owned(&job.meta.namespace),
        name: owned(&job.meta.name),
        owner,
        state,
        reason: deciding.map(|condition| owned(&condition.reason)).unwrap_or_default(),
        active: status.active.u32(),
        succeeded: status.succeeded.u32(),
        failed: status.failed.u32(),
        completions: wanted(spec.completions),
        backoff_limit: spec.backoff_limit.unwrap_or(BACKOFF_LIMIT).u32(),
        active_deadline: spec
            .active_deadline_seconds
            .map(|seconds| u64::try_from(seconds.get()).unwrap_or(0)),
        started: time(status.start_time),
        finished: finished(job),
        created: created(&job.meta),
    }
}

fn finished(job: &Job) -> Option<i64> {
    match standing(job) {
        (JobState::Complete | JobState::Failed, Some(condition)) => time(MaybeTime(
            job.status.completion_time.or(*condition.last_transition_time),
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
