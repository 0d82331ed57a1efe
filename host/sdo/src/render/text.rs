//! A report for people: grouped by cause, worst first, what to do next, and at the end what could not be read.

mod cause;
mod coverage;

use crate::render::style::{BAD, DIM, GOOD, severity_style};
use crate::render::wrap::hanging;
use crate::render::{time, trouble};
use crate::report::Report;
use sdo_live::Cost;
use sdo_model::finding::Severity;
use sdo_pipeline::Status;
use std::fmt::Write;

/// Problems of the dump that are listed.
const MAX_PROBLEMS: usize = 5;

/// The whole text, at most `width` columns wide where words allow, with styles.
pub fn render(report: &Report, width: usize) -> String {
    let mut text = header(report, width);
    for finding in &report.round.findings {
        text.push_str(&cause::render(finding, report.time, width));
    }
    text.push('\n');
    let aside = problems(report, width) + &detectors(report, width) + &coverage::render(report, width);
    if !aside.is_empty() {
        let _ = writeln!(text, "{aside}");
    }
    text + &hanging(&closing(report), "", width)
}

/// `Kubernetes v1.36.3, 3 nodes, 214 objects, captured 2026-11-30 18:03 UTC`.
fn header(report: &Report, width: usize) -> String {
    let captured = match report.time {
        Some(seconds) => format!("captured {}", time::date(seconds)),
        None => "time of capture unknown".to_owned(),
    };
    let counts = format!("{}, {}", count(report.nodes, "node"), count(report.objects, "object"));
    hanging(&format!("{}, {counts}, {captured}", report.release()), "", width)
}

fn problems(report: &Report, width: usize) -> String {
    let shown = report.problems.iter().take(MAX_PROBLEMS);
    let mut text: String = shown
        .map(|(path, what)| hanging(&format!("cannot be read: {path}: {what}"), "", width))
        .collect();
    let more = report.problems.len().saturating_sub(MAX_PROBLEMS) + report.more_problems;
    if more > 0 {
        let hint = if report.cost.is_none() {
            "; `sdo snapshot info` lists them"
        } else {
            ""
        };
        let _ = writeln!(text, "and {} more{hint}", count(more, "problem"));
    }
    text
}

/// Detectors that ended badly, by name: their silence means nothing.
fn detectors(report: &Report, width: usize) -> String {
    let runs = report.round.detectors.iter().filter(|run| run.status != Status::NotRun);
    let lines = runs
        .map(|run| (run, trouble(run)))
        .filter(|(_, trouble)| !trouble.is_empty());
    let line = |(run, trouble): (&sdo_pipeline::DetectorRun, String)| {
        hanging(&format!("detector {BAD}{}{BAD:#} {trouble}", run.name), "", width)
    };
    lines.map(line).collect()
}

fn closing(report: &Report) -> String {
    let finished = report
        .round
        .detectors
        .iter()
        .filter(|run| matches!(run.status, Status::Ran(_)))
        .count();
    let ran = format!("{} in {} ms", count(finished, "detector"), report.millis);
    let asked = report.cost.map_or_else(String::new, asked);
    format!("{}; {ran}{asked}; {}", counts(report), coverage::verdict(report))
}

fn asked(cost: Cost) -> String {
    let megabytes = cost.bytes as f64 / 1e6;
    let requests = count(usize::try_from(cost.requests).unwrap_or(usize::MAX), "request");
    format!(
        "; asked the API server {requests} for {megabytes:.1} MB in {:.2} s",
        cost.time.as_secs_f64()
    )
}

fn counts(report: &Report) -> String {
    let hidden = match report.hidden {
        0 => String::new(),
        hidden => format!(", {hidden} hidden by --severity or --namespace"),
    };
    if report.round.findings.is_empty() {
        return format!("{GOOD}nothing found{GOOD:#}{hidden}");
    }
    let level = |severity: Severity, word: &str| {
        let (number, style) = (report.count(severity), severity_style(severity));
        if number == 0 {
            format!("0 {word}")
        } else {
            format!("{style}{number} {word}{style:#}")
        }
    };
    let levels = [
        (Severity::Critical, "critical"),
        (Severity::Warning, "warning"),
        (Severity::Info, "info"),
    ];
    let levels = levels.map(|(severity, word)| level(severity, word)).join(", ");
    let effects: usize = report.round.findings.iter().map(|finding| finding.effects.len()).sum();
    let folded = if effects == 0 {
        String::new()
    } else {
        format!(" {DIM}({} folded){DIM:#}", count(effects, "effect"))
    };
    format!("{levels}{folded}{hidden}")
}

/// `1 pod`, `2 pods`.
pub(crate) fn count(number: usize, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        _ if one.ends_with('s') => format!("{number} {one}es"),
        _ => match one.strip_suffix('y') {
            Some(stem) => format!("{number} {stem}ies"),
            None => format!("{number} {one}s"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn plurals_are_words() {
        assert_eq!(
            (count(1, "pod"), count(0, "pod")),
            ("1 pod".to_owned(), "0 pods".to_owned())
        );
        assert_eq!(
            (count(2, "Ingress"), count(3, "NetworkPolicy")),
            ("2 Ingresses".to_owned(), "3 NetworkPolicies".to_owned())
        );
    }
}
