//! A Job failed, or the last run of a CronJob did.

use cron_jobs::CronJobFilter;
use jobs::{JobFilter, JobState};
use sdo_detector_sdk::prelude::*;

fn detect(report: &mut Report) {
    for job in (JobFilter {
        state: Some(JobState::Failed),
        ..default()
    })
    .rows()
    {
        let owner = job.owner.filter(|owner| is_cron_job(*owner));
        if owner.is_some_and(|owner| !is_newest(owner, &job)) {
            continue;
        }
        let pods: Vec<ObjectId> = (pods::PodFilter {
            owner: Some(job.id),
            ..default()
        })
        .rows()
        .map(|pod| pod.id)
        .collect();
        let subject = if owner.is_some() {
            format!("its last run, Job {}, failed", job.name)
        } else {
            "failed".to_string()
        };
        report
            .warning(
                owner.unwrap_or(job.id),
                format!("{subject}: {} after {} failed pods", job.reason, job.failed),
            )
            .evidence(job.id, "status.conditions[Failed].reason", &job.reason)
            .evidence(job.id, "status.failed", job.failed)
            .effects(pods.into_iter().chain(owner.map(|_| job.id)))
            .since(job.finished)
            .next(format!("kubectl -n {} logs job/{}", job.namespace, job.name));
    }
}

fn is_cron_job(id: ObjectId) -> bool {
    objects::describe(&[id])
        .first()
        .is_some_and(|object| object.kind == "CronJob")
}

/// Whether no later run of the CronJob exists or has succeeded.
fn is_newest(owner: ObjectId, job: &jobs::JobRow) -> bool {
    let later = (JobFilter {
        owner: Some(owner),
        ..default()
    })
    .rows()
    .any(|other| other.created > job.created);
    let namespace_name = objects::describe(&[owner]).into_iter().next();
    let recovered = namespace_name.is_some_and(|object| {
        let filter = CronJobFilter {
            namespace: Some(object.namespace),
            name: Some(object.name),
            ..default()
        };
        cron_jobs::query(&filter)
            .rows
            .first()
            .is_some_and(|row| row.last_success > job.finished)
    });
    !later && !recovered
}

detector! {
    name: "job-failed",
    version: "0.1.0",
    title: "A Job failed",
    explanation: include_str!("../README.md"),
    optional_kinds: ["CronJob"],
    detect: detect,
}
