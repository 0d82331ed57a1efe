//! A large cluster, made by templates: many healthy workloads and a few root causes among them.

use crate::say;
use anyhow::{Context, Result, ensure};
use sdo_tests::live::{kubectl, run, until};
use serde_json::{Value, json};
use std::fmt::Write;
use std::process::Command;
use std::thread;
use std::time::Duration;

/// Namespaces over which everything is spread.
const NAMESPACES: u64 = 20;
/// Pods of each workload.
const REPLICAS: u64 = 5;
/// Namespaces that are filled side by side; the API server is the slower one then.
const AT_ONCE: usize = 4;
/// For all pods to be ready.
const TO_START: Duration = Duration::from_secs(1200);

/// What is wrong with a workload; each is one root cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    /// Nothing.
    None,
    /// Its Service selects something else.
    Selector,
    /// Its Service leads to a port of another name.
    Port,
    /// It needs a ConfigMap that is not there.
    Config,
    /// Its program ends, again and again.
    Crash,
    /// Its image cannot be pulled.
    Image,
    /// No node has as much memory.
    Memory,
    /// Its claim asks for a class that does not exist.
    Storage,
    /// No node has the label it asks for.
    Placement,
    /// Its configuration asks for a port that the Service does not have.
    Address,
}

/// Each flaw that is one.
const FLAWS: [Flaw; 9] = [
    Flaw::Selector,
    Flaw::Port,
    Flaw::Config,
    Flaw::Crash,
    Flaw::Image,
    Flaw::Memory,
    Flaw::Storage,
    Flaw::Placement,
    Flaw::Address,
];
/// Workloads with each.
const EACH: u64 = 10;

/// How large the cluster is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Population {
    pods: u64,
}

impl Population {
    /// One with that many pods, about.
    pub(crate) fn of(pods: u64) -> Self {
        Self { pods }
    }

    /// Root causes.
    pub(crate) fn causes(self) -> u64 {
        FLAWS.len() as u64 * EACH
    }

    /// Namespaces, each with its number.
    pub(crate) fn namespaces(self) -> impl Iterator<Item = String> {
        (0..NAMESPACES).map(|number| format!("bench-{number:02}"))
    }

    /// Names of healthy workloads of each namespace; a Service and a Deployment of each name are there.
    pub(crate) fn healthy(self) -> impl Iterator<Item = String> {
        let flawed = self.causes().div_ceil(NAMESPACES);
        (flawed..self.workloads_each()).map(|number| format!("app-{number:03}"))
    }

    /// Makes all of it and waits until it has come to rest.
    ///
    /// # Errors
    /// The API server refuses something, or pods do not get ready.
    pub(crate) fn create(self) -> Result<()> {
        say(&format!("making {} pods", self.pods));
        let namespaces: Vec<(usize, String)> = self.namespaces().enumerate().collect();
        for some in namespaces.chunks(AT_ONCE) {
            thread::scope(|scope| {
                let hands = some
                    .iter()
                    .map(|(number, name)| scope.spawn(|| self.fill(*number as u64, name)));
                let hands: Vec<_> = hands.collect();
                hands
                    .into_iter()
                    .try_for_each(|hand| hand.join().ok().context("a hand that creates")?)
            })?;
        }
        let wanted = (self.workloads_each() * NAMESPACES).saturating_sub(self.causes()) * REPLICAS;
        until("pods that run", TO_START, || {
            thread::sleep(Duration::from_secs(5));
            // Names only: a list of ten thousand whole pods is a load of its own.
            let running = kubectl(&[
                "get",
                "pods",
                "-A",
                "--field-selector=status.phase=Running",
                "-o",
                "name",
            ])?;
            let running = running.lines().count() as u64;
            Ok(if running >= wanted {
                Ok(())
            } else {
                Err(format!("{running} of {wanted} run"))
            })
        })?;
        // Restarts, events and rollouts of the flawed ones.
        thread::sleep(Duration::from_secs(90));
        Ok(())
    }

    fn fill(self, number: u64, namespace: &str) -> Result<()> {
        let manifests = self.manifests(number, namespace);
        let output = run(Command::new("kubectl").args(["create", "-f", "-"]), &manifests)?;
        let errors = output.errors.lines().filter(|line| !line.contains("already exists"));
        let errors: Vec<&str> = errors.filter(|line| !line.starts_with("Warning")).take(3).collect();
        ensure!(errors.is_empty(), "create {namespace}: {errors:?}");
        Ok(())
    }

    fn workloads_each(self) -> u64 {
        self.pods / NAMESPACES / REPLICAS
    }

    fn manifests(self, number: u64, namespace: &str) -> String {
        let mut text = document(&json!({ "apiVersion": "v1", "kind": "Namespace", "metadata": { "name": namespace } }));
        for workload in 0..self.workloads_each() {
            // Flaws are dealt out evenly, the first workloads of every namespace have them.
            let place = workload * NAMESPACES + number;
            let flaw = FLAWS.get((place / EACH) as usize).copied().unwrap_or(Flaw::None);
            let name = format!("app-{workload:03}");
            let backend = format!("app-{:03}", self.workloads_each() - 1);
            for object in objects(namespace, &name, flaw, &backend) {
                text.push_str(&document(&object));
            }
        }
        text
    }
}

fn document(object: &Value) -> String {
    let mut text = String::from("---\n");
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{object}");
    text
}

fn objects(namespace: &str, name: &str, flaw: Flaw, backend: &str) -> Vec<Value> {
    let mut objects = vec![
        service(namespace, name, flaw),
        deployment(namespace, name, flaw, backend),
    ];
    if flaw == Flaw::Storage {
        objects.push(json!({
            "apiVersion": "v1",
            "kind": "PersistentVolumeClaim",
            "metadata": { "name": name, "namespace": namespace },
            "spec": {
                "accessModes": ["ReadWriteMany"],
                "storageClassName": "fast-ssd",
                "resources": { "requests": { "storage": "1Gi" } },
            },
        }));
    }
    objects
}

fn service(namespace: &str, name: &str, flaw: Flaw) -> Value {
    let app = if flaw == Flaw::Selector {
        format!("{name}-ui")
    } else {
        name.to_owned()
    };
    let port = if flaw == Flaw::Port { "web" } else { "http" };
    json!({
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": { "name": name, "namespace": namespace, "labels": { "team": namespace } },
        "spec": { "selector": { "app": app }, "ports": [{ "port": 80, "targetPort": port }] },
    })
}

/// `backend` is the name of a healthy workload.
fn deployment(namespace: &str, name: &str, flaw: Flaw, backend: &str) -> Value {
    let mut container = json!({
        "name": "main",
        "image": "example.test/app:1",
        "ports": [{ "name": "http", "containerPort": 8080 }],
        "env": [{ "name": "LEVEL", "value": "info" }, { "name": "REGION", "value": "north" }],
        "readinessProbe": { "httpGet": { "path": "/ready", "port": "http" } },
        "resources": { "requests": { "cpu": "20m", "memory": "32Mi" }, "limits": { "memory": "64Mi" } },
    });
    let mut annotations = json!({});
    let mut pod = json!({ "nodeSelector": { "sdo.test/node": "fake" } });
    match flaw {
        Flaw::None | Flaw::Selector | Flaw::Port => {}
        Flaw::Config => put(
            &mut container,
            "envFrom",
            json!([{ "configMapRef": { "name": format!("{name}-settings") } }]),
        ),
        Flaw::Crash => put(&mut annotations, "sdo.test/fault", json!("crashloop")),
        Flaw::Image => put(&mut annotations, "sdo.test/fault", json!("imagepull")),
        Flaw::Memory => put(
            &mut container,
            "resources",
            json!({ "requests": { "memory": "500Gi" } }),
        ),
        Flaw::Placement => put(
            &mut pod,
            "nodeSelector",
            json!({ "sdo.test/node": "fake", "disk": "nvme" }),
        ),
        Flaw::Storage => {
            let claim = json!({ "claimName": name });
            put(
                &mut pod,
                "volumes",
                json!([{ "name": "data", "persistentVolumeClaim": claim }]),
            );
        }
        Flaw::Address => {
            let address = format!("http://{backend}.{namespace}.svc:8081/");
            put(&mut container, "env", json!([{ "name": "BACKEND", "value": address }]));
        }
    }
    put(&mut pod, "containers", json!([container]));
    json!({
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": { "name": name, "namespace": namespace, "labels": { "team": namespace } },
        "spec": {
            "replicas": REPLICAS,
            "selector": { "matchLabels": { "app": name } },
            "template": {
                "metadata": { "labels": { "app": name, "team": namespace }, "annotations": annotations },
                "spec": pod,
            },
        },
    })
}

fn put(object: &mut Value, key: &str, value: Value) {
    if let Some(object) = object.as_object_mut() {
        object.insert(key.to_owned(), value);
    }
}
