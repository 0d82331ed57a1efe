//! Rows of the tables below the incidents.

use super::card::Stamp;
use crate::board::{Board, Detector, KindCoverage};
use crate::feed::Sent;
use crate::text::cell;
use crate::words::{ago, count, duration, micros, thousands};
use sdo_model::State;
use sdo_model::finding::Unknown;

/// Characters of a digest that tell components apart.
const SHORT_DIGEST: usize = 12;

pub(super) struct RecentRow {
    pub(super) id: String,
    pub(super) at: Stamp,
    pub(super) turn: &'static str,
    pub(super) summary: String,
    pub(super) object: String,
}

pub(super) struct UnknownRow {
    pub(super) rule: String,
    pub(super) kind: String,
    pub(super) reason: String,
}

pub(super) struct KindRow {
    pub(super) kind: String,
    pub(super) state: &'static str,
    pub(super) is_complete: bool,
    pub(super) count: String,
    pub(super) watch: &'static str,
    pub(super) last_event: String,
    pub(super) reason: String,
}

pub(super) struct DetectorRow {
    pub(super) rule: String,
    pub(super) title: String,
    pub(super) version: String,
    pub(super) digest: String,
    pub(super) is_well: bool,
    pub(super) outcome: String,
    pub(super) last: Option<Stamp>,
    pub(super) findings: String,
    pub(super) took: String,
    pub(super) fuel: String,
    pub(super) runs: String,
    pub(super) skips: String,
    pub(super) next: String,
    pub(super) note: String,
}

impl RecentRow {
    pub(super) fn new(sent: &Sent, now: i64) -> Self {
        let turn = &sent.turn;
        let object = &turn.object;
        let path = match object.namespace.as_str() {
            "" => format!("{} {}", object.kind, object.name),
            namespace => format!("{} {namespace}/{}", object.kind, object.name),
        };
        Self {
            id: turn.incident.clone(),
            at: Stamp::new(sent.at, now),
            turn: turn.turn.as_str(),
            summary: cell(&turn.detail),
            object: cell(&path),
        }
    }
}

impl From<&Unknown> for UnknownRow {
    fn from(unknown: &Unknown) -> Self {
        Self {
            rule: cell(&unknown.rule),
            kind: cell(&unknown.kind),
            reason: cell(&unknown.reason),
        }
    }
}

impl KindRow {
    pub(super) fn new(kind: &KindCoverage, now: i64) -> Self {
        Self {
            kind: cell(&kind.kind),
            state: kind.state.as_str(),
            is_complete: kind.state == State::Complete,
            count: thousands(kind.count),
            watch: kind.watch.as_str(),
            last_event: kind
                .last_event
                .map_or_else(|| "never".to_owned(), |at| ago(now.saturating_sub(at))),
            reason: cell(&kind.reason),
        }
    }
}

impl DetectorRow {
    pub(super) fn new(detector: &Detector, now: i64) -> Self {
        let last = detector.last.as_ref();
        let of_last = |text: fn(&crate::board::LastRun) -> String| last.map(text).unwrap_or_default();
        Self {
            rule: cell(&detector.rule),
            title: cell(&detector.title),
            version: cell(&detector.version),
            digest: cell(&detector.digest.chars().take(SHORT_DIGEST).collect::<String>()),
            is_well: detector.is_well(),
            outcome: last.map_or_else(|| "never ran".to_owned(), |last| cell(&last.outcome)),
            last: last.map(|last| Stamp::new(last.at, now)),
            findings: of_last(|last| thousands(last.findings)),
            took: of_last(|last| micros(last.micros)),
            fuel: of_last(|last| thousands(last.fuel)),
            runs: thousands(detector.runs),
            skips: thousands(detector.skips),
            next: next(detector, now),
            note: cell(&detector.note),
        }
    }
}

fn next(detector: &Detector, now: i64) -> String {
    let ahead = |at: i64| duration(at.saturating_sub(now));
    match (detector.backing_off_until, detector.next_wake) {
        (Some(until), _) => format!("left out for {}", ahead(until)),
        (None, Some(wake)) => format!("in {} at the latest", ahead(wake)),
        (None, None) => "on a change".to_owned(),
    }
}

/// How many kinds are read, in a sentence.
pub(super) fn kinds_text(board: &Board) -> String {
    match (board.coverage.len(), board.unread_kinds()) {
        (0, _) => "Detectors read nothing: none is loaded.".to_owned(),
        (all, 0) => format!("{} read, all of them completely.", count(all, "kind")),
        (all, unread) => format!(
            "{} read, {unread} of them not completely. What a detector cannot see it does not judge.",
            count(all, "kind")
        ),
    }
}

/// How many detectors answer, in a sentence.
pub(super) fn detectors_text(board: &Board) -> String {
    match (board.detectors.len(), board.unwell_detectors()) {
        (0, _) => "No detector is loaded, so nothing is checked.".to_owned(),
        (all, 0) => format!("{} loaded, all of them answered.", count(all, "detector")),
        (all, unwell) => format!(
            "{} known, {unwell} of them without a valid answer: their silence means nothing.",
            count(all, "detector")
        ),
    }
}
