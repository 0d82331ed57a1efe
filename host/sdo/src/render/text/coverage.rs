//! What could not be read, in words. Unknown is not healthy, so it is said as plainly as a finding.

use crate::render::wrap::hanging;
use crate::report::{KindCoverage, Report};
use sdo_model::{Kind, State};
use sdo_pipeline::{Status, Unknown};
use std::collections::{BTreeMap, BTreeSet};

/// Rules named for one reason; a dump of a single kind makes nearly all of them unknown.
const MAX_RULES: usize = 6;

/// `not read: ...` and `no verdict: ...` lines; empty when every needed kind is complete.
pub(super) fn render(report: &Report, width: usize) -> String {
    let not_read = list(report, |state| matches!(state, State::Forbidden | State::Missing));
    let partly = list(report, |state| state == State::Partial);
    let mut text = String::new();
    for (label, list) in [("not read", not_read), ("read in part", partly)] {
        if !list.is_empty() {
            text.push_str(&hanging(&format!("{label}: {list}"), "", width));
        }
    }
    text + &unknown(report, width)
}

/// The end of the closing line.
pub(super) fn verdict(report: &Report) -> &'static str {
    let is_complete = |row: &KindCoverage| row.state == State::Complete;
    match needed(report).all(is_complete) {
        true if report.round.unknown.is_empty() => "every kind they read was complete",
        true => "some verdicts are unknown, see above",
        false => "not everything could be read, see above",
    }
}

fn needed(report: &Report) -> impl Iterator<Item = &KindCoverage> {
    report.coverage.iter().filter(|row| report.needed.contains(&row.kind))
}

/// Kinds by what was the matter: `secrets (forbidden: ...), events, leases (not collected)`.
fn list(report: &Report, wanted: impl Fn(State) -> bool) -> String {
    let mut groups: BTreeMap<(State, &str), Vec<String>> = BTreeMap::new();
    for row in needed(report).filter(|row| wanted(row.state)) {
        groups
            .entry((row.state, row.reason.as_str()))
            .or_default()
            .push(plural(&row.kind));
    }
    let group = |((state, reason), kinds): ((State, &str), Vec<String>)| {
        let why = match state {
            State::Missing => "not in the dump",
            State::Forbidden if reason.is_empty() => "forbidden",
            State::Forbidden => return format!("{} (forbidden: {reason})", kinds.join(", ")),
            State::Partial | State::Complete => reason,
        };
        format!("{} ({why})", kinds.join(", "))
    };
    groups.into_iter().map(group).collect::<Vec<_>>().join("; ")
}

fn plural(kind: &str) -> String {
    Kind::from_name(kind).map_or_else(|| kind.to_owned(), |kind| kind.plural().to_owned())
}

/// Rules without a verdict or with one that does not cover everything, by what they lack.
fn unknown(report: &Report, width: usize) -> String {
    let runs = report.round.detectors.iter();
    let silent: BTreeSet<&str> = runs
        .filter(|run| run.status == Status::NotRun)
        .map(|run| run.name.as_str())
        .collect();
    let (none, part): (Vec<&Unknown>, Vec<&Unknown>) = report
        .round
        .unknown
        .iter()
        .partition(|entry| silent.contains(entry.rule.as_str()));
    without_verdict(&none, width) + &in_part(&part, width)
}

/// One line for all rules that lack the same kinds; why a kind lacks is said above.
fn without_verdict(entries: &[&Unknown], width: usize) -> String {
    let mut lacks: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for entry in entries {
        lacks.entry(&entry.rule).or_default().insert(plural(&entry.kind));
    }
    let mut rules: BTreeMap<BTreeSet<String>, Vec<&str>> = BTreeMap::new();
    for (rule, lack) in lacks {
        rules.entry(lack).or_default().push(rule);
    }
    let line = |(lack, rules): (BTreeSet<String>, Vec<&str>)| {
        let needs = lack.into_iter().collect::<Vec<_>>().join(", ");
        hanging(&format!("no verdict: {} for want of {needs}", names(&rules)), "", width)
    };
    rules.into_iter().map(line).collect()
}

/// The rules whose findings stand but do not speak for what was not read.
fn in_part(entries: &[&Unknown], width: usize) -> String {
    let rules: BTreeSet<&str> = entries.iter().map(|entry| entry.rule.as_str()).collect();
    if rules.is_empty() {
        return String::new();
    }
    let rules: Vec<&str> = rules.into_iter().collect();
    hanging(
        &format!("verdict in part: {} (-o json says what each lacks)", names(&rules)),
        "",
        width,
    )
}

fn names(rules: &[&str]) -> String {
    let shown = rules.iter().copied().take(MAX_RULES).collect::<Vec<_>>().join(", ");
    match rules.len().saturating_sub(MAX_RULES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
