//! The permissions that the first page of this crate names are enough, and all that is there.

use super::kubectl::{PATIENCE, apply, as_account, config, footprint, kubectl, namespace};
use sdo_footprint::{Announcement, Identity, LeaseName, Review, Rules, Terms};
use sdo_model::finding::{ObjectName, Severity};
use sdo_model::incident::{IncidentId, Turn};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::time::sleep;

const NAMESPACE: &str = "fp-role";

fn permissions() {
    let rbac = "rbac.authorization.k8s.io/v1";
    let subject = json!([{ "kind": "ServiceAccount", "name": "host", "namespace": NAMESPACE }]);
    apply(&json!({ "apiVersion": "v1", "kind": "List", "items": [
        { "apiVersion": rbac, "kind": "ClusterRole", "metadata": { "name": "fp-host" }, "rules": [
            { "apiGroups": ["events.k8s.io"], "resources": ["events"], "verbs": ["create"] },
            { "apiGroups": ["authentication.k8s.io"], "resources": ["tokenreviews"], "verbs": ["create"] },
            { "apiGroups": ["authorization.k8s.io"], "resources": ["subjectaccessreviews"], "verbs": ["create"] },
        ] },
        { "apiVersion": rbac, "kind": "ClusterRoleBinding", "metadata": { "name": "fp-host" }, "subjects": subject,
          "roleRef": { "apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "fp-host" } },
        { "apiVersion": rbac, "kind": "Role", "metadata": { "name": "lease", "namespace": NAMESPACE }, "rules": [
            { "apiGroups": ["coordination.k8s.io"], "resources": ["leases"], "resourceNames": ["leader"], "verbs": ["get", "update"] },
        ] },
        { "apiVersion": rbac, "kind": "RoleBinding", "metadata": { "name": "lease", "namespace": NAMESPACE }, "subjects": subject,
          "roleRef": { "apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "lease" } },
        { "apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": { "name": "leader", "namespace": NAMESPACE } },
    ] }));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_permissions_that_are_named_are_enough() {
    namespace(NAMESPACE);
    kubectl(&["-n", NAMESPACE, "create", "serviceaccount", "host"]);
    permissions();
    let (footprint, _file) = footprint(&as_account(&config(), NAMESPACE, "host")).await;
    let name = LeaseName {
        namespace: NAMESPACE.to_owned(),
        name: "leader".to_owned(),
    };
    let identity = Identity::of_pod("sdo-0", "u");
    let leadership = footprint.leadership(name, identity.clone(), Terms::default());
    let role = leadership.role();
    tokio::spawn(leadership.run(std::future::pending()));
    let started = Instant::now();
    while !role.borrow().is_leader_now() {
        assert!(started.elapsed() < PATIENCE, "it does not lead");
        sleep(Duration::from_millis(20)).await;
    }
    let (announcer, task) = footprint.announcer(&identity, role);
    tokio::spawn(task.run(std::future::pending()));
    announcer.announce(Announcement {
        object: ObjectName {
            kind: "ConfigMap".to_owned(),
            namespace: NAMESPACE.to_owned(),
            name: "kube-root-ca.crt".to_owned(),
            group: String::new(),
        },
        api_version: "v1".to_owned(),
        uid: "u".to_owned(),
        incident: IncidentId(1),
        sequence: 0,
        turn: Turn::Opened,
        at: 1_796_061_780,
        severity: Severity::Warning,
        rule: "rule".to_owned(),
        summary: "summary".to_owned(),
    });
    while announcer.counts().told == 0 {
        assert!(started.elapsed() < PATIENCE, "{:?}", announcer.counts());
        sleep(Duration::from_millis(20)).await;
    }
    let token = kubectl(&["-n", NAMESPACE, "create", "token", "host"]);
    let review = footprint.reviewer(Rules::default()).review(token.trim()).await.unwrap();
    assert!(matches!(review, Review::NotAllowed(_)), "{review:?}");
}
