use super::*;
use crate::view::fixture::{snapshot, without};
use sdo_model::contract::types::PortRef;

const SERVICE: &str = r#"{"apiVersion":"v1","kind":"Service","metadata":{"name":"web","namespace":"demo"},"spec":{"ports":[{"name":"http","port":80}]}}"#;

fn ingress(name: &str, annotations: &str, spec: &str) -> String {
    format!(
        r#"{{"apiVersion":"networking.k8s.io/v1","kind":"Ingress","metadata":{{"name":"{name}","namespace":"demo","annotations":{annotations}}},"spec":{spec}}}"#
    )
}

fn to(name: &str, port: &str) -> String {
    let backend = format!(r#"{{"service":{{"name":"{name}","port":{port}}}}}"#);
    ingress(
        "i",
        "{}",
        &format!(r#"{{"rules":[{{"host":"a.example","http":{{"paths":[{{"path":"/","backend":{backend}}}]}}}}]}}"#),
    )
}

fn is_broken(objects: &[&str]) -> bool {
    let filter = IngressFilter {
        broken_backend: Some(true),
        ..Default::default()
    };
    Ingresses::count(&snapshot(objects), &mut Call::unlimited(), &filter).unwrap() == 1
}

#[test]
fn backends_are_found_by_port_number_and_by_name() {
    assert!(!is_broken(&[SERVICE, &to("web", r#"{"number":80}"#)]));
    assert!(!is_broken(&[SERVICE, &to("web", r#"{"name":"http"}"#)]));
    assert!(is_broken(&[SERVICE, &to("web", r#"{"number":8080}"#)]));
    assert!(is_broken(&[SERVICE, &to("web", r#"{"name":"https"}"#)]));
    assert!(is_broken(&[SERVICE, &to("webs", r#"{"number":80}"#)]));
    assert!(is_broken(&[&ingress(
        "i",
        "{}",
        r#"{"defaultBackend":{"service":{"name":"x","port":{"number":1}}}}"#
    )]));
}

#[test]
fn a_resource_backend_an_annotation_and_an_unknown_service_are_not_broken() {
    assert!(!is_broken(&[&ingress(
        "i",
        "{}",
        r#"{"defaultBackend":{"resource":{"kind":"StorageBucket","name":"b"}}}"#
    )]));
    assert!(!is_broken(&[&to("redirect", r#"{"name":"use-annotation"}"#)]));
    let filter = IngressFilter {
        broken_backend: Some(true),
        ..Default::default()
    };
    let snapshot = without(&[SERVICE, &to("web", r#"{"number":1}"#)], Kind::Service);
    assert_eq!(Ingresses::count(&snapshot, &mut Call::unlimited(), &filter), Ok(0));
}

#[test]
fn a_broken_backend_says_what_was_near() {
    let snapshot = snapshot(&[SERVICE, &to("webs", r#"{"number":80}"#)]);
    let backends = Ingresses::backends(&snapshot, &mut Call::unlimited(), &[Kind::Ingress.id(0), u32::MAX]).unwrap();
    assert_eq!((backends[0].len(), backends[1].len()), (1, 0));
    let backend = &backends[0][0];
    assert_eq!(
        (backend.path.as_str(), backend.presence, &backend.port),
        (
            "spec.rules[0].http.paths[0].backend",
            Presence::Absent,
            &PortRef::Number(80)
        )
    );
    assert_eq!((backend.nearest.as_deref(), backend.port_exists), (Some("web"), true));
}

#[test]
fn a_class_in_an_annotation_need_not_exist() {
    let snapshot = snapshot(&[
        &ingress("a", "{}", r#"{"ingressClassName":"nginx"}"#),
        &ingress("b", r#"{"kubernetes.io/ingress.class":"nginx"}"#, "{}"),
        &ingress("c", "{}", "{}"),
    ]);
    let rows = Ingresses::query(&snapshot, &mut Call::unlimited(), &IngressFilter::default())
        .unwrap()
        .rows;
    let shown: Vec<_> = rows.iter().map(|row| row.class_presence).collect();
    assert_eq!(shown, [Presence::Absent, Presence::Unknown, Presence::Present]);
}

#[test]
fn a_tls_block_without_a_secret_asks_for_none() {
    let snapshot = snapshot(&[&ingress(
        "a",
        "{}",
        r#"{"tls":[{"hosts":["a.example"]},{"hosts":["b.example"],"secretName":"cert"}]}"#,
    )]);
    let tls = Ingresses::tls(&snapshot, &mut Call::unlimited(), &[Kind::Ingress.id(0)])
        .unwrap()
        .remove(0);
    assert_eq!(tls.len(), 1);
    assert_eq!(
        (tls[0].path.as_str(), tls[0].presence),
        ("spec.tls[1].secretName", Presence::Absent)
    );
}
