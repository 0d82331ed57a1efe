//! The detectors and their runs.

use super::{bounded, rfc3339};
use crate::board::{self, Board};
use crate::text::clean;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Detectors that are answered; the host loads fewer.
const MAX_DETECTORS: usize = 2_000;

/// Every detector.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Detectors {
    /// The detectors, those that could not be loaded included.
    pub detectors: Vec<Detector>,
    /// Detectors that were left out because there are too many.
    pub left_out: usize,
}

/// A detector; numbers count from the start of the host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Detector {
    /// Its rule, or the name of its file where it has none.
    pub rule: String,
    /// What it looks for.
    pub title: String,
    /// Its version.
    pub version: String,
    /// SHA-256 of its component.
    pub digest: String,
    /// Whether its silence means something: it ran, finished, and is not left out.
    pub well: bool,
    /// Its last run; null when there was none.
    pub last: Option<LastRun>,
    /// Runs.
    pub runs: u64,
    /// Times it was not run because nothing that it reads had changed.
    pub skips: u64,
    /// When it will run at the latest although nothing changes; null when only a change makes it run.
    pub next_wake: Option<String>,
    /// Until when it is left out after failing; null when it is not.
    pub backing_off_until: Option<String>,
    /// More about it; empty when there is nothing.
    pub note: String,
}

/// How a run went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct LastRun {
    /// When.
    pub at: String,
    /// How it ended: `finished`, `not-run` (a kind it needs was not readable), `out-of-fuel`, `deadline`, `memory`, `host-budget`,
    /// `trap`, `bad-output`, `refused`, `compile-limit` or `host-error`.
    pub outcome: String,
    /// Fuel charged.
    pub fuel: u64,
    /// Wall time in microseconds.
    pub micros: u64,
    /// Findings.
    pub findings: u64,
}

impl From<&Board> for Detectors {
    fn from(board: &Board) -> Self {
        let (detectors, left_out) = bounded(&board.detectors, MAX_DETECTORS);
        Self { detectors, left_out }
    }
}

impl From<&board::Detector> for Detector {
    fn from(detector: &board::Detector) -> Self {
        Self {
            rule: clean(&detector.rule),
            title: clean(&detector.title),
            version: clean(&detector.version),
            digest: clean(&detector.digest),
            well: detector.is_well(),
            last: detector.last.as_ref().map(LastRun::from),
            runs: detector.runs,
            skips: detector.skips,
            next_wake: detector.next_wake.map(rfc3339),
            backing_off_until: detector.backing_off_until.map(rfc3339),
            note: clean(&detector.note),
        }
    }
}

impl From<&board::LastRun> for LastRun {
    fn from(run: &board::LastRun) -> Self {
        Self {
            at: rfc3339(run.at),
            outcome: clean(&run.outcome),
            fuel: run.fuel,
            micros: run.micros,
            findings: run.findings,
        }
    }
}
