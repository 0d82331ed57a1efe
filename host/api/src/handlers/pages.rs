//! The pages for people, and what they load.

use super::incidents::{MAX_HISTORY, detail};
use super::{Call, MAX_ANSWER};
use crate::page::{BoardPage, IncidentPage, ProblemPage};
use crate::problem::Problem;
use crate::query::incident_id;
use askama::Template;
use axum::http::header;
use axum::response::{IntoResponse, Response};

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = include_str!("../../assets/style.css");
const SCRIPT: &str = include_str!("../../assets/refresh.js");
/// How long a browser may keep what does not change while the program runs; short, so that a new program is soon seen whole.
const KEEP: &str = "max-age=300";

/// `/`.
pub(crate) async fn board(call: Call) -> Result<Response, Problem> {
    let number = call.parameters.page()?;
    let board = call.shared.feed.board();
    let recent = call.shared.feed.recent(BoardPage::RECENT);
    html(&BoardPage::new(&board, &recent, call.shared.silent(), number))
}

/// `/incidents/{id}`.
pub(crate) async fn incident(call: Call) -> Result<Response, Problem> {
    let id = incident_id(&call.id)?;
    let (incident, entries) = detail(&call.shared, id).await?;
    let board = call.shared.feed.board();
    html(&IncidentPage::new(
        &board,
        call.shared.silent(),
        &incident,
        entries.as_deref(),
        MAX_HISTORY,
    ))
}

/// `/style.css`.
pub(crate) async fn style(_: Call) -> Result<Response, Problem> {
    Ok(kept("text/css; charset=utf-8", STYLE))
}

/// `/refresh.js`.
pub(crate) async fn script(_: Call) -> Result<Response, Problem> {
    Ok(kept("text/javascript; charset=utf-8", SCRIPT))
}

/// A problem as a page. What cannot even be said that way is said without form.
pub(crate) fn problem(problem: &Problem) -> Response {
    match ProblemPage::new(problem).render() {
        Ok(page) => problem.respond(HTML, page),
        Err(_) => problem.respond("text/plain; charset=utf-8", problem.message.clone()),
    }
}

fn html(page: &impl Template) -> Result<Response, Problem> {
    let page = page
        .render()
        .map_err(|_| Problem::internal("the page cannot be written"))?;
    if page.len() > MAX_ANSWER {
        return Err(Problem::internal("the page is larger than an answer may be"));
    }
    Ok(([(header::CONTENT_TYPE, HTML)], page).into_response())
}

fn kept(media: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, media), (header::CACHE_CONTROL, KEEP)], text).into_response()
}
