//! A detector as the round sees it, and what became of it.

use sdo_model::KindSet;
use sdo_model::contract::detector::Report;
use sdo_sandbox::{Cut, Outcome, RunReport};

/// A detector that may run.
pub struct Candidate<'r> {
    /// The rule, from its spec.
    pub rule: String,
    /// SHA-256 of the component.
    pub digest: String,
    /// Kinds without which its verdict means nothing.
    pub needs: KindSet,
    /// Kinds it may see; a finding may name no other.
    pub sees: KindSet,
    /// Custom resources it needs, as coverage names them: `Certificate.cert-manager.io`.
    pub custom: Vec<String>,
    /// Runs it.
    pub run: Box<dyn Fn() -> RunReport<Report> + Send + Sync + 'r>,
}

/// How it stands with a detector after a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It ran, or was kept from running by the sandbox, and ended so.
    Ran(Outcome),
    /// It was not run: a kind it needs is not readable.
    NotRun,
    /// The host could not get it to run, which is no fault of the detector.
    HostError(String),
}

impl Status {
    /// The stable word, as in JSON output.
    pub fn code(&self) -> &'static str {
        match self {
            Status::Ran(outcome) => outcome.code(),
            Status::NotRun => "not-run",
            Status::HostError(_) => "host-error",
        }
    }

    /// Whether a verdict of this detector is worth something, or is known to be unknown.
    pub fn is_good(&self) -> bool {
        matches!(self, Status::Ran(Outcome::Finished) | Status::NotRun)
    }
}

/// What became of a detector in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DetectorRun {
    /// Its rule, or the name of its file where it has no valid one.
    pub name: String,
    /// SHA-256 of the component; empty where it could not be read.
    pub digest: String,
    /// How it ended.
    pub status: Status,
    /// What a person should know beside the outcome; empty when there is nothing.
    pub note: String,
    /// Fuel charged.
    pub fuel: u64,
    /// Wall time of the run in microseconds; the one value of a round that differs from run to run.
    pub micros: u64,
    /// What was cut from its report.
    pub cut: Cut,
}

impl DetectorRun {
    /// A detector that did not get to run.
    pub(crate) fn without_run(name: &str, digest: &str, status: Status, note: String) -> Self {
        Self {
            name: name.to_owned(),
            digest: digest.to_owned(),
            status,
            note,
            fuel: 0,
            micros: 0,
            cut: Cut::default(),
        }
    }
}
