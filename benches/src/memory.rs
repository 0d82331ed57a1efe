//! What a snapshot costs: time and bytes a pod.

use crate::cluster;
use crate::table::{Table, median};
use anyhow::{Context, Result};
use std::fs;

const PODS: usize = 10_000;

pub(crate) fn measure(table: &mut Table) -> Result<()> {
    let documents = cluster::documents(PODS);
    let pods: Vec<_> = documents.iter().filter(|(kind, _)| *kind == "Pod").cloned().collect();
    let time = median(5, || drop(cluster::snapshot(&pods)));
    table.add(
        "snapshot build, a pod",
        time.as_secs_f64() * 1e6 / PODS as f64,
        "us",
        None,
    );

    let before = resident()?;
    let snapshot = cluster::snapshot(&pods)?;
    let bytes = (resident()? - before) / PODS as f64;
    table.add("snapshot memory, a pod", bytes / 1e3, "KB", Some(6.0));
    drop(snapshot);

    let before = resident()?;
    let documents = cluster::documents(PODS * 3 + PODS / 2);
    let grown = resident()?;
    let snapshot = cluster::snapshot(&documents)?;
    let objects: usize = sdo_model::Kind::all().map(|kind| snapshot.count(kind)).sum();
    let held = resident()? - grown;
    table.add(
        &format!("snapshot memory, {objects} objects"),
        held / 1e6,
        "MB",
        Some(150.0 * objects as f64 / 50_000.0),
    );
    let _ = before;
    Ok(())
}

/// Resident bytes of this process.
fn resident() -> Result<f64> {
    let status = fs::read_to_string("/proc/self/status").context("read the process status")?;
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS:"))
        .context("a line VmRSS")?;
    let kilobytes: f64 = line.split_whitespace().nth(1).context("a number")?.parse()?;
    Ok(kilobytes * 1024.0)
}
