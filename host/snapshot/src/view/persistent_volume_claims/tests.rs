use super::*;
use crate::view::fixture::{snapshot, without};

const CLAIMS: &[&str] = &[
    r#"{"apiVersion":"storage.k8s.io/v1","kind":"StorageClass","metadata":{"name":"fast","annotations":{"storageclass.kubernetes.io/is-default-class":"true"}},
        "provisioner":"x","volumeBindingMode":"WaitForFirstConsumer"}"#,
    r#"{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"by-default","namespace":"demo"},
        "spec":{"resources":{"requests":{"storage":"8Gi"}}},"status":{"phase":"Pending"}}"#,
    r#"{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"no-class","namespace":"demo"},
        "spec":{"storageClassName":"","volumeName":"pv-1"},"status":{"phase":"Bound"}}"#,
    r#"{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"slip","namespace":"demo"},
        "spec":{"storageClassName":"fsat"},"status":{"phase":"Pending"}}"#,
    r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"user","namespace":"demo"},"spec":{"volumes":[{"name":"d","persistentVolumeClaim":{"claimName":"no-class"}}]},"status":{"phase":"Running"}}"#,
    r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"done","namespace":"demo"},"spec":{"volumes":[{"name":"d","persistentVolumeClaim":{"claimName":"slip"}}]},"status":{"phase":"Succeeded"}}"#,
];

fn names(snapshot: &Snapshot, filter: ClaimFilter) -> Vec<String> {
    let page = PersistentVolumeClaims::query(snapshot, &mut Call::unlimited(), &filter).unwrap();
    assert_eq!(page.total as usize, page.rows.len());
    page.rows.into_iter().map(|row| row.name).collect()
}

fn with_class(presence: Presence) -> ClaimFilter {
    ClaimFilter {
        class_presence: Some(presence),
        ..ClaimFilter::default()
    }
}

#[test]
fn only_a_named_class_that_does_not_exist_is_absent() {
    let claims = snapshot(CLAIMS);
    assert_eq!(names(&claims, with_class(Presence::Absent)), ["slip"]);
    assert_eq!(
        names(&claims, with_class(Presence::Present)),
        ["by-default", "no-class"]
    );
    assert_eq!(
        names(&without(CLAIMS, Kind::StorageClass), with_class(Presence::Absent)),
        [""; 0]
    );
    assert_eq!(
        names(&without(CLAIMS, Kind::StorageClass), with_class(Presence::Unknown)),
        ["by-default", "slip"]
    );
}

#[test]
fn a_claim_without_a_class_waits_as_the_default_class_does() {
    let claims = snapshot(CLAIMS);
    let page = PersistentVolumeClaims::query(&claims, &mut Call::unlimited(), &ClaimFilter::default()).unwrap();
    let waits: Vec<_> = page
        .rows
        .iter()
        .map(|row| (row.waits_for_consumer, row.storage_class.as_deref(), row.requested))
        .collect();
    assert_eq!(
        waits,
        [(true, None, 8 << 30), (false, Some(""), 0), (false, Some("fsat"), 0)]
    );
}

#[test]
fn pods_that_have_ended_do_not_use_a_claim() {
    let claims = snapshot(CLAIMS);
    let used = |used| ClaimFilter {
        used: Some(used),
        ..ClaimFilter::default()
    };
    assert_eq!(names(&claims, used(true)), ["no-class"]);
    assert_eq!(names(&claims, used(false)), ["by-default", "slip"]);
    // Whether nobody uses them cannot be told without the pods.
    assert_eq!(names(&without(CLAIMS, Kind::Pod), used(false)), [""; 0]);
    let id = claims.find_id(Kind::PersistentVolumeClaim, "demo", "no-class").unwrap();
    let users = PersistentVolumeClaims::users(&claims, &mut Call::unlimited(), id).unwrap();
    assert_eq!(users, [claims.find_id(Kind::Pod, "demo", "user").unwrap()]);
}

#[test]
fn the_nearest_class_is_told_only_for_one_that_is_absent() {
    let claims = snapshot(CLAIMS);
    let near = |claims: &Snapshot, name| {
        let id = claims.find_id(Kind::PersistentVolumeClaim, "demo", name).unwrap();
        PersistentVolumeClaims::nearest_class(claims, &mut Call::unlimited(), id).unwrap()
    };
    assert_eq!(near(&claims, "slip").as_deref(), Some("fast"));
    assert_eq!(near(&claims, "by-default"), None);
}

#[test]
fn a_class_that_may_not_be_read_is_unknown() {
    let claims = snapshot(CLAIMS);
    let grants = sdo_model::KindSet::ALL.without(Kind::StorageClass);
    let mut call = Call::new(u64::MAX, grants);
    let page = PersistentVolumeClaims::query(&claims, &mut call, &with_class(Presence::Unknown)).unwrap();
    assert_eq!(page.total, 2);
}
