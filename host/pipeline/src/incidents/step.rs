//! What one round changed.

use super::memory::Track;
use sdo_model::incident::{Entry, Incident, IncidentId};
use std::collections::{BTreeMap, BTreeSet};

/// What a store must commit in one transaction; laid over the memory of before it gives the memory of after.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Tracks that are new or changed, by cause.
    pub tracks: BTreeMap<String, Track>,
    /// Causes whose tracks are gone.
    pub removed: BTreeSet<String>,
    /// Incidents that are new or changed, by id.
    pub incidents: BTreeMap<IncidentId, Incident>,
    /// Closed incidents that the engine no longer needs, applied after `incidents`; a store may keep them for people.
    pub forgotten: BTreeSet<IncidentId>,
    /// What to add to the histories, in order. Every change that a person would want to hear of has one.
    pub entries: Vec<Entry>,
    /// The number of the next incident.
    pub next: u64,
    /// Causes that stand and are not followed, because there are too many. Not a change: the same fault counts each round.
    pub dropped: usize,
    /// Causes that were left for the next round, because this one had too much to tell.
    pub deferred: usize,
}

impl Step {
    /// Whether there is nothing to commit.
    pub fn is_empty(&self) -> bool {
        let memory = self.tracks.is_empty() && self.removed.is_empty();
        memory && self.incidents.is_empty() && self.forgotten.is_empty() && self.entries.is_empty()
    }

    /// Both as one, `later` being the very next: for a store that could not be written to in between.
    #[must_use]
    pub fn then(mut self, later: Step) -> Step {
        self.tracks.retain(|cause, _| !later.removed.contains(cause));
        self.removed.retain(|cause| !later.tracks.contains_key(cause));
        self.tracks.extend(later.tracks);
        self.removed.extend(later.removed);
        self.incidents.extend(later.incidents);
        self.forgotten.extend(later.forgotten);
        self.entries.extend(later.entries);
        Step {
            next: self.next.max(later.next),
            dropped: later.dropped,
            deferred: later.deferred,
            ..self
        }
    }
}
