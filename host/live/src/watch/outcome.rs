//! How a list or a watch ended, and what follows from it.

use crate::list::{Answer, refusal};
use http::StatusCode;
use sdo_model::State;
use std::time::Duration;

/// The end of one attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The server ended the watch as it does from time to time.
    Ended,
    /// The server no longer knows the place from which to go on: everything has to be listed again.
    Expired,
    /// What it sent could not be understood.
    Invalid(String),
    /// The server does not stream lists.
    NoStreams,
    /// The user may not, or the server does not serve it.
    Refused(State, String),
    /// It broke, and may well go next time; how long the server asks to wait.
    Broken(String, Option<Duration>),
}

impl Outcome {
    pub(super) fn broken(reason: impl Into<String>) -> Self {
        Outcome::Broken(reason.into(), None)
    }

    /// What an answer that is no success means; `streamed` when it was asked to stream a list.
    pub(super) fn of_refusal(answer: &Answer, streamed: bool) -> Self {
        let (state, reason) = refusal(answer);
        match answer.status {
            StatusCode::GONE => Outcome::Expired,
            // 400 and 422 are how servers without the feature, or with it turned off, speak of its parameters.
            StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY if streamed => Outcome::NoStreams,
            StatusCode::FORBIDDEN
            | StatusCode::UNAUTHORIZED
            | StatusCode::NOT_FOUND
            | StatusCode::METHOD_NOT_ALLOWED => Outcome::Refused(state, reason),
            _ => Outcome::Broken(reason, answer.retry_after),
        }
    }

    /// What the server's own words in the middle of a watch mean.
    pub(super) fn of_code(code: u16, message: &str) -> Self {
        match code {
            410 => Outcome::Expired,
            403 | 401 => Outcome::Refused(State::Forbidden, message.to_owned()),
            404 => Outcome::Refused(State::Missing, message.to_owned()),
            _ => Outcome::broken(format!("the server ended the watch: {message}")),
        }
    }
}
