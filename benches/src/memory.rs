//! What a snapshot costs: time and bytes a pod.

use crate::cluster;
use crate::table::{Table, median};
use anyhow::{Context, Result, bail};
use sdo_model::Kind;
use std::fs;
use std::process::Command;

const PODS: usize = 10_000;
/// Pods of a cluster that has 50,000 objects of all kinds.
const MANY: usize = 35_000;
/// First argument of the process that [`child`] is.
pub(crate) const CHILD: &str = "snapshot-memory";

pub(crate) fn measure(table: &mut Table) -> Result<()> {
    let pods = only_pods(PODS);
    let time = median(5, || drop(cluster::snapshot(&pods)));
    table.add(
        "snapshot build, a pod",
        time.as_secs_f64() * 1e6 / PODS as f64,
        "us",
        None,
    );
    let (_, bytes) = in_child("pods")?;
    table.add("snapshot memory, a pod", bytes / PODS as f64 / 1e3, "KB", Some(6.0));
    let (objects, bytes) = in_child("all")?;
    let goal = 150.0 * objects / 50_000.0;
    table.add(
        &format!("snapshot memory, {objects} objects"),
        bytes / 1e6,
        "MB",
        Some(goal),
    );
    Ok(())
}

/// Builds one snapshot and prints how many objects it holds and by how many bytes the process grew. In a process of its own,
/// where no memory freed before can be taken again unseen.
pub(crate) fn child(what: Option<&str>) -> Result<()> {
    let documents = match what {
        Some("pods") => only_pods(PODS),
        Some("all") => cluster::documents(MANY),
        _ => bail!("{CHILD} takes `pods` or `all`"),
    };
    let before = resident()?;
    let snapshot = cluster::snapshot(&documents)?;
    let objects: usize = Kind::all().map(|kind| snapshot.count(kind)).sum();
    println!("{objects} {}", resident()? - before);
    Ok(())
}

fn in_child(what: &str) -> Result<(f64, f64)> {
    let program = std::env::current_exe().context("find this program")?;
    let output = Command::new(program)
        .args([CHILD, what])
        .output()
        .context("run this program again")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [objects, bytes] => Ok((objects, bytes)),
        _ => bail!("{CHILD} {what} said: {}", String::from_utf8_lossy(&output.stderr)),
    }
}

fn only_pods(count: usize) -> Vec<cluster::Document> {
    cluster::documents(count)
        .into_iter()
        .filter(|(kind, _)| *kind == "Pod")
        .collect()
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
