use super::*;
use crate::Snapshot;
use crate::view::fixture::snapshot;
use sdo_model::KindSet;

fn object(api: &str, kind: &str, name: &str, owner: Option<(&str, &str, &str)>) -> String {
    let owners = owner.map_or(String::new(), |(api, kind, name)| {
        format!(r#","ownerReferences":[{{"apiVersion":"{api}","kind":"{kind}","name":"{name}","uid":"{name}-uid","controller":true}}]"#)
    });
    format!(
        r#"{{"apiVersion":"{api}","kind":"{kind}","metadata":{{"namespace":"shop","name":"{name}","uid":"{name}-uid",
        "annotations":{{"deployment.kubernetes.io/revision":"{}"}}{owners}}}}}"#,
        name.len()
    )
}

fn shop() -> Snapshot {
    let apps = "apps/v1";
    let all = [
        object(apps, "Deployment", "web", None),
        object(apps, "ReplicaSet", "web-1", Some((apps, "Deployment", "web"))),
        object(apps, "ReplicaSet", "web-22", Some((apps, "Deployment", "web"))),
        object("v1", "Pod", "web-22-a", Some((apps, "ReplicaSet", "web-22"))),
        object("argoproj.io/v1alpha1", "Rollout", "canary", None),
        object(
            apps,
            "ReplicaSet",
            "canary-1",
            Some(("argoproj.io/v1alpha1", "Rollout", "canary")),
        ),
        object("v1", "Pod", "canary-1-a", Some((apps, "ReplicaSet", "canary-1"))),
        object("v1", "Pod", "lost", Some((apps, "StatefulSet", "gone"))),
        object("v1", "Pod", "bare", None),
        object("v1", "Pod", "mirror", Some(("v1", "Node", "n1"))),
        r#"{"apiVersion":"v1","kind":"Node","metadata":{"name":"n1","uid":"n1-uid"}}"#.to_owned(),
    ];
    snapshot(&all.each_ref().map(String::as_str))
}

fn pod(snapshot: &Snapshot, name: &str) -> u32 {
    snapshot.find_id(Kind::Pod, "shop", name).unwrap()
}

fn top(snapshot: &Snapshot, call: &mut Call, name: &str) -> (String, bool) {
    let top = snapshot.top_owners(call, &[pod(snapshot, name)]).unwrap().remove(0);
    (format!("{}/{}", top.kind, top.name), top.id.is_some())
}

#[test]
fn a_pod_belongs_to_the_workload_whose_change_changes_it() {
    let snapshot = shop();
    let tops =
        ["web-22-a", "canary-1-a", "lost", "bare", "mirror"].map(|name| top(&snapshot, &mut Call::unlimited(), name));
    let found = |name: &str| (name.to_owned(), true);
    assert_eq!(
        tops,
        [
            found("Deployment/web"),
            found("Rollout/canary"),
            ("StatefulSet/gone".to_owned(), false),
            found("Pod/bare"),
            found("Pod/mirror")
        ]
    );
}

#[test]
fn a_chain_ends_where_an_owner_may_not_be_read() {
    let snapshot = shop();
    let mut call = Call::new(u64::MAX, KindSet::EMPTY.with(Kind::Pod).with(Kind::Deployment));
    assert_eq!(
        top(&snapshot, &mut call, "web-22-a"),
        ("ReplicaSet/web-22".to_owned(), false)
    );
    let web = snapshot.find_id(Kind::Deployment, "shop", "web").unwrap();
    assert_eq!(snapshot.pods_of(&mut call, web).unwrap(), [0_u32; 0]);
    assert_eq!(
        snapshot.pods_of(&mut Call::unlimited(), web).unwrap(),
        [pod(&snapshot, "web-22-a")]
    );
}

#[test]
fn the_chain_goes_from_the_direct_owner_to_the_top() {
    let snapshot = shop();
    let chain = snapshot
        .owner_chain(&mut Call::unlimited(), pod(&snapshot, "web-22-a"))
        .unwrap();
    assert_eq!(
        chain.iter().map(|owner| owner.name.as_str()).collect::<Vec<_>>(),
        ["web-22", "web"]
    );
    assert_eq!(
        snapshot.owner_chain(&mut Call::unlimited(), Kind::Pod.id(999)).unwrap(),
        []
    );
}

#[test]
fn owners_that_own_each_other_end_the_chain() {
    let apps = "apps/v1";
    let all = [
        object(apps, "ReplicaSet", "one", Some((apps, "ReplicaSet", "two"))),
        object(apps, "ReplicaSet", "two", Some((apps, "ReplicaSet", "one"))),
    ];
    let snapshot = snapshot(&all.each_ref().map(String::as_str));
    assert!(
        snapshot
            .owner_chain(&mut Call::unlimited(), Kind::ReplicaSet.id(0))
            .unwrap()
            .len()
            <= LONGEST_CHAIN
    );
}

#[test]
fn the_newest_revision_comes_first() {
    let snapshot = shop();
    let web = snapshot.find_id(Kind::Deployment, "shop", "web").unwrap();
    let revisions = snapshot.revisions(&mut Call::unlimited(), web).unwrap();
    assert_eq!(
        revisions.iter().map(|revision| revision.number).collect::<Vec<_>>(),
        [6, 5]
    );
}
