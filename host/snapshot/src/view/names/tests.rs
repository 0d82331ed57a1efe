use super::*;
use crate::view::fixture::{snapshot, without};

fn service(name: &str, spec: &str) -> String {
    format!(r#"{{"apiVersion":"v1","kind":"Service","metadata":{{"name":"{name}","namespace":"demo"}},"spec":{spec}}}"#)
}

fn deployment(name: &str, spec: &str) -> String {
    format!(
        r#"{{"apiVersion":"apps/v1","kind":"Deployment","metadata":{{"name":"{name}","namespace":"demo"}},"spec":{{"replicas":1,"template":{{"spec":{spec}}}}}}}"#
    )
}

fn env(variables: &[(&str, &str)]) -> String {
    let all: Vec<String> = variables
        .iter()
        .map(|(name, value)| format!(r#"{{"name":"{name}","value":"{value}"}}"#))
        .collect();
    format!(r#"{{"containers":[{{"name":"c","env":[{}]}}]}}"#, all.join(","))
}

const DB: &str = r#"{"ports":[{"port":5432}]}"#;

fn all(snapshot: &Snapshot, filter: &NameFilter) -> Vec<NameRow> {
    snapshot.query(&mut Call::unlimited(), filter).unwrap().rows
}

fn absent(objects: &[&str]) -> Vec<String> {
    let filter = NameFilter {
        presence: Some(Presence::Absent),
        ..Default::default()
    };
    all(&snapshot(objects), &filter)
        .into_iter()
        .map(|row| row.host)
        .collect()
}

#[test]
fn a_name_says_which_service_it_means_and_whether_its_port_exists() {
    let user = deployment(
        "web",
        &env(&[
            ("DB_ADDR", "db:5432"),
            ("DB_OLD_ADDR", "db:3306"),
            ("LOST_ADDR", "dbs:5432"),
        ]),
    );
    let snapshot = snapshot(&[&service("db", DB), &user]);
    let rows = all(&snapshot, &NameFilter::default());
    let shown: Vec<_> = rows
        .iter()
        .map(|row| (row.path.as_str(), row.presence, row.port_exists))
        .collect();
    assert_eq!(
        shown,
        [
            ("DB_ADDR", Presence::Present, true),
            ("DB_OLD_ADDR", Presence::Present, false),
            ("LOST_ADDR", Presence::Absent, true)
        ]
    );
    assert_eq!(rows[2].nearest.as_deref(), Some("db"));
    assert_eq!(
        all(
            &snapshot,
            &NameFilter {
                service: rows[0].service,
                port_missing: Some(true),
                ..Default::default()
            }
        )
        .len(),
        1
    );
}

#[test]
fn any_port_of_a_headless_service_exists() {
    let user = deployment("web", &env(&[("DB_ADDR", "db-0.db:3306")]));
    let rows = all(
        &snapshot(&[&service("db", r#"{"clusterIP":"None","ports":[{"port":5432}]}"#), &user]),
        &NameFilter::default(),
    );
    assert_eq!((rows[0].presence, rows[0].port_exists), (Presence::Present, true));
}

#[test]
fn names_that_can_mean_something_else_are_never_absent() {
    let user = deployment(
        "web",
        &env(&[
            ("A_URL", "https://api.example.com:443"),
            ("B_HOST", "localhost"),
            ("C_ADDR", "10.0.0.1:80"),
            ("D_ADDR", "$(POD_IP):80"),
            ("E_HOST", "redis.io"),
            ("F_ADDR", "${HOST}:80"),
            ("IMAGE", "redis:7000"),
            ("DD_SERVICE", "frontend"),
            ("WEB_HOST", "web"),
            ("LOG_LEVEL", "root:100"),
            ("G_ADDR", "{{ .Values.host }}:80"),
        ]),
    );
    assert_eq!(absent(&[&user]), [""; 0]);
}

#[test]
fn a_bare_word_is_absent_where_a_workload_of_that_name_lacks_its_service() {
    let config = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"cfg","namespace":"demo"},"data":{"config.json":"{\n \"addr\": \"user-service\",\n \"other\": \"plain\"\n}","unused":"http://none:80"}}"#;
    let user = deployment(
        "web",
        r#"{"containers":[{"name":"c","volumeMounts":[{"name":"v","mountPath":"/c/config.json","subPath":"config.json"}]}],"volumes":[{"name":"v","configMap":{"name":"cfg"}}]}"#,
    );
    let workload = deployment("user-service", r#"{"containers":[{"name":"c"}]}"#);
    assert_eq!(absent(&[config, &user]), [""; 0]);
    let snapshot = snapshot(&[config, &user, &workload]);
    let rows = all(
        &snapshot,
        &NameFilter {
            presence: Some(Presence::Absent),
            ..Default::default()
        },
    );
    assert_eq!(
        (rows.len(), rows[0].path.as_str(), rows[0].container.as_str()),
        (1, "cfg/config.json", "c")
    );
    assert_eq!(
        rows[0].same_named_workload,
        snapshot.find_id(Kind::Deployment, "demo", "user-service")
    );
}

#[test]
fn an_init_container_that_waits_for_nothing_is_found() {
    let spec = r#"{"initContainers":[{"name":"wait","env":[{"name":"HOST","value":"kafka"}],"command":["sh","-c","until nc -z $HOST 9092; do sleep 1; done"]}],"containers":[{"name":"c","args":["--addr=db:5432"]}]}"#;
    let rows = all(
        &snapshot(&[&service("db", DB), &deployment("web", spec)]),
        &NameFilter {
            init: Some(true),
            ..Default::default()
        },
    );
    assert_eq!(rows.len(), 1);
    assert_eq!(
        (rows[0].host.as_str(), rows[0].port, rows[0].presence),
        ("kafka", Some(9092), Presence::Absent)
    );
    assert_eq!(rows[0].path, "spec.template.spec.initContainers[wait].command[2]");
}

#[test]
fn a_pod_that_does_not_ask_the_cluster_or_searches_elsewhere_may_know_more_names() {
    let spec = |more: &str| {
        deployment(
            "web",
            &format!(r#"{{{more}"containers":[{{"name":"c","env":[{{"name":"DB_HOST","value":"mysql"}}]}}]}}"#),
        )
    };
    assert_eq!(absent(&[&spec("")]), ["mysql"]);
    assert_eq!(absent(&[&spec(r#""dnsPolicy":"Default","#)]), [""; 0]);
    assert_eq!(
        absent(&[&spec(r#""dnsConfig":{"searches":["corp.example"]},"#)]),
        [""; 0]
    );
    assert_eq!(
        absent(&[&spec(r#""hostAliases":[{"ip":"10.0.0.1","hostnames":["mysql"]}],"#)]),
        [""; 0]
    );
}

#[test]
fn what_does_not_run_and_pods_of_a_workload_have_no_rows_of_their_own() {
    let idle = deployment("web", &env(&[("DB_HOST", "mysql")])).replace(r#""replicas":1"#, r#""replicas":0"#);
    assert_eq!(absent(&[&idle]), [""; 0]);
    let pod = r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","namespace":"demo"},"spec":{"containers":[{"name":"c","env":[{"name":"DB_HOST","value":"mysql"}]}]},"status":{"phase":"Running"}}"#;
    assert_eq!(absent(&[pod]), ["mysql"]);
    assert_eq!(absent(&[&pod.replace("Running", "Succeeded")]), [""; 0]);
}

#[test]
fn without_services_nothing_is_absent_and_without_config_maps_their_text_is_unseen() {
    let config = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"cfg","namespace":"demo"},"data":{"DB_HOST":"mysql"}}"#;
    let user = deployment(
        "web",
        r#"{"containers":[{"name":"c","envFrom":[{"configMapRef":{"name":"cfg"}}]}]}"#,
    );
    assert_eq!(absent(&[config, &user]), ["mysql"]);
    let unknown = all(&without(&[config, &user], Kind::Service), &NameFilter::default());
    assert_eq!(
        unknown.iter().map(|row| row.presence).collect::<Vec<_>>(),
        [Presence::Unknown]
    );
    let blind = KindSet::ALL.without(Kind::ConfigMap);
    assert_eq!(
        snapshot(&[config, &user])
            .query(&mut Call::new(u64::MAX, blind), &NameFilter::default())
            .unwrap()
            .total,
        0
    );
}
