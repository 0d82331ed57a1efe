use crate::load::{Origin, Sink};
use crate::object::{Job, LabelSelector};
use crate::{Builder, PodPhase, Snapshot, Waiting};
use sdo_model::Kind;

fn build(items: &[&str]) -> Snapshot {
    let mut builder = Builder::new("test");
    let list = format!(r#"{{"kind":"List","items":[{}]}}"#, items.join(","));
    let origin = Origin {
        path: "test.json",
        line: 1,
        kind_hint: None,
        namespace_hint: None,
    };
    assert_eq!(builder.document(list.as_bytes(), &origin).unwrap().refused, 0);
    builder.covered_all();
    builder.finish()
}

fn pod(name: &str, labels: &str, status: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"{name}","namespace":"demo","labels":{labels}}},"spec":{{"nodeName":"n"}},"status":{status}}}"#
    )
}

const READY: &str = r#"{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}"#;

#[test]
fn a_service_counts_selected_pods_that_have_not_ended() {
    let service = r#"{"apiVersion":"v1","kind":"Service","metadata":{"name":"s","namespace":"demo"},"spec":{"selector":{"app":"web"}}}"#;
    let pods = [
        pod("a", r#"{"app":"web","x":"1"}"#, READY),
        pod("b", r#"{"app":"web"}"#, r#"{"phase":"Running"}"#),
        pod("c", r#"{"app":"web"}"#, r#"{"phase":"Succeeded"}"#),
        pod("d", r#"{"app":"api"}"#, READY),
    ];
    let snapshot = build(&[&pods[0], &pods[1], &pods[2], &pods[3], service]);
    let entry = snapshot.index().service(0);
    assert_eq!((&entry.pods[..], entry.ready_pods), (&[0, 1][..], 1));
    assert_eq!(snapshot.index().services_of_pod(1), [0]);
    assert!(snapshot.index().services_of_pod(2).is_empty());
    assert_eq!(snapshot.index().pods_on("n").len(), 4);
}

#[test]
fn a_service_without_selector_has_no_pods() {
    let plain =
        r#"{"apiVersion":"v1","kind":"Service","metadata":{"name":"s","namespace":"demo"},"spec":{"selector":{}}}"#;
    let external = plain.replace(r#""selector":{}"#, r#""type":"ExternalName","selector":{"app":"web"}"#);
    for service in [plain, &external] {
        let snapshot = build(&[&pod("a", r#"{"app":"web"}"#, READY), service]);
        assert!(snapshot.index().service(0).pods.is_empty());
    }
}

#[test]
fn ready_addresses_without_ports_do_not_count_for_a_service_with_ports() {
    let service = r#"{"apiVersion":"v1","kind":"Service","metadata":{"name":"s","namespace":"demo"},"spec":{"ports":[{"port":80}]}}"#;
    let slice = |name: &str, ports: &str| {
        format!(
            r#"{{"apiVersion":"discovery.k8s.io/v1","kind":"EndpointSlice","metadata":{{"name":"{name}","namespace":"demo","labels":{{"kubernetes.io/service-name":"s"}}}},
            "ports":{ports},"endpoints":[{{"addresses":["10.0.0.1"],"targetRef":{{"kind":"Pod","name":"a"}}}},{{"addresses":["10.0.0.2"],"conditions":{{"ready":false}}}}]}}"#
        )
    };
    let portless = build(&[service, &slice("x", "null")]);
    assert_eq!(portless.index().service(0).ready_endpoints, 0);
    // The same backend in two slices, one for each address family.
    let both = build(&[
        service,
        &slice("x", r#"[{"port":80}]"#),
        &slice("y", r#"[{"port":80}]"#),
    ]);
    assert_eq!(
        (
            both.index().service(0).ready_endpoints,
            both.index().service(0).slices.len()
        ),
        (1, 2)
    );
    assert_eq!(both.index().service_of_slice(1), Some(0));
}

#[test]
fn selectors_with_expressions_select_by_label_group() {
    let snapshot = build(&[
        &pod("a", r#"{"app":"web","tier":"front"}"#, READY),
        &pod("b", r#"{"app":"web","tier":"back"}"#, READY),
        &pod("c", "null", READY),
    ]);
    let select = |json: &str| {
        let selector: LabelSelector = serde_json::from_str(json).unwrap();
        snapshot.index().pods_selected("demo", &selector)
    };
    assert_eq!(
        select(
            r#"{"matchLabels":{"app":"web"},"matchExpressions":[{"key":"tier","operator":"In","values":["back"]}]}"#
        ),
        [1]
    );
    assert_eq!(
        select(r#"{"matchExpressions":[{"key":"app","operator":"DoesNotExist"}]}"#),
        [2]
    );
    assert_eq!(select("{}"), [0, 1, 2]);
    assert_eq!(select(r#"{"matchLabels":{"app":"nobody"}}"#), [0; 0]);
    assert!(
        snapshot
            .index()
            .pods_selected("other", &LabelSelector::default())
            .is_empty()
    );
}

#[test]
fn the_top_owner_is_found_through_the_chain_and_an_absent_one_is_named() {
    let owned = |kind: &str, api: &str, name: &str, by_kind: &str, by_api: &str, by: &str, uid: &str| {
        format!(
            r#"{{"apiVersion":"{api}","kind":"{kind}","metadata":{{"name":"{name}","namespace":"demo","ownerReferences":[
            {{"apiVersion":"{by_api}","kind":"{by_kind}","name":"{by}","uid":"{uid}","controller":true}}]}}}}"#
        )
    };
    let deployment =
        r#"{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d","namespace":"demo","uid":"d-uid"}}"#;
    let snapshot = build(&[
        deployment,
        &owned("ReplicaSet", "apps/v1", "r", "Deployment", "apps/v1", "d", "d-uid"),
        &owned("Pod", "v1", "p", "ReplicaSet", "apps/v1", "r", ""),
        &owned("Pod", "v1", "q", "ReplicaSet", "apps/v1", "gone", "x"),
        &owned(
            "ReplicaSet",
            "apps/v1",
            "stale",
            "Deployment",
            "apps/v1",
            "d",
            "another-uid",
        ),
        &owned("Job", "batch/v1", "j", "Nightly", "example.com/v1", "n", ""),
        r#"{"apiVersion":"example.com/v1","kind":"Nightly","metadata":{"name":"n","namespace":"demo"}}"#,
    ]);
    let owners = snapshot.index().owners();
    let deployment = Kind::Deployment.id(0);
    assert_eq!(owners.top_of_pod(0), deployment);
    assert_eq!(owners.pods_below(deployment), [0]);
    assert_eq!(
        owners
            .controlled_of_kind(deployment, Kind::ReplicaSet)
            .collect::<Vec<_>>(),
        [Kind::ReplicaSet.id(0)]
    );
    let top = owners.top(snapshot.store(), Kind::Pod.id(1));
    assert_eq!((top.id, top.absent.unwrap().name.as_str()), (Kind::Pod.id(1), "gone"));
    let (job, _) = snapshot.find::<Job>("demo", "j").unwrap();
    assert_eq!(owners.controller(Kind::Job.id(job)), Some(Kind::Custom.id(0)));
}

#[test]
fn a_cycle_of_owners_ends() {
    let owned = |name: &str, by: &str| {
        format!(
            r#"{{"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{{"name":"{name}","namespace":"demo","ownerReferences":[
            {{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"{by}","controller":true}}]}}}}"#
        )
    };
    let snapshot = build(&[&owned("a", "b"), &owned("b", "a")]);
    assert!(snapshot.index().owners().chain(Kind::ReplicaSet.id(0)).count() < 100);
}

#[test]
fn pod_facts_tell_why_containers_wait_and_how_often_they_restarted() {
    let status = r#"{"phase":"Pending","initContainerStatuses":[{"name":"i","restartCount":7}],
        "containerStatuses":[{"name":"c","restartCount":2,"state":{"waiting":{"reason":"ErrImagePull"}},"lastState":{"terminated":{"exitCode":1}}}]}"#;
    let snapshot = build(&[&pod("a", "{}", status)]);
    let facts = snapshot.index().pod_facts()[0];
    assert_eq!((facts.phase, facts.max_restarts), (PodPhase::Pending, 7));
    assert!(facts.waiting.contains(Waiting::ErrImagePull) && !facts.waiting.contains(Waiting::CrashLoopBackOff));
    assert!(facts.image_unpullable && facts.terminated && !facts.ready && facts.scheduled);
}

#[test]
fn events_join_by_uid_and_by_name_where_the_uid_says_nothing() {
    let event = |name: &str, kind: &str, object: &str, uid: &str| {
        format!(
            r#"{{"apiVersion":"v1","kind":"Event","metadata":{{"name":"{name}","namespace":"demo"}},
            "involvedObject":{{"kind":"{kind}","namespace":"","name":"{object}","uid":"{uid}"}}}}"#
        )
    };
    let snapshot = build(&[
        &event("a", "Node", "n", "n"),
        &event("b", "Node", "n", "real-uid"),
        &event("c", "Node", "n", "old-uid"),
    ]);
    assert_eq!(snapshot.index().events_about("Node", "", "n", "real-uid"), [0, 1]);
    assert_eq!(snapshot.index().events_about("Pod", "", "n", "another"), [0; 0]);
}

#[test]
fn claims_of_volumes_and_of_ephemeral_volumes_are_in_use() {
    let pod = r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","namespace":"demo"},"spec":{"volumes":[
        {"name":"data","persistentVolumeClaim":{"claimName":"c"}},{"name":"scratch","ephemeral":{"volumeClaimTemplate":{"spec":{}}}}]}}"#;
    let snapshot = build(&[pod]);
    assert_eq!(snapshot.index().pods_using_claim("demo", "c"), [0]);
    assert_eq!(snapshot.index().pods_using_claim("demo", "p-scratch"), [0]);
}
