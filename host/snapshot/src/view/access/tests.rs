use super::*;
use crate::view::fixture::{snapshot, without};
use sdo_model::contract::cluster_roles::ClusterRoles;
use sdo_model::contract::rbac_types::RbacFilter;

fn role(kind: &str, name: &str, more: &str) -> String {
    let namespace = if kind == "Role" { r#","namespace":"demo""# } else { "" };
    format!(
        r#"{{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"{kind}","metadata":{{"name":"{name}"{namespace}{more}}}"#
    )
}

fn rule(verbs: &str, group: &str, resources: &str, names: &str) -> String {
    format!(
        r#","rules":[{{"verbs":[{verbs}],"apiGroups":["{group}"],"resources":["{resources}"],"resourceNames":[{names}]}}]}}"#
    )
}

fn binding(kind: &str, role: (&str, &str), subject: &str) -> String {
    let namespace = if kind == "RoleBinding" {
        r#","namespace":"demo""#
    } else {
        ""
    };
    format!(
        r#"{{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"{kind}","metadata":{{"name":"b"{namespace}}},"roleRef":{{"kind":"{}","name":"{}"}},"subjects":[{subject}]}}"#,
        role.0, role.1
    )
}

const BOT: &str = r#"{"kind":"ServiceAccount","name":"bot","namespace":"demo"}"#;

fn can(snapshot: &Snapshot, verb: &str, resource: &str, namespace: &str, name: &str) -> AccessVerdict {
    snapshot
        .can(
            &mut Call::unlimited(),
            "demo",
            "bot",
            verb,
            "",
            resource,
            namespace,
            name,
        )
        .unwrap()
}

fn with(rule: &str) -> Snapshot {
    snapshot(&[
        &(role("Role", "r", "") + rule),
        &binding("RoleBinding", ("Role", "r"), BOT),
    ])
}

#[test]
fn a_rule_grants_what_it_names_and_no_more() {
    let pods = with(&rule(r#""get","list""#, "", "pods", ""));
    assert_eq!(can(&pods, "get", "pods", "demo", ""), AccessVerdict::Allowed);
    for (verb, resource, namespace) in [
        ("delete", "pods", "demo"),
        ("get", "pods/log", "demo"),
        ("get", "pods", "other"),
        ("get", "pods", ""),
    ] {
        assert_eq!(
            can(&pods, verb, resource, namespace, ""),
            AccessVerdict::Denied,
            "{verb} {resource} {namespace}"
        );
    }
    let named = with(&rule(r#""*""#, "*", "configmaps", r#""settings""#));
    assert_eq!(
        can(&named, "patch", "configmaps", "demo", "settings"),
        AccessVerdict::Allowed
    );
    assert_eq!(
        can(&named, "patch", "configmaps", "demo", "other"),
        AccessVerdict::Denied
    );
    assert_eq!(can(&named, "patch", "configmaps", "demo", ""), AccessVerdict::Denied);
    assert_eq!(
        can(
            &with(&rule(r#""get""#, "", "*/scale", "")),
            "get",
            "things/scale",
            "demo",
            ""
        ),
        AccessVerdict::Allowed
    );
    assert_eq!(
        can(&with(&rule(r#""get""#, "", "*", "")), "get", "pods/log", "demo", ""),
        AccessVerdict::Allowed
    );
}

#[test]
fn groups_of_service_accounts_and_the_users_name_count() {
    let all = role("ClusterRole", "all", "") + &rule(r#""get""#, "", "pods", "");
    let bound = |subject: &str| snapshot(&[&all, &binding("ClusterRoleBinding", ("ClusterRole", "all"), subject)]);
    for subject in [
        r#"{"kind":"Group","name":"system:serviceaccounts"}"#,
        r#"{"kind":"Group","name":"system:serviceaccounts:demo"}"#,
        r#"{"kind":"Group","name":"system:authenticated"}"#,
        r#"{"kind":"User","name":"system:serviceaccount:demo:bot"}"#,
        BOT,
    ] {
        assert_eq!(
            can(&bound(subject), "get", "pods", "anywhere", ""),
            AccessVerdict::Allowed,
            "{subject}"
        );
    }
    for subject in [
        r#"{"kind":"Group","name":"system:serviceaccounts:other"}"#,
        r#"{"kind":"ServiceAccount","name":"bot"}"#,
        r#"{"kind":"User","name":"bot"}"#,
    ] {
        assert_eq!(
            can(&bound(subject), "get", "pods", "anywhere", ""),
            AccessVerdict::Denied,
            "{subject}"
        );
    }
}

#[test]
fn a_cluster_role_bound_in_a_namespace_counts_there_alone() {
    let snapshot = snapshot(&[
        &(role("ClusterRole", "view", "") + &rule(r#""get""#, "", "pods", "")),
        &binding(
            "RoleBinding",
            ("ClusterRole", "view"),
            r#"{"kind":"ServiceAccount","name":"bot"}"#,
        ),
    ]);
    assert_eq!(can(&snapshot, "get", "pods", "demo", ""), AccessVerdict::Allowed);
    assert_eq!(can(&snapshot, "get", "pods", "", ""), AccessVerdict::Denied);
}

fn aggregated() -> Vec<String> {
    vec![
        role("ClusterRole", "top", "")
            + r#","aggregationRule":{"clusterRoleSelectors":[{"matchLabels":{"to":"top"}}]}}"#,
        role("ClusterRole", "middle", r#","labels":{"to":"top"}"#)
            + r#","aggregationRule":{"clusterRoleSelectors":[{"matchLabels":{"to":"middle"}},{"matchLabels":{"to":"top"}}]}}"#,
        role("ClusterRole", "leaf", r#","labels":{"to":"middle"}"#) + &rule(r#""get""#, "", "pods", ""),
        binding("ClusterRoleBinding", ("ClusterRole", "top"), BOT),
    ]
}

#[test]
fn aggregated_rules_count_through_every_level_and_circles_end() {
    let objects = aggregated();
    let snapshot = snapshot(&objects.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(can(&snapshot, "get", "pods", "", ""), AccessVerdict::Allowed);
    let roles = ClusterRoles::query(&snapshot, &mut Call::unlimited(), &RbacFilter::default()).unwrap();
    assert_eq!(roles.rows.iter().map(|row| row.rules).collect::<Vec<_>>(), [1, 1, 1]);
    assert_eq!(
        Access::rules(&snapshot, &mut Call::unlimited(), "demo", "bot", "")
            .unwrap()
            .len(),
        1
    );
}

#[test]
fn a_role_or_binding_that_is_not_known_is_no_denial() {
    let objects = aggregated();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    for kind in [Kind::ClusterRole, Kind::ClusterRoleBinding] {
        assert_eq!(
            can(&without(&objects, kind), "get", "pods", "", ""),
            AccessVerdict::Unknown,
            "{kind}"
        );
    }
    assert_eq!(
        can(&without(&objects, Kind::RoleBinding), "delete", "pods", "demo", ""),
        AccessVerdict::Unknown
    );
    assert_eq!(
        can(&without(&objects, Kind::Role), "delete", "pods", "demo", ""),
        AccessVerdict::Denied
    );
}
