//! For kubelets and scrapers.

use super::{Call, MAX_ANSWER};
use crate::board::{Board, Link, Role, Watch};
use crate::problem::Problem;
use crate::text::clean;
use crate::words::duration;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

/// Media type of metrics.
pub(crate) const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
const PLAIN: &str = "text/plain; charset=utf-8";
/// Kinds that are named as missing; whoever reads this wants to know where to look, not everything.
const MAX_NAMED: usize = 10;

/// `/healthz`: the host's loop goes round. Nothing else counts, or a restart would be asked for that mends nothing.
pub(crate) async fn alive(call: Call) -> Result<Response, Problem> {
    let Some(silence) = call.shared.silent() else {
        return Ok(words(StatusCode::OK, "ok"));
    };
    let seconds = |duration: std::time::Duration| i64::try_from(duration.as_secs()).unwrap_or(i64::MAX);
    let text = format!(
        "the host's loop has not gone round for {}; after {} it counts as stuck",
        duration(seconds(silence)),
        duration(seconds(call.shared.settings.stuck_after))
    );
    Ok(words(StatusCode::SERVICE_UNAVAILABLE, &text))
}

/// `/readyz`: the first round has finished. A standby holds no rounds; it says that it is one when its first picture is whole, and knows as
/// much as the leader from then on.
pub(crate) async fn ready(call: Call) -> Result<Response, Problem> {
    let board = call.shared.feed.board();
    Ok(
        match board.status.round.is_some() || board.status.role == Role::Standby {
            true => words(StatusCode::OK, "ok"),
            false => words(StatusCode::SERVICE_UNAVAILABLE, &missing(&board)),
        },
    )
}

/// `/metrics`.
pub(crate) async fn metrics(call: Call) -> Result<Response, Problem> {
    let text = call.shared.metrics.text();
    let text = text.map_err(|_| Problem::internal("metrics cannot be written"))?;
    if text.len() > MAX_ANSWER {
        return Err(Problem::internal("metrics are larger than an answer may be"));
    }
    Ok(([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response())
}

fn missing(board: &Board) -> String {
    let mut parts = vec!["the first round has not finished".to_owned()];
    match &board.status.link {
        Link::Connecting => parts.push("the API server has not answered yet".to_owned()),
        Link::Connected { .. } => {}
        Link::Stale { reason, .. } => parts.push(format!("the API server does not answer: {}", clean(reason))),
    }
    for (watch, what) in [
        (Watch::Listing, "still being read"),
        (Watch::Retrying, "being tried again"),
    ] {
        let kinds = board.coverage.iter().filter(|kind| kind.watch == watch);
        let names: Vec<String> = kinds.map(|kind| clean(&kind.kind)).collect();
        if !names.is_empty() {
            let more = match names.len().saturating_sub(MAX_NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let named: Vec<&str> = names.iter().take(MAX_NAMED).map(String::as_str).collect();
            parts.push(format!("{what}: {}{more}", named.join(", ")));
        }
    }
    parts.join("; ")
}

fn words(status: StatusCode, text: &str) -> Response {
    (status, [(header::CONTENT_TYPE, PLAIN)], format!("{text}\n")).into_response()
}
