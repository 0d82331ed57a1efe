//! The whole program from outside: time and peak memory from process start to exit.

use crate::table::Table;
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const PROGRAM: &str = "target/release/sdo";
const RUNS: usize = 5;

pub(crate) fn measure(table: &mut Table, corpus: Option<&Path>) -> Result<()> {
    let size = fs::metadata(PROGRAM)
        .with_context(|| format!("look at {PROGRAM}; scripts/bench makes it"))?
        .len();
    table.add("release binary", size as f64 / 1e6, "MB", Some(60.0));
    check(
        table,
        "small dump (tests/demo), cache warm",
        Path::new("tests/demo"),
        (100.0, None),
    )?;
    let Some(corpus) = corpus else {
        eprintln!("SDO_CORPUS is not set: the rows over recorded dumps are left out");
        return Ok(());
    };
    check(
        table,
        "must-gather (Azure), archive to verdict",
        &corpus.join("must-gather-azure.tar.xz"),
        (2000.0, Some(400.0)),
    )?;
    check(
        table,
        "10,000 pods, archive to verdict",
        &corpus.join("scale-10k.tar.xz"),
        (f64::NAN, None),
    )
}

fn check(table: &mut Table, name: &str, dump: &Path, (millis, megabytes): (f64, Option<f64>)) -> Result<()> {
    let mut runs = Vec::new();
    for _ in 0..=RUNS {
        runs.push(run(dump)?);
    }
    // The first one warms the caches.
    runs.remove(0);
    runs.sort_by_key(|(time, _)| *time);
    let (time, _) = runs.get(RUNS / 2).copied().context("a run")?;
    let peak = runs.iter().map(|(_, peak)| *peak).fold(0.0, f64::max);
    table.add(
        name,
        time.as_secs_f64() * 1e3,
        "ms",
        Some(millis).filter(|goal| !goal.is_nan()),
    );
    table.add(&format!("{name}, peak memory"), peak, "MB", megabytes);
    Ok(())
}

/// Wall time and peak resident megabytes of one `sdo check`, as GNU time reports them.
fn run(dump: &Path) -> Result<(Duration, f64)> {
    let start = Instant::now();
    let output = Command::new("/usr/bin/time")
        .args(["-f", "%M", PROGRAM, "check", "-o", "json"])
        .arg(dump)
        .output()
        .context("run /usr/bin/time (Debian package `time`)")?;
    let time = start.elapsed();
    let report = String::from_utf8_lossy(&output.stderr);
    let kilobytes = report.lines().last().and_then(|line| line.trim().parse::<f64>().ok());
    Ok((time, kilobytes.context("GNU time printed no peak memory")? / 1e3))
}
