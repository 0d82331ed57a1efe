//! Parts of a cluster that `tests/cluster` made: how does a client bear it when one is gone?

use super::http::{Answer, send};
use super::kubectl::run;
use anyhow::{Context, Result, bail};
use std::env;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The base port where `SDO_CLUSTER_PORT` does not name another, as in `tests/cluster/cluster`.
const PORT: u16 = 26443;

/// A process of the cluster.
#[derive(Clone, Debug)]
pub struct Part {
    name: &'static str,
    folder: PathBuf,
}

/// A part that is not running. It runs again when this goes out of scope, or the next test would find no cluster.
#[derive(Debug)]
#[must_use = "the part runs again when this is dropped"]
pub struct Stopped {
    part: Part,
    is_frozen: bool,
}

impl Part {
    /// The API server; `None` when the cluster is not one of `tests/cluster`.
    pub fn api_server() -> Option<Self> {
        Self::named("kube-apiserver")
    }

    /// The part that `tests/cluster/cluster status` calls so; `None` when there is no such part.
    pub fn named(name: &'static str) -> Option<Self> {
        let folder = PathBuf::from(env::var_os("SDO_CLUSTER_DIR")?);
        let part = Self { name, folder };
        part.pid().ok().map(|_| part)
    }

    /// Kills it without a word.
    ///
    /// # Errors
    /// It does not run; the same holds for all that follow.
    pub fn kill(&self) -> Result<Stopped> {
        self.signal("KILL")?;
        Ok(self.stopped(false))
    }

    /// Freezes it: connections stay, nobody answers.
    ///
    /// # Errors
    /// As [`Part::kill`].
    pub fn freeze(&self) -> Result<Stopped> {
        self.signal("STOP")?;
        Ok(self.stopped(true))
    }

    /// Ends it and starts it again.
    ///
    /// # Errors
    /// As [`Part::kill`].
    pub fn restart(&self) -> Result<()> {
        self.kill()?.start()
    }

    /// Lets etcd forget every version but the newest, so that no watch can go on from where it stood.
    ///
    /// # Errors
    /// etcd does not answer.
    pub fn forget_versions() -> Result<()> {
        let port = env::var("SDO_CLUSTER_PORT")
            .ok()
            .and_then(|port| port.parse().ok())
            .unwrap_or(PORT);
        let etcd = SocketAddr::from((Ipv4Addr::LOCALHOST, port + 1));
        let status = tell(etcd, "/v3/maintenance/status", "{}")?.body;
        let status: serde_json::Value = serde_json::from_str(&status).context("read etcd's status")?;
        let revision = status
            .pointer("/header/revision")
            .and_then(|revision| revision.as_str());
        let revision = revision.with_context(|| format!("a revision in {status}"))?;
        let compact = format!("{{\"revision\":\"{revision}\",\"physical\":true}}");
        let answer = tell(etcd, "/v3/kv/compaction", &compact)?;
        if answer.status != 200 {
            bail!("etcd does not forget: {}", answer.body);
        }
        Ok(())
    }

    fn stopped(&self, is_frozen: bool) -> Stopped {
        Stopped {
            part: self.clone(),
            is_frozen,
        }
    }

    fn signal(&self, signal: &str) -> Result<()> {
        super::host::signal(self.pid()?, signal)
    }

    fn pid(&self) -> Result<u32> {
        let file = self.folder.join("run").join(self.name);
        let text = fs::read_to_string(&file).with_context(|| format!("read {}", file.display()))?;
        let pid = text.split_whitespace().next().context("a pid")?;
        pid.parse().context("read a pid")
    }
}

impl Stopped {
    /// Lets the part run again; returns when it answers.
    ///
    /// # Errors
    /// It does not come up.
    pub fn start(self) -> Result<()> {
        self.wake()
    }

    fn wake(&self) -> Result<()> {
        if self.is_frozen {
            return self.part.signal("CONT");
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("cluster/cluster");
        let output = run(Command::new(script).args(["start", self.part.name]), "")?;
        if output.code != Some(0) {
            bail!("start {}: {}", self.part.name, output.errors.trim());
        }
        Ok(())
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        // Starting what runs does nothing.
        if let Err(error) = self.wake() {
            eprintln!("the cluster stays broken: {error:#}");
        }
    }
}

fn tell(etcd: SocketAddr, path: &str, document: &str) -> Result<Answer> {
    send(etcd, "POST", path, "application/json", document)
}
