//! Format traps whose answer lies in the snapshot: what loader and builder make of them together.

use sdo_model::{Kind, State};
use sdo_snapshot::load::{Input, Options, load};
use sdo_snapshot::object::{Event, Pod, Secret};
use sdo_snapshot::{Builder, Snapshot};
use std::path::Path;

/// The snapshot of a case below `tests/data`.
fn snapshot(case: &str) -> Snapshot {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(case);
    let mut builder = Builder::new(case);
    load(vec![Input::Path(path)], &mut builder, &Options::default()).unwrap();
    builder.finish()
}

#[test]
fn trap_4_an_object_stored_twice_is_one_and_the_newer_copy_counts() {
    let snapshot = snapshot("must-gather/input");
    assert_eq!(snapshot.count(Kind::Pod), 2);
    let (_, web) = snapshot.find::<Pod>("shop", "web").unwrap();
    assert!(
        format!("{:?}", web.meta.resource_version).contains('7'),
        "{:?}",
        web.meta.resource_version
    );
    assert_eq!(snapshot.customs("config.openshift.io", "ClusterOperator").len(), 1);
}

#[test]
fn trap_5_several_roots_side_by_side_are_one_cluster() {
    let snapshot = snapshot("must-gather/input");
    assert_eq!(snapshot.count(Kind::Namespace), 2);
    assert_eq!(snapshot.state(Kind::Pod, Some("logging")), State::Complete);
    assert_eq!(snapshot.state(Kind::Pod, Some("elsewhere")), State::Partial);
    assert_eq!(&*snapshot.facts().openshift_version, "4.9.0");
}

#[test]
fn trap_7_json_and_yaml_copies_of_a_custom_resource_are_one() {
    assert_eq!(
        snapshot("support-bundle/input").customs("example.org", "Widget").len(),
        1
    );
}

#[test]
fn trap_9_and_14_impossible_and_null_values_are_kept_or_passed_over() {
    let snapshot = snapshot("trap-09-impossible-and-null-values/input.json");
    let (_, pod) = snapshot.find::<Pod>("shop", "a").unwrap();
    assert_eq!(&*pod.status.phase, "CrashLoopBackOff");
    assert_eq!(snapshot.count(Kind::Node), 1);
    assert!(snapshot.find::<Event>("shop", "e").is_some());
}

#[test]
fn trap_10_now_is_when_the_collector_ran() {
    assert_eq!(snapshot("must-gather/input").now(), 1_631_547_283);
    assert_eq!(snapshot("support-bundle/input").now(), 1_765_387_629);
}

#[test]
fn trap_11_secrets_keep_the_names_of_their_keys_only() {
    let snapshot = snapshot("must-gather/input");
    let (_, login) = snapshot.find::<Secret>("shop", "login").unwrap();
    assert_eq!(login.keys.iter().map(|key| &**key).collect::<Vec<_>>(), ["password"]);
    let everything = format!("{login:?}");
    assert!(
        !everything.contains("aHVudGVyMg") && !everything.contains("hunter2"),
        "{everything}"
    );
}

#[test]
fn trap_12_empty_is_not_missing_and_missing_is_not_forbidden() {
    let snapshot = snapshot("trap-12-empty-missing-forbidden/input");
    let state = |kind| snapshot.state(kind, None);
    assert_eq!((state(Kind::Pod), snapshot.count(Kind::Pod)), (State::Complete, 0));
    assert_eq!(state(Kind::Deployment), State::Missing);
    assert_eq!(state(Kind::Job), State::Forbidden);
    assert_eq!(snapshot.coverage(Kind::Job).reason, "jobs.batch is forbidden");
}

#[test]
fn trap_13_unknown_kinds_are_kept_and_counted() {
    let snapshot = snapshot("trap-13-unknown-kinds/input.yaml");
    assert_eq!(snapshot.count(Kind::Custom), 4);
    assert_eq!(snapshot.count(Kind::Service), 0);
    assert!(snapshot.facts().problems.is_empty());
}
