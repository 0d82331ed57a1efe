use super::kubectl::{PATIENCE, apply, config, footprint, get, kubectl, namespace};
use sdo_footprint::{Announcement, Announcer, Counts, Identity, Leadership, Offer};
use sdo_model::finding::{ObjectName, Severity};
use sdo_model::incident::{IncidentId, Turn};
use serde_json::{Value, json};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tempfile::NamedTempFile;
use tokio::time::sleep;

async fn announcer() -> (Announcer, NamedTempFile) {
    let (footprint, file) = footprint(&config()).await;
    // The sender of a role must not be needed for it.
    let role = Leadership::alone().role();
    let (announcer, task) = footprint.announcer(&Identity::of_process(), role);
    tokio::spawn(task.run(std::future::pending()));
    (announcer, file)
}

async fn until(announcer: &Announcer, done: impl Fn(&Counts) -> bool) -> Counts {
    let started = Instant::now();
    loop {
        let counts = announcer.counts();
        if done(&counts) {
            return counts;
        }
        assert!(started.elapsed() < PATIENCE, "{counts:?}");
        sleep(Duration::from_millis(20)).await;
    }
}

fn about(object: &Value, turn: Turn, sequence: u64) -> Announcement {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() as i64;
    Announcement {
        object: ObjectName {
            kind: text(&object["kind"]),
            namespace: text(&object["metadata"]["namespace"]),
            name: text(&object["metadata"]["name"]),
            group: String::new(),
        },
        api_version: text(&object["apiVersion"]),
        uid: text(&object["metadata"]["uid"]),
        incident: IncidentId(17),
        sequence,
        turn,
        at: now,
        severity: Severity::Critical,
        rule: "image-unpullable".to_owned(),
        summary: "nobody has the image \u{1b}[31mweb:latest".to_owned(),
    }
}

fn pod(namespace: &str) -> Value {
    apply(&json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": { "name": "web", "namespace": namespace },
        "spec": { "containers": [{ "name": "web", "image": "web" }], "nodeSelector": { "no": "node" } },
    }));
    get(&["-n", namespace, "pod", "web"])
}

/// Events of this program in a namespace.
fn ours(namespace: &str) -> Vec<Value> {
    let events = get(&["-n", namespace, "events"]);
    let events = events["items"].as_array().unwrap().iter();
    events
        .filter(|event| event["reportingComponent"] == "sdo.dev/sdo")
        .cloned()
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_incident_told_twice_is_one_event_where_people_look() {
    namespace("fp-events");
    let pod = pod("fp-events");
    let opened = about(&pod, Turn::Opened, 0);
    let (first, _file) = announcer().await;
    // A retry, and another leader after it.
    let (second, _other_file) = announcer().await;
    for announcer in [&first, &first, &second] {
        assert_eq!(announcer.announce(opened.clone()), Offer::Queued);
    }
    until(&first, |counts| counts.told + counts.already_told == 2).await;
    until(&second, |counts| counts.told + counts.already_told == 1).await;
    assert_eq!(ours("fp-events").len(), 1);
    first.announce(Announcement {
        turn: Turn::Closed,
        ..about(&pod, Turn::Closed, 1)
    });
    until(&first, |counts| counts.told + counts.already_told == 3).await;
    assert_eq!(ours("fp-events").len(), 2);
    let shown = kubectl(&["-n", "fp-events", "describe", "pod", "web"]);
    let listed = kubectl(&["-n", "fp-events", "get", "events"]);
    println!("{shown}\n{listed}");
    for text in [&shown, &listed] {
        let told = r"INC-17 opened (critical): nobody has the image \u{1b}[31mweb:latest";
        let line = text.lines().find(|line| line.contains(told)).unwrap();
        assert!(line.contains("Warning") && line.contains("ImageUnpullable"), "{line}");
        let line = text.lines().find(|line| line.contains("INC-17 closed:")).unwrap();
        assert!(line.contains("Normal"), "{line}");
        assert!(!text.contains('\u{1b}'));
    }
    assert!(shown.contains("sdo.dev/sdo"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_about_an_object_without_a_namespace_shows_on_it() {
    apply(
        &json!({ "apiVersion": "v1", "kind": "PersistentVolume", "metadata": { "name": "fp-volume" }, "spec": {
        "capacity": { "storage": "1Gi" }, "accessModes": ["ReadWriteOnce"], "hostPath": { "path": "/nowhere" },
    } }),
    );
    let volume = get(&["persistentvolume", "fp-volume"]);
    let (announcer, _file) = announcer().await;
    announcer.announce(about(&volume, Turn::Opened, 0));
    let counts = until(&announcer, |counts| *counts != Counts::default()).await;
    assert_eq!(counts.told, 1, "{counts:?}");
    assert!(kubectl(&["describe", "persistentvolume", "fp-volume"]).contains("INC-17 opened"));
    kubectl(&["delete", "persistentvolume", "fp-volume"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_namespace_that_is_gone_or_going_is_a_result() {
    let (announcer, _file) = announcer().await;
    let nowhere = json!({ "apiVersion": "v1", "kind": "Pod", "metadata": { "name": "web", "namespace": "fp-nowhere", "uid": "u" } });
    announcer.announce(about(&nowhere, Turn::Opened, 0));
    let counts = until(&announcer, |counts| *counts != Counts::default()).await;
    assert_eq!(counts.unwelcome, 1, "{counts:?}");
    namespace("fp-going");
    let map = json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "held", "namespace": "fp-going", "finalizers": ["sdo.dev/test"] } });
    apply(&map);
    kubectl(&["delete", "namespace", "fp-going", "--wait=false"]);
    let held = get(&["-n", "fp-going", "configmap", "held"]);
    announcer.announce(about(&held, Turn::Opened, 0));
    let counts = until(&announcer, |counts| counts.unwelcome == 2 || counts.told == 1).await;
    kubectl(&[
        "-n",
        "fp-going",
        "patch",
        "configmap",
        "held",
        "--type=merge",
        "-p",
        r#"{"metadata":{"finalizers":null}}"#,
    ]);
    assert_eq!(counts.unwelcome, 2, "{counts:?}");
}
