//! `sdo snapshot info`.

use crate::args::{Color, Info, Listing};
use crate::document::{Coverage, rfc3339};
use crate::dump;
use crate::exit;
use crate::failure::Failure;
use crate::output;
use crate::render::style::{HEADING, state_style};
use crate::render::{self, table};
use crate::report::Report;
use sdo_model::State;
use serde::Serialize;
use std::fmt::Write;

/// Problems shown as text; `-o json` has all that were kept.
const MAX_PROBLEMS: usize = 20;

/// What a dump holds.
#[derive(Serialize)]
struct Contents<'r> {
    source: &'r str,
    digest: &'r str,
    time: Option<String>,
    version: &'r str,
    objects: usize,
    coverage: Vec<Coverage>,
    problems: Vec<Problem<'r>>,
    more_problems: usize,
}

#[derive(Serialize)]
struct Problem<'r> {
    path: &'r str,
    what: &'r str,
}

pub(crate) fn run(arguments: &Info, color: &Color) -> Result<u8, Failure> {
    let report = Report::new(&dump::read(&arguments.data)?);
    let text = match arguments.output {
        Listing::Text => text(&report),
        Listing::Json => render::json(&contents(&report))?,
        Listing::Yaml => render::yaml(&contents(&report))?,
    };
    output::print(&text, color)?;
    Ok(if report.problems.is_empty() {
        exit::CLEAN
    } else {
        exit::PARTIAL
    })
}

fn contents(report: &Report) -> Contents<'_> {
    Contents {
        source: &report.source,
        digest: &report.digest,
        time: report.time.map(rfc3339),
        version: &report.version,
        objects: report.objects,
        coverage: report.coverage.iter().map(Coverage::from).collect(),
        problems: report
            .problems
            .iter()
            .map(|(path, what)| Problem { path, what })
            .collect(),
        more_problems: report.more_problems,
    }
}

fn text(report: &Report) -> String {
    let unknown = || "unknown".to_owned();
    let version = if report.version.is_empty() {
        "unknown"
    } else {
        &report.version
    };
    let facts = [
        ("source", report.source.clone()),
        ("digest", format!("sha256:{}", report.digest)),
        ("time", report.time.map_or_else(unknown, rfc3339)),
        ("version", version.to_owned()),
        ("objects", report.objects.to_string()),
    ];
    let mut text = String::new();
    for (name, value) in facts {
        let _ = writeln!(text, "{HEADING}{name:<8}{HEADING:#} {value}");
    }
    text.push('\n');
    text.push_str(&coverage(report));
    text.push_str(&problems(report));
    text
}

fn coverage(report: &Report) -> String {
    let header = ["KIND", "COUNT", "STATE", "REASON"].map(str::to_owned).to_vec();
    let shown = report.coverage.iter().filter(|row| row.state != State::Missing);
    let cells = shown.map(|row| {
        let style = state_style(row.state);
        vec![
            row.kind.clone(),
            row.count.to_string(),
            format!("{style}{}{style:#}", row.state.as_str()),
            row.reason.clone(),
        ]
    });
    let missing: Vec<&str> = report
        .coverage
        .iter()
        .filter(|row| row.state == State::Missing)
        .map(|row| row.kind.as_str())
        .collect();
    let mut text = table::render(header, cells.collect());
    if !missing.is_empty() {
        let _ = write!(
            text,
            "\n{HEADING}not collected{HEADING:#}\n{}",
            render::wrap::paragraph(&missing.join(", "), "  ", output::width())
        );
    }
    text
}

fn problems(report: &Report) -> String {
    if report.problems.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{HEADING}problems{HEADING:#}\n");
    for (path, what) in report.problems.iter().take(MAX_PROBLEMS) {
        let _ = writeln!(text, "  {path}: {what}");
    }
    let more = report.problems.len().saturating_sub(MAX_PROBLEMS) + report.more_problems;
    if more > 0 {
        let _ = writeln!(text, "  and {more} more");
    }
    text
}
