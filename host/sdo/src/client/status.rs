//! `sdo status`: a host and its cluster on one screen.

use super::words::{host as named, moment, more, now, severity_of, standing, state_of, style};
use super::{wait, wire};
use crate::args::{Color, FailOn, Form, Status as Arguments};
use crate::exit;
use crate::failure::Failure;
use crate::output;
use crate::render::style::{BAD, DIM, GOOD, HEADING, state_style};
use crate::render::text::count;
use crate::render::wrap::{hanging, paragraph};
use crate::render::{json, table};
use indicatif::{DecimalBytes, HumanCount};
use sdo_api::document::{
    Costs, Coverage, CoverageState, Detector, Detectors, Glance, Kind, Link, LinkState, OpenCounts, Role, Severity,
    Status, Verdict,
};
use sdo_model::{State, finding};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Reasons that are named for which kinds are not all read.
const MAX_GAPS: usize = 8;
/// Kinds that are named for one of them.
const MAX_KINDS: usize = 3;
/// Detectors that are named as unwell.
const MAX_DETECTORS: usize = 10;
/// Rules that are named as without a verdict.
const MAX_UNKNOWN: usize = 5;
/// Column where values begin.
const VALUES: usize = 11;

/// Everything on the screen; also the shape of `-o json`.
#[derive(Clone, Debug, Serialize)]
struct Screen {
    status: Status,
    coverage: Coverage,
    detectors: Detectors,
}

/// Runs the command and gives the exit code.
pub(crate) fn run(arguments: &Arguments, color: &Color) -> Result<u8, Failure> {
    let wire = wire(&arguments.host)?;
    let screen = wait(async {
        Ok(Screen {
            status: wire.get("/v1/status", &[]).await?,
            coverage: wire.get("/v1/coverage", &[]).await?,
            detectors: wire.get("/v1/detectors", &[]).await?,
        })
    })?;
    let text = match arguments.output {
        Form::Text => text(&screen, output::width()),
        Form::Json => json(&screen)?,
    };
    output::print(&text, color)?;
    Ok(code(&screen, arguments.fail_on))
}

fn code(screen: &Screen, fail_on: FailOn) -> u8 {
    let OpenCounts {
        critical,
        warning,
        info,
        ..
    } = screen.status.glance.open;
    let open = [
        (Severity::Critical, critical),
        (Severity::Warning, warning),
        (Severity::Info, info),
    ];
    let is_over = |threshold: finding::Severity| {
        open.iter()
            .any(|(severity, number)| *number > 0 && severity_of(*severity) >= threshold)
    };
    match fail_on.threshold() {
        Some(threshold) if is_over(threshold) => exit::FINDINGS,
        _ if is_partial(&screen.status) => exit::PARTIAL,
        _ => exit::CLEAN,
    }
}

/// Whether there may be more than what is shown. Open incidents do not make anything else known.
fn is_partial(status: &Status) -> bool {
    let Status {
        glance,
        kinds,
        detectors,
        link,
        ..
    } = status;
    matches!(glance.verdict, Verdict::Partial | Verdict::Unknown)
        || glance.round.is_none()
        || glance.unknown > 0
        || link.state != LinkState::Connected
        || kinds.partial + kinds.forbidden + kinds.missing > 0
        || detectors.all == 0
        || detectors.well < detectors.all
}

fn text(screen: &Screen, width: usize) -> String {
    let status = &screen.status;
    let now = now(status.glance.round.as_ref());
    let mut text = headline(&status.glance, width);
    text.push('\n');
    for (name, value) in [
        ("cluster", cluster(status)),
        ("host", host(status)),
        ("link", link(&status.link, now)),
        ("round", round(status)),
        ("incidents", incidents(&status.glance.open)),
    ] {
        text.push_str(&fact(name, &value, width));
    }
    text.push_str(&coverage(screen, width));
    text.push_str(&detectors(screen, now, width));
    text + &fact("costs", &costs(&status.costs), width)
}

/// The verdict in its colour.
fn headline(glance: &Glance, width: usize) -> String {
    let style = match (glance.verdict, glance.open.critical, glance.open.warning) {
        (Verdict::Clear, ..) => GOOD,
        (Verdict::Incidents, 1.., _) => style(Severity::Critical),
        (Verdict::Incidents, 0, 0) => style(Severity::Info),
        (Verdict::Incidents, ..) | (Verdict::Partial | Verdict::Unknown, ..) => style(Severity::Warning),
    };
    let lines = hanging(&glance.text, "", width);
    lines.lines().map(|line| format!("{style}{line}{style:#}\n")).collect()
}

fn fact(name: &str, value: &str, width: usize) -> String {
    let gap = " ".repeat(VALUES.saturating_sub(name.len()));
    // Continued below the value, not below the name.
    let indent = " ".repeat(VALUES);
    let value = paragraph(value, &indent, width);
    format!(
        "{HEADING}{name}{HEADING:#}{gap}{}",
        value.strip_prefix(&indent).unwrap_or(&value)
    )
}

fn cluster(status: &Status) -> String {
    let cluster = &status.cluster;
    let version = cluster
        .version
        .as_deref()
        .map(|version| format!("Kubernetes {version}"));
    let name = Some(cluster.name.clone()).filter(|name| !name.is_empty());
    let parts: Vec<String> = name
        .into_iter()
        .chain(version)
        .chain([cluster.server.clone()])
        .collect();
    parts.join(", ")
}

fn host(status: &Status) -> String {
    let role = match (status.role, &status.leader) {
        (Role::Alone, _) => "the only one of this cluster".to_owned(),
        (Role::Leader, _) => "leads".to_owned(),
        (Role::Standby, Some(leader)) => format!("stands by; {} leads and knows the incidents", named(leader)),
        (Role::Standby, None) => "stands by; nobody is known to lead".to_owned(),
    };
    format!("sdo {}, {role}, started {}", status.version, moment(&status.started))
}

fn link(link: &Link, now: Option<i64>) -> String {
    let since = link.since.as_deref().map(|since| format!(" {}", standing(since, now)));
    let since = since.unwrap_or_default();
    match link.state {
        LinkState::Connecting => "the API server has not answered yet".to_owned(),
        LinkState::Connected => format!("the API server answers{since}"),
        LinkState::Stale => format!("{BAD}the API server does not answer{since}{BAD:#}: {}", link.reason),
    }
}

fn round(status: &Status) -> String {
    let Some(round) = &status.glance.round else {
        return "none has finished yet".to_owned();
    };
    let number = HumanCount(round.number);
    let (objects, millis) = (HumanCount(status.objects), round.micros as f64 / 1_000.0);
    format!(
        "number {number} over {objects} objects, at {}, in {millis:.1} ms",
        moment(&round.at)
    )
}

fn incidents(open: &OpenCounts) -> String {
    let OpenCounts {
        critical,
        warning,
        info,
        blind,
        muted,
    } = *open;
    let levels = [
        (Severity::Critical, critical),
        (Severity::Warning, warning),
        (Severity::Info, info),
    ];
    let level = |(severity, number): (Severity, usize)| match number {
        0 => format!("0 {}", severity.as_str()),
        _ => {
            let style = style(severity);
            format!("{style}{number} {}{style:#}", severity.as_str())
        }
    };
    let mut text = levels.map(level).join(", ");
    if blind > 0 {
        let _ = write!(text, "; {blind} cannot be seen now");
    }
    if muted > 0 {
        let _ = write!(text, "; {muted} muted");
    }
    if critical + warning + info > 0 {
        let _ = write!(text, "{DIM}; `{} incidents` lists them{DIM:#}", crate::kubectl::name());
    }
    text
}

/// What could not be read, and which verdicts are unknown because of it.
fn coverage(screen: &Screen, width: usize) -> String {
    let counts = screen.status.kinds;
    let unread = counts.partial + counts.forbidden + counts.missing;
    let all = counts.complete + unread;
    if unread == 0 && screen.status.glance.unknown == 0 {
        return fact(
            "coverage",
            &format!("{}, all read completely", count(all, "kind")),
            width,
        );
    }
    let mut text = fact(
        "coverage",
        &format!("{} of {} not read completely", unread, count(all, "kind")),
        width,
    );
    let gaps = gaps(&screen.coverage.kinds);
    let rows = gaps.iter().take(MAX_GAPS).map(|gap| {
        let (word, style) = (gap.state.as_str(), state_style(gap.state));
        let kinds = some_of(&gap.kinds);
        vec![kinds, format!("{style}{word}{style:#}"), gap.reason.to_owned()]
    });
    let left: usize = gaps.iter().skip(MAX_GAPS).map(|gap| gap.kinds.len()).sum();
    text.push_str(&rows_below(rows.collect(), left, width));
    text + &unknown(screen, width)
}

/// Kinds that are not read completely for one reason: a server that is away is the same reason for all of them.
struct Gap<'k> {
    state: State,
    reason: &'k str,
    kinds: Vec<&'k str>,
}

fn gaps(kinds: &[Kind]) -> Vec<Gap<'_>> {
    let mut gaps: Vec<Gap<'_>> = Vec::new();
    for kind in kinds.iter().filter(|kind| kind.state != CoverageState::Complete) {
        let state = state_of(kind.state);
        match gaps
            .iter_mut()
            .find(|gap| gap.state == state && gap.reason == kind.reason)
        {
            Some(gap) => gap.kinds.push(&kind.kind),
            None => gaps.push(Gap {
                state,
                reason: &kind.reason,
                kinds: vec![&kind.kind],
            }),
        }
    }
    gaps
}

fn some_of(kinds: &[&str]) -> String {
    let named = kinds.iter().copied().take(MAX_KINDS).collect::<Vec<_>>().join(", ");
    match kinds.len().saturating_sub(MAX_KINDS) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

fn unknown(screen: &Screen, width: usize) -> String {
    let verdicts = screen.status.glance.unknown;
    if verdicts == 0 {
        return String::new();
    }
    let mut rules: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for unknown in &screen.coverage.unknown {
        rules.entry(&unknown.rule).or_default().push(&unknown.kind);
    }
    let shown = rules.iter().take(MAX_UNKNOWN);
    let mut named: Vec<String> = shown
        .map(|(rule, kinds)| format!("{rule} for want of {}", some_of(kinds)))
        .collect();
    named.extend(Some(more(rules.len().saturating_sub(MAX_UNKNOWN))).filter(|more| !more.is_empty()));
    let text = format!("{}: {}", count(verdicts, "verdict"), named.join("; "));
    fact("unknown", &text, width)
}

fn detectors(screen: &Screen, now: Option<i64>, width: usize) -> String {
    let counts = screen.status.detectors;
    if counts.all == 0 {
        return fact("detectors", "none has run yet", width);
    }
    let unwell = counts.all.saturating_sub(counts.well);
    if unwell == 0 {
        return fact("detectors", &format!("{}, all well", counts.all), width);
    }
    let mut text = fact(
        "detectors",
        &format!("{unwell} of {} without a valid answer", counts.all),
        width,
    );
    let rows = screen.detectors.detectors.iter().filter(|detector| !detector.well);
    let rows = rows.take(MAX_DETECTORS).map(|detector| row(detector, now)).collect();
    text.push_str(&rows_below(rows, unwell.saturating_sub(MAX_DETECTORS), width));
    text
}

fn row(detector: &Detector, now: Option<i64>) -> Vec<String> {
    let outcome = match &detector.last {
        Some(last) => last.outcome.clone(),
        None => "has not run".to_owned(),
    };
    let away = detector.backing_off_until.as_deref().map(|until| left_out(until, now));
    let note = Some(detector.note.clone()).filter(|note| !note.is_empty());
    let told: Vec<String> = away.into_iter().chain(note).collect();
    vec![detector.rule.clone(), format!("{BAD}{outcome}{BAD:#}"), told.join("; ")]
}

fn left_out(until: &str, now: Option<i64>) -> String {
    let ahead = super::words::seconds(until)
        .zip(now)
        .map(|(until, now)| until.saturating_sub(now));
    match ahead {
        Some(seconds) if seconds > 0 => format!("tried again in {}", crate::render::time::duration(seconds)),
        _ => format!("tried again at {}", moment(until)),
    }
}

/// Columns that line up, below a fact; the last one is continued below itself.
fn rows_below(rows: Vec<Vec<String>>, left: usize, width: usize) -> String {
    let indent = " ".repeat(VALUES);
    let mut text: String = table::aligned(rows)
        .iter()
        .map(|row| hanging(row, &indent, width))
        .collect();
    if left > 0 {
        let _ = writeln!(text, "{indent}{}", more(left));
    }
    text
}

fn costs(costs: &Costs) -> String {
    let memory = costs
        .resident_bytes
        .map(|bytes| format!(", {} of memory", DecimalBytes(bytes)));
    format!(
        "{} requests to the API server for {}, {:.1} s of CPU{}",
        HumanCount(costs.requests),
        DecimalBytes(costs.bytes),
        costs.cpu_seconds,
        memory.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests;
