//! `sdo detector list`.

use crate::args::{Color, List, Listing};
use crate::exit;
use crate::failure::Failure;
use crate::library::Order;
use crate::output;
use crate::render::style::{BAD, DIM, HEADING};
use crate::render::{self, table, trouble};
use sdo_pipeline::{DetectorRun, Library, Loaded, Origin, one_line};
use serde::Serialize;
use std::fmt::Write;
use std::num::NonZeroUsize;

/// Bytes of a title or path.
const MAX_TEXT: usize = 300;

/// A detector in a listing.
#[derive(Serialize)]
struct Row {
    rule: String,
    version: String,
    title: String,
    needs: Vec<&'static str>,
    sees: Vec<&'static str>,
    custom: Vec<String>,
    bytes: u64,
    digest: String,
    source: String,
}

/// A detector that cannot run.
#[derive(Serialize)]
struct Failed {
    name: String,
    digest: String,
    outcome: &'static str,
    reason: String,
}

#[derive(Serialize)]
struct Rows {
    detectors: Vec<Row>,
    failed: Vec<Failed>,
}

pub(crate) fn list(arguments: &List, color: &Color) -> Result<u8, Failure> {
    let library = Order::read(&arguments.detectors)?
        .load(NonZeroUsize::MIN.saturating_add(1))?
        .library;
    let rows = rows(&library);
    let text = match arguments.output {
        Listing::Text => text(&rows),
        Listing::Json => render::json(&rows)?,
        Listing::Yaml => render::yaml(&rows)?,
    };
    output::print(&text, color)?;
    Ok(if library.failed.is_empty() {
        exit::CLEAN
    } else {
        exit::PARTIAL
    })
}

fn rows(library: &Library) -> Rows {
    Rows {
        detectors: library.ready.iter().map(row).collect(),
        failed: library.failed.iter().map(failed).collect(),
    }
}

fn row(loaded: &Loaded) -> Row {
    let names = |kinds: sdo_model::KindSet| kinds.iter().map(|kind| kind.name()).collect();
    Row {
        rule: loaded.spec.name.clone(),
        version: one_line(&loaded.spec.version, MAX_TEXT),
        title: one_line(&loaded.spec.title, MAX_TEXT),
        needs: names(loaded.needs()),
        sees: names(loaded.detector.grants()),
        custom: loaded.custom(),
        bytes: loaded.detector.size(),
        digest: loaded.detector.digest().to_string(),
        source: source(&loaded.origin),
    }
}

fn failed(run: &DetectorRun) -> Failed {
    Failed {
        name: run.name.clone(),
        digest: run.digest.clone(),
        outcome: run.status.code(),
        reason: trouble(run),
    }
}

/// Where a detector came from, for people.
pub(crate) fn source(origin: &Origin) -> String {
    match origin {
        Origin::BuiltIn => "built-in".to_owned(),
        Origin::File(path) => one_line(&path.display().to_string(), MAX_TEXT),
    }
}

fn text(rows: &Rows) -> String {
    let header = ["RULE", "VERSION", "NEEDS", "SIZE", "SOURCE"]
        .map(str::to_owned)
        .to_vec();
    let cells = |row: &Row| {
        let size = format!("{} KB", row.bytes.div_ceil(1_000));
        vec![
            row.rule.clone(),
            row.version.clone(),
            row.needs.join(","),
            size,
            row.source.clone(),
        ]
    };
    let mut text = table::render(header, rows.detectors.iter().map(cells).collect());
    for failed in &rows.failed {
        let _ = writeln!(text, "{BAD}{}{BAD:#} {}", failed.name, failed.reason);
    }
    let _ = writeln!(
        text,
        "\n{HEADING}{}{HEADING:#} detectors{DIM}; `sdo check --explain RULE` says what a rule means, `sdo detector inspect RULE` what it can read{DIM:#}",
        rows.detectors.len()
    );
    text
}
