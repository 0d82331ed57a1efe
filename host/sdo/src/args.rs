//! What can be asked on the command line.

mod check;
mod client;
mod doctor;
mod policy;
mod run;
mod shared;

pub use check::{Check, FailOn, Format, Level};
pub use client::{
    Form, HostAddress, IncidentFilter, IncidentList, IncidentShow, IncidentWatch, Incidents, IncidentsCommand,
    StageChoice, Status,
};
pub use doctor::Doctor;
pub use policy::{ManifestFormat, PolicyCommand, Rbac};
pub use run::Run;
pub use shared::{Color, ColorWhen, Data, Detectors, Listing, Live};

use clap::{Args, Parser, Subcommand, ValueHint};
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
    /// Watch a cluster for good: keep incidents, tell of them, and show them on a page
    Run(Box<Run>),
    /// Show how a running host and its cluster are, on one screen
    Status(Box<Status>),
    /// List, show and follow the incidents of a running host
    Incidents(Box<Incidents>),
    /// Say what keeps a host from running well on this machine, and what to do about it
    Doctor(Box<Doctor>),
    /// Look at detectors
    #[command(subcommand)]
    Detector(DetectorCommand),
    /// Look at dumps, save clusters
    #[command(subcommand)]
    Snapshot(SnapshotCommand),
    /// Turn what detectors may do into what others enforce
    #[command(subcommand)]
    Policy(PolicyCommand),
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
    /// Save a cluster, or what is known of a dump, in a file that can be checked later and holds no credential
    Save(Box<Save>),
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

const SAVE_EXAMPLES: &str = "\
Examples:
  sdo snapshot save cluster.tar.gz --live --context production
  sdo snapshot save small.tar.gz must-gather.tar.xz
  sdo check cluster.tar.gz
";

/// `sdo snapshot save`.
#[derive(Debug, Args)]
#[command(after_help = SAVE_EXAMPLES, after_long_help = format!("{SAVE_EXAMPLES}\n{}", crate::exit::help()))]
pub struct Save {
    /// The file to write, a gzip'd tar; only its owner can read it
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Which dump.
    #[command(flatten)]
    pub data: Data,
    /// Or which cluster: of it is read what the detectors may see.
    #[command(flatten)]
    pub cluster: Live,
    /// Which detectors.
    #[command(flatten)]
    pub detectors: Detectors,
    /// Replace FILE if it exists
    #[arg(long)]
    pub force: bool,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = Listing::Text)]
    pub output: Listing,
}

fn after_help() -> String {
    format!("{}\n{}", check::EXAMPLES, crate::exit::help())
}
