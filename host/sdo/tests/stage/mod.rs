//! A host's API to ask, the program that asks it, and servers that are no host.

use crate::sample;
use sdo_api::{Access, Api, Board, Feed, History, Later, Metrics, Publisher, Query, Settings, bind, channel, serve};
use sdo_model::incident::{Entry, Incident, IncidentId, Stage};
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Keeps one closed incident, and the same history of every incident.
struct Kept;

impl History for Kept {
    fn incident(&self, id: IncidentId) -> Later<'_, Option<Incident>> {
        Box::pin(async move { Ok((id.0 == 1).then(|| sample::incident(1, Stage::Closed))) })
    }

    fn entries(&self, id: IncidentId, _: usize) -> Later<'_, Vec<Entry>> {
        Box::pin(async move { Ok(sample::history(id)) })
    }

    fn incidents<'a>(&'a self, query: &'a Query) -> Later<'a, Vec<Incident>> {
        let kept = [sample::incident(1, Stage::Closed)];
        let found = kept.into_iter().filter(|incident| query.matches(incident)).collect();
        Box::pin(async { Ok(found) })
    }
}

/// A host's API over a board.
pub(crate) struct Host {
    runtime: Runtime,
    publisher: Publisher,
    feed: Feed,
    access: Access,
    address: SocketAddr,
    served: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
}

impl Host {
    pub(crate) fn of(board: Board) -> Self {
        Self::new(board, Access::Open)
    }

    pub(crate) fn new(board: Board, access: Access) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build();
        let (publisher, feed) = channel(board);
        let mut host = Self {
            runtime: runtime.unwrap(),
            publisher,
            feed,
            access,
            address: ([127, 0, 0, 1], 0).into(),
            served: None,
        };
        host.start();
        host
    }

    /// Serves, where it served before.
    pub(crate) fn start(&mut self) {
        let listener = self.runtime.block_on(bind(self.address, &self.access)).unwrap();
        self.address = listener.local_addr().unwrap();
        let settings = Settings {
            access: self.access.clone(),
            ..Settings::default()
        };
        let api = Api::new(
            settings,
            self.feed.clone(),
            Arc::new(Metrics::new("0.1.0")),
            Arc::new(Kept),
        );
        let (stop, stopped) = oneshot::channel::<()>();
        let task = self.runtime.spawn(async move {
            let shutdown = async {
                let _ = stopped.await;
            };
            serve(listener, api, shutdown).await.unwrap();
        });
        self.served = Some((stop, task));
    }

    /// Stops as a host does that is told to.
    pub(crate) fn stop(&mut self) {
        let (stop, task) = self.served.take().unwrap();
        stop.send(()).unwrap();
        self.runtime.block_on(task).unwrap();
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn announce(&self, incident: &Incident, at: i64) {
        self.publisher.announce(&sample::entry(incident.id, at), incident);
    }

    /// The program's exit code, output and errors, with this host's address.
    pub(crate) fn sdo<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> (i32, String, String) {
        let mut command = sdo(arguments);
        command.args(["--url", &self.url()]);
        run(command)
    }
}

/// The program, in an environment that says nothing of hosts.
pub(crate) fn sdo<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sdo"));
    command.args(arguments).stdin(Stdio::null());
    for variable in [
        "SDO_URL",
        "SDO_TOKEN_FILE",
        "NO_COLOR",
        "HTTP_PROXY",
        "http_proxy",
        "ALL_PROXY",
        "all_proxy",
    ] {
        command.env_remove(variable);
    }
    command
}

pub(crate) fn run(mut command: Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap_or(-1),
        text(output.stdout),
        text(output.stderr),
    )
}

pub(crate) fn code(code: u8) -> i32 {
    i32::from(code)
}

/// `sdo incidents watch` at work.
pub(crate) struct Watching {
    child: Child,
    out: Option<BufReader<ChildStdout>>,
    notes: BufReader<ChildStderr>,
}

impl Watching {
    /// Begins, and waits until the stream is open: what is announced from then on is seen.
    pub(crate) fn begin(host: &Host, arguments: &[&str]) -> Self {
        let mut command = sdo(["incidents", "watch", "--url", &host.url()]);
        let mut child = command
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut watching = Self {
            out: child.stdout.take().map(BufReader::new),
            notes: BufReader::new(child.stderr.take().unwrap()),
            child,
        };
        let note = watching.note();
        assert!(note.contains("watching http://127.0.0.1"), "{note}");
        watching
    }

    /// The next line.
    pub(crate) fn line(&mut self) -> String {
        line(self.out.as_mut().unwrap())
    }

    /// The next line of standard error.
    pub(crate) fn note(&mut self) -> String {
        line(&mut self.notes)
    }

    /// Closes the other end of its output.
    pub(crate) fn go_away(&mut self) {
        self.out = None;
    }

    /// Waits until a third of what a pipe holds lies in its output: with far more to come, it soon takes nothing any more.
    pub(crate) fn wait_until_stuck(&self) {
        let out = self.out.as_ref().unwrap().get_ref();
        while rustix::io::ioctl_fionread(out).unwrap() < 20_000 {
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Sends what Ctrl-C does; the exit code.
    pub(crate) fn interrupt(mut self) -> Option<i32> {
        let process = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-INT", &process])
                .status()
                .unwrap()
                .success()
        );
        self.end()
    }

    /// The exit code.
    pub(crate) fn end(&mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }
}

/// A test that failed leaves no process behind.
impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn line(from: &mut impl BufRead) -> String {
    let mut line = String::new();
    assert!(from.read_line(&mut line).unwrap() > 0, "it ended");
    line
}

/// A port on which nobody listens, a moment ago.
pub(crate) fn unused_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A server that says the same to everybody, and the heads of what it was asked.
pub(crate) fn answering(answer: Vec<u8>) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let asked = Arc::new(Mutex::new(Vec::new()));
    let heads = Arc::clone(&asked);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut head = Vec::new();
            let mut bytes = [0; 1_024];
            while !head.ends_with(b"\r\n\r\n") {
                match stream.read(&mut bytes) {
                    Ok(count) if count > 0 => head.extend_from_slice(&bytes[..count]),
                    _ => break,
                }
            }
            heads.lock().unwrap().push(String::from_utf8_lossy(&head).into_owned());
            // Whoever has enough hangs up.
            let _ = stream.write_all(&answer);
        }
    });
    (url, asked)
}

/// Compares with `tests/golden/host/<name>`. The moment of the last round passes while the program starts.
pub(crate) fn golden(name: &str, actual: &str) {
    let mut actual = actual.to_owned();
    for seconds in 1..60 {
        actual = actual.replace(&format!("Last round {seconds} s ago"), "Last round just now");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden/host")
        .join(name);
    if env::var_os("SDO_BLESS").is_some() {
        return fs::write(path, actual).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        actual,
        expected,
        "{} differs; SDO_BLESS=1 writes it anew",
        path.display()
    );
}
