//! A synthetic cluster, the same on every run: pods in Deployments behind Services, a known number of each fault.
//!
//! At 10,000 pods: 1,000 Deployments, ReplicaSets, Services and EndpointSlices, 500 nodes, 20 namespaces; 264 crash-looping pods,
//! 20 Services without a ready endpoint, 30 with a target port that nobody declares. The counts shrink in proportion.

use anyhow::{Context, Result};
use sdo_model::{Kind, State};
use sdo_snapshot::load::{Origin, Sink};
use sdo_snapshot::{Builder, Snapshot};
use serde_json::{Value, json};

/// Pods of one Deployment.
const PODS_PER_DEPLOYMENT: usize = 10;
const NAMESPACES: usize = 20;
const TIME: &str = "2026-11-30T18:00:00Z";

/// A kind and a list of its objects as JSON.
pub(crate) type Document = (String, Vec<u8>);

/// The documents of a cluster with `pods` pods: one typed list a kind, as `kubectl get KIND -A -o json` gives.
pub(crate) fn documents(pods: usize) -> Vec<Document> {
    let groups = pods / PODS_PER_DEPLOYMENT;
    let workloads = |kind: &'static str| (0..groups).map(move |group| workload(group, kind));
    vec![
        list("v1", "Pod", (0..pods).map(pod)),
        list("v1", "Service", (0..groups).map(service)),
        list("discovery.k8s.io/v1", "EndpointSlice", (0..groups).map(slice)),
        list("apps/v1", "Deployment", workloads("Deployment")),
        list("apps/v1", "ReplicaSet", workloads("ReplicaSet")),
        list("v1", "Node", (0..pods / 20).map(node)),
    ]
}

/// The snapshot of those documents, every kind complete.
pub(crate) fn snapshot(documents: &[Document]) -> Result<Snapshot> {
    let mut builder = Builder::new("synthetic");
    for (kind, json) in documents {
        let origin = Origin {
            path: kind,
            line: 1,
            kind_hint: None,
            namespace_hint: None,
        };
        builder
            .document(json, &origin)
            .with_context(|| format!("take in the list of {kind}"))?;
    }
    for kind in Kind::all() {
        builder.covered(kind.name(), None, State::Complete, "");
    }
    Ok(builder.finish())
}

fn list(version: &str, kind: &str, items: impl Iterator<Item = Value>) -> Document {
    let items: Vec<Value> = items.collect();
    let list = json!({ "apiVersion": version, "kind": format!("{kind}List"), "items": items });
    (kind.to_owned(), list.to_string().into_bytes())
}

fn namespace(group: usize) -> String {
    format!("team-{}", group % NAMESPACES)
}

fn app(group: usize) -> String {
    format!("app-{group}")
}

/// 20 of 1,000 Services lead to pods of which none is ready.
fn is_dead(group: usize) -> bool {
    group % 50 == 7
}

/// 30 of 1,000 Services name a port that nobody declares.
fn has_wrong_port(group: usize) -> bool {
    group % 100 < 3
}

fn pod(index: usize) -> Value {
    let group = index / PODS_PER_DEPLOYMENT;
    // 264 of 10,000, spread evenly over the groups that are not dead anyway.
    let crashing = (index * 264) % 10_000 < 264 && !is_dead(group);
    let ready = !crashing && !is_dead(group);
    let name = format!("{}-5d4f8c7b6d-{:05x}", app(group), index);
    json!({
        "metadata": {
            "name": name, "namespace": namespace(group), "uid": format!("pod-{index}"), "resourceVersion": "1",
            "creationTimestamp": "2026-11-29T10:00:00Z",
            "labels": { "app": app(group), "pod-template-hash": "5d4f8c7b6d", "tier": "backend", "team": namespace(group) },
            "annotations": { "checksum/config": format!("{group:064x}") },
            "ownerReferences": [{ "apiVersion": "apps/v1", "kind": "ReplicaSet", "name": format!("{}-5d4f8c7b6d", app(group)), "uid": format!("rs-{group}"), "controller": true }],
        },
        "spec": spec(group, Some(index)),
        "status": {
            "phase": "Running", "podIP": format!("10.{}.{}.{}", index >> 16, (index >> 8) & 255, index & 255),
            "hostIP": "192.168.0.1", "startTime": "2026-11-29T10:00:01Z", "qosClass": "Burstable",
            "conditions": conditions(ready),
            "containerStatuses": [container_status("app", ready, crashing), container_status("proxy", true, false)],
        },
    })
}

fn conditions(ready: bool) -> Value {
    let word = if ready { "True" } else { "False" };
    json!([
        { "type": "Initialized", "status": "True", "lastTransitionTime": "2026-11-29T10:00:02Z" },
        { "type": "Ready", "status": word, "reason": if ready { "" } else { "ContainersNotReady" }, "lastTransitionTime": "2026-11-30T10:00:02Z" },
        { "type": "ContainersReady", "status": word, "lastTransitionTime": "2026-11-30T10:00:02Z" },
        { "type": "PodScheduled", "status": "True", "lastTransitionTime": "2026-11-29T10:00:00Z" },
    ])
}

fn container_status(name: &str, ready: bool, crashing: bool) -> Value {
    let state = if crashing {
        json!({ "waiting": { "reason": "CrashLoopBackOff", "message": "back-off 5m0s restarting failed container" } })
    } else {
        json!({ "running": { "startedAt": "2026-11-29T10:00:05Z" } })
    };
    json!({
        "name": name, "image": format!("registry.example/{name}:1.2.3"), "imageID": "sha256:0000000000000000", "ready": ready, "started": !crashing,
        "restartCount": if crashing { 17 } else { 0 }, "state": state,
        "lastState": if crashing { json!({ "terminated": { "exitCode": 1, "reason": "Error", "finishedAt": "2026-11-30T17:58:00Z" } }) } else { json!({}) },
    })
}

fn spec(group: usize, index: Option<usize>) -> Value {
    let container = |name: &str, port: u16| {
        json!({
            "name": name, "image": format!("registry.example/{name}:1.2.3"), "imagePullPolicy": "IfNotPresent",
            "ports": [{ "name": format!("{name}-http"), "containerPort": port, "protocol": "TCP" }],
            "env": [{ "name": "LOG_LEVEL", "value": "info" }, { "name": "PEER", "value": format!("http://{}:8080", app(group)) }],
            "resources": { "requests": { "cpu": "100m", "memory": "128Mi" }, "limits": { "memory": "256Mi" } },
            "readinessProbe": { "httpGet": { "path": "/ready", "port": port }, "periodSeconds": 10 },
            "volumeMounts": [{ "name": "config", "mountPath": "/etc/app" }, { "name": "token", "mountPath": "/var/run/secrets/kubernetes.io/serviceaccount", "readOnly": true }],
        })
    };
    json!({
        "containers": [container("app", 8080), container("proxy", 15001)],
        "nodeName": index.map(|index| format!("node-{}", index % 500)),
        "serviceAccountName": "default", "restartPolicy": "Always", "dnsPolicy": "ClusterFirst", "schedulerName": "default-scheduler",
        "tolerations": [{ "key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300 }],
        "volumes": [{ "name": "config", "configMap": { "name": "app-config" } }, { "name": "token", "projected": { "sources": [] } }],
    })
}

fn service(group: usize) -> Value {
    let target = if has_wrong_port(group) { 9999 } else { 8080 };
    json!({
        "metadata": meta(group, &app(group), "svc"),
        "spec": { "type": "ClusterIP", "clusterIP": "10.96.0.10", "selector": { "app": app(group) }, "ports": [{ "name": "http", "port": 80, "targetPort": target, "protocol": "TCP" }] },
        "status": {},
    })
}

/// `object` with one member more.
fn with(mut object: Value, key: &str, value: Value) -> Value {
    if let Some(members) = object.as_object_mut() {
        members.insert(key.to_owned(), value);
    }
    object
}

fn slice(group: usize) -> Value {
    let endpoints: Vec<Value> = (0..PODS_PER_DEPLOYMENT)
        .map(|member| {
            let index = group * PODS_PER_DEPLOYMENT + member;
            json!({
                "addresses": [format!("10.{}.{}.{}", index >> 16, (index >> 8) & 255, index & 255)],
                "conditions": { "ready": !is_dead(group), "serving": !is_dead(group), "terminating": false },
                "nodeName": format!("node-{}", index % 500),
                "targetRef": { "kind": "Pod", "namespace": namespace(group), "name": format!("{}-5d4f8c7b6d-{:05x}", app(group), index), "uid": format!("pod-{index}") },
            })
        })
        .collect();
    let labels = json!({ "kubernetes.io/service-name": app(group) });
    let meta = with(meta(group, &format!("{}-x1y2z", app(group)), "slice"), "labels", labels);
    json!({ "metadata": meta, "addressType": "IPv4", "endpoints": endpoints, "ports": [{ "name": "http", "port": 8080, "protocol": "TCP" }] })
}

fn workload(group: usize, kind: &str) -> Value {
    let is_set = kind == "ReplicaSet";
    let name = if is_set {
        format!("{}-5d4f8c7b6d", app(group))
    } else {
        app(group)
    };
    let meta = if is_set {
        let owner = json!([{ "apiVersion": "apps/v1", "kind": "Deployment", "name": app(group), "uid": format!("deploy-{group}"), "controller": true }]);
        with(meta(group, &name, "rs"), "ownerReferences", owner)
    } else {
        meta(group, &name, "deploy")
    };
    json!({
        "metadata": meta,
        "spec": { "replicas": PODS_PER_DEPLOYMENT, "selector": { "matchLabels": { "app": app(group) } }, "template": { "metadata": { "labels": { "app": app(group) } }, "spec": spec(group, None) } },
        "status": { "replicas": PODS_PER_DEPLOYMENT, "readyReplicas": PODS_PER_DEPLOYMENT, "availableReplicas": PODS_PER_DEPLOYMENT, "updatedReplicas": PODS_PER_DEPLOYMENT, "observedGeneration": 1 },
    })
}

fn meta(group: usize, name: &str, uid: &str) -> Value {
    json!({
        "name": name, "namespace": namespace(group), "uid": format!("{uid}-{group}"), "resourceVersion": "1", "generation": 1,
        "creationTimestamp": "2026-11-01T10:00:00Z", "labels": { "app": app(group) },
    })
}

fn node(index: usize) -> Value {
    json!({
        "metadata": { "name": format!("node-{index}"), "uid": format!("node-{index}"), "creationTimestamp": "2026-10-01T10:00:00Z", "labels": { "kubernetes.io/hostname": format!("node-{index}") } },
        "spec": {},
        "status": {
            "allocatable": { "cpu": "8", "memory": "32Gi", "pods": "110" }, "capacity": { "cpu": "8", "memory": "32Gi", "pods": "110" },
            "conditions": [{ "type": "Ready", "status": "True", "lastHeartbeatTime": TIME, "lastTransitionTime": "2026-10-01T10:01:00Z" }],
            "nodeInfo": { "kubeletVersion": "v1.36.3", "architecture": "amd64", "osImage": "Debian", "kernelVersion": "6.1", "containerRuntimeVersion": "containerd://2.1" },
        },
    })
}
