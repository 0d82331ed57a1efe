//! Against a real Alertmanager, `prometheus-alertmanager` of Debian's package of that name.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests: what must not happen ends them, also in the functions that prepare them"
)]

use sdo_model::finding::{Finding, ObjectName, Severity};
use sdo_model::incident::{Entry, Incident, IncidentId, Stage, Turn};
use sdo_notify::{Address, AlertmanagerSettings, Host, Notice, Notifier, Settings};
use serde_json::Value;
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tempfile::TempDir;
use tokio::time::sleep;

/// How long an alert that nobody repeats stands: the real one has 5 minutes.
const RESOLVE: Duration = Duration::from_secs(4);
const PATIENCE: Duration = Duration::from_secs(30);

struct Nobody;

impl Host for Nobody {}

/// A process of its own, which ends with the test.
struct Alertmanager {
    child: Child,
    port: u16,
    folder: TempDir,
}

impl Drop for Alertmanager {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Alertmanager {
    /// Tells `receiver`, a local port, what it is told.
    fn start(receiver: u16) -> Self {
        let folder = TempDir::new().unwrap();
        let resolve = RESOLVE.as_secs();
        let config = format!(
            "global: {{resolve_timeout: {resolve}s}}\n\
             route: {{receiver: hook, group_by: ['...'], group_wait: 100ms, group_interval: 1s, repeat_interval: 1h}}\n\
             receivers: [{{name: hook, webhook_configs: [{{url: 'http://127.0.0.1:{receiver}/', send_resolved: true}}]}}]\n"
        );
        fs::write(folder.path().join("config.yml"), config).unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let child = run(folder.path(), port);
        let this = Self { child, port, folder };
        this.wait_ready();
        this
    }

    /// Killed, and started again without a memory.
    fn restart(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        fs::remove_dir_all(self.folder.path().join("data")).unwrap();
        self.child = run(self.folder.path(), self.port);
        self.wait_ready();
    }

    fn wait_ready(&self) {
        let started = Instant::now();
        while get(self.port, "/-/ready").is_none() {
            assert!(started.elapsed() < PATIENCE, "Alertmanager does not start");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Alerts that stand, by incident.
    fn active(&self) -> Vec<(String, Value)> {
        let alerts: Value = serde_json::from_str(&get(self.port, "/api/v2/alerts").unwrap()).unwrap();
        let alerts = alerts.as_array().unwrap().iter();
        alerts
            .filter(|alert| alert["status"]["state"] == "active")
            .map(|alert| (text(&alert["labels"]["incident"]), alert.clone()))
            .collect()
    }

    /// Waits until exactly `incidents` stand.
    async fn until(&self, incidents: &[&str]) -> Vec<Value> {
        let started = Instant::now();
        loop {
            let mut active = self.active();
            active.sort_by(|a, b| a.0.cmp(&b.0));
            let found: Vec<&str> = active.iter().map(|(incident, _)| incident.as_str()).collect();
            if found == incidents {
                return active.into_iter().map(|(_, alert)| alert).collect();
            }
            assert!(started.elapsed() < PATIENCE, "{found:?} stand and not {incidents:?}");
            sleep(Duration::from_millis(50)).await;
        }
    }

    fn settings(&self) -> AlertmanagerSettings {
        let address = Address::parse(&format!("http://127.0.0.1:{}", self.port)).unwrap();
        AlertmanagerSettings {
            repeat_seconds: 1,
            ..AlertmanagerSettings::new(address)
        }
    }
}

fn run(folder: &Path, port: u16) -> Child {
    let log = fs::File::create(folder.join("log")).unwrap();
    Command::new("prometheus-alertmanager")
        .arg(format!("--config.file={}", folder.join("config.yml").display()))
        .arg(format!("--storage.path={}", folder.join("data").display()))
        .arg(format!("--web.listen-address=127.0.0.1:{port}"))
        .arg("--cluster.listen-address=")
        .stdin(Stdio::null())
        .stderr(log.try_clone().unwrap())
        .stdout(log)
        .spawn()
        .expect("prometheus-alertmanager starts: apt-get install prometheus-alertmanager")
}

/// The body of a good answer.
fn get(port: u16, path: &str) -> Option<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    write!(stream, "GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    head.contains(" 200 ").then(|| body.to_owned())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// What an Alertmanager tells people: status and incident of each alert.
struct Receiver {
    port: u16,
    told: Arc<Mutex<Vec<(String, String)>>>,
}

impl Receiver {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let told: Arc<Mutex<Vec<_>>> = Arc::default();
        let log = told.clone();
        std::thread::spawn(move || {
            while let Ok((stream, _)) = listener.accept() {
                let log = log.clone();
                std::thread::spawn(move || receive(stream, &log));
            }
        });
        Self { port, told }
    }

    fn told(&self) -> Vec<(String, String)> {
        self.told.lock().unwrap().clone()
    }

    async fn until(&self, told: &[(&str, &str)]) {
        let started = Instant::now();
        let told: Vec<(String, String)> = told.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        while self.told() != told {
            assert!(
                started.elapsed() < PATIENCE,
                "{:?} was told and not {told:?}",
                self.told()
            );
            sleep(Duration::from_millis(50)).await;
        }
    }
}

fn receive(mut stream: TcpStream, log: &Mutex<Vec<(String, String)>>) {
    loop {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            if stream.read_exact(&mut byte).is_err() {
                return;
            }
            head.extend(byte);
        }
        let head = String::from_utf8(head).unwrap().to_lowercase();
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "))
            .unwrap();
        let mut body = vec![0; length.trim().parse().unwrap()];
        stream.read_exact(&mut body).unwrap();
        let body: Value = serde_json::from_slice(&body).unwrap();
        for alert in body["alerts"].as_array().unwrap() {
            log.lock()
                .unwrap()
                .push((text(&alert["status"]), text(&alert["labels"]["incident"])));
        }
        stream
            .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            .unwrap();
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() as i64
}

fn notice(id: u64, turn: Turn, severity: Severity, at: i64) -> Notice {
    let finding = Finding {
        rule: "replicas-missing".to_owned(),
        severity,
        summary: "1 of 3 replicas is \u{202e}\"available\"\n".to_owned(),
        primary: ObjectName {
            kind: "Deployment".to_owned(),
            namespace: "demo".to_owned(),
            name: "web".to_owned(),
            group: "apps".to_owned(),
        },
        related: Vec::new(),
        evidence: Vec::new(),
        fingerprint: "f".to_owned(),
        cause: "c".to_owned(),
        effects: Vec::new(),
        next: vec!["kubectl -n demo describe deployment web".to_owned()],
        since: None,
        playbooks: Vec::new(),
        bindings: Vec::new(),
        metadata: Vec::new(),
    };
    let over = turn == Turn::Closed;
    let incident = Incident {
        id: IncidentId(id),
        cause: "c".to_owned(),
        stage: if over { Stage::Closed } else { Stage::Open },
        finding,
        findings: 1,
        opened: at - 60,
        changed: at,
        seen: at,
        closed: over.then_some(at),
        reopened: 0,
        flapping: false,
        blind: None,
        mute: None,
    };
    let entry = Entry {
        incident: incident.id,
        at,
        turn,
        detail: String::new(),
    };
    Notice {
        sequence: id,
        entry,
        incident,
        cluster: "prod".to_owned(),
    }
}

fn opened(id: u64) -> Notice {
    notice(id, Turn::Opened, Severity::Warning, now())
}

fn closed(id: u64) -> Notice {
    notice(id, Turn::Closed, Severity::Warning, now())
}

fn start(alertmanagers: Vec<AlertmanagerSettings>) -> Notifier {
    let settings = Settings {
        alertmanagers,
        link: Some("https://sdo.example.org".to_owned()),
        ..Settings::default()
    };
    Notifier::start(&settings, Arc::new(Nobody)).unwrap()
}

#[tokio::test]
async fn an_open_incident_stands_in_every_alertmanager_longer_than_it_waits_and_ends_once() {
    let (first, second) = (Receiver::start(), Receiver::start());
    let (one, two) = (Alertmanager::start(first.port), Alertmanager::start(second.port));
    let notifier = start(vec![one.settings(), two.settings()]);
    notifier.notify(&opened(1));
    for alertmanager in [&one, &two] {
        let alert = &alertmanager.until(&["INC-1"]).await[0];
        for (label, value) in [
            ("alertname", "replicas-missing"),
            ("severity", "warning"),
            ("cluster", "prod"),
        ] {
            assert_eq!(alert["labels"][label], value);
        }
        for (label, value) in [("namespace", "demo"), ("kind", "Deployment"), ("name", "web")] {
            assert_eq!(alert["labels"][label], value);
        }
        assert_eq!(alert["annotations"]["url"], "https://sdo.example.org/incidents/INC-1");
        assert_eq!(alert["annotations"]["next"], "kubectl -n demo describe deployment web");
    }
    let end = Instant::now() + 3 * RESOLVE;
    while Instant::now() < end {
        assert_eq!((one.active().len(), two.active().len()), (1, 1));
        sleep(Duration::from_millis(200)).await;
    }
    notifier.notify(&closed(1));
    for alertmanager in [&one, &two] {
        alertmanager.until(&[]).await;
    }
    for receiver in [&first, &second] {
        receiver.until(&[("firing", "INC-1"), ("resolved", "INC-1")]).await;
    }
    notifier.stop(Duration::from_secs(5)).await;
}

#[tokio::test]
async fn an_incident_that_gets_worse_is_one_alert_at_a_time() {
    let receiver = Receiver::start();
    let alertmanager = Alertmanager::start(receiver.port);
    let notifier = start(vec![alertmanager.settings()]);
    notifier.notify(&opened(1));
    alertmanager.until(&["INC-1"]).await;
    notifier.notify(&notice(1, Turn::Changed, Severity::Critical, now()));
    let started = Instant::now();
    loop {
        let active = alertmanager.active();
        let severities: Vec<String> = active
            .iter()
            .map(|(_, alert)| text(&alert["labels"]["severity"]))
            .collect();
        if severities == ["critical"] {
            break;
        }
        assert!(started.elapsed() < PATIENCE, "{severities:?}");
        sleep(Duration::from_millis(50)).await;
    }
    notifier.notify(&notice(1, Turn::Closed, Severity::Critical, now()));
    alertmanager.until(&[]).await;
    notifier.stop(Duration::from_secs(5)).await;
}

#[tokio::test]
async fn an_alertmanager_that_lost_its_memory_is_told_again_and_what_nobody_repeats_ends() {
    let receiver = Receiver::start();
    let mut alertmanager = Alertmanager::start(receiver.port);
    let notifier = start(vec![alertmanager.settings()]);
    for id in 1..=100 {
        notifier.notify(&opened(id));
    }
    let mut all: Vec<String> = (1..=100).map(|id| format!("INC-{id}")).collect();
    all.sort();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    alertmanager.until(&all).await;
    alertmanager.restart();
    alertmanager.until(&all).await;
    notifier.stop(Duration::from_secs(5)).await;
    assert_eq!(alertmanager.active().len(), 100, "a host that stops ends nothing");
    alertmanager.until(&[]).await;
}

#[tokio::test]
async fn a_cluster_whose_clock_is_an_hour_off_is_told_of_all_the_same() {
    for skew in [-3_600, 3_600] {
        let receiver = Receiver::start();
        let alertmanager = Alertmanager::start(receiver.port);
        let notifier = start(vec![alertmanager.settings()]);
        notifier.notify(&notice(1, Turn::Opened, Severity::Warning, now() + skew));
        alertmanager.until(&["INC-1"]).await;
        notifier.notify(&notice(1, Turn::Closed, Severity::Warning, now() + skew));
        receiver.until(&[("firing", "INC-1"), ("resolved", "INC-1")]).await;
        notifier.notify(&notice(1, Turn::Reopened, Severity::Warning, now() + skew));
        alertmanager.until(&["INC-1"]).await;
        notifier.stop(Duration::from_secs(5)).await;
    }
}
