//! Changes of healthy objects at a steady rate, none of which is a fault.

use crate::population::Population;
use anyhow::{Context, Result};
use sdo_tests::live::{kubectl, send};
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

/// Threads that change; a change takes the API server some milliseconds.
const HANDS: u64 = 4;
/// One change in so many is of a Service, the others are of pods.
const SERVICES: u64 = 5;

/// Plain HTTP to the API server.
pub(crate) struct Proxy {
    child: Child,
    address: SocketAddr,
}

/// Changes that go on until this is ended.
pub(crate) struct Churn {
    stop: Arc<AtomicBool>,
    done: Arc<AtomicU64>,
    hands: Vec<JoinHandle<Result<()>>>,
}

impl Proxy {
    pub(crate) fn start() -> Result<Self> {
        let mut child = Command::new("kubectl")
            .args(["proxy", "--port=0"])
            .stdout(Stdio::piped())
            .spawn()
            .context("start kubectl proxy")?;
        let pipe = child.stdout.take().context("the output of kubectl proxy")?;
        let mut line = String::new();
        BufReader::new(pipe)
            .read_line(&mut line)
            .context("read where kubectl proxy serves")?;
        let address = line.trim().rsplit(' ').next().context("an address")?;
        Ok(Self {
            address: address.parse().with_context(|| format!("read an address in {line}"))?,
            child,
        })
    }

    /// Lays `document` over the object at `path`.
    pub(crate) fn patch(&self, path: &str, document: &str) -> Result<()> {
        patch(self.address, path, document)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Churn {
    /// Changes `per_second` objects, in turn.
    pub(crate) fn start(proxy: &Proxy, population: &Population, per_second: u64) -> Result<Self> {
        let paths = Arc::new(paths(population)?);
        let stop = Arc::new(AtomicBool::new(false));
        let done = Arc::new(AtomicU64::new(0));
        let address = proxy.address;
        let hands = (0..HANDS).map(|hand| {
            let (paths, stop, done) = (Arc::clone(&paths), Arc::clone(&stop), Arc::clone(&done));
            let pause = Duration::from_secs_f64(HANDS as f64 / per_second as f64);
            thread::spawn(move || {
                let mut next = Instant::now() + pause.mul_f64(hand as f64 / HANDS as f64);
                let mut number = hand;
                while !stop.load(Ordering::Relaxed) {
                    sleep(next.saturating_duration_since(Instant::now()));
                    next += pause;
                    change(address, &paths, number)?;
                    number += HANDS;
                    done.fetch_add(1, Ordering::Relaxed);
                }
                Ok(())
            })
        });
        Ok(Self {
            hands: hands.collect(),
            stop,
            done,
        })
    }

    /// Ends it; how many changes were made.
    pub(crate) fn end(self) -> Result<u64> {
        self.stop.store(true, Ordering::Relaxed);
        for hand in self.hands {
            hand.join().ok().context("a hand of the churn")??;
        }
        Ok(self.done.load(Ordering::Relaxed))
    }
}

/// Paths of Services and pods.
struct Paths {
    services: Vec<String>,
    pods: Vec<String>,
}

fn paths(population: &Population) -> Result<Paths> {
    let names =
        "jsonpath={range .items[*]}/api/v1/namespaces/{.metadata.namespace}/pods/{.metadata.name}{\"\\n\"}{end}";
    let mut pods = Vec::new();
    let mut services = Vec::new();
    for namespace in population.namespaces() {
        for name in population.healthy() {
            services.push(format!("/api/v1/namespaces/{namespace}/services/{name}"));
        }
        let running = [
            "-n",
            &namespace,
            "get",
            "pods",
            "--field-selector=status.phase=Running",
            "-o",
            names,
        ];
        pods.extend(kubectl(&running)?.lines().take(100).map(str::to_owned));
    }
    Ok(Paths { services, pods })
}

fn change(address: SocketAddr, paths: &Paths, number: u64) -> Result<()> {
    if number.is_multiple_of(SERVICES) {
        let port = 8000 + number / SERVICES % 1000;
        let ports = json!([{ "port": 80, "targetPort": "http", "name": "http" }, { "port": port, "targetPort": "http", "name": "more" }]);
        return patch(
            address,
            nth(&paths.services, number)?,
            &json!({ "spec": { "ports": ports } }).to_string(),
        );
    }
    let label = json!({ "metadata": { "labels": { "round": number.to_string() } } });
    patch(address, nth(&paths.pods, number)?, &label.to_string())
}

fn nth(paths: &[String], number: u64) -> Result<&String> {
    paths
        .get(number as usize % paths.len().max(1))
        .context("an object to change")
}

fn patch(address: SocketAddr, path: &str, document: &str) -> Result<()> {
    let answer = send(address, "PATCH", path, "application/merge-patch+json", document)?;
    // Pods come and go.
    anyhow::ensure!(answer.status < 300 || answer.status == 404, "{path}: {}", answer.body);
    Ok(())
}
