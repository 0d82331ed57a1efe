//! Speed and memory of `sdo` beside its goals. Run by `scripts/bench`; nothing here is asserted.
//!
//! Every figure is a median over repeated calls in one process; native loops and detectors run over the same snapshot, in turn.

mod cluster;
mod detectors;
mod memory;
mod native;
mod table;
mod whole;

use anyhow::Result;
use std::path::PathBuf;
use std::process::ExitCode;
use table::Table;

fn main() -> ExitCode {
    // The sandbox compiles in a child, and memory is measured in one; both are this program again.
    let done = match std::env::args().nth(1).as_deref() {
        Some("compile-component") => return sdo_sandbox::compile_child::main(),
        Some(memory::CHILD) => memory::child(),
        _ => run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let corpus = std::env::var_os("SDO_CORPUS").map(PathBuf::from);
    let mut table = Table::default();
    memory::measure(&mut table)?;
    detectors::measure(&mut table)?;
    whole::measure(&mut table, corpus.as_deref())?;
    print!("{table}");
    Ok(())
}
