use super::*;
use crate::view::fixture::snapshot;

fn set(spec: &str, status: &str) -> (StatefulSetRow, bool, bool) {
    let json = format!(
        r#"{{"apiVersion":"apps/v1","kind":"StatefulSet","metadata":{{"namespace":"a","name":"db","generation":1}},"spec":{spec},"status":{status}}}"#
    );
    let snapshot = snapshot(&[&json]);
    let count =
        |filter: StatefulSetFilter| StatefulSets::count(&snapshot, &mut Call::unlimited(), &filter).unwrap() == 1;
    let short = count(StatefulSetFilter {
        short: Some(true),
        ..StatefulSetFilter::default()
    });
    let complete = count(StatefulSetFilter {
        complete: Some(true),
        ..StatefulSetFilter::default()
    });
    let row = StatefulSets::query(&snapshot, &mut Call::unlimited(), &StatefulSetFilter::default())
        .unwrap()
        .rows
        .remove(0);
    (row, short, complete)
}

#[test]
fn pods_that_were_never_created_are_missed() {
    let (row, short, complete) = set(r#"{"replicas":3}"#, r#"{"replicas":0}"#);
    assert_eq!((row.replicas, row.ready, row.observed), (3, 0, false));
    assert!(short && !complete);
}

#[test]
fn numbers_of_pods_need_not_begin_at_nothing() {
    let (row, ..) = set(
        r#"{"replicas":2,"ordinals":{"start":1},"podManagementPolicy":"Parallel","serviceName":"db",
        "updateStrategy":{"type":"RollingUpdate","rollingUpdate":{"partition":1}},"volumeClaimTemplates":[{"metadata":{"name":"data"}}]}"#,
        "{}",
    );
    assert_eq!(
        (row.first_ordinal, row.partition, row.parallel, row.on_delete),
        (1, 1, true, false)
    );
    assert_eq!(
        (row.service.as_str(), row.claim_templates),
        ("db", vec!["data".to_owned()])
    );
}

#[test]
fn a_settled_set_is_complete_though_its_controller_leaves_the_updated_count_out() {
    let settled = r#"{"replicas":2,"readyReplicas":2,"currentReplicas":2,"currentRevision":"r1","updateRevision":"r1","observedGeneration":1}"#;
    let rolling = r#"{"replicas":2,"readyReplicas":2,"currentReplicas":1,"updatedReplicas":1,"currentRevision":"r1","updateRevision":"r2"}"#;
    assert!(set(r#"{"replicas":2}"#, settled).2);
    assert!(!set(r#"{"replicas":2}"#, rolling).2);
}
