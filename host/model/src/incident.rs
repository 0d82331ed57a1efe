//! What a person is told about: a fault that stands long enough to matter, from its first sight to its end.

use crate::finding::Finding;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Names an incident for good: numbers ascend in the order of opening and are never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct IncidentId(pub u64);

/// `INC-17`.
impl fmt::Display for IncidentId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "INC-{}", self.0)
    }
}

/// Whether the fault stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// It stands, or nobody can tell that it does not.
    Open,
    /// It was seen to be gone.
    Closed,
}

impl Stage {
    /// The word that JSON output uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Stage::Open => "open",
            Stage::Closed => "closed",
        }
    }
}

/// Why an open incident can neither be confirmed nor closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blind {
    /// Since when, in seconds since 1970.
    pub since: i64,
    /// What cannot be seen, e.g. `Pod: forbidden`.
    pub reason: String,
}

/// Why nobody is told of an incident.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mute {
    /// What asked for it: `annotation on Deployment demo/web`, or the name of a maintenance window or suppression.
    pub by: String,
    /// When it ends, in seconds since 1970; `None` when nothing ends it by itself.
    pub until: Option<i64>,
}

/// A fault that stands, or stood. At most one is open for a cause at any time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Incident {
    /// Its name.
    pub id: IncidentId,
    /// What it is about: [`Finding::cause`].
    pub cause: String,
    /// Whether the fault stands.
    pub stage: Stage,
    /// The finding as it was last seen; of several with one cause the worst.
    pub finding: Finding,
    /// Findings that share the cause, this one included.
    pub findings: u32,
    /// When it was opened, in seconds since 1970, as all times here; by the cluster's clock.
    pub opened: i64,
    /// When a person would last have seen it change: severity, summary, stage, blindness, flapping, mute.
    pub changed: i64,
    /// When a detector last found it; while it is open, to within a minute.
    pub seen: i64,
    /// When it was closed; `None` while it is open.
    pub closed: Option<i64>,
    /// How often it was opened again.
    pub reopened: u32,
    /// It comes and goes too often to be told each time.
    pub flapping: bool,
    /// It cannot be seen at the moment.
    pub blind: Option<Blind>,
    /// Nobody is told.
    pub mute: Option<Mute>,
}

/// What became of an incident.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turn {
    /// It was opened.
    Opened,
    /// It was opened again soon after it was closed.
    Reopened,
    /// Its severity or summary changed.
    Changed,
    /// The fault was seen to be gone.
    Closed,
    /// It can no longer be seen; it stays open.
    Blinded,
    /// It can be seen again.
    Sighted,
    /// It began to come and go.
    Flapping,
    /// It came to rest.
    Steady,
    /// A maintenance window or suppression took hold of it.
    Muted,
    /// It is told again.
    Unmuted,
}

impl Turn {
    /// The word that JSON output, metrics and the store use.
    pub fn as_str(self) -> &'static str {
        match self {
            Turn::Opened => "opened",
            Turn::Reopened => "reopened",
            Turn::Changed => "changed",
            Turn::Closed => "closed",
            Turn::Blinded => "blinded",
            Turn::Sighted => "sighted",
            Turn::Flapping => "flapping",
            Turn::Steady => "steady",
            Turn::Muted => "muted",
            Turn::Unmuted => "unmuted",
        }
    }
}

/// One entry of an incident's history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The incident.
    pub incident: IncidentId,
    /// When, in seconds since 1970, by the cluster's clock.
    pub at: i64,
    /// What happened.
    pub turn: Turn,
    /// One line for people: the summary, the reason for blindness, the window's name.
    pub detail: String,
}
