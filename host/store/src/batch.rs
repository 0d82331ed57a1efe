//! What is written at once.

use crate::limits::MAX_ENTRIES;
use sdo_model::incident::{Entry, Incident, IncidentId};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// Changes that belong together: all of them are stored, or none.
///
/// Committing a batch a second time changes nothing, so one whose outcome is unknown is committed again. Batches go in order: what
/// could not be committed is kept, [takes in](Batch::absorb) what came later, and is tried again whole.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// When, in seconds since 1970, by the cluster's clock.
    pub at: i64,
    /// Incidents as they are now.
    pub incidents: BTreeMap<IncidentId, Incident>,
    /// New entries of histories by their number, which ascends over all incidents and is never given twice; the first free one is
    /// [`Memory::next_entry`](crate::Memory::next_entry). The number is what makes a second commit harmless.
    pub entries: BTreeMap<u64, Entry>,
    /// Tracks of the incident engine by cause; `None` removes one.
    pub tracks: BTreeMap<String, Option<Box<RawValue>>>,
    /// The first free number for an incident; `None` leaves it. It never goes back, whatever is said here.
    pub next_id: Option<IncidentId>,
}

impl Batch {
    /// Whether there is nothing to store; the time alone is nothing.
    pub fn is_empty(&self) -> bool {
        self.incidents.is_empty() && self.entries.is_empty() && self.tracks.is_empty() && self.next_id.is_none()
    }

    /// Takes in what came later, as if both had been one. Past [`MAX_ENTRIES`] the oldest entries are dropped, so that a disk that
    /// stays full does not take the memory too; answers how many, which should be told.
    #[must_use = "entries that were dropped are lost"]
    pub fn absorb(&mut self, later: Batch) -> usize {
        self.at = later.at;
        self.incidents.extend(later.incidents);
        self.entries.extend(later.entries);
        self.tracks.extend(later.tracks);
        self.next_id = self.next_id.max(later.next_id);
        let surplus = self.entries.len().saturating_sub(MAX_ENTRIES);
        for _ in 0..surplus {
            self.entries.pop_first();
        }
        surplus
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sdo_model::incident::Turn;

    fn entries(numbers: impl Iterator<Item = u64>) -> Batch {
        let entry = Entry {
            incident: IncidentId(1),
            at: 7,
            turn: Turn::Changed,
            detail: String::new(),
        };
        Batch {
            entries: numbers.map(|number| (number, entry.clone())).collect(),
            ..Batch::default()
        }
    }

    #[test]
    fn a_batch_that_waits_too_long_drops_its_oldest_entries_and_says_how_many() {
        let limit = u64::try_from(MAX_ENTRIES).unwrap();
        let mut waiting = entries(1..=limit);
        assert_eq!(waiting.absorb(entries(limit + 1..=limit + 5)), 5);
        assert_eq!(waiting.entries.len(), MAX_ENTRIES);
        assert_eq!(waiting.entries.first_key_value().unwrap().0, &6);
    }

    #[test]
    fn the_later_word_stands_and_counters_do_not_go_back() {
        let track = |text: &str| Some(RawValue::from_string(text.to_owned()).unwrap());
        let mut first = Batch {
            at: 1,
            next_id: Some(IncidentId(9)),
            ..Batch::default()
        };
        first.tracks.insert("kept".to_owned(), track("1"));
        first.tracks.insert("removed".to_owned(), track("1"));
        let mut later = Batch {
            at: 2,
            ..Batch::default()
        };
        later.tracks.insert("removed".to_owned(), None);
        assert_eq!(first.absorb(later), 0);
        assert_eq!((first.at, first.next_id), (2, Some(IncidentId(9))));
        assert!(first.tracks["kept"].is_some() && first.tracks["removed"].is_none());
    }
}
