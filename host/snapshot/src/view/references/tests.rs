use super::*;
use crate::view::fixture::{snapshot, without};
use sdo_model::KindSet;

fn object(kind: &str, name: &str, rest: &str) -> String {
    let version = match kind {
        "Deployment" | "StatefulSet" | "ReplicaSet" => "apps/v1",
        "Job" | "CronJob" => "batch/v1",
        _ => "v1",
    };
    format!(r#"{{"apiVersion":"{version}","kind":"{kind}","metadata":{{"name":"{name}","namespace":"demo"{rest}}}"#)
}

fn workload(kind: &str, name: &str, spec: &str) -> String {
    object(kind, name, &format!(r#"}},"spec":{{"template":{{"spec":{spec}}}}}"#))
}

fn of(objects: &[String]) -> Snapshot {
    snapshot(&objects.iter().map(String::as_str).collect::<Vec<_>>())
}

fn rows(snapshot: &Snapshot, filter: ReferenceFilter) -> Vec<ReferenceRow> {
    let page = References::query(snapshot, &mut Call::unlimited(), &filter).unwrap();
    assert_eq!(page.total as usize, page.rows.len());
    page.rows
}

/// `kind name/key` of every reference with this presence.
fn with(snapshot: &Snapshot, presence: Presence) -> Vec<String> {
    let found = rows(
        snapshot,
        ReferenceFilter {
            presence: Some(presence),
            ..ReferenceFilter::default()
        },
    );
    found
        .into_iter()
        .map(|row| format!("{} {}/{}", row.kind, row.name, row.key))
        .collect()
}

const TEMPLATE: &str = r#"{"serviceAccountName":"web","priorityClassName":"system-node-critical","imagePullSecrets":[{"name":"pull"}],
    "initContainers":[{"name":"init","envFrom":[{"configMapRef":{"name":"web-config"}}]}],
    "containers":[{"name":"app","envFrom":[{"secretRef":{"name":"maybe","optional":true}}],
        "env":[{"name":"MODE","valueFrom":{"configMapKeyRef":{"name":"web-config","key":"mdoe"}}}]}],
    "volumes":[{"name":"files","configMap":{"name":"web-config","items":[{"key":"logo","path":"logo.png"},{"key":"mode","path":"mode"}]}},
        {"name":"all","projected":{"sources":[{"secret":{"name":"web-tls"}},{"configMap":{"name":"kube-root-ca.crt"}}]}},
        {"name":"data","persistentVolumeClaim":{"claimName":"web-dat"}}]}"#;

fn web() -> Vec<String> {
    vec![
        workload("Deployment", "web", TEMPLATE),
        object(
            "ConfigMap",
            "web-config",
            r#"},"data":{"mode":"fast"},"binaryData":{"logo":"AAAA"}"#,
        ),
        object("PersistentVolumeClaim", "web-data", "}"),
        object("ServiceAccount", "web", "}"),
    ]
}

#[test]
fn every_place_of_a_template_that_names_an_object_counts() {
    let all = of(&web());
    assert_eq!(
        with(&all, Presence::Absent),
        [
            "Secret maybe/",
            "ConfigMap web-config/mdoe",
            "Secret pull/",
            "Secret web-tls/",
            "PersistentVolumeClaim web-dat/"
        ]
    );
    assert_eq!(
        with(&all, Presence::Present),
        [
            "ConfigMap web-config/",
            "ServiceAccount web/",
            "ConfigMap web-config/",
            "ConfigMap web-config/logo",
            "ConfigMap web-config/mode"
        ]
    );
}

#[test]
fn a_row_tells_path_target_and_the_nearest_name() {
    let all = of(&web());
    let absent = |name: &str| {
        let filter = ReferenceFilter {
            name: Some(name.into()),
            presence: Some(Presence::Absent),
            ..ReferenceFilter::default()
        };
        rows(&all, filter).remove(0)
    };
    let key = absent("web-config");
    assert_eq!(key.path, "spec.template.spec.containers[app].env[MODE]");
    assert_eq!((key.key_missing, key.nearest.as_deref()), (true, Some("mode")));
    assert_eq!(key.target, all.find_id(Kind::ConfigMap, "demo", "web-config"));
    let claim = absent("web-dat");
    assert_eq!((claim.target, claim.nearest.as_deref()), (None, Some("web-data")));
    assert!(absent("maybe").optional && absent("pull").optional && !claim.optional);
}

#[test]
fn what_was_not_collected_is_unknown_never_absent() {
    let objects = web();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let blind = without(&objects, Kind::Secret);
    assert_eq!(
        with(&blind, Presence::Unknown),
        ["Secret maybe/", "Secret pull/", "Secret web-tls/"]
    );
    let all = snapshot(&objects);
    let mut call = Call::new(u64::MAX, KindSet::ALL.without(Kind::Secret));
    let filter = ReferenceFilter {
        kind: Some("Secret".into()),
        ..ReferenceFilter::default()
    };
    let page = References::query(&all, &mut call, &filter).unwrap();
    assert!(
        page.total == 3
            && page
                .rows
                .iter()
                .all(|row| row.presence == Presence::Unknown && row.nearest.is_none())
    );
}

#[test]
fn keys_of_secrets_whose_data_was_stripped_are_unknown() {
    let needs = r#"{"containers":[{"name":"app","env":[{"name":"A","valueFrom":{"secretKeyRef":{"name":"db","key":"password"}}}]}]}"#;
    let stripped = of(&[
        workload("Deployment", "web", needs),
        object("Secret", "db", r#"},"type":"Opaque""#),
    ]);
    assert_eq!(with(&stripped, Presence::Unknown), ["Secret db/password"]);
    let kept = of(&[
        workload("Deployment", "web", needs),
        object("Secret", "db", r#"},"data":{"user":"YQ=="}"#),
    ]);
    assert_eq!(with(&kept, Presence::Absent), ["Secret db/password"]);
}

#[test]
fn owned_templates_and_ended_pods_are_not_repeated() {
    let spec = r#"{"containers":[{"name":"app","envFrom":[{"configMapRef":{"name":"web-config"}}]}]}"#;
    let owned = |kind: &str, owner: &str| {
        format!(r#","ownerReferences":[{{"apiVersion":"apps/v1","kind":"{kind}","name":"{owner}","controller":true}}]"#)
    };
    let pod = |name: &str, more: &str, phase: &str| {
        object(
            "Pod",
            name,
            &format!(r#"{more}}},"spec":{spec},"status":{{"phase":"{phase}"}}"#),
        )
    };
    let mut objects = vec![
        workload("Deployment", "web", spec),
        object(
            "ReplicaSet",
            "web-1",
            &format!(
                r#"{}}},"spec":{{"template":{{"spec":{spec}}}}}"#,
                owned("Deployment", "web")
            ),
        ),
        pod("web-1-a", &owned("ReplicaSet", "web-1"), "Running"),
        pod("bare", "", "Running"),
        pod("done", "", "Succeeded"),
        object(
            "Job",
            "old",
            &format!(
                r#"}},"spec":{{"template":{{"spec":{spec}}}}},"status":{{"conditions":[{{"type":"Complete","status":"True"}}]}}"#
            ),
        ),
    ];
    let users = |snapshot: &Snapshot, call: &mut Call| {
        let page = References::query(snapshot, call, &ReferenceFilter::default()).unwrap();
        page.rows
            .into_iter()
            .map(|row| snapshot.meta(row.user).unwrap().name.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(users(&of(&objects), &mut Call::unlimited()), ["bare", "web"]);
    // Where workloads may not be read their pods stand for themselves.
    let mut blind = Call::new(u64::MAX, KindSet::EMPTY.with(Kind::Pod));
    assert_eq!(users(&of(&objects), &mut blind), ["bare", "web-1-a"]);
    objects.remove(0);
    assert_eq!(users(&of(&objects), &mut Call::unlimited()), ["bare", "web-1"]);
}

#[test]
fn a_stateful_set_makes_its_own_claims() {
    let set = object(
        "StatefulSet",
        "db",
        r#"},"spec":{"replicas":2,"volumeClaimTemplates":[{"metadata":{"name":"data"}}],"template":{"spec":{"volumes":[
            {"name":"data","persistentVolumeClaim":{"claimName":"data"}}]}}}"#,
    );
    let claims = ["data-db-0", "data-db-7"].map(|name| object("PersistentVolumeClaim", name, "}"));
    let all = of(&[vec![set], claims.to_vec()].concat());
    assert_eq!(with(&all, Presence::Present), ["PersistentVolumeClaim data-db-0/"]);
    assert!(with(&all, Presence::Absent).is_empty());
    let claim = all.find_id(Kind::PersistentVolumeClaim, "demo", "data-db-0").unwrap();
    let users = References::users_of(&all, &mut Call::unlimited(), claim).unwrap();
    assert_eq!(users, [all.find_id(Kind::StatefulSet, "demo", "db").unwrap()]);
}

#[test]
fn pull_secrets_of_the_service_account_are_needed() {
    let all = of(&[
        workload("Deployment", "web", "{}"),
        object("ServiceAccount", "default", r#"},"imagePullSecrets":[{"name":"pull"}]"#),
        object("Secret", "pull", "}"),
    ]);
    let found = rows(&all, ReferenceFilter::default());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].path, "serviceAccounts[default].imagePullSecrets[pull]");
}

#[test]
fn rows_come_in_pages() {
    let all = of(&web());
    let page = |skip, limit| {
        let filter = ReferenceFilter {
            skip,
            limit,
            ..ReferenceFilter::default()
        };
        References::query(&all, &mut Call::unlimited(), &filter).unwrap()
    };
    let whole = page(0, 0);
    let parts = [page(0, 4).rows, page(4, 4).rows, page(8, 4).rows].concat();
    assert_eq!(parts, whole.rows);
    assert_eq!(page(4, 4).total, whole.total);
}
