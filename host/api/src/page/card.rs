//! An incident on a page.

use crate::text::{cell, clean};
use crate::words::{ago, count, date, duration};
use sdo_model::finding::{Effect, Evidence, Finding};
use sdo_model::incident::{Entry, Incident, Stage};

/// Effects of an incident among others, and on its own page.
const EFFECTS: (usize, usize) = (50, 500);
/// Facts of an incident among others, and on its own page.
const FACTS: (usize, usize) = (12, 100);
/// Commands that are shown.
const MAX_NEXT: usize = 20;

/// An incident.
pub(crate) struct Card {
    pub(super) id: String,
    pub(super) severity: &'static str,
    pub(super) is_open: bool,
    pub(super) rule: String,
    pub(super) summary: String,
    pub(super) object: String,
    pub(super) since: Stamp,
    /// Since when the fault stands; when that is not known, when it was opened.
    pub(super) age: String,
    /// What else there is to know of it, each a few words.
    pub(super) flags: Vec<String>,
    pub(super) effects: Vec<EffectRow>,
    pub(super) effects_text: String,
    pub(super) more_effects: usize,
    pub(super) facts: Vec<FactRow>,
    pub(super) facts_text: String,
    pub(super) more_facts: usize,
    pub(super) next: Vec<String>,
}

/// A time, for people and for programs.
pub(crate) struct Stamp {
    /// `3 min ago`.
    pub(super) words: String,
    /// `2026-11-30 18:03:05 UTC`.
    pub(super) date: String,
    /// RFC 3339.
    pub(super) machine: String,
}

pub(super) struct EffectRow {
    pub(super) object: String,
    pub(super) severity: &'static str,
    pub(super) what: String,
}

pub(super) struct FactRow {
    pub(super) object: String,
    pub(super) path: String,
    pub(super) value: String,
}

/// When what happened to an incident.
pub(super) struct Times {
    pub(super) rows: Vec<(&'static str, Stamp)>,
}

pub(super) struct ClosedRow {
    pub(super) id: String,
    pub(super) summary: String,
    pub(super) object: String,
    pub(super) closed: Stamp,
    pub(super) lasted: String,
}

pub(super) struct EntryRow {
    pub(super) at: Stamp,
    pub(super) turn: &'static str,
    pub(super) detail: String,
}

impl Stamp {
    pub(super) fn new(at: i64, now: i64) -> Self {
        Self {
            words: ago(now.saturating_sub(at)),
            date: date(at),
            machine: crate::document::rfc3339(at),
        }
    }
}

impl Card {
    /// Among others.
    pub(super) fn short(incident: &Incident, now: i64) -> Self {
        Self::new(incident, now, EFFECTS.0, FACTS.0)
    }

    /// On its own page.
    pub(super) fn long(incident: &Incident, now: i64) -> Self {
        Self::new(incident, now, EFFECTS.1, FACTS.1)
    }

    fn new(incident: &Incident, now: i64, effects: usize, facts: usize) -> Self {
        let finding = &incident.finding;
        let (since, age) = match finding.since {
            Some(since) => (since, format!("for {}", duration(now.saturating_sub(since)))),
            None => (
                incident.opened,
                format!("opened {}", ago(now.saturating_sub(incident.opened))),
            ),
        };
        Self {
            id: incident.id.to_string(),
            severity: finding.severity.as_str(),
            is_open: incident.stage == Stage::Open,
            rule: clean(&finding.rule),
            summary: clean(&finding.summary),
            object: clean(&finding.primary.to_string()),
            since: Stamp::new(since, now),
            age,
            flags: flags(incident, now),
            effects: finding.effects.iter().take(effects).map(EffectRow::from).collect(),
            effects_text: count(finding.effects.len(), "effect"),
            more_effects: finding.effects.len().saturating_sub(effects),
            facts: finding.evidence.iter().take(facts).map(FactRow::from).collect(),
            facts_text: count(finding.evidence.len(), "fact"),
            more_facts: finding.evidence.len().saturating_sub(facts),
            next: next(finding),
        }
    }
}

fn next(finding: &Finding) -> Vec<String> {
    finding.next.iter().take(MAX_NEXT).map(|step| clean(step)).collect()
}

fn flags(incident: &Incident, now: i64) -> Vec<String> {
    let mut flags = Vec::new();
    if let Some(blind) = &incident.blind {
        let since = duration(now.saturating_sub(blind.since));
        flags.push(format!("cannot be seen for {since}: {}", clean(&blind.reason)));
    }
    if let Some(mute) = &incident.mute {
        let until = mute
            .until
            .map(|until| format!(" until {}", date(until)))
            .unwrap_or_default();
        flags.push(format!("muted by {}{until}", clean(&mute.by)));
    }
    if incident.flapping {
        flags.push("comes and goes".to_owned());
    }
    match incident.reopened {
        0 => {}
        1 => flags.push("opened again once".to_owned()),
        times => flags.push(format!("opened again {times} times")),
    }
    if incident.findings > 1 {
        flags.push(format!("{} findings with one cause", incident.findings));
    }
    flags
}

impl Times {
    pub(super) fn new(incident: &Incident, now: i64) -> Self {
        let stamp = |at: i64| Stamp::new(at, now);
        let rows = [
            ("Since", incident.finding.since.map(stamp)),
            ("Opened", Some(stamp(incident.opened))),
            ("Last changed", Some(stamp(incident.changed))),
            ("Last seen", Some(stamp(incident.seen))),
            ("Closed", incident.closed.map(stamp)),
        ];
        let rows = rows.into_iter().filter_map(|(name, stamp)| Some((name, stamp?)));
        Self { rows: rows.collect() }
    }
}

impl From<&Effect> for EffectRow {
    fn from(effect: &Effect) -> Self {
        Self {
            object: cell(&effect.object.to_string()),
            severity: effect.severity.map_or("", |severity| severity.as_str()),
            what: match (&effect.summary, &effect.rule) {
                (Some(summary), _) => cell(summary),
                (None, Some(rule)) => cell(rule),
                (None, None) => "no finding of its own".to_owned(),
            },
        }
    }
}

impl From<&Evidence> for FactRow {
    fn from(evidence: &Evidence) -> Self {
        Self {
            object: cell(&evidence.object.to_string()),
            path: cell(&evidence.path),
            value: cell(&evidence.value),
        }
    }
}

impl ClosedRow {
    pub(super) fn new(incident: &Incident, now: i64) -> Self {
        let closed = incident.closed.unwrap_or(incident.changed);
        Self {
            id: incident.id.to_string(),
            summary: cell(&incident.finding.summary),
            object: cell(&incident.finding.primary.to_string()),
            closed: Stamp::new(closed, now),
            lasted: duration(closed.saturating_sub(incident.opened)),
        }
    }
}

impl EntryRow {
    pub(super) fn new(entry: &Entry, now: i64) -> Self {
        Self {
            at: Stamp::new(entry.at, now),
            turn: entry.turn.as_str(),
            detail: cell(&entry.detail),
        }
    }
}
