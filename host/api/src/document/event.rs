//! What `/v1/events` sends, besides a [`Glance`](super::Glance) after each round.

use super::incident::{Incident, Stage};
use super::{Object, Severity, rfc3339};
use crate::text::clean;
use schemars::JsonSchema;
use sdo_model::incident as model;
use serde::{Deserialize, Serialize};

/// Event `turn`: something became of an incident.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Turn {
    /// The incident.
    pub incident: String,
    /// When.
    pub at: String,
    /// What happened.
    pub turn: TurnWord,
    /// One line for people: the summary, the reason for blindness, the window's name.
    pub detail: String,
    /// Whether the fault stands, after this turn.
    pub stage: Stage,
    /// How bad.
    pub severity: Severity,
    /// The rule.
    pub rule: String,
    /// What the incident is, in one line.
    pub summary: String,
    /// The object whose change removes the symptom.
    pub object: Object,
}

/// What became of an incident.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TurnWord {
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

/// Event `end`, the last of a stream, or event `reset`: what came before may be incomplete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct End {
    /// Why.
    pub reason: Ended,
    /// What to do.
    pub hint: String,
}

/// Why a stream ends or begins anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// `reset`: turns since the given id are no longer at hand.
    Missed,
    /// `end`: the reader was too slow; turns were lost to it.
    TooSlow,
    /// `end`: a stream lives for some minutes only, so that access is checked again.
    Expired,
    /// `end`: the host stops.
    Stopping,
}

impl Turn {
    /// Of an entry and the incident as it stands after it.
    pub(crate) fn new(entry: &model::Entry, incident: &model::Incident) -> Self {
        let head = Incident::from(incident);
        Self {
            incident: entry.incident.to_string(),
            at: rfc3339(entry.at),
            turn: entry.turn.into(),
            detail: clean(&entry.detail),
            stage: head.stage,
            severity: head.severity,
            rule: head.rule,
            summary: head.summary,
            object: head.object,
        }
    }
}

impl TurnWord {
    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            TurnWord::Opened => "opened",
            TurnWord::Reopened => "reopened",
            TurnWord::Changed => "changed",
            TurnWord::Closed => "closed",
            TurnWord::Blinded => "blinded",
            TurnWord::Sighted => "sighted",
            TurnWord::Flapping => "flapping",
            TurnWord::Steady => "steady",
            TurnWord::Muted => "muted",
            TurnWord::Unmuted => "unmuted",
        }
    }
}

impl From<model::Turn> for TurnWord {
    fn from(turn: model::Turn) -> Self {
        match turn {
            model::Turn::Opened => TurnWord::Opened,
            model::Turn::Reopened => TurnWord::Reopened,
            model::Turn::Changed => TurnWord::Changed,
            model::Turn::Closed => TurnWord::Closed,
            model::Turn::Blinded => TurnWord::Blinded,
            model::Turn::Sighted => TurnWord::Sighted,
            model::Turn::Flapping => TurnWord::Flapping,
            model::Turn::Steady => TurnWord::Steady,
            model::Turn::Muted => TurnWord::Muted,
            model::Turn::Unmuted => TurnWord::Unmuted,
        }
    }
}

impl Ended {
    /// What a reader does about it.
    pub(crate) fn hint(self) -> &'static str {
        match self {
            Ended::Missed => "read /v1/incidents anew",
            Ended::TooSlow => "read faster, connect again with Last-Event-ID, or read /v1/incidents anew",
            Ended::Expired => "connect again with Last-Event-ID; nothing is lost",
            Ended::Stopping => "connect again when the host is back",
        }
    }
}
