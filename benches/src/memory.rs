//! What a snapshot costs: time and bytes a pod.

use crate::cluster::{self, Document};
use crate::table::{Table, median};
use anyhow::{Context, Result, bail};
use sdo_model::Kind;
use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::process::{Command, Stdio};

const PODS: usize = 10_000;
/// Pods of a cluster that has 50,000 objects of all kinds.
const MANY: usize = 35_000;
/// First argument of the process that [`child`] is.
pub(crate) const CHILD: &str = "snapshot-memory";

pub(crate) fn measure(table: &mut Table) -> Result<()> {
    let mut pods = cluster::documents(PODS);
    pods.retain(|(kind, _)| kind == "Pod");
    let time = median(5, || drop(cluster::snapshot(&pods)));
    table.add(
        "snapshot build, a pod",
        time.as_secs_f64() * 1e6 / PODS as f64,
        "us",
        None,
    );
    let (_, bytes) = in_child(&pods)?;
    table.add("snapshot memory, a pod", bytes / PODS as f64 / 1e3, "KB", Some(6.0));
    let (objects, bytes) = in_child(&cluster::documents(MANY))?;
    let goal = 150.0 * objects / 50_000.0;
    table.add(
        &format!("snapshot memory, {objects} objects"),
        bytes / 1e6,
        "MB",
        Some(goal),
    );
    Ok(())
}

/// Builds one snapshot of the documents on standard input and prints how many objects it holds and by how many bytes the process
/// grew. In a process of its own, which frees no memory before that could be taken again unseen.
pub(crate) fn child() -> Result<()> {
    let mut input = io::stdin().lock();
    let mut documents: Vec<Document> = Vec::new();
    let mut head = String::new();
    while input.read_line(&mut head).context("read a head")? > 0 {
        let (kind, length) = head.trim().split_once(' ').context("a head is KIND LENGTH")?;
        let mut json = vec![0; length.parse()?];
        input.read_exact(&mut json).context("read a document")?;
        documents.push((kind.to_owned(), json));
        head.clear();
    }
    let before = resident()?;
    let snapshot = cluster::snapshot(&documents)?;
    let objects: usize = Kind::all().map(|kind| snapshot.count(kind)).sum();
    println!("{objects} {}", resident()? - before);
    Ok(())
}

fn in_child(documents: &[Document]) -> Result<(f64, f64)> {
    let program = std::env::current_exe().context("find this program")?;
    let mut child = Command::new(program)
        .arg(CHILD)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("run this program again")?;
    let mut input = child.stdin.take().context("the child's standard input")?;
    for (kind, json) in documents {
        writeln!(input, "{kind} {}", json.len())?;
        input.write_all(json)?;
    }
    drop(input);
    let output = child.wait_with_output().context("wait for the child")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [objects, bytes] => Ok((objects, bytes)),
        _ => bail!("{CHILD} answered {text:?}"),
    }
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
