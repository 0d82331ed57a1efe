//! How the watches are doing, for people and for metrics.

use http::StatusCode;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Where a watch stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Not begun yet.
    #[default]
    Starting,
    /// Its list is under way.
    Listing,
    /// Changes come in as they happen.
    Watching,
    /// It waits before it tries again, and why.
    Waiting(String),
}

/// What the server was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verb {
    /// Who and where it is, and what it serves.
    Discover,
    /// Objects, page by page.
    List,
    /// Changes, and with them the objects at the start.
    Watch,
}

/// How it answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answered {
    /// Well.
    Ok,
    /// Too many requests.
    Throttled,
    /// Not authenticated, not allowed.
    Refused,
    /// Not there, or no longer.
    Gone,
    /// With another error.
    Failed,
    /// Not at all.
    Unreachable,
}

impl Answered {
    pub(super) fn of(status: StatusCode) -> Self {
        match status {
            status if status.is_success() => Answered::Ok,
            StatusCode::TOO_MANY_REQUESTS => Answered::Throttled,
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Answered::Refused,
            StatusCode::NOT_FOUND | StatusCode::GONE => Answered::Gone,
            _ => Answered::Failed,
        }
    }

    /// Whether an API server is there: one that keeps its words from strangers is as alive as another.
    pub(super) fn is_of_a_server(self) -> bool {
        matches!(self, Answered::Ok | Answered::Refused)
    }
}

/// The watch of one resource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KindHealth {
    /// Where it stands.
    pub phase: Phase,
    /// Lists so far.
    pub lists: u64,
    /// Events so far, those of streamed lists included.
    pub events: u64,
    /// Times that it could not go on.
    pub faults: u64,
}

/// What is known of all watches; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Health(Arc<Mutex<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    kinds: BTreeMap<String, KindHealth>,
    turns: u64,
    requests: BTreeMap<(Verb, Answered), u64>,
    bytes: u64,
    heard: Option<Instant>,
}

impl Health {
    /// By resource, named as in coverage.
    pub fn kinds(&self) -> BTreeMap<String, KindHealth> {
        self.inner().kinds.clone()
    }

    /// How often the phase of some resource changed so far.
    pub fn turns(&self) -> u64 {
        self.inner().turns
    }

    /// Requests and bytes of answers so far.
    pub fn cost(&self) -> (u64, u64) {
        let inner = self.inner();
        (inner.requests.values().sum(), inner.bytes)
    }

    /// Requests so far, by what was asked and how it was answered.
    pub fn requests(&self) -> BTreeMap<(Verb, Answered), u64> {
        self.inner().requests.clone()
    }

    /// How long ago the server was last heard; `None` before its first word.
    pub fn silence(&self) -> Option<Duration> {
        self.inner().heard.map(|heard| heard.elapsed())
    }

    pub(super) fn asked(&self, verb: Verb, answered: Answered) {
        *self.inner().requests.entry((verb, answered)).or_default() += 1;
    }

    pub(super) fn heard(&self) {
        self.inner().heard = Some(Instant::now());
    }

    pub(super) fn received(&self, bytes: usize) {
        let mut inner = self.inner();
        inner.bytes += bytes as u64;
        inner.heard = Some(Instant::now());
    }

    pub(super) fn phase(&self, resource: &str, phase: Phase) {
        let mut inner = self.inner();
        let kind = inner.kinds.entry(resource.to_owned()).or_default();
        kind.lists += u64::from(phase == Phase::Listing);
        kind.faults += u64::from(matches!(phase, Phase::Waiting(_)));
        let is_other = kind.phase != phase;
        kind.phase = phase;
        inner.turns += u64::from(is_other);
    }

    pub(super) fn events(&self, resource: &str, count: usize) {
        let mut inner = self.inner();
        inner.kinds.entry(resource.to_owned()).or_default().events += count as u64;
    }

    pub(super) fn forget(&self, resource: &str) {
        self.inner().kinds.remove(resource);
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_refuses_is_there_and_one_that_fails_may_not_be() {
        let is_there = |code| Answered::of(StatusCode::from_u16(code).unwrap()).is_of_a_server();
        assert!([200, 401, 403].into_iter().all(is_there));
        assert!(![302, 404, 410, 429, 500, 502, 503, 504].into_iter().any(is_there));
        assert!(!Answered::Unreachable.is_of_a_server());
    }
}
