//! Ordinary life is no incident: rolling updates, scaling, jobs, drains, deleted pods. For as many minutes as `SDO_HEALTHY_MINUTES`.

use crate::fault::{Needs, nodes};
use crate::scene::{Namespace, PATIENCE};
use crate::turns::together;
use sdo_tests::live::{Host, Incident, apply, kubectl, until};
use serde_json::json;
use std::env;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Minutes when nothing is said.
const MINUTES: u64 = 3;
/// Between two changes: as busy as a cluster is in which several teams deploy at once.
const PAUSE: Duration = Duration::from_secs(4);
/// Namespaces in which nothing may be found; in others, tests break things meanwhile.
const QUIET: [&str; 5] = ["healthy", "default", "kube-system", "kube-public", "kube-node-lease"];

/// Nodes of the test, removed when this goes out of scope.
struct Nodes;

impl Drop for Nodes {
    fn drop(&mut self) {
        let _ = kubectl(&["delete", "nodes", "-l", "sdo.test/pool=healthy", "--wait=false"]);
    }
}

#[test]
fn ordinary_life_is_no_incident() {
    let _turn = together();
    if !nodes(Needs::Fake) {
        return println!("skipped: no fake nodes");
    }
    let minutes = env::var("SDO_HEALTHY_MINUTES").map_or(MINUTES, |text| text.parse().unwrap());
    let _nodes = Nodes;
    let _namespace = Namespace::new("healthy");
    let has_real = nodes(Needs::Real);
    apply(include_str!("healthy.yaml")).unwrap();
    if has_real {
        apply(include_str!("healthy-real.yaml")).unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    // The patience that people get by default.
    let host = Host::start(folder.path(), &json!({})).unwrap();
    let started = Instant::now();
    let mut changes = 0;
    while started.elapsed() < Duration::from_secs(60 * minutes) {
        change(changes, has_real);
        changes += 1;
        sleep(PAUSE);
        assert_quiet(&host);
    }
    settle();
    assert_quiet(&host);
    let rounds = host.api.metrics().unwrap().sum("sdo_rounds_total", &[]);
    println!(
        "{changes} changes, {rounds} rounds in {} s",
        started.elapsed().as_secs()
    );
    assert!(rounds > changes as f64 / 2.0, "hardly anything was looked at");
    assert!(host.stop().unwrap().success());
}

/// One of the things that people do all day, by number.
fn change(number: usize, has_real: bool) {
    let version = |name: &str| format!("{name}={name}:{number}");
    let node = format!("healthy-{}", number / 12 % 3);
    let job = format!("report-{number}");
    match number % 12 {
        0 => here(&["rollout", "restart", "deployment", "web"]),
        1 => here(&["create", "job", &job, "--from=cronjob/report"]),
        2 => here(&["scale", "deployment", "web", "--replicas=9"]),
        3 => here(&["set", "image", "deployment/client", &version("client")]),
        // Evictions wait for the budget as long as it takes.
        4 => drop(
            kubectl(&[
                "drain",
                &node,
                "--ignore-daemonsets",
                "--delete-emptydir-data",
                "--timeout=60s",
            ])
            .unwrap(),
        ),
        5 => here(&["rollout", "restart", "statefulset", "store"]),
        6 => drop(kubectl(&["uncordon", &node]).unwrap()),
        7 => here(&["scale", "deployment", "web", "--replicas=4"]),
        8 => here(&["delete", "pods", "-l", "app=client", "--wait=false"]),
        9 => here(&[
            "patch",
            "configmap",
            "settings",
            "-p",
            &json!({ "data": { "level": job } }).to_string(),
        ]),
        10 if has_real => here(&["rollout", "restart", "deployment", "shop"]),
        11 if has_real => here(&["delete", "pods", "-l", "app=shop", "--wait=false"]),
        _ => here(&["set", "image", "deployment/web", &version("web")]),
    }
}

fn here(arguments: &[&str]) {
    kubectl(&[&["-n", "healthy"], arguments].concat()).unwrap();
}

/// Everything that was asked for is there.
fn settle() {
    kubectl(&["uncordon", "-l", "sdo.test/pool=healthy"]).unwrap();
    until("workloads at rest", PATIENCE, || {
        let wait = [
            "wait",
            "--for=condition=Available",
            "--timeout=5s",
            "deployments",
            "--all",
        ];
        Ok(kubectl(&[&["-n", "healthy"], &wait[..]].concat()).map_err(|error| error.to_string()))
    })
    .unwrap();
}

/// No incident was ever opened, about these namespaces or about nodes that are not another test's.
fn assert_quiet(host: &Host) {
    let incidents = host.api.incidents("").unwrap();
    let strange: Vec<&Incident> = incidents.iter().filter(|incident| must_not_be(incident)).collect();
    assert!(strange.is_empty(), "{strange:#?}");
}

fn must_not_be(incident: &Incident) -> bool {
    let object = &incident.object;
    match object.namespace.is_empty() {
        true => object.kind == "Node" && !object.name.starts_with("fault-"),
        false => QUIET.contains(&object.namespace.as_str()),
    }
}
