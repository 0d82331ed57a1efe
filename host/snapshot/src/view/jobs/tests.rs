use super::*;
use crate::view::fixture::snapshot;
use sdo_model::{Kind, KindSet};

fn job(spec: &str, status: &str) -> JobRow {
    let json = format!(
        r#"{{"apiVersion":"batch/v1","kind":"Job","metadata":{{"namespace":"a","name":"j","ownerReferences":[
        {{"apiVersion":"batch/v1","kind":"CronJob","name":"nightly","uid":"c1","controller":true}}]}},"spec":{spec},"status":{status}}}"#
    );
    let cron = r#"{"apiVersion":"batch/v1","kind":"CronJob","metadata":{"namespace":"a","name":"nightly","uid":"c1"}}"#;
    let snapshot = snapshot(&[&json, cron]);
    Jobs::query(&snapshot, &mut Call::unlimited(), &JobFilter::default())
        .unwrap()
        .rows
        .remove(0)
}

#[test]
fn retries_are_no_failure() {
    for condition in ["Complete", "SuccessCriteriaMet"] {
        let row = job(
            "{}",
            &format!(r#"{{"failed":2,"succeeded":1,"conditions":[{{"type":"{condition}","status":"True"}}]}}"#),
        );
        assert_eq!((row.state, row.failed), (JobState::Complete, 2));
    }
    assert_eq!(job("{}", r#"{"failed":2,"active":1}"#).state, JobState::Running);
}

#[test]
fn a_failed_job_tells_why_and_when() {
    let row = job(
        "{}",
        r#"{"conditions":[{"type":"FailureTarget","status":"True","reason":"BackoffLimitExceeded"},
        {"type":"Failed","status":"True","reason":"BackoffLimitExceeded","lastTransitionTime":"1970-01-01T00:01:00Z"}]}"#,
    );
    assert_eq!(
        (row.state, row.reason.as_str(), row.finished),
        (JobState::Failed, "BackoffLimitExceeded", Some(60))
    );
    assert_eq!((row.backoff_limit, row.completions, row.active_deadline), (6, 1, None));
}

#[test]
fn a_suspended_job_is_neither_running_nor_failed() {
    assert_eq!(job(r#"{"suspend":true}"#, "{}").state, JobState::Suspended);
    let row = job(
        "{}",
        r#"{"conditions":[{"type":"Suspended","status":"True","reason":"JobSuspended"}]}"#,
    );
    assert_eq!((row.state, row.reason.as_str()), (JobState::Suspended, "JobSuspended"));
}

#[test]
fn an_owner_of_a_kind_that_may_not_be_read_is_not_there() {
    assert_eq!(job("{}", "{}").owner, Some(Kind::CronJob.id(0)));
    let json = r#"{"apiVersion":"batch/v1","kind":"Job","metadata":{"namespace":"a","name":"j","ownerReferences":[
        {"apiVersion":"batch/v1","kind":"CronJob","name":"nightly","controller":true}]}}"#;
    let cron = r#"{"apiVersion":"batch/v1","kind":"CronJob","metadata":{"namespace":"a","name":"nightly"}}"#;
    let snapshot = snapshot(&[json, cron]);
    let mut call = Call::new(u64::MAX, KindSet::EMPTY.with(Kind::Job));
    let owned = JobFilter {
        owner: Some(Kind::CronJob.id(0)),
        ..JobFilter::default()
    };
    assert_eq!(
        Jobs::query(&snapshot, &mut call, &JobFilter::default()).unwrap().rows[0].owner,
        None
    );
    assert_eq!(Jobs::count(&snapshot, &mut call, &owned).unwrap(), 0);
    assert_eq!(Jobs::count(&snapshot, &mut Call::unlimited(), &owned).unwrap(), 1);
}
