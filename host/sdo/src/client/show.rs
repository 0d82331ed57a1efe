//! `sdo incidents show`: everything that is known of one incident.

use super::words::{moment, now, object, seconds, severity_of, stage, style};
use super::{wait, wire};
use crate::args::{Color, Form, IncidentShow};
use crate::exit;
use crate::failure::Failure;
use crate::output;
use crate::render::style::{COMMAND, DIM, HEADING};
use crate::render::text::count;
use crate::render::time::duration;
use crate::render::wrap::hanging;
use crate::render::{json, table};
use sdo_api::document::{Effect, Entry, Evidence, Incident, IncidentDetail, Related, Status};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Facts that are shown; `-o json` has all.
const MAX_EVIDENCE: usize = 12;
/// Effects with a finding of their own that are shown.
const MAX_EFFECTS: usize = 6;
/// Names of one kind that are shown.
const MAX_NAMES: usize = 8;
/// Kinds of effects that are shown.
const MAX_KINDS: usize = 8;
/// Related objects and metadata that are shown.
const MAX_RELATED: usize = 10;
/// Commands that are shown.
const MAX_NEXT: usize = 10;
/// Entries of the history that are shown, the newest.
const MAX_HISTORY: usize = 20;

/// Runs the command and gives the exit code.
pub(super) fn run(arguments: &IncidentShow, color: &Color) -> Result<u8, Failure> {
    let wire = wire(&arguments.host)?;
    let path = format!("/v1/incidents/{}", arguments.id);
    let text = wait(async {
        let detail: IncidentDetail = wire.get(&path, &[]).await?;
        Ok(match arguments.output {
            Form::Json => json(&detail)?,
            Form::Text => {
                let status: Status = wire.get("/v1/status", &[]).await?;
                text(&detail, now(status.glance.round.as_ref()), output::width())
            }
        })
    })?;
    output::print(&text, color)?;
    Ok(exit::CLEAN)
}

fn text(detail: &IncidentDetail, now: Option<i64>, width: usize) -> String {
    let IncidentDetail { incident, finding, .. } = detail;
    let mut text = head(incident, width);
    text.push_str(&hanging(&incident.summary, "  ", width));
    text.push('\n');
    for line in standing(incident, now) {
        text.push_str(&hanging(&line, "  ", width));
    }
    let left_out = detail.left_out;
    text.push_str(&section(
        "evidence",
        finding.evidence.len(),
        MAX_EVIDENCE,
        finding.evidence.iter().map(fact),
        width,
    ));
    text.push_str(&effects(&finding.effects, left_out.effects, width));
    let related = finding.related.iter().map(involved);
    let bindings = finding.bindings.iter().map(involved);
    text.push_str(&section("involved", finding.related.len(), MAX_RELATED, related, width));
    text.push_str(&section(
        "bindings",
        finding.bindings.len(),
        MAX_RELATED,
        bindings,
        width,
    ));
    let metadata = finding.metadata.iter().map(|(name, value)| format!("{name}: {value}"));
    text.push_str(&section(
        "metadata",
        finding.metadata.len(),
        MAX_RELATED,
        metadata,
        width,
    ));
    text.push_str(&next(&finding.next, &finding.playbooks));
    text.push_str(&history(
        detail.history.as_deref().unwrap_or_default(),
        left_out.history,
        width,
    ));
    text
}

/// Name, severity and object to the left, the rule below.
fn head(incident: &Incident, width: usize) -> String {
    let style = style(incident.severity);
    let word = severity_of(incident.severity).as_str().to_uppercase();
    let subject = object(&incident.object);
    let text = format!(
        "{HEADING}{}{HEADING:#}  {style}{word}{style:#}  {HEADING}{subject}{HEADING:#}  {DIM}{}{DIM:#}",
        incident.id, incident.rule
    );
    hanging(&text, "", width)
}

/// How it stands, a sentence a line.
fn standing(incident: &Incident, now: Option<i64>) -> Vec<String> {
    let mut lines = opened(incident, now);
    if let Some(blind) = &incident.blind {
        lines.push(format!(
            "cannot be seen since {}: {}",
            at(&blind.since, now),
            blind.reason
        ));
    }
    if let Some(mute) = &incident.mute {
        let until = mute
            .until
            .as_deref()
            .map_or_else(|| "for good".to_owned(), |until| format!("until {}", moment(until)));
        lines.push(format!("muted {until} by {}", mute.by));
    }
    if incident.flapping {
        lines.push("it comes and goes too often to be told each time".to_owned());
    }
    lines
}

fn opened(incident: &Incident, now: Option<i64>) -> Vec<String> {
    let mut lines = vec![format!("{}, opened {}", stage(incident), at(&incident.opened, now))];
    if let Some(since) = &incident.since {
        lines.push(format!("the fault stands since {}", at(since, now)));
    }
    let mut parts = vec![match &incident.closed {
        Some(closed) => format!("closed {}", at(closed, now)),
        None => format!("last seen {}", moment(&incident.seen)),
    }];
    if incident.reopened > 0 {
        parts.push(format!("opened again {}", times(incident.reopened)));
    }
    if incident.findings > 1 {
        parts.push(format!("{} findings of one cause", incident.findings));
    }
    lines.push(parts.join("; "));
    lines
}

/// `2026-11-30 17:38 UTC (25 min)`.
fn at(time: &str, now: Option<i64>) -> String {
    match seconds(time).zip(now) {
        Some((then, now)) => format!("{} ({})", moment(time), duration(now.saturating_sub(then))),
        None => moment(time),
    }
}

fn times(number: u32) -> String {
    match number {
        1 => "once".to_owned(),
        number => format!("{number} times"),
    }
}

/// A name and lines below it; nothing when there are none.
fn section(name: &str, all: usize, most: usize, lines: impl Iterator<Item = String>, width: usize) -> String {
    if all == 0 {
        return String::new();
    }
    let mut text = format!("\n{HEADING}{name}{HEADING:#}\n");
    text.extend(lines.take(most).map(|line| hanging(&line, "  ", width)));
    text + &below(all.saturating_sub(most))
}

fn below(left: usize) -> String {
    match super::words::more(left) {
        more if more.is_empty() => more,
        more => format!("  {DIM}{more}{DIM:#}\n"),
    }
}

fn fact(evidence: &Evidence) -> String {
    format!("{} {}: {}", object(&evidence.object), evidence.path, evidence.value)
}

fn involved(related: &Related) -> String {
    let Related {
        kind,
        namespace,
        name,
        role,
    } = related;
    match namespace.as_str() {
        "" => format!("{kind} {name} ({role})"),
        _ => format!("{kind} {namespace}/{name} ({role})"),
    }
}

/// What it explains: findings one by one, objects that are only named by kind.
fn effects(effects: &[Effect], left_out: usize, width: usize) -> String {
    let all = effects.len() + left_out;
    if all == 0 {
        return String::new();
    }
    let mut text = format!("\n{HEADING}explains {}{HEADING:#}\n", count(all, "object"));
    let (folded, bare): (Vec<&Effect>, Vec<&Effect>) = effects.iter().partition(|effect| effect.rule.is_some());
    for effect in folded.iter().take(MAX_EFFECTS) {
        let rule = effect.rule.as_deref().unwrap_or_default();
        let summary = effect.summary.as_deref().map(|summary| format!(": {summary}"));
        let line = format!("{} [{rule}]{}", object(&effect.object), summary.unwrap_or_default());
        text.push_str(&hanging(&line, "  ", width));
    }
    let mut kinds: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for effect in &bare {
        let name = object(&effect.object);
        let name = name
            .strip_prefix(effect.object.kind.as_str())
            .unwrap_or(&name)
            .trim_start()
            .to_owned();
        kinds.entry(&effect.object.kind).or_default().push(name);
    }
    for (kind, names) in kinds.iter().take(MAX_KINDS) {
        let shown = names
            .iter()
            .take(MAX_NAMES)
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(", ");
        let more = match names.len().saturating_sub(MAX_NAMES) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        text.push_str(&hanging(&format!("{kind} {shown}{more}"), "  ", width));
    }
    let unshown =
        folded.len().saturating_sub(MAX_EFFECTS) + kinds.values().skip(MAX_KINDS).map(Vec::len).sum::<usize>();
    text.push_str(&below(unshown));
    if left_out > 0 {
        let _ = writeln!(text, "  {DIM}and {left_out} more that the host leaves out{DIM:#}");
    }
    text
}

/// Commands are never wrapped: they are copied.
fn next(commands: &[String], playbooks: &[String]) -> String {
    if commands.is_empty() && playbooks.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{HEADING}next{HEADING:#}\n");
    for command in commands.iter().take(MAX_NEXT) {
        let _ = writeln!(text, "  {COMMAND}{command}{COMMAND:#}");
    }
    text.push_str(&below(commands.len().saturating_sub(MAX_NEXT)));
    for playbook in playbooks.iter().take(MAX_NEXT) {
        let _ = writeln!(text, "  playbook {playbook}");
    }
    text
}

/// The newest entries, oldest of them first.
fn history(entries: &[Entry], is_cut: bool, width: usize) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{HEADING}history{HEADING:#}\n");
    let skipped = entries.len().saturating_sub(MAX_HISTORY);
    if skipped > 0 || is_cut {
        let all = if is_cut { "the newest" } else { "all" };
        let _ = writeln!(text, "  {DIM}older ones are left out; -o json has {all}{DIM:#}");
    }
    let shown = entries.iter().skip(skipped);
    let rows = shown.map(|entry| vec![moment(&entry.at), entry.turn.as_str().to_owned(), entry.detail.clone()]);
    text.extend(
        table::aligned(rows.collect())
            .iter()
            .map(|row| hanging(row, "  ", width)),
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use sdo_api::document::Object;

    fn effect(kind: &str, name: &str, rule: Option<&str>) -> Effect {
        Effect {
            object: Object {
                kind: kind.to_owned(),
                namespace: "shop".to_owned(),
                name: name.to_owned(),
            },
            rule: rule.map(str::to_owned),
            severity: None,
            summary: rule.map(|_| "it waits".to_owned()),
            fingerprint: None,
        }
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn effects_are_told_by_finding_and_by_kind_and_none_is_dropped_in_silence() {
        let mut all: Vec<Effect> = (0..12)
            .map(|number| effect("Pod", &format!("p{number}"), None))
            .collect();
        all.extend((0..11).map(|number| effect("Deployment", &format!("d{number}"), Some("rollout-stuck"))));
        let text = plain(&effects(&all, 7, 100));
        assert!(
            text.starts_with("\nexplains 30 objects\n  Deployment shop/d0 [rollout-stuck]: it waits\n"),
            "{text}"
        );
        assert!(
            text.contains("  Pod shop/p0, shop/p1,") && text.contains(" and 4 more\n"),
            "{text}"
        );
        assert!(
            text.ends_with("  and 5 more; -o json has all\n  and 7 more that the host leaves out\n"),
            "{text}"
        );
        assert_eq!(effects(&[], 0, 100), "");
    }

    #[test]
    fn a_command_is_never_wrapped() {
        let command = format!("kubectl get {}", "word ".repeat(60));
        assert!(plain(&next(std::slice::from_ref(&command), &[])).contains(&format!("  {command}\n")));
    }
}
