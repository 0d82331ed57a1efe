//! A place for a patient: a configuration, a store that may be damaged, and an API server of a few lines.

use crate::{sample, stage};
use sdo_model::incident::{IncidentId, Stage};
use sdo_store::{Batch, Store};
use serde_json::{Value, json};
use std::fs::{self, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use tempfile::TempDir;

/// Uid of the cluster of every [`Server`].
pub(crate) const UID: &str = "0b5c7a52-9f0e-4d53-8a63-0d5f6f1c2e11";

/// How an API server answers.
#[derive(Clone, Default)]
pub(crate) struct Server {
    /// Seconds that its clock is ahead.
    pub(crate) ahead: i64,
    /// Paths, and the beginning of what follows, that are forbidden; all others are empty lists.
    pub(crate) refused: Vec<&'static str>,
}

/// A folder with a configuration, and room for a store.
pub(crate) struct Bed {
    folder: TempDir,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Bed {
    /// Before an API server.
    pub(crate) fn of(server: &Server) -> Self {
        let asked = Arc::default();
        let url = server.start(Arc::clone(&asked));
        Self::new(&url, asked)
    }

    /// Before whatever is at `url`.
    pub(crate) fn at(url: &str) -> Self {
        Self::new(url, Arc::default())
    }

    fn new(url: &str, asked: Arc<Mutex<Vec<String>>>) -> Self {
        let bed = Self {
            folder: TempDir::new().unwrap(),
            asked,
        };
        fs::create_dir(bed.folder.path().join("state")).unwrap();
        let kubeconfig = format!(
            "{{apiVersion: v1, kind: Config, current-context: c, contexts: [{{name: c, context: {{cluster: c, user: u}}}}],
              clusters: [{{name: c, cluster: {{server: '{url}'}}}}], users: [{{name: u, user: {{}}}}]}}"
        );
        fs::write(bed.folder.path().join("kubeconfig"), kubeconfig).unwrap();
        bed.configure("http: {listen: '127.0.0.1:0'}");
        bed
    }

    /// Adds to the configuration what every bed has.
    pub(crate) fn configure(&self, more: &str) {
        let listen = if more.starts_with("http:") {
            ""
        } else {
            "http: {listen: '127.0.0.1:0'}\n"
        };
        let kubeconfig = self.folder.path().join("kubeconfig");
        let text = format!(
            "cluster: {{kubeconfig: '{}'}}\nstore: {{path: '{}'}}\n{listen}{more}\n",
            kubeconfig.display(),
            self.store().display()
        );
        fs::write(self.config(), text).unwrap();
        // Also for a user that owns nothing.
        let open = |path: &Path, mode: u32| {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        open(self.folder.path(), 0o755);
    }

    pub(crate) fn config(&self) -> PathBuf {
        self.folder.path().join("sdo.yaml")
    }

    pub(crate) fn store(&self) -> PathBuf {
        self.folder.path().join("state/sdo.db")
    }

    /// The heads of what the API server was asked.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = stage::sdo(["doctor", "--config"]);
        command.arg(self.config()).args(arguments).env_remove("KUBECONFIG");
        command
    }

    pub(crate) fn doctor(&self, arguments: &[&str]) -> (i32, String, String) {
        stage::run(self.command(arguments))
    }

    /// The exit code, and what was found.
    pub(crate) fn report(&self) -> (i32, Value) {
        let (status, out, error) = self.doctor(&["-o", "json"]);
        let report = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{error}"));
        (status, report)
    }
}

impl Server {
    fn start(&self, asked: Arc<Mutex<Vec<String>>>) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let server = self.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                server.answer(stream.unwrap(), &asked);
            }
        });
        url
    }

    fn answer(&self, mut stream: TcpStream, asked: &Mutex<Vec<String>>) {
        let mut head = Vec::new();
        let mut bytes = [0; 1_024];
        while !head.ends_with(b"\r\n\r\n") {
            match stream.read(&mut bytes) {
                Ok(count) if count > 0 => head.extend_from_slice(&bytes[..count]),
                _ => return,
            }
        }
        let head = String::from_utf8(head).unwrap();
        let target = head.split(' ').nth(1).unwrap().to_owned();
        asked.lock().unwrap().push(head);
        let is_refused = |refused: &&&str| match refused.split_once('?') {
            Some(_) => target.starts_with(**refused),
            None => target.split('?').next() == Some(**refused),
        };
        let (status, body) = match self.refused.iter().find(is_refused) {
            Some(_) => ("403 Forbidden", json!({"kind": "Status", "message": "no, you may not"})),
            None => ("200 OK", document(&target)),
        };
        let now = jiff::Timestamp::now() + jiff::SignedDuration::from_secs(self.ahead);
        let date = jiff::fmt::rfc2822::DateTimePrinter::new()
            .timestamp_to_rfc9110_string(&now)
            .unwrap();
        let body = body.to_string();
        let answer = format!(
            "HTTP/1.1 {status}\r\nDate: {date}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        let _ = stream.write_all(answer.as_bytes());
    }
}

fn document(target: &str) -> Value {
    if target == "/version" {
        return json!({"gitVersion": "v1.36.3"});
    }
    let items = match target.contains("metadata.name%3Dkube-system") {
        true => json!([{"metadata": {"name": "kube-system", "uid": UID}}]),
        false => json!([]),
    };
    json!({"kind": "PartialObjectMetadataList", "metadata": {"resourceVersion": "9"}, "items": items})
}

/// Makes a store of `cluster` with so many open incidents.
pub(crate) fn filled(path: &Path, cluster: &str, incidents: u64) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let store = Store::open(path, cluster).await.unwrap();
        let mut batch = Batch {
            at: sample::NOW,
            next_id: Some(IncidentId(incidents + 1)),
            ..Batch::default()
        };
        for number in 1..=incidents {
            let mut incident = sample::incident(number, Stage::Open);
            incident.cause = format!("cause {number}");
            incident.finding.cause.clone_from(&incident.cause);
            batch.incidents.insert(incident.id, incident);
            batch
                .entries
                .insert(number, sample::entry(IncidentId(number), sample::NOW));
        }
        store.commit(&batch).await.unwrap();
        store.close().await.unwrap();
    });
}

/// Writes nonsense over a tenth of a store, in its middle.
pub(crate) fn damage(path: &Path) {
    let length = fs::metadata(path).unwrap().len();
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(length / 8_192 * 4_096)).unwrap();
    file.write_all(&vec![0xa5; usize::try_from(length / 10).unwrap()])
        .unwrap();
}
