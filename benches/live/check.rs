//! `sdo check --live` on the full cluster.

use crate::population::Population;
use crate::say;
use crate::table::Table;
use anyhow::{Context, Result};
use sdo_tests::live::{Usage, program};
use serde_json::Value;
use std::io::Read;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Calls of which the median counts, after one that fills the caches.
const CALLS: usize = 5;

/// One call.
struct Call {
    seconds: f64,
    peak_bytes: u64,
    report: Value,
}

pub(crate) fn measure(population: &Population, table: &mut Table) -> Result<()> {
    say("sdo check --live");
    call()?;
    let mut calls = (0..CALLS).map(|_| call()).collect::<Result<Vec<Call>>>()?;
    calls.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
    let call = calls.get(CALLS / 2).context("a call")?;
    table.at_most("check --live: process start to verdict", call.seconds, 2.0, "s");
    let peak = calls.iter().map(|call| call.peak_bytes).max().unwrap_or_default();
    table.at_most("check --live: peak memory", peak as f64 / 1e6, 250.0, "MB");
    let number = |path: &str| call.report.pointer(path).and_then(Value::as_f64).unwrap_or(f64::NAN);
    table.note("check --live: requests", number("/snapshot/cost/requests"), "");
    table.note("check --live: received", number("/snapshot/cost/bytes") / 1e6, "MB");
    let found = call
        .report
        .get("findings")
        .and_then(Value::as_array)
        .map_or(0, Vec::len);
    let causes = population.causes() as f64;
    table.about(
        &format!("check --live: findings for {causes} root causes"),
        found as f64,
        causes,
        causes / 10.0,
        "",
    );
    Ok(())
}

fn call() -> Result<Call> {
    let started = Instant::now();
    let mut child = Command::new(program()?)
        .args(["check", "--live", "-o", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("start sdo check")?;
    let mut pipe = child.stdout.take().context("the output of a child")?;
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).map(|_| text)
    });
    let mut peak_bytes = 0;
    // The system tells the peak of a process only while it lives.
    while child.try_wait()?.is_none() {
        if let Ok(usage) = Usage::of(child.id()) {
            peak_bytes = usage.peak_bytes;
        }
        sleep(Duration::from_millis(2));
    }
    let seconds = started.elapsed().as_secs_f64();
    let text = reader.join().ok().context("read a child")??;
    Ok(Call {
        seconds,
        peak_bytes,
        report: serde_json::from_str(&text).context("read the report")?,
    })
}
