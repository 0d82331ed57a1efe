//! What predicates over Events ask, without a look at the Event: clusters hold tens of thousands of them.

use crate::object::Event;
use crate::text::{Text, Time};
use sdo_model::contract::events::EventFilter;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

/// The columns of all Events, each in the order of their list.
#[derive(Default)]
pub(in crate::view) struct Columns {
    facts: Box<[Facts]>,
    by_reason: HashMap<Text, Vec<u32>>,
}

struct Facts {
    last: Option<Time>,
    warning: bool,
    /// The place when the newest comes first: undated ones last, then by (namespace, name).
    rank: u32,
}

impl Columns {
    pub(super) fn of(events: &[Arc<Event>]) -> Self {
        let facts = events.iter().map(|event| Facts {
            last: *event.last,
            warning: event.is_warning(),
            rank: 0,
        });
        let mut columns = Self {
            facts: facts.collect(),
            by_reason: HashMap::new(),
        };
        for (index, event) in (0..).zip(events) {
            columns.by_reason.entry(event.reason.clone()).or_default().push(index);
        }
        columns.rank();
        columns
    }

    fn rank(&mut self) {
        let mut order: Vec<(Reverse<Option<Time>>, usize)> = self
            .facts
            .iter()
            .enumerate()
            .map(|(index, facts)| (Reverse(facts.last), index))
            .collect();
        order.sort_unstable();
        for (rank, (_, index)) in (0..).zip(order) {
            if let Some(facts) = self.facts.get_mut(index) {
                facts.rank = rank;
            }
        }
    }

    /// The place of an Event in the order of pages.
    pub(super) fn rank_of(&self, event: u32) -> Option<u32> {
        self.facts.get(event as usize).map(|facts| facts.rank)
    }

    /// The Events with this reason, ascending.
    pub(super) fn with_reason(&self, reason: &str) -> &[u32] {
        // A key is looked up by its own type; a reason is short.
        self.by_reason.get(&Text::from(reason)).map_or(&[], Vec::as_slice)
    }

    /// Whether an Event meets the predicates that the columns know.
    pub(super) fn pass(&self, filter: &EventFilter, event: u32) -> bool {
        self.facts.get(event as usize).is_some_and(|facts| {
            filter.warning.is_none_or(|wanted| wanted == facts.warning)
                && filter
                    .since
                    .is_none_or(|since| facts.last.is_some_and(|last| last.unix() >= since))
        })
    }
}
