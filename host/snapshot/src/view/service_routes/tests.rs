use super::*;
use crate::view::fixture::{snapshot, without};

const READY: &str = r#"{"phase":"Running","podIP":"10.0.0.1","conditions":[{"type":"Ready","status":"True"}]}"#;

fn service(namespace: &str, name: &str, spec: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"Service","metadata":{{"name":"{name}","namespace":"{namespace}"}},"spec":{spec}}}"#
    )
}

fn pod(name: &str, owner: &str, labels: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"{name}","namespace":"demo","labels":{labels},
        "ownerReferences":[{{"apiVersion":"apps/v1","kind":"StatefulSet","name":"{owner}","controller":true}}]}},
        "spec":{{"nodeName":"node-1","containers":[{{"name":"c","ports":[{{"name":"http","containerPort":8080}}]}}]}},"status":{READY}}}"#
    )
}

fn set(name: &str, labels: &str) -> String {
    format!(
        r#"{{"apiVersion":"apps/v1","kind":"StatefulSet","metadata":{{"name":"{name}","namespace":"demo"}},"spec":{{"template":{{"metadata":{{"labels":{labels}}}}}}}}}"#
    )
}

fn build(objects: &[String]) -> Snapshot {
    snapshot(&objects.iter().map(String::as_str).collect::<Vec<_>>())
}

fn near(snapshot: &Snapshot, service: &str) -> Vec<(String, Option<String>)> {
    let id = snapshot.find_id(Kind::Service, "demo", service).unwrap();
    let found = snapshot.near_selections(&mut Call::unlimited(), id).unwrap();
    found.into_iter().map(|near| (near.key, near.actual)).collect()
}

#[test]
fn a_selector_one_entry_away_is_near() {
    let snapshot = build(&[
        service("demo", "extra", r#"{"selector":{"app":"db","broken":"yes"}}"#),
        service("demo", "typo", r#"{"selector":{"app":"dbs"}}"#),
        service("demo", "other", r#"{"selector":{"app":"payments"}}"#),
        service("demo", "two", r#"{"selector":{"app":"x","tier":"y","zone":"z"}}"#),
        pod("db-0", "db", r#"{"app":"db","tier":"data"}"#),
        set("db", r#"{"app":"db","tier":"data"}"#),
    ]);
    assert_eq!(near(&snapshot, "extra"), [("broken".to_owned(), None)]);
    assert_eq!(near(&snapshot, "typo"), [("app".to_owned(), Some("db".to_owned()))]);
    assert_eq!(near(&snapshot, "other"), []);
    assert_eq!(near(&snapshot, "two"), []);
}

#[test]
fn templates_that_carry_the_whole_selector_are_found_without_their_pods() {
    let snapshot = build(&[
        service("demo", "db", r#"{"selector":{"app":"db","tier":"data"}}"#),
        service("demo", "all", "{}"),
        set("half", r#"{"app":"db"}"#),
        set("whole", r#"{"app":"db","tier":"data","more":"x"}"#),
    ]);
    let of = |call: &mut Call, service: &str| {
        let id = snapshot.find_id(Kind::Service, "demo", service).unwrap();
        snapshot.templates_of(call, id).unwrap()
    };
    let whole = snapshot.find_id(Kind::StatefulSet, "demo", "whole").unwrap();
    assert_eq!(of(&mut Call::unlimited(), "db"), [whole]);
    assert!(of(&mut Call::unlimited(), "all").is_empty());
    let services = Kind::all().filter(|kind| *kind == Kind::Service).collect();
    assert!(of(&mut Call::new(u64::MAX, services), "db").is_empty());
}

#[test]
fn a_service_for_one_pod_of_a_stateful_set_is_one_of_the_set() {
    let labels = r#"{"app":"db","statefulset.kubernetes.io/pod-name":"db-0"}"#;
    let snapshot = build(&[
        service(
            "demo",
            "db-0",
            r#"{"selector":{"statefulset.kubernetes.io/pod-name":"db-0"},"ports":[{"port":80,"targetPort":"web"}]}"#,
        ),
        pod("db-0", "db", labels),
        set("db", r#"{"app":"db"}"#),
    ]);
    let call = &mut Call::unlimited();
    assert_eq!(
        snapshot.services_of(call, Kind::StatefulSet.id(0)).unwrap(),
        [Kind::Service.id(0)]
    );
    assert_eq!(
        snapshot.workloads_of(call, Kind::Service.id(0)).unwrap(),
        [Kind::StatefulSet.id(0)]
    );
    assert_eq!(snapshot.nodes_of(call, Kind::Service.id(0)).unwrap(), ["node-1"]);
    let routes = snapshot.port_routes(call, Kind::Service.id(0)).unwrap();
    assert_eq!(
        (routes[0].pods, routes[0].declaring, routes[0].declared.as_slice()),
        (1, 0, ["http/8080".to_owned()].as_slice())
    );
}

#[test]
fn an_owner_that_may_not_be_read_is_not_told() {
    let snapshot = build(&[
        service("demo", "db", r#"{"selector":{"app":"db"}}"#),
        pod("db-0", "db", r#"{"app":"db"}"#),
        set("db", "{}"),
    ]);
    let blind = sdo_model::KindSet::ALL.without(Kind::StatefulSet);
    assert_eq!(
        snapshot
            .workloads_of(&mut Call::new(u64::MAX, blind), Kind::Service.id(0))
            .unwrap(),
        [Kind::Pod.id(0)]
    );
}

fn hosts() -> Vec<String> {
    vec![
        service("demo", "web", "{}"),
        service("demo", "db", r#"{"clusterIP":"None"}"#),
        service("shop-prod", "api", "{}"),
        service("dev", "x", "{}"),
    ]
}

#[test]
fn host_names_of_every_form_are_resolved() {
    let snapshot = build(&hosts());
    for (host, presence, namespace, name) in [
        ("web", Presence::Present, "demo", "web"),
        ("api.shop-prod", Presence::Present, "shop-prod", "api"),
        (
            "api.shop-prod.svc.cluster.local.",
            Presence::Present,
            "shop-prod",
            "api",
        ),
        ("db-0.db", Presence::Present, "demo", "db"),
        ("db-0.db.demo", Presence::Present, "demo", "db"),
        ("db-0.db.demo.svc", Presence::Present, "demo", "db"),
        ("webs", Presence::Absent, "demo", "webs"),
        ("apis.shop-prod", Presence::Absent, "shop-prod", "apis"),
        ("y.none.svc", Presence::Absent, "none", "y"),
        ("y-0.y", Presence::Absent, "demo", "y"),
        ("y.dev", Presence::Unknown, "dev", "y"),
    ] {
        let found = snapshot.resolve_host(&mut Call::unlimited(), host, "demo").unwrap();
        assert_eq!(
            (found.presence, found.namespace.as_str(), found.name.as_str()),
            (presence, namespace, name),
            "{host}"
        );
    }
}

#[test]
fn names_that_may_be_elsewhere_are_never_absent() {
    let snapshot = build(&hosts());
    for host in [
        "redis.io",
        "example.com",
        "a.b.c",
        "localhost",
        "10.0.0.1",
        "x.pod.cluster.local",
        "y.demo.svc.clusterset.local",
        "",
        "a b",
        "_dns._udp.db.demo.svc",
    ] {
        let found = snapshot.resolve_host(&mut Call::unlimited(), host, "demo").unwrap();
        assert_eq!(
            (found.presence, found.in_cluster, found.service),
            (Presence::Unknown, false, None),
            "{host}"
        );
    }
}

#[test]
fn without_services_no_name_is_absent() {
    let objects = hosts();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let found = without(&objects, Kind::Service)
        .resolve_host(&mut Call::unlimited(), "webs", "demo")
        .unwrap();
    assert_eq!((found.presence, found.nearest), (Presence::Unknown, None));
    let near = snapshot(&objects)
        .resolve_host(&mut Call::unlimited(), "webs", "demo")
        .unwrap();
    assert_eq!(near.nearest.as_deref(), Some("web"));
}
