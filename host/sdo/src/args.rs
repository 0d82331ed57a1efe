//! What can be asked on the command line.

mod check;
mod shared;

pub use check::{Check, FailOn, Format, Level};
pub use shared::{Color, ColorWhen, Data, Detectors, Listing, Live};

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use std::path::PathBuf;

const ABOUT: &str = "Finds what is wrong with a Kubernetes cluster, with small sandboxed detectors";

/// The whole command line.
#[derive(Debug, Parser)]
#[command(name = "sdo", version, about = ABOUT, long_about = None, after_long_help = after_help(), propagate_version = false)]
#[command(disable_help_subcommand = true, arg_required_else_help = true)]
pub struct Arguments {
    /// How to colour.
    #[command(flatten)]
    pub color: Color,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Say what is wrong with a cluster: of a dump, or with --live the one that answers
    Check(Box<Check>),
    /// Look at detectors
    #[command(subcommand)]
    Detector(DetectorCommand),
    /// Look at dumps
    #[command(subcommand)]
    Snapshot(SnapshotCommand),
    /// Print a completion script for a shell
    #[command(after_long_help = "Example:\n  sdo completion bash > ~/.local/share/bash-completion/completions/sdo\n")]
    Completion {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, or write all of them into a folder
    #[command(after_long_help = "Example:\n  sdo man ~/.local/share/man/man1\n")]
    Man {
        /// Folder for sdo.1, sdo-check.1 and so on; standard output gets sdo.1 when it is left out
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
    /// Print versions of the program, the contract and the built-in detectors
    Version,
}

/// The subcommands of `sdo detector`.
#[derive(Debug, Subcommand)]
pub enum DetectorCommand {
    /// List the detectors that `sdo check` would run
    List(List),
    /// Show what a detector can read, what it may consume and what it is
    Inspect(Inspect),
}

/// The subcommands of `sdo snapshot`.
#[derive(Debug, Subcommand)]
pub enum SnapshotCommand {
    /// Show what a dump holds: kinds, counts, coverage, clock, digest, problems
    Info(Info),
}

/// `sdo detector list`.
#[derive(Debug, Args)]
pub struct List {
    /// Which detectors.
    #[command(flatten)]
    pub detectors: Detectors,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = Listing::Text)]
    pub output: Listing,
}

/// `sdo detector inspect`.
#[derive(Debug, Args)]
pub struct Inspect {
    /// A component file, or the rule of a detector
    #[arg(value_name = "FILE|RULE")]
    pub subject: String,
    /// Which detectors.
    #[command(flatten)]
    pub detectors: Detectors,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = Listing::Text)]
    pub output: Listing,
}

/// `sdo snapshot info`.
#[derive(Debug, Args)]
pub struct Info {
    /// Which dump.
    #[command(flatten)]
    pub data: Data,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = Listing::Text)]
    pub output: Listing,
}

fn after_help() -> String {
    format!("{}\n{}", check::EXAMPLES, crate::exit::help())
}
