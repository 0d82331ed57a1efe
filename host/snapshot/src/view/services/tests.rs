use super::*;
use crate::view::fixture::{snapshot, without};
use sdo_model::contract::types::PortRef;

fn service(name: &str, spec: &str) -> String {
    format!(r#"{{"apiVersion":"v1","kind":"Service","metadata":{{"name":"{name}","namespace":"demo"}},"spec":{spec}}}"#)
}

fn pod(name: &str, labels: &str, status: &str, spec: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"{name}","namespace":"demo","labels":{labels}}},"spec":{spec},"status":{status}}}"#
    )
}

const READY: &str = r#"{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}"#;
const WEB: &str = r#"{"containers":[{"name":"c","ports":[{"name":"http","containerPort":8080}]}]}"#;

fn build(objects: &[String]) -> Snapshot {
    snapshot(&objects.iter().map(String::as_str).collect::<Vec<_>>())
}

fn query(snapshot: &Snapshot, filter: &ServiceFilter) -> Vec<ServiceRow> {
    Services::query(snapshot, &mut Call::unlimited(), filter).unwrap().rows
}

#[test]
fn pods_that_have_ended_are_not_counted_and_selectors_must_hold_whole() {
    let snapshot = build(&[
        service(
            "web",
            r#"{"selector":{"part":"foo","instance":"bar"},"ports":[{"port":80,"targetPort":"http"}]}"#,
        ),
        pod("a", r#"{"part":"foo","instance":"web"}"#, READY, WEB),
        pod("b", r#"{"part":"foo","instance":"bar"}"#, READY, WEB),
        pod(
            "c",
            r#"{"part":"foo","instance":"bar"}"#,
            r#"{"phase":"Succeeded"}"#,
            WEB,
        ),
        pod("d", r#"{"part":"foo","instance":"bar"}"#, r#"{"phase":"Running"}"#, WEB),
    ]);
    let row = &query(&snapshot, &ServiceFilter::default())[0];
    assert_eq!((row.pods, row.ready_pods), (2, 1));
    assert_eq!(
        (row.ports[0].declaring_pods, &row.ports[0].target),
        (2, &PortRef::Name("http".to_owned()))
    );
}

#[test]
fn an_empty_selector_and_that_of_an_external_name_select_nothing() {
    let snapshot = build(&[
        service("empty", r#"{"selector":{},"ports":[{"port":80}]}"#),
        service(
            "external",
            r#"{"type":"ExternalName","externalName":"db.example.org","selector":{"app":"a"},"ports":[{"port":80,"targetPort":"none"}]}"#,
        ),
        pod("a", r#"{"app":"a"}"#, READY, WEB),
    ]);
    assert!(
        query(
            &snapshot,
            &ServiceFilter {
                has_selector: Some(true),
                ..Default::default()
            }
        )
        .is_empty()
    );
    assert!(
        query(
            &snapshot,
            &ServiceFilter {
                min_pods: 1,
                ..Default::default()
            }
        )
        .is_empty()
    );
    assert!(
        query(
            &snapshot,
            &ServiceFilter {
                unresolved_port: Some(true),
                ..Default::default()
            }
        )
        .is_empty()
    );
}

#[test]
fn a_port_that_only_a_sidecar_declares_is_resolved_and_one_of_another_protocol_is_not() {
    let sidecar = r#"{"containers":[{"name":"c"}],"initContainers":[
        {"name":"s","restartPolicy":"Always","ports":[{"name":"metrics","containerPort":9090}]},{"name":"i","ports":[{"name":"once","containerPort":1}]}]}"#;
    let snapshot = build(&[
        service(
            "a",
            r#"{"selector":{"app":"a"},"ports":[{"port":9090,"targetPort":"metrics"}]}"#,
        ),
        service(
            "b",
            r#"{"selector":{"app":"a"},"ports":[{"port":9090,"targetPort":"metrics","protocol":"UDP"}]}"#,
        ),
        service(
            "c",
            r#"{"selector":{"app":"a"},"ports":[{"port":1,"targetPort":"once"}]}"#,
        ),
        pod("a", r#"{"app":"a"}"#, READY, sidecar),
    ]);
    let unresolved = query(
        &snapshot,
        &ServiceFilter {
            unresolved_port: Some(true),
            ..Default::default()
        },
    );
    assert_eq!(
        unresolved.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(),
        ["b", "c"]
    );
}

#[test]
fn addresses_of_a_slice_without_ports_are_not_ready_endpoints() {
    let slice = |service: &str, ports: &str| {
        format!(
            r#"{{"apiVersion":"discovery.k8s.io/v1","kind":"EndpointSlice","metadata":{{"name":"{service}-1","namespace":"demo","labels":{{"kubernetes.io/service-name":"{service}"}}}},
            "ports":{ports},"endpoints":[{{"addresses":["10.0.0.1"],"conditions":{{}}}}]}}"#
        )
    };
    let snapshot = build(&[
        service(
            "broken",
            r#"{"selector":{"app":"a"},"ports":[{"port":80,"targetPort":"none"}]}"#,
        ),
        service("fine", r#"{"selector":{"app":"a"},"ports":[{"port":80}]}"#),
        slice("broken", "null"),
        slice("fine", r#"[{"port":80}]"#),
    ]);
    let none = query(
        &snapshot,
        &ServiceFilter {
            max_ready_endpoints: Some(0),
            ..Default::default()
        },
    );
    assert_eq!(none.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["broken"]);
    assert_eq!(query(&snapshot, &ServiceFilter::default())[1].ready_endpoints, 1);
}

#[test]
fn what_is_not_known_is_not_few() {
    let web = service("web", r#"{"selector":{"app":"a"},"ports":[{"port":80}]}"#);
    for (kind, filter) in [
        (
            Kind::EndpointSlice,
            ServiceFilter {
                max_ready_endpoints: Some(0),
                ..Default::default()
            },
        ),
        (
            Kind::Pod,
            ServiceFilter {
                max_pods: Some(0),
                ..Default::default()
            },
        ),
        (
            Kind::Pod,
            ServiceFilter {
                max_ready_pods: Some(0),
                ..Default::default()
            },
        ),
    ] {
        assert_eq!(query(&snapshot(&[&web]), &filter).len(), 1);
        assert!(query(&without(&[&web], kind), &filter).is_empty(), "{kind}");
    }
}

#[test]
fn a_policy_that_the_type_does_not_have_is_not_local() {
    let snapshot = build(&[
        service("a", r#"{"externalTrafficPolicy":"Local"}"#),
        service("b", r#"{"type":"NodePort","externalTrafficPolicy":"Local"}"#),
        service("c", r#"{"internalTrafficPolicy":"Local"}"#),
    ]);
    let local = query(
        &snapshot,
        &ServiceFilter {
            local_only: Some(true),
            ..Default::default()
        },
    );
    assert_eq!(
        local.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(),
        ["b", "c"]
    );
}
