//! Incidents: as rows of a list, and one with everything that is known of it.

use super::event::TurnWord;
use super::{Finding, Object, Severity, rfc3339};
use crate::text::clean;
use schemars::JsonSchema;
use sdo_model::incident as model;
use serde::{Deserialize, Serialize};

/// Incidents, newest name first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Incidents {
    /// The incidents of this page.
    pub incidents: Vec<Incident>,
    /// What to give as `before` for the next page; null on the last one. Pages do not shift when incidents are opened.
    pub next: Option<String>,
}

/// An incident without the details.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Incident {
    /// Its name, e.g. `INC-17`; names ascend in the order of opening and are never given twice.
    pub id: String,
    /// Whether the fault stands.
    pub stage: Stage,
    /// How bad.
    pub severity: Severity,
    /// The rule that found it.
    pub rule: String,
    /// One line.
    pub summary: String,
    /// The object whose change removes the symptom.
    pub object: Object,
    /// Since when the fault stands, as far as the cluster tells; absent when it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// When it was opened.
    pub opened: String,
    /// When severity, summary, stage or sight of it last changed.
    pub changed: String,
    /// When a detector last found it.
    pub seen: String,
    /// When it was last closed; absent when it never was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<String>,
    /// How often it was opened again.
    pub reopened: u32,
    /// Findings that are this incident.
    pub findings: u32,
    /// How many objects it explains.
    pub effects: usize,
    /// It comes and goes too often to be told each time.
    pub flapping: bool,
    /// It cannot be seen at the moment; absent when it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blind: Option<Blind>,
    /// Nobody is told of it; absent when people are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mute: Option<Mute>,
}

/// Whether the fault stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// It stands, or nobody can tell that it does not.
    Open,
    /// It was seen to be gone.
    Closed,
}

/// Why an open incident can neither be confirmed nor closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Blind {
    /// Since when.
    pub since: String,
    /// What cannot be seen.
    pub reason: String,
}

/// Why nobody is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Mute {
    /// What asked for it.
    pub by: String,
    /// When it ends; null when nothing ends it by itself.
    pub until: Option<String>,
}

/// One incident with everything that is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct IncidentDetail {
    /// The incident.
    pub incident: Incident,
    /// The finding as it was last seen; of several with one cause the worst.
    pub finding: Finding,
    /// What became of it, oldest first; null when it cannot be read now.
    pub history: Option<Vec<Entry>>,
    /// What is known and not answered because a list would be too long.
    pub left_out: LeftOut,
}

/// How much was left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct LeftOut {
    /// Effects, the last of the list.
    pub effects: usize,
    /// Items of other lists of the finding.
    pub other: usize,
    /// Whether older entries of the history were left out.
    pub history: bool,
}

/// One entry of an incident's history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Entry {
    /// When.
    pub at: String,
    /// What happened.
    pub turn: TurnWord,
    /// One line for people.
    pub detail: String,
}

impl IncidentDetail {
    /// Of an incident and its newest entries, when they can be read; at most `limit` of them are answered.
    pub(crate) fn new(incident: &model::Incident, entries: Option<&[model::Entry]>, limit: usize) -> Self {
        let (finding, effects, other) = Finding::bounded(&incident.finding);
        let newest = |entries: &[model::Entry]| {
            let from = entries.len().saturating_sub(limit);
            entries.iter().skip(from).map(Entry::from).collect()
        };
        Self {
            incident: incident.into(),
            finding,
            history: entries.map(newest),
            left_out: LeftOut {
                effects,
                other,
                history: entries.is_some_and(|entries| entries.len() > limit),
            },
        }
    }
}

impl From<&model::Incident> for Incident {
    fn from(incident: &model::Incident) -> Self {
        let finding = &incident.finding;
        Self {
            id: incident.id.to_string(),
            stage: incident.stage.into(),
            severity: finding.severity.into(),
            rule: clean(&finding.rule),
            summary: clean(&finding.summary),
            object: (&finding.primary).into(),
            since: finding.since.map(rfc3339),
            opened: rfc3339(incident.opened),
            changed: rfc3339(incident.changed),
            seen: rfc3339(incident.seen),
            closed: incident.closed.map(rfc3339),
            reopened: incident.reopened,
            findings: incident.findings,
            effects: finding.effects.len(),
            flapping: incident.flapping,
            blind: incident.blind.as_ref().map(Blind::from),
            mute: incident.mute.as_ref().map(Mute::from),
        }
    }
}

impl From<model::Stage> for Stage {
    fn from(stage: model::Stage) -> Self {
        match stage {
            model::Stage::Open => Stage::Open,
            model::Stage::Closed => Stage::Closed,
        }
    }
}

impl From<&model::Blind> for Blind {
    fn from(blind: &model::Blind) -> Self {
        Self {
            since: rfc3339(blind.since),
            reason: clean(&blind.reason),
        }
    }
}

impl From<&model::Mute> for Mute {
    fn from(mute: &model::Mute) -> Self {
        Self {
            by: clean(&mute.by),
            until: mute.until.map(rfc3339),
        }
    }
}

impl From<&model::Entry> for Entry {
    fn from(entry: &model::Entry) -> Self {
        Self {
            at: rfc3339(entry.at),
            turn: entry.turn.into(),
            detail: clean(&entry.detail),
        }
    }
}
