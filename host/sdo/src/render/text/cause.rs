//! One cause as text.

use super::count;
use crate::render::style::{COMMAND, DIM, HEADING, severity_style};
use crate::render::time::duration;
use crate::render::wrap::hanging;
use sdo_model::finding::Severity;
use sdo_pipeline::{Effect, Evidence, Finding};
use std::collections::BTreeMap;
use textwrap::core::display_width;

/// Facts shown under a cause; `-o json` has all.
const MAX_EVIDENCE: usize = 3;
/// Commands shown under a cause.
const MAX_NEXT: usize = 3;
/// Names shown of one kind of effect, and of folded findings.
const MAX_NAMES: usize = 3;
/// Column where the object starts: the longest severity and two spaces.
const OBJECT_COLUMN: usize = 10;

/// A blank line and the cause.
pub(super) fn render(finding: &Finding, now: Option<i64>, width: usize) -> String {
    let mut text = format!("\n{}", head(finding, width));
    text.push_str(&hanging(&finding.summary, "  ", width));
    for evidence in finding.evidence.iter().take(MAX_EVIDENCE) {
        text.push_str(&dimmed(&fact(finding, evidence), width));
    }
    if let Some(standing) = standing(finding, now) {
        text.push_str(&hanging(&standing, "  ", width));
    }
    for next in finding.next.iter().take(MAX_NEXT) {
        text.push_str(&format!("  next: {COMMAND}{next}{COMMAND:#}\n"));
    }
    text
}

/// Severity and object to the left, the rule to the right; on a line of its own where the terminal is narrow.
fn head(finding: &Finding, width: usize) -> String {
    let style = severity_style(finding.severity);
    let word = match finding.severity {
        Severity::Critical => "CRITICAL",
        Severity::Warning => "WARNING",
        Severity::Info => "INFO",
    };
    let object = finding.primary.to_string();
    let left = OBJECT_COLUMN + display_width(&object);
    let gap = width
        .checked_sub(left + display_width(&finding.rule))
        .filter(|gap| *gap >= 2);
    let between = gap.map_or_else(|| "\n  ".to_owned(), |gap| " ".repeat(gap));
    let padding = " ".repeat(OBJECT_COLUMN.saturating_sub(word.len()));
    format!(
        "{style}{word}{style:#}{padding}{HEADING}{object}{HEADING:#}{between}{DIM}{}{DIM:#}\n",
        finding.rule
    )
}

fn fact(finding: &Finding, evidence: &Evidence) -> String {
    match evidence.object == finding.primary {
        true => format!("{}: {}", evidence.path, evidence.value),
        false => format!("{} {}: {}", evidence.object, evidence.path, evidence.value),
    }
}

fn dimmed(text: &str, width: usize) -> String {
    hanging(text, "  ", width)
        .lines()
        .map(|line| format!("{DIM}{line}{DIM:#}\n"))
        .collect()
}

/// Since when, what it explains, what else has to do with it.
fn standing(finding: &Finding, now: Option<i64>) -> Option<String> {
    let since = now
        .zip(finding.since)
        .map(|(now, since)| format!("for {}", duration(now - since)));
    let explains = explains(&finding.effects);
    let involved: Vec<String> = finding
        .related
        .iter()
        .filter(|related| related.role != "owner" && related.object != finding.primary)
        .map(|related| format!("{} ({})", related.object, related.role))
        .take(MAX_NAMES)
        .collect();
    let involved = Some(involved.join(", "))
        .filter(|list| !list.is_empty())
        .map(|list| format!("involved: {list}"));
    let parts: Vec<String> = [since, explains, involved].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// `explains 3 pods (a, b, c), Deployment demo/web [rollout-stuck]`.
fn explains(effects: &[Effect]) -> Option<String> {
    let mut bare: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut folded = Vec::new();
    for effect in effects {
        match &effect.rule {
            Some(rule) => folded.push(format!("{} [{rule}]", effect.object)),
            None => bare.entry(&effect.object.kind).or_default().push(&effect.object.name),
        }
    }
    let mut parts: Vec<String> = bare.iter().map(|(kind, names)| group(kind, names)).collect();
    let more = folded.len().saturating_sub(MAX_NAMES);
    folded.truncate(MAX_NAMES);
    parts.append(&mut folded);
    if more > 0 {
        parts.push(format!("{} more", count(more, "finding")));
    }
    (!parts.is_empty()).then(|| format!("explains {}", parts.join(", ")))
}

fn group(kind: &str, names: &[&str]) -> String {
    let word = if kind == "Pod" { "pod" } else { kind };
    let shown: Vec<&str> = names.iter().copied().take(MAX_NAMES).collect();
    let more = match names.len().saturating_sub(MAX_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{} ({}{more})", count(names.len(), word), shown.join(", "))
}
