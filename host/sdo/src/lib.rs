//! The command line of `sdo`.
//!
//! **What it does.** Parses arguments, loads dumps and detectors, runs a round, prints it for people or machines, and ends with a
//! documented exit code ([`exit`]).
//!
//! **What it deliberately does not.** It decides nothing about clusters: what is wrong say detectors, what folds under what says
//! the pipeline. `check --live`, `snapshot save --live`, `policy rbac`, `doctor` and `run` connect to a cluster, and read; what a
//! host leaves in it (Events, its Lease) is written by `sdo-footprint` alone.
//!
//! **Where to start.** [`args`] for what can be asked, [`check`] for the main road, [`document`] for the machine-readable shape.

pub mod args;
mod check;
mod client;
mod cluster;
mod completion;
pub mod config;
mod detector;
mod doctor;
pub mod document;
mod dump;
pub mod exit;
mod explain;
mod failure;
mod inspect;
mod kubectl;
mod library;
mod manual;
mod output;
mod panics;
mod policy_rbac;
mod progress;
pub mod render;
mod report;
mod run;
mod snapshot_info;
mod snapshot_save;
mod suggest;
mod version;

pub use failure::Failure;
pub use report::{KindCoverage, Report, RuleText};

use args::{Arguments, Command, DetectorCommand, PolicyCommand, SnapshotCommand};
use std::process::ExitCode;

/// The argument by which the program calls itself to compile a component under limits.
pub(crate) const COMPILE_CHILD: &str = "compile-component";

/// Parses the command line, runs, prints, and gives the exit code.
pub fn main() -> ExitCode {
    // The child limits itself before it reads; nothing of ours may run before that.
    if std::env::args_os().nth(1).is_some_and(|first| first == COMPILE_CHILD) {
        return sdo_sandbox::compile_child::main();
    }
    panics::contained(|| {
        if let Some(code) = kubectl::completion() {
            return code;
        }
        let arguments = match kubectl::arguments() {
            Ok(arguments) => arguments,
            Err(error) => return output::usage(&error),
        };
        match run(&arguments) {
            Ok(code) => code,
            Err(failure) => {
                output::error(&failure, &arguments.color);
                failure.code
            }
        }
    })
}

fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let color = &arguments.color;
    match &arguments.command {
        Command::Check(check) => check::run(check, color),
        Command::Run(run) => run::run(run, color),
        Command::Status(status) => client::status(status, color),
        Command::Incidents(incidents) => client::incidents(incidents, color),
        Command::Doctor(doctor) => doctor::run(doctor, color),
        Command::Detector(DetectorCommand::List(list)) => detector::list(list, color),
        Command::Detector(DetectorCommand::Inspect(inspect)) => inspect::run(inspect, color),
        Command::Snapshot(SnapshotCommand::Info(info)) => snapshot_info::run(info, color),
        Command::Snapshot(SnapshotCommand::Save(save)) => snapshot_save::run(save, color),
        Command::Policy(PolicyCommand::Rbac(rbac)) => policy_rbac::run(rbac, color),
        Command::Completion { shell } => completion::run(*shell, color),
        Command::Man { folder } => manual::run(folder.as_deref(), color),
        Command::Version => version::run(color),
    }
}
