//! Incidents: what the board holds and what the host keeps, as one list.

use super::{Call, json};
use crate::api::Shared;
use crate::board::Board;
use crate::document::{self, IncidentDetail};
use crate::history::{HistoryError, Query};
use crate::problem::Problem;
use crate::query::incident_id;
use axum::response::Response;
use sdo_model::incident::{Entry, Incident, IncidentId, Stage};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Entries of a history that are answered, the newest: one that flapped for weeks has thousands.
pub(crate) const MAX_HISTORY: usize = 200;
/// Bytes of the texts of a page of incidents; a page ends early when they are longer.
const MAX_PAGE_TEXT: usize = 2 << 20;

/// `/v1/incidents`.
pub(crate) async fn list(call: Call) -> Result<Response, Problem> {
    let query = call.parameters.incidents()?;
    let page = page(&call.shared, &query).await?;
    json(&page)
}

/// `/v1/incidents/{id}`.
pub(crate) async fn show(call: Call) -> Result<Response, Problem> {
    let id = incident_id(&call.id)?;
    let (incident, entries) = detail(&call.shared, id).await?;
    json(&IncidentDetail::new(&incident, entries.as_deref(), MAX_HISTORY))
}

/// An incident that is known, and the newest entries of its history, one more than [`MAX_HISTORY`] when there are more.
type Detail = (Arc<Incident>, Option<Vec<Entry>>);

/// What is known of an incident. One that the board holds is shown although its history cannot be read.
pub(crate) async fn detail(shared: &Shared, id: IncidentId) -> Result<Detail, Problem> {
    let board = shared.feed.board();
    let shown = board
        .open
        .iter()
        .chain(&board.closed)
        .find(|incident| incident.id == id);
    let incident = match shown {
        Some(incident) => Arc::clone(incident),
        None => {
            let kept = shared.history.incident(id).await.map_err(unavailable)?;
            Arc::new(kept.ok_or_else(|| Problem::no_incident(id))?)
        }
    };
    let entries = shared
        .history
        .entries(id, MAX_HISTORY + 1)
        .await
        .map_err(unavailable)
        .ok();
    Ok((incident, entries))
}

async fn page(shared: &Shared, query: &Query) -> Result<document::Incidents, Problem> {
    let board = shared.feed.board();
    let one_more = Query {
        limit: query.limit + 1,
        ..query.clone()
    };
    // Every open incident is on the board.
    let kept = match query.stage {
        Some(Stage::Open) => Vec::new(),
        _ => shared.history.incidents(&one_more).await.map_err(unavailable)?,
    };
    Ok(merged(&board, kept, query))
}

/// One page of both: by name, newest first. The board is newer than what is kept.
fn merged(board: &Board, mut kept: Vec<Incident>, query: &Query) -> document::Incidents {
    kept.truncate(query.limit + 1);
    // Below the last one that was answered there may be more that were not.
    let last_kept = kept.get(query.limit).map(|incident| incident.id);
    let mut all: BTreeMap<IncidentId, Arc<Incident>> = kept
        .into_iter()
        .map(|incident| (incident.id, Arc::new(incident)))
        .collect();
    for shown in board.open.iter().chain(&board.closed) {
        all.insert(shown.id, Arc::clone(shown));
    }
    let is_asked =
        |incident: &Arc<Incident>| query.matches(incident) && last_kept.is_none_or(|last| incident.id >= last);
    let found: Vec<&Arc<Incident>> = all.values().rev().filter(|incident| is_asked(incident)).collect();

    let mut incidents = Vec::new();
    let mut text = 0;
    for incident in found.iter().take(query.limit) {
        let document = document::Incident::from(&***incident);
        text += document.summary.len() + document.rule.len() + document.object.name.len();
        if text > MAX_PAGE_TEXT && !incidents.is_empty() {
            break;
        }
        incidents.push(document);
    }
    let is_cut = incidents.len() < found.len();
    let next = match incidents.last() {
        Some(last) if is_cut => Some(last.id.clone()),
        // Everything that was found is here, and the store has more below.
        _ => last_kept.map(|last| last.to_string()),
    };
    document::Incidents { incidents, next }
}

fn unavailable(error: HistoryError) -> Problem {
    tracing::warn!(%error, "http.history");
    Problem::unavailable(
        "history-unavailable",
        "incidents that were kept cannot be read now",
        "`?stage=open` needs no store; `sdo doctor` says what is wrong with it",
    )
}

#[cfg(test)]
mod tests;
