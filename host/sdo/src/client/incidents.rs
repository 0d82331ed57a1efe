//! `sdo incidents`: those that a host knows, newest first, page by page.

use super::words::{age, host, now, object, stage, style};
use super::{wait, wire};
use crate::args::{Color, Form, IncidentList, Level, StageChoice};
use crate::exit;
use crate::failure::Failure;
use crate::kubectl;
use crate::output;
use crate::render::style::{COMMAND, DIM};
use crate::render::wrap::hanging;
use crate::render::{json, table};
use sdo_api::document::{Incident, Incidents, Role, Status, Verdict};
use std::io::IsTerminal;
use textwrap::core::display_width;

/// Incidents that a host gives at once, at most.
const PAGE: usize = 500;
/// Columns of a summary that are worth cutting it for; a terminal that is too narrow for them wraps.
const LEAST_SUMMARY: usize = 24;

/// Runs the command and gives the exit code.
pub(super) fn run(arguments: &IncidentList, color: &Color) -> Result<u8, Failure> {
    let wire = wire(&arguments.host)?;
    let (status, found) = wait(async {
        // Ages are told by the cluster's clock, and an empty list means nothing without the verdict.
        let status: Status = wire.get("/v1/status", &[]).await?;
        Ok((status, pages(&wire, arguments).await?))
    })?;
    let text = match arguments.output {
        Form::Text => text(&status, &found, arguments),
        Form::Json => json(&found)?,
    };
    output::print(&text, color)?;
    Ok(exit::CLEAN)
}

/// As many pages as it takes; `next` is where the list goes on.
async fn pages(wire: &super::Wire, arguments: &IncidentList) -> Result<Incidents, Failure> {
    let limit = usize::try_from(arguments.limit).unwrap_or(usize::MAX);
    let mut found = Incidents {
        incidents: Vec::new(),
        next: arguments.before.map(|before| before.to_string()),
    };
    loop {
        let left = limit - found.incidents.len();
        let page: Incidents = wire
            .get("/v1/incidents", &query(arguments, left, found.next.take()))
            .await?;
        found.next = page.next;
        // Whoever answers may be anybody: more than was asked for is cut, a page without anything is the last.
        let is_last = found.next.is_none() || page.incidents.is_empty();
        found.incidents.extend(page.incidents.into_iter().take(left));
        if is_last || found.incidents.len() >= limit {
            return Ok(found);
        }
    }
}

fn query(arguments: &IncidentList, left: usize, before: Option<String>) -> Vec<(&'static str, String)> {
    let stage = match arguments.stage {
        StageChoice::Open => Some("open".to_owned()),
        StageChoice::Closed => Some("closed".to_owned()),
        StageChoice::All => None,
    };
    let filter = &arguments.filter;
    // What excludes nothing is not said.
    let severity = Some(filter.severity).filter(|level| *level != Level::Info);
    let limit = Some(left.min(PAGE).to_string());
    [
        ("stage", stage),
        ("severity", severity.map(|level| level.severity().as_str().to_owned())),
        ("namespace", filter.namespace.clone()),
        ("rule", filter.rule.clone()),
        ("before", before),
        ("limit", limit),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name, value?)))
    .collect()
}

fn text(status: &Status, found: &Incidents, arguments: &IncidentList) -> String {
    let width = output::width();
    let mut text = match found.incidents.is_empty() {
        true => nothing(arguments, width),
        false => listed(&found.incidents, now(status.glance.round.as_ref()), width),
    };
    if let Some(next) = &found.next {
        text.push_str(&format!(
            "{DIM}more: {} incidents --before {next}, with the same filters{DIM:#}\n",
            kubectl::name()
        ));
    }
    text.push_str(&doubt(status, width));
    text
}

fn nothing(arguments: &IncidentList, width: usize) -> String {
    let filter = &arguments.filter;
    let is_filtered = filter.severity != Level::Info
        || filter.namespace.is_some()
        || filter.rule.is_some()
        || arguments.before.is_some();
    let stage = match arguments.stage {
        StageChoice::Open => "open ",
        StageChoice::Closed => "closed ",
        StageChoice::All => "",
    };
    let asked = if is_filtered { " that match" } else { "" };
    hanging(&format!("no {stage}incidents{asked}"), "", width)
}

/// What keeps the list from being all there is: silence of a host that cannot see is no health. Empty when nothing does.
fn doubt(status: &Status, width: usize) -> String {
    match (status.role, status.glance.verdict, &status.leader) {
        (Role::Standby, _, Some(leader)) => {
            let leader = host(leader);
            let told = format!("this host stands by and may know nothing; {leader} leads, ask it instead:");
            // A command is copied, so it is never wrapped.
            let command = format!("  {COMMAND}kubectl -n sdo port-forward pod/{leader} 7780{COMMAND:#}\n");
            hanging(&told, "", width) + &command
        }
        (Role::Standby, _, None) => hanging(
            "this host stands by and may know nothing; nobody is known to lead",
            "",
            width,
        ),
        (_, Verdict::Partial | Verdict::Unknown, _) => hanging(&status.glance.text, "", width),
        _ => String::new(),
    }
}

fn listed(incidents: &[Incident], now: Option<i64>, width: usize) -> String {
    let header = ["INCIDENT", "SEVERITY", "STATE", "AGE", "OBJECT", "SUMMARY"]
        .map(str::to_owned)
        .to_vec();
    let mut rows: Vec<Vec<String>> = incidents.iter().map(|incident| row(incident, now)).collect();
    // On a terminal a row is a line; in a file or a pipe nothing is cut.
    if std::io::stdout().is_terminal() {
        cut(&header, &mut rows, width);
    }
    table::render(header, rows)
}

fn row(incident: &Incident, now: Option<i64>) -> Vec<String> {
    let style = style(incident.severity);
    vec![
        incident.id.clone(),
        format!("{style}{}{style:#}", incident.severity.as_str()),
        stage(incident).to_owned(),
        age(&incident.opened, now),
        object(&incident.object),
        incident.summary.clone(),
    ]
}

/// Cuts the last column to what is left of `width`.
fn cut(header: &[String], rows: &mut [Vec<String>], width: usize) {
    let before = header.len().saturating_sub(1);
    let widest = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| display_width(cell))
            .max()
    };
    let taken: usize = (0..before)
        .map(|column| {
            let head = header.get(column).map_or(0, |cell| display_width(cell));
            widest(column).unwrap_or(0).max(head) + 2
        })
        .sum();
    let room = width.saturating_sub(taken);
    if room < LEAST_SUMMARY {
        return;
    }
    for summary in rows.iter_mut().filter_map(|row| row.last_mut()) {
        *summary = shortened(summary, room);
    }
}

/// `text` in at most `room` columns, marked when it was cut.
fn shortened(text: &str, room: usize) -> String {
    if display_width(text) <= room {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut taken = 1;
    for character in text.chars() {
        taken += display_width(character.encode_utf8(&mut [0; 4]));
        if taken > room {
            break;
        }
        kept.push(character);
    }
    kept + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_is_cut_to_the_columns_that_are_left() {
        assert_eq!(shortened("short", 5), "short");
        assert_eq!(shortened("longer", 5), "long…");
        assert_eq!(shortened("日本日本", 6), "日本…");
        let header = ["A", "B"].map(str::to_owned);
        let mut rows = vec![
            vec!["12345678".to_owned(), "x".repeat(200)],
            vec!["1".to_owned(), "short".to_owned()],
        ];
        cut(&header, &mut rows, 50);
        assert_eq!((rows[0][1].chars().count(), rows[1][1].as_str()), (40, "short"));
        cut(&header, &mut rows, 30);
        assert_eq!(rows[0][1].chars().count(), 40, "too narrow to be worth it");
    }
}
