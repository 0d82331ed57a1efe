use super::*;
use crate::view::fixture::{snapshot, without};

fn volume(name: &str, spec: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"PersistentVolume","metadata":{{"name":"{name}"}},"spec":{spec},"status":{{"phase":"Released"}}}}"#
    )
}

fn volumes() -> Vec<String> {
    let on = |zone: &str| {
        format!(
            r#"{{"capacity":{{"storage":"1Gi"}},"nodeAffinity":{{"required":{{"nodeSelectorTerms":[{{"matchExpressions":[
            {{"key":"zone","operator":"In","values":["{zone}"]}}]}}]}}}},"claimRef":{{"namespace":"demo","name":"data","uid":"old"}}}}"#
        )
    };
    let node = |name: &str, zone: &str| {
        format!(r#"{{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{name}","labels":{{"zone":"{zone}"}}}}}}"#)
    };
    vec![
        node("n1", "a"),
        node("n2", "a"),
        node("n3", "b"),
        volume("anywhere", "{}"),
        volume("in-a", &on("a")),
        volume("nowhere", &on("c")),
        r#"{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"data","namespace":"demo","uid":"new"}}"#.to_owned(),
    ]
}

fn rows(snapshot: &Snapshot, unreachable: Option<bool>) -> Vec<VolumeRow> {
    let filter = VolumeFilter {
        unreachable,
        ..VolumeFilter::default()
    };
    PersistentVolumes::query(snapshot, &mut Call::unlimited(), &filter)
        .unwrap()
        .rows
}

#[test]
fn a_volume_is_unreachable_when_no_node_satisfies_it() {
    let objects = volumes();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let all = snapshot(&objects);
    let nodes: Vec<_> = rows(&all, None).into_iter().map(|row| (row.name, row.nodes)).collect();
    assert_eq!(
        nodes,
        [
            ("anywhere".to_owned(), 3),
            ("in-a".to_owned(), 2),
            ("nowhere".to_owned(), 0)
        ]
    );
    let unreachable: Vec<_> = rows(&all, Some(true)).into_iter().map(|row| row.name).collect();
    assert_eq!(unreachable, ["nowhere"]);
    assert!(rows(&without(&objects, Kind::Node), Some(true)).is_empty());
}

#[test]
fn a_claim_of_the_same_name_with_another_uid_is_another_claim() {
    let objects = volumes();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let replaced: Vec<_> = rows(&snapshot(&objects), None)
        .into_iter()
        .map(|row| row.claim_replaced)
        .collect();
    assert_eq!(replaced, [false, true, true]);
}

#[test]
fn the_affinity_of_a_volume_is_told_as_terms() {
    let objects = volumes();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let all = snapshot(&objects);
    let terms = |name| {
        let id = all.find_id(Kind::PersistentVolume, "", name).unwrap();
        PersistentVolumes::node_affinity(&all, &mut Call::unlimited(), id).unwrap()
    };
    assert_eq!(terms("in-a")[0][0].values, ["a"]);
    assert!(terms("anywhere").is_empty());
}
