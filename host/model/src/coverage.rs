//! How much of each kind a snapshot carries: unknown is not healthy.

use crate::Kind;
use serde::Serialize;
use std::collections::BTreeSet;

/// How much of a kind a snapshot carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Every object of the kind is there; an empty list is known to be empty.
    Complete,
    /// Some objects may be absent; [`Coverage::reason`] says why.
    Partial,
    /// The collector was refused.
    Forbidden,
    /// Nothing was collected.
    Missing,
}

impl State {
    /// The word that JSON output and the contract use.
    pub fn as_str(self) -> &'static str {
        match self {
            State::Complete => "complete",
            State::Partial => "partial",
            State::Forbidden => "forbidden",
            State::Missing => "missing",
        }
    }
}

/// The coverage of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// The kind this is about.
    pub kind: Kind,
    /// Over the whole cluster.
    pub state: State,
    /// Objects of the kind in the snapshot.
    pub count: usize,
    /// Why the state is not `complete`; empty when it is.
    pub reason: String,
    /// Where `state` is partial: the namespaces that are known to be complete all the same.
    pub complete_namespaces: BTreeSet<String>,
    /// Where `state` is partial: the namespaces that the collector was refused.
    pub forbidden_namespaces: BTreeSet<String>,
}

impl Coverage {
    /// A kind that was not collected.
    pub fn missing(kind: Kind) -> Self {
        Self {
            kind,
            state: State::Missing,
            count: 0,
            reason: "not in the snapshot".to_owned(),
            complete_namespaces: BTreeSet::new(),
            forbidden_namespaces: BTreeSet::new(),
        }
    }

    /// The state within one namespace; `None` asks for the whole cluster.
    pub fn state_in(&self, namespace: Option<&str>) -> State {
        match (self.state, namespace) {
            (State::Partial, Some(name)) if self.complete_namespaces.contains(name) => State::Complete,
            (State::Partial, Some(name)) if self.forbidden_namespaces.contains(name) => State::Forbidden,
            (state, _) => state,
        }
    }
}
