//! The whole interface over its router, without a socket.

mod access;
mod documents;
mod limits;

use crate::api::{Api, Settings};
use crate::board::Board;
use crate::feed::{Publisher, channel};
use crate::history::{History, HistoryError, Later, Query};
use crate::metrics::Metrics;
use crate::routes::router;
use crate::sample;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use sdo_model::incident::{Entry, Incident, IncidentId, Stage};
use serde_json::Value;
use std::sync::Arc;
use tower::ServiceExt;

/// An answer, read to its end.
struct Got {
    status: StatusCode,
    headers: HeaderMap,
    text: String,
}

impl Got {
    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// The code of a problem, and its hint.
    fn problem(&self) -> (u16, String, String) {
        let json = self.json();
        let text = |key: &str| json[key].as_str().unwrap().to_owned();
        assert!(!text("message").is_empty());
        (self.status.as_u16(), text("code"), text("hint"))
    }
}

/// What a store would keep: incidents 1 to 4, and the same history for each.
struct Kept;

impl History for Kept {
    fn incident(&self, id: IncidentId) -> Later<'_, Option<Incident>> {
        Box::pin(async move { Ok((1..=4).contains(&id.0).then(|| sample::incident(id.0, Stage::Closed))) })
    }

    fn entries(&self, id: IncidentId, limit: usize) -> Later<'_, Vec<Entry>> {
        Box::pin(async move { Ok(sample::history(id).into_iter().take(limit).collect()) })
    }

    fn incidents<'a>(&'a self, query: &'a Query) -> Later<'a, Vec<Incident>> {
        let all = (1..=4).rev().map(|number| sample::incident(number, Stage::Closed));
        let found = all
            .filter(|incident| query.matches(incident))
            .take(query.limit)
            .collect();
        Box::pin(async move { Ok(found) })
    }
}

/// A store that cannot be read.
struct Broken;

impl History for Broken {
    fn incident(&self, _: IncidentId) -> Later<'_, Option<Incident>> {
        Box::pin(async { Err(HistoryError("the file is locked".to_owned())) })
    }

    fn entries(&self, _: IncidentId, _: usize) -> Later<'_, Vec<Entry>> {
        Box::pin(async { Err(HistoryError("the file is locked".to_owned())) })
    }

    fn incidents<'a>(&'a self, _: &'a Query) -> Later<'a, Vec<Incident>> {
        Box::pin(async { Err(HistoryError("the file is locked".to_owned())) })
    }
}

fn served(board: Board, settings: Settings, history: impl History) -> (Publisher, Router) {
    let (publisher, feed) = channel(board);
    let metrics = Arc::new(Metrics::new("0.1.0"));
    let api = Api::new(settings, feed, metrics, Arc::new(history));
    (publisher, router(api.shared))
}

fn open(board: Board) -> Router {
    served(board, Settings::default(), Kept).1
}

fn request(path: &str) -> axum::http::request::Builder {
    Request::get(path).header(header::HOST, "localhost:8080")
}

async fn send(router: &Router, request: Request<Body>) -> Got {
    let response = router.clone().oneshot(request).await.unwrap();
    let (head, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap();
    Got {
        status: head.status,
        headers: head.headers,
        text: String::from_utf8(bytes.to_vec()).unwrap(),
    }
}

async fn get(router: &Router, path: &str) -> Got {
    send(router, request(path).body(Body::empty()).unwrap()).await
}

/// Every board there is to look at, by name.
fn boards() -> Vec<(&'static str, Board)> {
    vec![
        ("empty", sample::empty()),
        ("partial", sample::partial()),
        ("starting", sample::starting()),
        ("rich", sample::rich()),
        ("many", sample::many()),
        ("hostile", sample::hostile()),
        ("default", Board::default()),
    ]
}
