//! Documents that are made from the board alone.

use super::{Call, json};
use crate::document::{Coverage, Detectors, Status};
use crate::problem::Problem;
use axum::response::Response;

/// `/v1/status`.
pub(crate) async fn status(call: Call) -> Result<Response, Problem> {
    let board = call.shared.feed.board();
    json(&Status::new(&board, call.shared.silent()))
}

/// `/v1/coverage`.
pub(crate) async fn coverage(call: Call) -> Result<Response, Problem> {
    json(&Coverage::from(&*call.shared.feed.board()))
}

/// `/v1/detectors`.
pub(crate) async fn detectors(call: Call) -> Result<Response, Problem> {
    json(&Detectors::from(&*call.shared.feed.board()))
}
