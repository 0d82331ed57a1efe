use super::*;
use crate::view::fixture::snapshot;

fn row_of(spec: &str, status: &str) -> (DeploymentRow, bool) {
    let json = format!(
        r#"{{"apiVersion":"apps/v1","kind":"Deployment","metadata":{{"namespace":"shop","name":"web","generation":2}},
        "spec":{spec},"status":{status}}}"#
    );
    let snapshot = snapshot(&[&json]);
    let query = |filter: &DeploymentFilter| Deployments::query(&snapshot, &mut Call::unlimited(), filter).unwrap();
    let complete = query(&DeploymentFilter {
        complete: Some(true),
        ..DeploymentFilter::default()
    });
    let mut page = query(&DeploymentFilter::default());
    (page.rows.remove(0), complete.total == 1)
}

#[test]
fn a_stuck_rollout_shows_though_enough_pods_are_ready() {
    let (row, complete) = row_of(
        r#"{"replicas":3}"#,
        r#"{"observedGeneration":2,"replicas":4,"readyReplicas":3,"availableReplicas":3,"updatedReplicas":1,
        "conditions":[{"type":"Progressing","status":"False","reason":"ProgressDeadlineExceeded"}]}"#,
    );
    assert!(row.stalled && row.observed && !complete);
}

#[test]
fn a_spec_that_the_controller_has_not_seen_is_not_complete() {
    let status = |seen: u32| {
        format!(
            r#"{{"observedGeneration":{seen},"replicas":1,"readyReplicas":1,"availableReplicas":1,"updatedReplicas":1}}"#
        )
    };
    assert!(!row_of("{}", &status(1)).1);
    assert!(row_of("{}", &status(2)).1);
}

#[test]
fn a_quota_that_blocks_pods_shows_beside_an_old_success() {
    let (row, _) = row_of(
        r#"{"replicas":3}"#,
        r#"{"conditions":[
        {"type":"Progressing","status":"True","reason":"NewReplicaSetAvailable","lastTransitionTime":"2026-01-01T00:00:00Z","lastUpdateTime":"2026-01-01T00:05:00Z"},
        {"type":"Available","status":"False"},{"type":"ReplicaFailure","status":"True","reason":"FailedCreate"}]}"#,
    );
    assert!(row.replica_failure && !row.stalled);
    assert_eq!(row.progressed, Some(1_767_225_900));
}

#[test]
fn bounds_of_a_rollout_are_resolved_like_the_controller_does() {
    let bounds = |replicas: u32, strategy: &str| {
        let (row, _) = row_of(&format!(r#"{{"replicas":{replicas},"strategy":{strategy}}}"#), "{}");
        (row.max_unavailable, row.max_surge)
    };
    assert_eq!(bounds(10, "{}"), (2, 3));
    assert_eq!(bounds(1, "{}"), (0, 1));
    assert_eq!(
        bounds(4, r#"{"rollingUpdate":{"maxUnavailable":"0%","maxSurge":0}}"#),
        (1, 0)
    );
    assert_eq!(
        bounds(2, r#"{"rollingUpdate":{"maxUnavailable":5,"maxSurge":1}}"#),
        (2, 1)
    );
    assert_eq!(bounds(3, r#"{"type":"Recreate"}"#), (3, 0));
}

#[test]
fn what_is_left_out_reads_as_its_default() {
    let (row, _) = row_of("{}", "{}");
    assert_eq!(
        (row.replicas, row.progress_deadline, row.created, row.progressed),
        (1, 600, 0, None)
    );
}
