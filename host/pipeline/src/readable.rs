//! Whether a detector's verdict would mean anything over this snapshot. Unknown is not healthy.

use crate::candidate::Candidate;
use crate::facts::Facts;
use crate::finding::Unknown;
use crate::wording::Wording;
use sdo_model::{Kind, State};

/// Bytes of a reason; the contract gives at most 512.
const MAX_REASON: usize = 600;

/// What coverage says about one detector.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Readable {
    /// Whether it is worth running: nothing it needs is missing or forbidden.
    pub(crate) run: bool,
    /// What its verdict does not cover.
    pub(crate) unknown: Vec<Unknown>,
}

/// Decides for one detector. With `namespaces`, only those have to be known.
pub(crate) fn readable(
    candidate: &Candidate<'_>,
    facts: &dyn Facts,
    namespaces: &[String],
    wording: Wording,
) -> Readable {
    let typed = candidate
        .needs
        .without(Kind::Custom)
        .iter()
        .map(|kind| (kind.name().to_owned(), kind.is_namespaced()));
    let custom = candidate.custom.iter().map(|name| (name.clone(), true));
    let mut readable = Readable {
        run: true,
        unknown: Vec::new(),
    };
    for (kind, namespaced) in typed.chain(custom) {
        let state = if namespaced {
            scoped(facts, &kind, namespaces)
        } else {
            facts.coverage(&kind, None)
        };
        if state == State::Complete {
            continue;
        }
        readable.run &= state == State::Partial;
        let reason = wording.clean(&reason(facts, &kind, state), MAX_REASON);
        readable.unknown.push(Unknown {
            rule: candidate.rule.clone(),
            kind,
            reason,
        });
    }
    readable
}

/// The worst state over the namespaces that were asked for.
fn scoped(facts: &dyn Facts, kind: &str, namespaces: &[String]) -> State {
    let states = namespaces.iter().map(|namespace| facts.coverage(kind, Some(namespace)));
    states.max().unwrap_or_else(|| facts.coverage(kind, None))
}

fn reason(facts: &dyn Facts, kind: &str, state: State) -> String {
    match facts.coverage_reason(kind) {
        reason if reason.is_empty() => state.as_str().to_owned(),
        reason => format!("{}: {reason}", state.as_str()),
    }
}
