use super::*;
use crate::view::fixture::snapshot;

fn pod(namespace: &str, name: &str, ip: &str, more: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"{name}","namespace":"{namespace}","labels":{{"app":"{name}","k8s-app":"{name}"}}}},
        "spec":{{{more}"containers":[{{"name":"c","ports":[{{"name":"http","containerPort":8080}}]}}]}},"status":{{"phase":"Running","podIP":"{ip}"}}}}"#
    )
}

fn policy(name: &str, spec: &str) -> String {
    format!(
        r#"{{"apiVersion":"networking.k8s.io/v1","kind":"NetworkPolicy","metadata":{{"name":"{name}","namespace":"demo"}},"spec":{spec}}}"#
    )
}

/// `web` and `api` in `demo`, `client` in `other`, a pod on the host, and the cluster's DNS.
fn cluster(policies: &[&str]) -> Snapshot {
    let mut objects = vec![
        pod("demo", "web", "10.0.0.1", ""),
        pod("demo", "api", "10.0.0.2", ""),
        pod("other", "client", "10.1.0.1", ""),
        pod("other", "agent", "192.168.0.1", r#""hostNetwork":true,"#),
        pod("kube-system", "kube-dns", "10.2.0.1", ""),
        r#"{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"other","labels":{"team":"x"}}}"#.to_owned(),
    ];
    objects.extend(
        policies
            .iter()
            .enumerate()
            .map(|(at, spec)| policy(&format!("p{at}"), spec)),
    );
    snapshot(&objects.iter().map(String::as_str).collect::<Vec<_>>())
}

fn id(snapshot: &Snapshot, namespace: &str, name: &str) -> u32 {
    snapshot.find_id(Kind::Pod, namespace, name).unwrap()
}

fn may(snapshot: &Snapshot, from: (&str, &str), to: (&str, &str), port: u16) -> bool {
    let (from, to) = (id(snapshot, from.0, from.1), id(snapshot, to.0, to.1));
    let found = snapshot
        .reachable(&mut Call::unlimited(), &[from], &[to], port, Protocol::Tcp)
        .unwrap();
    assert_eq!(found.allowed + found.denied, 1);
    assert_eq!(found.denied == 0, found.denied_by.is_empty());
    found.allowed == 1
}

const WEB: (&str, &str) = ("demo", "web");
const API: (&str, &str) = ("demo", "api");
const CLIENT: (&str, &str) = ("other", "client");

#[test]
fn no_policy_a_rule_without_limits_and_empty_ports_let_everybody_in() {
    for spec in [
        r#"{"podSelector":{"matchLabels":{"app":"none"}}}"#,
        r#"{"podSelector":{},"ingress":[{}]}"#,
        r#"{"podSelector":{},"ingress":[{"ports":[]}]}"#,
        r#"{"podSelector":{},"policyTypes":["Egress"],"egress":[{}]}"#,
    ] {
        let snapshot = cluster(&[spec]);
        assert!(may(&snapshot, CLIENT, WEB, 8080), "{spec}");
        let verdict = snapshot
            .ingress_to(
                &mut Call::unlimited(),
                &[id(&snapshot, "demo", "web")],
                8080,
                Protocol::Tcp,
            )
            .unwrap();
        assert_eq!((verdict.open, verdict.peers), (1, 4), "{spec}");
    }
}

#[test]
fn a_policy_without_rules_lets_in_hosts_alone() {
    let snapshot = cluster(&[r#"{"podSelector":{}}"#]);
    assert!(!may(&snapshot, CLIENT, WEB, 8080) && !may(&snapshot, API, WEB, 8080));
    assert!(
        may(&snapshot, ("other", "agent"), WEB, 8080)
            && may(&snapshot, WEB, WEB, 8080)
            && may(&snapshot, WEB, CLIENT, 1)
    );
    let verdict = snapshot
        .ingress_to(
            &mut Call::unlimited(),
            &[id(&snapshot, "demo", "web")],
            8080,
            Protocol::Tcp,
        )
        .unwrap();
    assert_eq!(
        (verdict.isolated, verdict.open, verdict.peers, verdict.address_blocks),
        (1, 0, 1, false)
    );
    assert_eq!(verdict.policies, [Kind::NetworkPolicy.id(0)]);
}

#[test]
fn default_deny_and_an_allowing_policy_add_up() {
    let snapshot = cluster(&[
        r#"{"podSelector":{}}"#,
        r#"{"podSelector":{"matchLabels":{"app":"web"}},"ingress":[{"from":[{"podSelector":{"matchLabels":{"app":"api"}}}]}]}"#,
    ]);
    assert!(may(&snapshot, API, WEB, 8080) && !may(&snapshot, CLIENT, WEB, 8080) && !may(&snapshot, WEB, API, 8080));
}

#[test]
fn selectors_for_namespace_and_pod_must_both_hold_and_the_empty_one_means_all() {
    let peers = |peer: &str| cluster(&[&format!(r#"{{"podSelector":{{}},"ingress":[{{"from":[{peer}]}}]}}"#)]);
    assert!(may(&peers(r#"{"namespaceSelector":{}}"#), CLIENT, WEB, 1));
    assert!(may(
        &peers(r#"{"namespaceSelector":{"matchLabels":{"team":"x"}},"podSelector":{"matchLabels":{"app":"client"}}}"#),
        CLIENT,
        WEB,
        1
    ));
    assert!(!may(
        &peers(r#"{"namespaceSelector":{"matchLabels":{"team":"x"}},"podSelector":{"matchLabels":{"app":"api"}}}"#),
        CLIENT,
        WEB,
        1
    ));
    assert!(may(
        &peers(r#"{"namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"other"}}}"#),
        CLIENT,
        WEB,
        1
    ));
    assert!(!may(&peers(r#"{"podSelector":{}}"#), CLIENT, WEB, 1));
    assert!(may(&peers(r#"{"podSelector":{}}"#), API, WEB, 1));
    assert!(may(
        &peers(r#"{"ipBlock":{"cidr":"10.0.0.0/8","except":["10.0.0.0/16"]}}"#),
        CLIENT,
        WEB,
        1
    ));
    assert!(!may(
        &peers(r#"{"ipBlock":{"cidr":"10.0.0.0/8","except":["10.0.0.0/16"]}}"#),
        API,
        WEB,
        1
    ));
}

#[test]
fn ports_by_name_range_and_protocol_are_understood() {
    let ports = |port: &str| cluster(&[&format!(r#"{{"podSelector":{{}},"ingress":[{{"ports":[{port}]}}]}}"#)]);
    assert!(
        may(&ports(r#"{"port":"http"}"#), CLIENT, WEB, 8080) && !may(&ports(r#"{"port":"http"}"#), CLIENT, WEB, 80)
    );
    assert!(
        may(&ports(r#"{"port":8000,"endPort":8100}"#), CLIENT, WEB, 8080)
            && !may(&ports(r#"{"port":8000}"#), CLIENT, WEB, 8080)
    );
    assert!(
        !may(&ports(r#"{"port":8080,"protocol":"UDP"}"#), CLIENT, WEB, 8080)
            && may(&ports(r#"{"protocol":"TCP"}"#), CLIENT, WEB, 1)
    );
}

#[test]
fn an_egress_policy_without_dns_is_found_and_one_with_it_is_not() {
    let cut_off = |egress: &str| {
        let snapshot = cluster(&[&format!(
            r#"{{"podSelector":{{"matchLabels":{{"app":"web"}}}},"policyTypes":["Egress"],"egress":{egress}}}"#
        )]);
        let (web, api) = (id(&snapshot, "demo", "web"), id(&snapshot, "demo", "api"));
        let without = snapshot.without_dns(&mut Call::unlimited(), &[web, api]).unwrap();
        assert!(!without.contains(&api));
        without.contains(&web)
    };
    assert!(cut_off("[]") && cut_off(r#"[{"to":[{"podSelector":{}}]}]"#) && cut_off(r#"[{"ports":[{"port":443}]}]"#));
    assert!(
        !cut_off(r#"[{"ports":[{"port":53,"protocol":"UDP"}]}]"#) && !cut_off(r#"[{"to":[{"namespaceSelector":{}}]}]"#)
    );
    assert!(!cut_off(
        r#"[{"to":[{"ipBlock":{"cidr":"10.96.0.10/32"}}],"ports":[{"port":53,"protocol":"UDP"}]}]"#
    ));
}

#[test]
fn policies_are_found_by_the_pod_they_select() {
    let snapshot = cluster(&[
        r#"{"podSelector":{"matchLabels":{"app":"web"}}}"#,
        r#"{"podSelector":{},"egress":[{}]}"#,
    ]);
    let of = |pod| {
        NetworkPolicies::count(
            &snapshot,
            &mut Call::unlimited(),
            &NetworkPolicyFilter {
                selects: Some(pod),
                ..Default::default()
            },
        )
        .unwrap()
    };
    assert_eq!(
        (
            of(id(&snapshot, "demo", "web")),
            of(id(&snapshot, "demo", "api")),
            of(id(&snapshot, "other", "client")),
            of(u32::MAX)
        ),
        (2, 1, 0, 0)
    );
    let rows = NetworkPolicies::query(&snapshot, &mut Call::unlimited(), &NetworkPolicyFilter::default())
        .unwrap()
        .rows;
    let shown: Vec<_> = rows
        .iter()
        .map(|row| (row.ingress, row.egress, row.egress_rules, row.pods))
        .collect();
    assert_eq!(shown, [(true, false, 0, 1), (true, true, 1, 2)]);
}
