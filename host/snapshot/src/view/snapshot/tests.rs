use super::*;
use crate::view::fixture::{snapshot, without};
use sdo_model::KindSet;
use sdo_model::contract::snapshot::Snapshot as _;

#[test]
fn an_empty_kind_that_was_collected_is_complete_and_one_that_was_not_is_missing() {
    let mut call = Call::unlimited();
    let complete = snapshot(&[]);
    assert_eq!(
        contract::Snapshot::coverage(&complete, &mut call, "ConfigMap", None).unwrap(),
        CoverageState::Complete
    );
    assert_eq!(complete.coverage_reason(&mut call, "configmap").unwrap(), "");
    let missing = without(&[], Kind::ConfigMap);
    assert_eq!(
        contract::Snapshot::coverage(&missing, &mut call, "ConfigMap", Some("a")).unwrap(),
        CoverageState::Missing
    );
    assert_ne!(missing.coverage_reason(&mut call, "ConfigMap").unwrap(), "");
}

#[test]
fn a_kind_that_may_not_be_read_is_never_complete() {
    let snapshot = snapshot(&[]);
    let mut call = Call::new(u64::MAX, KindSet::EMPTY.with(Kind::Pod));
    assert_eq!(
        contract::Snapshot::coverage(&snapshot, &mut call, "Pod", None).unwrap(),
        CoverageState::Complete
    );
    assert_eq!(
        contract::Snapshot::coverage(&snapshot, &mut call, "Secret", None).unwrap(),
        CoverageState::Forbidden
    );
}

#[test]
fn an_undefined_kind_is_missing() {
    let snapshot = snapshot(&[]);
    for kind in ["Pods", "", "Widget", "Widget.example.com", "…"] {
        assert_eq!(
            contract::Snapshot::coverage(&snapshot, &mut Call::unlimited(), kind, None).unwrap(),
            CoverageState::Missing,
            "{kind}"
        );
    }
}

#[test]
fn now_is_the_time_of_the_info() {
    let snapshot = snapshot(&[]);
    let mut call = Call::unlimited();
    let info = snapshot.info(&mut call).unwrap();
    assert_eq!(info.time, contract::Snapshot::now(&snapshot, &mut call).unwrap());
    assert_eq!(info.previous_time, None);
}

#[test]
fn an_instant_still_to_come_is_noted_and_one_that_has_come_is_not() {
    let snapshot = snapshot(&[]);
    let now = Snapshot::now(&snapshot);
    let mut call = Call::unlimited();
    assert!(snapshot.has_come(&mut call, now).unwrap());
    assert_eq!(*call.clock(), sdo_model::Clock::default());
    assert_eq!(snapshot.ago(&mut call, 60).unwrap(), now - 60);
    assert!(call.clock().ago && !call.clock().read && call.clock().next.is_none());
    assert!(!snapshot.has_come(&mut call, now + 30).unwrap());
    assert!(!snapshot.has_come(&mut call, now + 5).unwrap());
    assert_eq!(call.clock().next, Some(now + 5));
    contract::Snapshot::now(&snapshot, &mut call).unwrap();
    assert!(call.clock().read);
}
