//! What `sdo` costs on a large living cluster, beside its goals. Run by `scripts/bench-live`; nothing here is asserted.
//!
//! The cluster is filled by templates ([`population`]), then `sdo check --live` and `sdo run` are looked at from outside: time, memory
//! and requests as the system, the API server's audit log and the host's own metrics tell them.

mod audit;
mod check;
mod churn;
mod host;
mod population;
mod table;

use anyhow::{Context, Result};
use population::Population;
use sdo_tests::live::run;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use table::Table;

/// Fake nodes of the full cluster.
const NODES: u32 = 200;

fn main() -> ExitCode {
    match measure() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn measure() -> Result<()> {
    let mut table = Table::default();
    let folder = env::temp_dir().join(format!("sdo-bench-live-{}", std::process::id()));
    std::fs::create_dir_all(&folder).context("make a folder for stores and logs")?;
    let done = measure_in(&folder, &mut table);
    // What was measured is worth reading even when the rest failed.
    print!("{table}");
    done?;
    std::fs::remove_dir_all(&folder).context("remove the folder")
}

fn measure_in(folder: &Path, table: &mut Table) -> Result<()> {
    host::empty(&made(folder, "empty")?, table)?;
    grow()?;
    let population = Population::of(number("SDO_BENCH_PODS", 10_000)?);
    population.create()?;
    check::measure(&population, table)?;
    host::full(&made(folder, "full")?, &population, table)
}

fn made(folder: &Path, name: &str) -> Result<PathBuf> {
    let folder = folder.join(name);
    std::fs::create_dir_all(&folder).context("make a folder")?;
    Ok(folder)
}

/// Adds nodes to a cluster of `tests/cluster`; another cluster has what it has.
fn grow() -> Result<()> {
    if env::var_os("SDO_CLUSTER_DIR").is_none() {
        return Ok(());
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cluster/cluster");
    let output = run(Command::new(script).args(["up", "--fake", &NODES.to_string()]), "")?;
    anyhow::ensure!(output.code == Some(0), "add nodes: {}", output.errors);
    Ok(())
}

/// A number of the environment.
pub(crate) fn number(name: &str, default: u64) -> Result<u64> {
    match env::var(name) {
        Ok(text) => text.parse().with_context(|| format!("{name} is a number")),
        Err(_) => Ok(default),
    }
}

/// Says what is being done, beside the table.
pub(crate) fn say(what: &str) {
    eprintln!("{what} ...");
}
