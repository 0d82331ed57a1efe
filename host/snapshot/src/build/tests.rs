use super::*;
use crate::load::KindHint;
use crate::object::{Deployment, EndpointSlice, Event, Ingress, Pod, Secret, Service, Untyped};

fn origin(path: &str) -> Origin<'_> {
    Origin {
        path,
        line: 1,
        kind_hint: None,
        namespace_hint: None,
    }
}

fn build(documents: &[&str]) -> Snapshot {
    let mut builder = Builder::new("test");
    for document in documents {
        builder.document(document.as_bytes(), &origin("test.json")).unwrap();
    }
    builder.covered_all();
    builder.finish()
}

fn names<T: crate::store::Listed>(snapshot: &Snapshot) -> Vec<String> {
    snapshot
        .all::<T>()
        .iter()
        .map(|object| format!("{}/{}", object.meta().namespace, object.meta().name))
        .collect()
}

const POD_A: &str = r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","namespace":"demo","resourceVersion":"5","labels":{"app":"web"}},
    "status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}}"#;
const POD_B: &str = r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"b","namespace":"demo","labels":{"app":"web"}},"status":{"phase":"Succeeded"}}"#;

#[test]
fn objects_lists_and_mixed_lists_all_come_in_sorted() {
    let list = format!(
        r#"{{"kind":"List","apiVersion":"v1","items":[{POD_B},{{"apiVersion":"apps/v1","kind":"Deployment","metadata":{{"name":"d","namespace":"demo"}}}}]}}"#
    );
    let snapshot = build(&[&list, POD_A]);
    assert_eq!(names::<Pod>(&snapshot), ["demo/a", "demo/b"]);
    assert_eq!(names::<Deployment>(&snapshot), ["demo/d"]);
    assert_eq!(snapshot.find_id(Kind::Pod, "demo", "b"), Some(Kind::Pod.id(1)));
}

#[test]
fn items_without_kind_inherit_it_from_their_list_or_path() {
    let mut builder = Builder::new("test");
    let typed = r#"{"items":[{"metadata":{"name":"a","namespace":"demo"}}],"kind":"PodList","apiVersion":"v1"}"#;
    builder.document(typed.as_bytes(), &origin("pods.json")).unwrap();
    let bare = r#"{"items":[{"metadata":{"name":"s"}}]}"#;
    let hinted = Origin {
        kind_hint: Some(KindHint {
            group: None,
            name: "services",
        }),
        namespace_hint: Some("demo"),
        ..origin("services.json")
    };
    builder.document(bare.as_bytes(), &hinted).unwrap();
    let snapshot = builder.finish();
    assert_eq!(names::<Pod>(&snapshot), ["demo/a"]);
    assert_eq!(names::<Service>(&snapshot), ["demo/s"]);
}

#[test]
fn of_two_copies_the_newer_counts_whichever_came_first() {
    let newer = POD_A.replace(r#""5""#, r#""12""#).replace("Running", "Failed");
    for documents in [[POD_A, &newer], [&newer, POD_A]] {
        let snapshot = build(&documents);
        assert_eq!(snapshot.count(Kind::Pod), 1);
        assert_eq!(snapshot.at::<Pod>(0).unwrap().status.phase, "Failed");
    }
}

#[test]
fn one_bad_item_costs_only_itself_and_makes_its_kind_partial() {
    let list = format!(
        "{{\"kind\":\"List\",\n\"items\":[\n{POD_A},\n{{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{{\"name\":\"x\",\"labels\":\"hunter2\"}}}}]}}"
    );
    let mut builder = Builder::new("test");
    let taken = builder.document(list.as_bytes(), &origin("pods.json")).unwrap();
    builder.covered("Pod", None, State::Complete, "");
    assert_eq!((taken.objects, taken.refused), (1, 1));
    let snapshot = builder.finish();
    assert_eq!(snapshot.state(Kind::Pod, None), State::Partial);
    let problem = &snapshot.facts().problems[0];
    assert!(
        problem.what.contains("item 2 (Pod)") && problem.what.contains("line 5"),
        "{}",
        problem.what
    );
    assert!(!problem.what.contains("hunter2"));
}

#[test]
fn kinds_that_were_never_mentioned_are_missing_and_empty_lists_are_complete() {
    let mut builder = Builder::new("test");
    builder
        .document(
            br#"{"kind":"ServiceList","apiVersion":"v1","items":null}"#,
            &origin("services.json"),
        )
        .unwrap();
    builder.covered("Service", None, State::Complete, "");
    builder.covered("secrets", None, State::Forbidden, "403");
    builder.covered("Pod", None, State::Partial, "one namespace only");
    builder.covered("Pod", Some("demo"), State::Complete, "");
    let snapshot = builder.finish();
    assert_eq!(snapshot.state(Kind::Service, None), State::Complete);
    assert_eq!(snapshot.state(Kind::Secret, None), State::Forbidden);
    assert_eq!(snapshot.state(Kind::Node, None), State::Missing);
    assert_eq!(snapshot.state(Kind::Pod, Some("demo")), State::Complete);
    assert_eq!(snapshot.state(Kind::Pod, Some("other")), State::Partial);
}

#[test]
fn custom_resources_are_kept_as_text_and_counted_by_kind() {
    let route = r#"{"apiVersion":"traefik.io/v1alpha1","kind":"IngressRoute","metadata":{"name":"r","namespace":"demo","managedFields":[{"manager":"m"}]},"spec":{"b":1,"a":{"password":"hunter2"}}}"#;
    let service =
        r#"{"apiVersion":"serving.knative.dev/v1","kind":"Service","metadata":{"name":"k","namespace":"demo"}}"#;
    let mut builder = Builder::new("test");
    for document in [route, service] {
        builder.document(document.as_bytes(), &origin("x.json")).unwrap();
    }
    builder.covered("IngressRoute.traefik.io", None, State::Complete, "");
    let snapshot = builder.finish();
    let range = snapshot.customs("traefik.io", "IngressRoute");
    let route = snapshot.at::<Untyped>(range.start).unwrap();
    assert_eq!(range.len(), 1);
    assert_eq!(
        route.json.as_str(),
        r#"{"apiVersion":"traefik.io/v1alpha1","kind":"IngressRoute","metadata":{"name":"r","namespace":"demo"},"spec":{"a":{"password":"***"},"b":1}}"#
    );
    assert_eq!(route.meta.managers.len(), 1);
    assert_eq!(snapshot.count(Kind::Service), 0);
    assert_eq!(
        snapshot.custom_coverage("traefik.io", "IngressRoute").unwrap().state,
        State::Complete
    );
    assert_eq!(
        snapshot
            .custom_coverage("serving.knative.dev", "Service")
            .unwrap()
            .state,
        State::Partial
    );
}

#[test]
fn the_digest_depends_on_content_and_on_nothing_else() {
    let service = r#"{"apiVersion":"v1","kind":"Service","metadata":{"name":"s","namespace":"demo"},"spec":{"selector":{"b":"2","a":"1"}}}"#;
    let spread = r#"{ "spec": {"selector": {"a": "1", "b": "2"}}, "metadata": {"namespace": "demo", "name": "s"}, "kind": "Service", "apiVersion": "v1"}"#;
    let one = build(&[POD_A, POD_B, service]);
    let other = build(&[&format!(r#"{{"kind":"List","items":[{spread},{POD_B},{POD_A}]}}"#)]);
    assert_eq!(one.digest(), other.digest());
    assert_ne!(one.digest(), build(&[POD_A, POD_B]).digest());
    assert_ne!(
        one.digest(),
        build(&[POD_A, POD_B, &service.replace("\"2\"", "\"3\"")]).digest()
    );
}

#[test]
fn merging_two_builds_equals_one_build() {
    let mut left = Builder::new("test");
    left.document(POD_A.as_bytes(), &origin("a")).unwrap();
    left.covered("Pod", None, State::Complete, "");
    let mut right = Builder::new("test");
    right.document(POD_B.as_bytes(), &origin("b")).unwrap();
    left.merge(right);
    let merged = left.finish();
    assert_eq!(merged.digest(), build(&[POD_B, POD_A]).digest());
    assert_eq!(merged.state(Kind::Pod, None), State::Complete);
}

#[test]
fn endpoints_stand_in_only_where_slices_were_not_collected() {
    let endpoints = r#"{"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"web","namespace":"demo"},
        "subsets":[{"addresses":[{"ip":"10.0.0.1"}],"notReadyAddresses":[{"ip":"10.0.0.2"}],"ports":[{"port":80}]}]}"#;
    let service = r#"{"apiVersion":"v1","kind":"Service","metadata":{"name":"web","namespace":"demo"},"spec":{"ports":[{"port":80}]}}"#;
    let ready = |slices: bool| {
        let mut builder = Builder::new("test");
        for document in [endpoints, service] {
            builder.document(document.as_bytes(), &origin("x")).unwrap();
        }
        builder.covered("Endpoints", None, State::Complete, "");
        if slices {
            builder.covered("EndpointSlice", None, State::Complete, "");
        }
        let snapshot = builder.finish();
        assert_eq!(snapshot.state(Kind::EndpointSlice, None), State::Complete);
        (
            snapshot.count(Kind::EndpointSlice),
            snapshot.index().service(0).ready_endpoints,
        )
    };
    assert_eq!(ready(false), (1, 1));
    assert_eq!(ready(true), (0, 0));
    let snapshot = build(&[endpoints]);
    assert!(snapshot.all::<EndpointSlice>().is_empty());
}

#[test]
fn documents_that_hold_no_objects_are_refused_without_quoting_them() {
    let refused = |json: &str| {
        let error = Builder::new("test")
            .document(json.as_bytes(), &origin("x"))
            .unwrap_err();
        assert!(!error.what.contains("hunter2"), "{}", error.what);
        error.what
    };
    assert!(refused(r#"{"kind":"Status","status":"Failure","message":"hunter2"}"#).contains("Status"));
    assert!(refused(r#"{"kind":"Pod","metadata":"#).contains("line 1"));
    assert!(refused("{\"metadata\":{\"name\":\"hunter2\"},\n\"spec\":{}}").contains("no kind"));
    assert!(refused(r#"{"Spec":{},"Status":{}}"#).contains("kubectl"));
    assert!(refused(r#""hunter2""#).contains("expected an object"));
    assert!(refused(r#"{"apiVersion":"v1","kind":"Secret","data":["hunter2"]}"#).contains("Secret"));
}

#[test]
fn historic_groups_come_in_as_todays_kinds() {
    let snapshot = build(&[
        r#"{"apiVersion":"extensions/v1beta1","kind":"Ingress","metadata":{"name":"i","namespace":"demo"},"spec":{"backend":{"serviceName":"web","servicePort":80}}}"#,
        r#"{"apiVersion":"events.k8s.io/v1","kind":"Event","metadata":{"name":"e","namespace":"demo"},"regarding":{"kind":"Pod","name":"a","namespace":"demo"},"note":"x"}"#,
    ]);
    assert_eq!(
        snapshot
            .at::<Ingress>(0)
            .unwrap()
            .spec
            .default_backend
            .as_ref()
            .unwrap()
            .service,
        "web"
    );
    assert_eq!(snapshot.at::<Event>(0).unwrap().about.name, "a");
    assert_eq!(snapshot.index().events_about("Pod", "demo", "a", "some-uid"), [0]);
}

#[test]
fn no_part_of_a_secret_value_is_anywhere_in_the_snapshot() {
    let secret = r#"{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s","namespace":"demo"},"data":{"password":"aHVudGVyMg=="}}"#;
    let snapshot = build(&[secret]);
    let stored = format!("{:?}", snapshot.all::<Secret>());
    assert!(stored.contains("password") && !stored.contains("aHVudGVyMg"));
}

#[test]
fn dropping_a_kind_leaves_it_missing() {
    let snapshot = build(&[POD_A]).without_kind(Kind::Pod);
    assert_eq!(snapshot.count(Kind::Pod), 0);
    assert_eq!(snapshot.state(Kind::Pod, None), State::Missing);
    assert_eq!(snapshot.state(Kind::Service, None), State::Complete);
}
