//! What could be read, and what could not be told because of it.

use super::{bounded, rfc3339};
use crate::board::{self, Board};
use crate::text::clean;
use schemars::JsonSchema;
use sdo_model::{State, finding};
use serde::{Deserialize, Serialize};

/// Kinds that are answered; a cluster with more custom resource definitions exists, one whose detectors read as many does not.
const MAX_KINDS: usize = 2_000;
/// Unknown verdicts that are answered: more than detectors times the kinds each needs, in any sane set.
const MAX_UNKNOWN: usize = 2_000;

/// What could be read, and what could not be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Coverage {
    /// Every kind that the detectors read.
    pub kinds: Vec<Kind>,
    /// Verdicts that could not be reached, or not for the whole cluster. Unknown is not healthy.
    pub unknown: Vec<Unknown>,
    /// Kinds and verdicts that were left out because there are too many.
    pub left_out: usize,
}

/// How much of a kind could be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Kind {
    /// Kind, or `Kind.group` for custom resources.
    pub kind: String,
    /// How much.
    pub state: CoverageState,
    /// Objects that were read.
    pub count: u64,
    /// Why not all; empty when `complete`.
    pub reason: String,
    /// What its watch does.
    pub watch: Watch,
    /// When the API server last sent anything for it; null before the first answer.
    pub last_event: Option<String>,
}

/// How much of a kind could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CoverageState {
    /// Everything; an empty list is known to be empty.
    Complete,
    /// Some objects may be absent.
    Partial,
    /// The host was refused.
    Forbidden,
    /// Nothing was read.
    Missing,
}

/// What the watch of a kind does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Watch {
    /// It follows changes.
    Watching,
    /// It reads everything, at the start or because the API server no longer knows where the watch stood.
    Listing,
    /// It failed and is tried again soon.
    Retrying,
    /// The API server refuses it; it is tried again now and then.
    Forbidden,
    /// The API server does not know the kind; it is tried again now and then.
    NotServed,
}

/// A verdict that is unknown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Unknown {
    /// The rule.
    pub rule: String,
    /// The kind that could not be read, or not completely.
    pub kind: String,
    /// Why.
    pub reason: String,
}

impl From<&Board> for Coverage {
    fn from(board: &Board) -> Self {
        let (kinds, more_kinds) = bounded(&board.coverage, MAX_KINDS);
        let (unknown, more_unknown) = bounded(&board.unknown, MAX_UNKNOWN);
        Self {
            kinds,
            unknown,
            left_out: more_kinds + more_unknown,
        }
    }
}

impl From<&board::KindCoverage> for Kind {
    fn from(kind: &board::KindCoverage) -> Self {
        Self {
            kind: clean(&kind.kind),
            state: kind.state.into(),
            count: kind.count,
            reason: clean(&kind.reason),
            watch: kind.watch.into(),
            last_event: kind.last_event.map(rfc3339),
        }
    }
}

impl From<State> for CoverageState {
    fn from(state: State) -> Self {
        match state {
            State::Complete => CoverageState::Complete,
            State::Partial => CoverageState::Partial,
            State::Forbidden => CoverageState::Forbidden,
            State::Missing => CoverageState::Missing,
        }
    }
}

impl From<board::Watch> for Watch {
    fn from(watch: board::Watch) -> Self {
        match watch {
            board::Watch::Watching => Watch::Watching,
            board::Watch::Listing => Watch::Listing,
            board::Watch::Retrying => Watch::Retrying,
            board::Watch::Forbidden => Watch::Forbidden,
            board::Watch::NotServed => Watch::NotServed,
        }
    }
}

impl From<&finding::Unknown> for Unknown {
    fn from(unknown: &finding::Unknown) -> Self {
        Self {
            rule: clean(&unknown.rule),
            kind: clean(&unknown.kind),
            reason: clean(&unknown.reason),
        }
    }
}
