//! What a process uses, as Linux tells it.

use anyhow::{Context, Result};
use std::fs;
use std::process::Command;
use std::sync::OnceLock;

/// What a process uses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Usage {
    /// CPU time since its start, in seconds.
    pub cpu_seconds: f64,
    /// Memory now, in bytes.
    pub resident_bytes: u64,
    /// The most memory it ever had, in bytes.
    pub peak_bytes: u64,
    /// Threads.
    pub threads: u64,
    /// Open files and sockets.
    pub files: usize,
}

impl Usage {
    /// Of the process `pid`.
    ///
    /// # Errors
    /// It is gone.
    pub fn of(pid: u32) -> Result<Self> {
        let read = |file: &str| {
            let path = format!("/proc/{pid}/{file}");
            fs::read_to_string(&path).with_context(|| format!("read {path}"))
        };
        let status = read("status")?;
        let field = |name: &str| -> Result<u64> {
            let line = status.lines().find(|line| line.starts_with(name));
            let word = line.and_then(|line| line.split_whitespace().nth(1));
            word.with_context(|| format!("{name} of {pid}"))?
                .parse()
                .context("read a number")
        };
        let stat = read("stat")?;
        // The name of the program stands in parentheses and may hold anything.
        let (_, after) = stat.rsplit_once(") ").context("the end of a program's name")?;
        let ticks: u64 = after
            .split_whitespace()
            .skip(11)
            .take(2)
            .filter_map(|word| word.parse::<u64>().ok())
            .sum();
        Ok(Self {
            cpu_seconds: ticks as f64 / ticks_per_second(),
            resident_bytes: field("VmRSS:")? * 1024,
            peak_bytes: field("VmHWM:")? * 1024,
            threads: field("Threads:")?,
            files: fs::read_dir(format!("/proc/{pid}/fd"))
                .context("list open files")?
                .count(),
        })
    }
}

fn ticks_per_second() -> f64 {
    static TICKS: OnceLock<f64> = OnceLock::new();
    *TICKS.get_or_init(|| {
        let output = Command::new("getconf").arg("CLK_TCK").output().ok();
        let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
        text.and_then(|text| text.parse().ok()).unwrap_or(100.0)
    })
}
