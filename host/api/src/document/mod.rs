//! The answers under `/v1`, as types: `docs/schema/openapi.json` is made from them, and a test compares the two.
//!
//! Keys are only ever added within a version. Times are RFC 3339 in UTC, by the cluster's clock unless said otherwise. Texts are on
//! one line and carry no character that is not seen.

mod coverage;
mod detector;
mod event;
mod finding;
mod incident;
mod status;

pub use coverage::{Coverage, CoverageState, Kind, Unknown, Watch};
pub use detector::{Detector, Detectors, LastRun};
pub use event::{End, Ended, Turn, TurnWord};
pub use finding::{Effect, Evidence, Finding, Object, Related, Severity};
pub use incident::{Blind, Entry, Incident, IncidentDetail, Incidents, LeftOut, Mute, Stage};
pub use status::{
    Cluster, Costs, DetectorCounts, Glance, KindCounts, Link, LinkState, OpenCounts, Role, Round, Status, Verdict,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Problem {
    /// What went wrong: a word that stays.
    pub code: String,
    /// What went wrong, in a sentence.
    pub message: String,
    /// What would be right, or what to do.
    pub hint: String,
}

/// Seconds since 1970 as `2026-11-30T18:03:00Z`.
pub(crate) fn rfc3339(seconds: i64) -> String {
    jiff::Timestamp::from_second(seconds)
        .unwrap_or(jiff::Timestamp::UNIX_EPOCH)
        .to_string()
}

/// The first `limit` of `items`, each converted, and how many were left out.
pub(crate) fn bounded<'a, T, U: From<&'a T>>(items: &'a [T], limit: usize) -> (Vec<U>, usize) {
    let kept = items.iter().take(limit).map(U::from).collect();
    (kept, items.len().saturating_sub(limit))
}
