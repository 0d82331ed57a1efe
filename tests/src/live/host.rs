//! `sdo run` as a process.

use super::api::Api;
use super::usage::Usage;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::env;
use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

/// To the end of the first round: components are compiled once on a machine that may be busy.
const TO_START: Duration = Duration::from_secs(120);
/// For a graceful end.
const TO_STOP: Duration = Duration::from_secs(30);
/// Lines of the log that are shown when a test fails.
const LAST_LINES: usize = 30;

/// A host. It is killed when this goes out of scope.
#[derive(Debug)]
pub struct Host {
    child: Child,
    /// Where it answers.
    pub api: Api,
    /// Its configuration.
    pub config: PathBuf,
    /// What it printed.
    pub log: PathBuf,
    /// From its start to the end of its first round, in seconds.
    pub ready_after: Duration,
}

impl Host {
    /// Starts the program that was built beside this one, on a free port, and returns when its first round has finished. The store
    /// is in `folder`; hosts that share the folder share the store. `changes` are laid over the configuration.
    ///
    /// # Errors
    /// It ends, or is not ready in time; the message holds the end of its log.
    pub fn start(folder: &Path, changes: &Value) -> Result<Self> {
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
        let mut config = json!({
            "cluster": { "name": "tests" },
            "store": { "path": folder.join("sdo.db") },
            "http": { "listen": address.to_string() },
        });
        lay_over(&mut config, changes);
        let file = folder.join(format!("sdo-{}.yaml", address.port()));
        fs::write(&file, config.to_string()).context("write the configuration")?;
        let log = folder.join(format!("sdo-{}.log", address.port()));
        let output = File::create(&log).context("make the log")?;
        let started = Instant::now();
        let child = Command::new(program()?)
            .args(["run", "--config"])
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(output.try_clone()?)
            .stderr(output)
            .spawn()
            .context("start the host")?;
        let mut host = Self {
            child,
            api: Api(address),
            config: file,
            log,
            ready_after: Duration::ZERO,
        };
        host.await_ready(started)?;
        Ok(host)
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// What it uses now.
    ///
    /// # Errors
    /// It has ended.
    pub fn usage(&self) -> Result<Usage> {
        Usage::of(self.pid())
    }

    /// Asks it to end and waits until it has.
    ///
    /// # Errors
    /// It goes on.
    pub fn stop(mut self) -> Result<ExitStatus> {
        signal(self.pid(), "TERM")?;
        let started = Instant::now();
        while started.elapsed() < TO_STOP {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            sleep(Duration::from_millis(20));
        }
        bail!(
            "still running {} s after SIGTERM: {}",
            TO_STOP.as_secs(),
            self.last_lines()
        );
    }

    /// Kills it without a word.
    ///
    /// # Errors
    /// It cannot be waited for.
    pub fn kill(mut self) -> Result<()> {
        self.child.kill().context("kill the host")?;
        self.child.wait().context("wait for the host")?;
        Ok(())
    }

    /// Asks it to load configuration and detectors again.
    ///
    /// # Errors
    /// It has ended.
    pub fn hang_up(&self) -> Result<()> {
        signal(self.pid(), "HUP")
    }

    /// Freezes it.
    ///
    /// # Errors
    /// It has ended.
    pub fn freeze(&self) -> Result<()> {
        signal(self.pid(), "STOP")
    }

    /// Lets it go on after [`Host::freeze`].
    ///
    /// # Errors
    /// It has ended.
    pub fn thaw(&self) -> Result<()> {
        signal(self.pid(), "CONT")
    }

    fn await_ready(&mut self, started: Instant) -> Result<()> {
        loop {
            let missing = match self.api.ready() {
                Ok(()) => break,
                Err(missing) => missing,
            };
            if let Some(status) = self.child.try_wait()? {
                bail!("the host ended with {status}: {}", self.last_lines());
            }
            if started.elapsed() > TO_START {
                bail!(
                    "not ready after {} s: {missing}\n{}",
                    TO_START.as_secs(),
                    self.last_lines()
                );
            }
            sleep(Duration::from_millis(20));
        }
        self.ready_after = started.elapsed();
        Ok(())
    }

    fn last_lines(&self) -> String {
        let text = fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        lines
            .get(lines.len().saturating_sub(LAST_LINES)..)
            .unwrap_or_default()
            .join("\n")
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if thread::panicking() {
            eprintln!("the host's last words:\n{}", self.last_lines());
        }
    }
}

/// The program `sdo` in the folder of this one, or above it, where tests lie.
///
/// # Errors
/// It was not built.
pub fn program() -> Result<PathBuf> {
    let own = env::current_exe().context("find this program")?;
    let found = own
        .ancestors()
        .skip(1)
        .take(2)
        .map(|folder| folder.join("sdo"))
        .find(|path| path.is_file());
    found.with_context(|| format!("no program sdo beside {}: build it first", own.display()))
}

/// Sends a signal by the shell, which has it built in wherever it runs.
pub(super) fn signal(pid: u32, signal: &str) -> Result<()> {
    let status = Command::new("sh")
        .args(["-c", &format!("kill -{signal} {pid}")])
        .status()?;
    if !status.success() {
        bail!("cannot send {signal} to {pid}");
    }
    Ok(())
}

fn lay_over(below: &mut Value, above: &Value) {
    match (below, above) {
        (Value::Object(below), Value::Object(above)) => {
            for (key, value) in above {
                lay_over(below.entry(key.clone()).or_insert(Value::Null), value);
            }
        }
        (below, above) => *below = above.clone(),
    }
}
