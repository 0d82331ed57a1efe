use super::*;
use crate::view::fixture::snapshot;
use sdo_model::Kind;
use sdo_model::contract::types::Presence;
use sdo_model::contract::validating_webhooks::ValidatingWebhooks;
use sdo_model::contract::webhook_types::WebhookFilter;

fn hooks(webhook: &str) -> Snapshot {
    let configuration = format!(
        r#"{{"apiVersion":"admissionregistration.k8s.io/v1","kind":"ValidatingWebhookConfiguration","metadata":{{"name":"guard"}},"webhooks":[{webhook}]}}"#
    );
    snapshot(&[
        &configuration,
        r#"{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"demo","labels":{"env":"prod"}}}"#,
    ])
}

fn hook(rules: &str, more: &str) -> String {
    format!(
        r#"{{"name":"h","clientConfig":{{"service":{{"namespace":"sys","name":"guard"}}}},"rules":[{rules}]{more}}}"#
    )
}

fn asked(snapshot: &Snapshot, resource: &str, operation: &str, namespace: &str) -> bool {
    let labels = [("app".to_owned(), "web".to_owned())];
    let group = if resource == "deployments" { "apps" } else { "" };
    !snapshot
        .matching(
            &mut Call::unlimited(),
            group,
            "v1",
            resource,
            operation,
            namespace,
            &labels,
        )
        .unwrap()
        .is_empty()
}

const PODS: &str = r#"{"apiGroups":[""],"apiVersions":["v1"],"resources":["pods"],"operations":["CREATE"]}"#;

#[test]
fn rules_are_met_by_group_resource_operation_and_scope() {
    let pods = hooks(&hook(PODS, ""));
    assert!(asked(&pods, "pods", "CREATE", "demo"));
    assert!(
        !asked(&pods, "pods", "DELETE", "demo")
            && !asked(&pods, "pods/exec", "CREATE", "demo")
            && !asked(&pods, "deployments", "CREATE", "demo")
    );
    let all = |resources: &str, scope: &str| {
        hooks(&hook(
            &format!(
                r#"{{"apiGroups":["*"],"apiVersions":["*"],"resources":["{resources}"],"operations":["*"],"scope":"{scope}"}}"#
            ),
            "",
        ))
    };
    assert!(asked(&all("*", "*"), "pods", "CREATE", "demo") && !asked(&all("*", "*"), "pods/exec", "CONNECT", "demo"));
    assert!(
        asked(&all("*/*", "*"), "pods/exec", "CONNECT", "demo")
            && asked(&all("pods/*", "*"), "pods/exec", "CONNECT", "demo")
    );
    assert!(
        !asked(&all("*", "Cluster"), "pods", "CREATE", "demo") && asked(&all("*", "Cluster"), "nodes", "CREATE", "")
    );
}

#[test]
fn selectors_for_namespace_and_object_must_hold() {
    let with = |more: &str| hooks(&hook(PODS, more));
    assert!(asked(
        &with(r#","namespaceSelector":{"matchLabels":{"env":"prod"}}"#),
        "pods",
        "CREATE",
        "demo"
    ));
    assert!(!asked(
        &with(r#","namespaceSelector":{"matchLabels":{"env":"test"}}"#),
        "pods",
        "CREATE",
        "demo"
    ));
    assert!(asked(
        &with(r#","namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"demo"}}"#),
        "pods",
        "CREATE",
        "demo"
    ));
    assert!(!asked(
        &with(r#","objectSelector":{"matchLabels":{"app":"api"}}"#),
        "pods",
        "CREATE",
        "demo"
    ));
}

#[test]
fn another_version_is_asked_unless_it_must_be_exact() {
    let old = r#"{"apiGroups":["apps"],"apiVersions":["v1beta1"],"resources":["deployments"],"operations":["CREATE"]}"#;
    assert!(asked(&hooks(&hook(old, "")), "deployments", "CREATE", "demo"));
    assert!(!asked(
        &hooks(&hook(old, r#","matchPolicy":"Exact""#)),
        "deployments",
        "CREATE",
        "demo"
    ));
}

#[test]
fn a_webhook_by_url_has_no_service_to_miss() {
    let snapshot = hooks(
        &[
            hook(PODS, ""),
            r#"{"name":"u","clientConfig":{"url":"https://x"},"failurePolicy":"Ignore"}"#.to_owned(),
        ]
        .join(","),
    );
    let query = |filter| ValidatingWebhooks::query(&snapshot, &mut Call::unlimited(), &filter).unwrap();
    let absent = query(WebhookFilter {
        service_presence: Some(Presence::Absent),
        ..Default::default()
    });
    assert_eq!(
        (
            absent.total,
            absent.rows[0].name.as_str(),
            absent.rows[0].fails_closed,
            absent.rows[0].service_port
        ),
        (1, "h", true, 443)
    );
    let page = query(WebhookFilter::default());
    assert_eq!(
        (
            page.rows[1].index,
            page.rows[1].service_presence,
            page.rows[1].fails_closed,
            page.rows[1].timeout
        ),
        (1, Presence::Present, false, 10)
    );
    assert_eq!(
        query(WebhookFilter {
            max_ready_endpoints: Some(0),
            ..Default::default()
        })
        .total,
        1
    );
}

#[test]
fn a_page_ends_between_configurations() {
    let configuration = |name: &str| {
        format!(
            r#"{{"apiVersion":"admissionregistration.k8s.io/v1","kind":"ValidatingWebhookConfiguration","metadata":{{"name":"{name}"}},"webhooks":[{{"name":"1"}},{{"name":"2"}}]}}"#
        )
    };
    let snapshot = snapshot(&[&configuration("a"), &configuration("b")]);
    let query = |after| {
        ValidatingWebhooks::query(
            &snapshot,
            &mut Call::unlimited(),
            &WebhookFilter {
                limit: 3,
                after,
                ..Default::default()
            },
        )
        .unwrap()
    };
    let first = query(None);
    assert_eq!((first.rows.len(), first.total), (2, 4));
    let second = query(Some(first.rows[1].id));
    assert_eq!(
        second
            .rows
            .iter()
            .map(|row| row.configuration.as_str())
            .collect::<Vec<_>>(),
        ["b", "b"]
    );
    assert!(query(Some(Kind::Pod.id(0))).rows.is_empty());
}
