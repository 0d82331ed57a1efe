use super::*;
use crate::view::fixture::snapshot;
use sdo_model::Kind;
use sdo_model::contract::controller_revisions::{ControllerRevisionFilter, ControllerRevisions};
use sdo_model::contract::daemon_sets::{DaemonSetFilter, DaemonSets};

fn set(name: &str, spec: &str, status: &str) -> String {
    format!(
        r#"{{"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{{"namespace":"a","name":"{name}","annotations":{{"deployment.kubernetes.io/revision":"3"}},
        "ownerReferences":[{{"apiVersion":"apps/v1","kind":"Deployment","name":"web","controller":true}}]}},"spec":{spec},"status":{status}}}"#
    )
}

#[test]
fn a_blocked_revision_tells_what_stops_it() {
    let deployment = r#"{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"namespace":"a","name":"web"}}"#;
    let blocked = set(
        "new",
        r#"{"replicas":2}"#,
        r#"{"replicas":1,"conditions":[{"type":"ReplicaFailure","status":"True","message":"exceeded quota"}]}"#,
    );
    let idle = set(
        "old",
        r#"{"replicas":0}"#,
        r#"{"conditions":[{"type":"ReplicaFailure","status":"False","message":"once"}]}"#,
    );
    let snapshot = snapshot(&[deployment, &blocked, &idle]);
    let filter = ReplicaSetFilter {
        owner: Some(Kind::Deployment.id(0)),
        active: Some(true),
        short: Some(true),
        replica_failure: Some(true),
        ..ReplicaSetFilter::default()
    };
    let page = ReplicaSets::query(&snapshot, &mut Call::unlimited(), &filter).unwrap();
    let row = &page.rows[0];
    assert_eq!(
        (
            page.total,
            row.name.as_str(),
            row.failure_message.as_str(),
            row.revision
        ),
        (1, "new", "exceeded quota", 3)
    );
    assert_eq!(row.owner, Some(Kind::Deployment.id(0)));
    let idle = ReplicaSetFilter {
        active: Some(false),
        ..ReplicaSetFilter::default()
    };
    assert_eq!(
        ReplicaSets::query(&snapshot, &mut Call::unlimited(), &idle)
            .unwrap()
            .rows[0]
            .failure_message,
        ""
    );
}

#[test]
fn revisions_are_found_by_owner_and_their_data_by_id() {
    let daemon = r#"{"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"namespace":"a","name":"agent"},
        "status":{"desiredNumberScheduled":3,"numberReady":2}}"#;
    let revision = r#"{"apiVersion":"apps/v1","kind":"ControllerRevision","metadata":{"namespace":"a","name":"agent-1",
        "ownerReferences":[{"apiVersion":"apps/v1","kind":"DaemonSet","name":"agent","controller":true}]},"revision":4,
        "data":{"spec":{"template":{"spec":{"containers":[{"env":[{"name":"DB_PASSWORD","value":"hunter2"}]}]}}}}}"#;
    let snapshot = snapshot(&[daemon, revision]);
    let mut call = Call::unlimited();
    let filter = ControllerRevisionFilter {
        owner: Some(Kind::DaemonSet.id(0)),
        ..ControllerRevisionFilter::default()
    };
    let page = ControllerRevisions::query(&snapshot, &mut call, &filter).unwrap();
    assert_eq!((page.total, page.rows[0].revision), (1, 4));
    let data = snapshot.data(&mut call, page.rows[0].id).unwrap().unwrap();
    assert!(data.contains("DB_PASSWORD") && !data.contains("hunter2"), "{data}");
    assert_eq!(snapshot.data(&mut call, Kind::DaemonSet.id(0)).unwrap(), None);
    let short = DaemonSetFilter {
        short: Some(true),
        ..DaemonSetFilter::default()
    };
    assert_eq!(
        DaemonSets::query(&snapshot, &mut call, &short).unwrap().rows[0].desired,
        3
    );
}
