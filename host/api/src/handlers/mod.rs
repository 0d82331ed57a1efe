//! What is behind the addresses.

pub(crate) mod documents;
pub(crate) mod events;
pub(crate) mod health;
pub(crate) mod incidents;
pub(crate) mod pages;

use crate::api::Shared;
use crate::problem::Problem;
use crate::query::Parameters;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

/// Bytes of an answer. Lists have limits of their own that keep them far below; this one holds when texts are as long as may be.
pub(crate) const MAX_ANSWER: usize = 16 << 20;

/// Answers a request.
pub(crate) type Handler = fn(Call) -> Pin<Box<dyn Future<Output = Result<Response, Problem>> + Send>>;

/// A request, as handlers see it.
pub(crate) struct Call {
    pub(crate) shared: Arc<Shared>,
    /// What stands for `{id}`; empty where there is none.
    pub(crate) id: String,
    pub(crate) parameters: Parameters,
    pub(crate) headers: HeaderMap,
}

/// A document as JSON.
pub(crate) fn json(document: &impl Serialize) -> Result<Response, Problem> {
    let body = serde_json::to_vec(document).map_err(|_| Problem::internal("the answer cannot be written as JSON"))?;
    if body.len() > MAX_ANSWER {
        return Err(Problem::internal("the answer is larger than an answer may be"));
    }
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}
