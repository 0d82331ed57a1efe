//! A CronJob has stopped running, or can never run.

use cron_jobs::{CronJobFilter, CronJobRow};
use sdo_detector_sdk::prelude::*;

/// Due times that may be missed in a row, as after a restart of the controller.
const MISSED: u32 = 3;
/// Seconds since the last start (or the creation) within which a restarted controller catches up.
const GRACE: i64 = 300;

fn detect(report: &mut Report) {
    for job in (CronJobFilter {
        suspended: Some(false),
        never_due: Some(true),
        ..default()
    })
    .rows()
    {
        report
            .warning(
                job.id,
                format!("schedule `{}` has no due time in the next five years", job.schedule),
            )
            .evidence(job.id, "spec.schedule", &job.schedule)
            .next(format!("kubectl -n {} get cronjob {} -o yaml", job.namespace, job.name));
    }
    let missed = CronJobFilter {
        suspended: Some(false),
        never_due: Some(false),
        min_missed: MISSED,
        ..default()
    };
    for job in missed.rows().filter(has_stopped) {
        let last = job.last_schedule.map_or_else(
            || "never started".to_string(),
            |_| format!("{} due times passed since its last start", missed_text(job.missed)),
        );
        report
            .critical(job.id, format!("schedule `{}`: {last}", job.schedule))
            .evidence(job.id, "spec.schedule", &job.schedule)
            .evidence(
                job.id,
                "status.lastScheduleTime",
                job.last_schedule
                    .map_or_else(|| "(none)".to_string(), |time| time.to_string()),
            )
            .since(job.due)
            .next(format!("kubectl -n {} describe cronjob {}", job.namespace, job.name));
    }
}

/// Nothing runs that `Forbid` would wait for, and a restarted controller would have caught up.
fn has_stopped(job: &CronJobRow) -> bool {
    job.active == 0 && is_older(job.last_schedule.or(Some(job.created)), GRACE)
}

fn missed_text(missed: u32) -> String {
    if missed >= 100 {
        "more than 100".to_string()
    } else {
        missed.to_string()
    }
}

detector! {
    name: "cron-job-not-running",
    version: "0.1.0",
    title: "A CronJob has stopped running, or can never run",
    explanation: include_str!("../README.md"),
    detect: detect,
}
