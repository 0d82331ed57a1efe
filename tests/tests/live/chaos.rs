//! What stands is the same after the worst that can happen to the API server or the host: nothing twice, nothing lost, nothing
//! closed because nobody could see it.
//!
//! A few things are broken. Each test starts a host, waits for their incidents, does its worst, and compares. The hosts close in
//! haste: an incident whose fault is out of sight would be gone within seconds if blindness counted.

use crate::fault::{Fault, Needs, nodes};
use crate::scene::{
    Namespace, PATIENCE, Scene, Sight, Standing, await_canary, await_closed, await_incident, await_sight, sight,
};
use crate::sink::Sink;
use crate::turns::{Alone, alone};
use sdo_tests::live::{Api, Host, Part, apply, kubectl, until};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Longer than any hold of a hasty host.
const A_WHILE: Duration = Duration::from_secs(15);
/// From a leader's death to its successor, with a second for the machine.
const TAKEOVER: Duration = Duration::from_secs(16);

/// The faults stay from test to test; the cluster is thrown away with them.
static SCENE: OnceLock<Scene> = OnceLock::new();

/// The scene, its open incidents, and the host that opened them.
struct Stage {
    // Ended before what it lives on: host, store, turn.
    host: Host,
    scene: &'static Scene,
    before: Standing,
    sight: Sight,
    name: String,
    folder: TempDir,
    _turn: Alone,
}

impl Stage {
    /// `None` when the cluster cannot be treated so.
    fn set(name: &str) -> Option<Self> {
        let turn = alone();
        if Part::api_server().is_none() || !nodes(Needs::Fake) {
            println!("skipped: the cluster is not one of tests/cluster");
            return None;
        }
        let scene = SCENE.get_or_init(|| Scene::new("chaos"));
        let folder = tempfile::tempdir().unwrap();
        let host = host(folder.path(), &json!({}));
        Some(Self {
            before: scene.await_open(host.api),
            sight: sight(host.api),
            host,
            scene,
            name: format!("chaos-{name}"),
            folder,
            _turn: turn,
        })
    }

    /// All is seen again, news arrive, and what stood before stands as before.
    fn assert_unmoved(&self) {
        await_sight(self.host.api, &self.sight);
        await_canary(self.host.api, &format!("{}-canary", self.name));
        self.scene.assert_unmoved(self.host.api, &self.before);
    }

    /// While something is away.
    fn assert_standing(&self) {
        assert_eq!(self.scene.standing(self.host.api), self.before);
    }

    fn end(self) {
        assert!(self.host.stop().unwrap().success());
    }
}

/// A host that closes in haste, but lets a node be silent for a moment: a cluster that was away comes back piece by piece.
fn host(folder: &Path, changes: &Value) -> Host {
    let mut config = json!({
        "incidents": { "open_runs": 100, "open_seconds": 15, "close_runs": 1, "close_seconds": 2 },
    });
    if let (Some(config), Some(changes)) = (config.as_object_mut(), changes.as_object()) {
        config.extend(changes.clone());
    }
    Host::start(folder, &config).unwrap()
}

#[test]
fn x13_a_killed_api_server_moves_no_incident() {
    let Some(stage) = Stage::set("killed") else { return };
    let killed = Part::api_server().unwrap().kill().unwrap();
    sleep(A_WHILE);
    stage.assert_standing();
    killed.start().unwrap();
    stage.assert_unmoved();
    stage.end();
}

#[test]
fn x13_an_api_server_that_hangs_for_a_minute_moves_no_incident() {
    let Some(stage) = Stage::set("frozen") else { return };
    let frozen = Part::api_server().unwrap().freeze().unwrap();
    sleep(Duration::from_secs(60));
    stage.assert_standing();
    frozen.start().unwrap();
    stage.assert_unmoved();
    stage.end();
}

/// The watches stand where the API server no longer knows anything: everything is read anew, and one fault has gone meanwhile.
#[test]
fn x13_forgotten_versions_move_no_incident_but_that_of_a_fault_that_went_unseen() {
    let Some(stage) = Stage::set("expired") else { return };
    let namespace = Namespace::new("chaos-expired-gone");
    let gone = Fault::named("selector-typo").place(&namespace.0, "gone");
    gone.break_it();
    let id = await_incident(stage.host.api, &gone);
    let relists = || {
        stage
            .host
            .api
            .metrics()
            .unwrap()
            .sum("sdo_relists_total", &[r#"reason="expired""#])
    };
    let before = relists();

    stage.host.freeze().unwrap();
    gone.repair();
    // The API server itself remembers a while; a new one knows only what etcd does.
    Part::forget_versions().unwrap();
    Part::api_server().unwrap().restart().unwrap();
    stage.host.thaw().unwrap();

    await_closed(stage.host.api, &id);
    stage.assert_unmoved();
    let anew = relists() - before;
    assert!(anew > 0.0, "no watch was told that it stood too far back");
    println!("{anew} kinds were read anew");
    stage.end();
}

#[test]
fn x13_a_kind_that_is_forbidden_for_a_while_moves_no_incident() {
    let Some(mut stage) = Stage::set("forbidden") else {
        return;
    };
    let namespace = Namespace::new("chaos-reader");
    let reader = Reader::new(&namespace.0);
    reader.may_read_services(true);
    // The same host, under an account that can lose a permission.
    stage.host.stop().unwrap();
    stage.host = reader.host(stage.folder.path());
    await_canary(stage.host.api, "chaos-forbidden-before");

    reader.may_read_services(false);
    // Who may watch is asked when a watch begins.
    Part::api_server().unwrap().restart().unwrap();
    let about_services = stage
        .before
        .keys()
        .filter(|(_, object)| object.kind == "Service")
        .count();
    assert!(about_services > 0);
    until("blind incidents", PATIENCE, || {
        let open = stage.host.api.open()?;
        let here = open.iter().filter(|incident| incident.object.namespace == "chaos");
        let blind = here.filter(|incident| incident.blind.is_some()).count();
        Ok(match blind >= about_services {
            true => Ok(()),
            false => Err(format!("{blind} are blind of {open:#?}")),
        })
    })
    .unwrap();
    sleep(A_WHILE);
    stage.assert_standing();

    reader.may_read_services(true);
    stage.assert_unmoved();
    stage.end();
}

/// One fault goes and one comes while nobody looks.
#[test]
fn x13_a_killed_host_goes_on_where_it_was() {
    let Some(mut stage) = Stage::set("host") else { return };
    let namespace = Namespace::new("chaos-host-meanwhile");
    let [gone, new] = ["gone", "new"].map(|name| Fault::named("selector-typo").place(&namespace.0, name));
    gone.break_it();
    let id = await_incident(stage.host.api, &gone);

    stage.host.kill().unwrap();
    gone.repair();
    new.break_it();
    stage.host = host(stage.folder.path(), &json!({}));

    await_closed(stage.host.api, &id);
    assert_ne!(await_incident(stage.host.api, &new), id);
    stage.assert_unmoved();
    stage.end();
}

#[test]
fn x13_the_second_of_two_hosts_takes_over_what_the_first_left() {
    let Some(mut stage) = Stage::set("leader") else { return };
    let telling = |url: &str| {
        let webhook = json!({ "name": "hook", "url": url });
        let notify = json!({ "minimum_severity": "info", "webhooks": [webhook] });
        json!({ "leadership": { "enabled": true, "namespace": "chaos" }, "notify": notify })
    };
    let ((_listener, deaf), sink) = (Sink::deaf(), Sink::start());
    assert!(stage.host.stop().unwrap().success());
    let first = host(stage.folder.path(), &telling(&deaf));
    await_role(first.api, "leader");
    stage.host = host(stage.folder.path(), &telling(&sink.url));
    await_role(stage.host.api, "standby");
    await_canary(first.api, "chaos-leader-before");
    stage.scene.assert_unmoved(first.api, &stage.before);

    let started = Instant::now();
    first.kill().unwrap();
    await_role(stage.host.api, "leader");
    let took = started.elapsed();
    println!("taken over after {:.1} s", took.as_secs_f64());
    assert!(took <= TAKEOVER, "taken over after {took:?}");
    // What the first could not deliver before it died.
    until("the notice of the first", PATIENCE, || {
        Ok(match sink.count("chaos-leader-before", "closed") {
            0 => Err("not told".to_owned()),
            _ => Ok(()),
        })
    })
    .unwrap();
    stage.assert_unmoved();
    stage.end();
}

fn await_role(api: Api, role: &str) {
    until(role, PATIENCE, || {
        let is = api.status()?.role;
        Ok(if is == role { Ok(()) } else { Err(is) })
    })
    .unwrap();
}

/// An account that may read what a host reads, Services only when they are given to it.
struct Reader {
    namespace: String,
}

impl Reader {
    fn new(namespace: &str) -> Self {
        kubectl(&["-n", namespace, "create", "serviceaccount", "reader"]).unwrap();
        let role = json!({
            "apiVersion": "rbac.authorization.k8s.io/v1",
            "kind": "ClusterRole",
            "metadata": { "name": namespace },
            "rules": [],
        });
        let binding = json!({
            "apiVersion": "rbac.authorization.k8s.io/v1",
            "kind": "ClusterRoleBinding",
            "metadata": { "name": namespace },
            "roleRef": { "apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": namespace },
            "subjects": [{ "kind": "ServiceAccount", "name": "reader", "namespace": namespace }],
        });
        apply(&role.to_string()).unwrap();
        apply(&binding.to_string()).unwrap();
        Self {
            namespace: namespace.to_owned(),
        }
    }

    fn may_read_services(&self, may: bool) {
        let core = kubectl(&["api-resources", "--api-group=", "--verbs=list,watch", "-o", "name"]).unwrap();
        let core: Vec<&str> = core.lines().filter(|name| may || *name != "services").collect();
        let groups = kubectl(&["api-versions"]).unwrap();
        let groups: Vec<&str> = groups
            .lines()
            .filter_map(|version| Some(version.split_once('/')?.0))
            .collect();
        let read = ["get", "list", "watch"];
        let rules = json!([
            { "apiGroups": [""], "resources": core, "verbs": read },
            { "apiGroups": groups, "resources": ["*"], "verbs": read },
        ]);
        let patch = json!({ "rules": rules }).to_string();
        kubectl(&["patch", "clusterrole", &self.namespace, "--type=merge", "-p", &patch]).unwrap();
    }

    fn host(&self, folder: &Path) -> Host {
        let token = kubectl(&["-n", &self.namespace, "create", "token", "reader", "--duration=1h"]).unwrap();
        let config = kubectl(&["config", "view", "--raw", "--minify", "-o", "json"]).unwrap();
        let mut config: Value = serde_json::from_str(&config).unwrap();
        config["users"][0]["user"] = json!({ "token": token.trim() });
        let file = folder.join("kubeconfig");
        fs::write(&file, config.to_string()).unwrap();
        host(folder, &json!({ "cluster": { "kubeconfig": file } }))
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        for kind in ["clusterrolebinding", "clusterrole"] {
            let _ = kubectl(&["delete", kind, &self.namespace]);
        }
    }
}
