//! `events`, newest first.

mod column;

pub(super) use column::Columns;

use super::convert::{KIB, owned, time, within};
use super::page::{Answers, limit};
use crate::Snapshot;
use crate::object::Event;
use sdo_model::contract::events::{EventFilter, EventPage, EventRow, Events};
use sdo_model::{Call, Kind, Stop};

impl Events for Snapshot {
    fn query(&self, call: &mut Call, filter: &EventFilter) -> Result<EventPage, Stop> {
        let mut matching = self.events_matching(call, filter)?;
        let total = u32::try_from(matching.len()).unwrap_or(u32::MAX);
        let columns = self.event_columns();
        matching.sort_unstable_by_key(|event| columns.rank_of(*event));
        let from = match filter.after {
            None => 0,
            Some(last) => match event_index(last).and_then(|last| columns.rank_of(last)) {
                Some(last) => {
                    matching.partition_point(|event| columns.rank_of(*event).is_some_and(|rank| rank <= last))
                }
                None => matching.len(),
            },
        };
        let mut rows = Answers::new(call);
        for event in matching.iter().skip(from).take(limit(filter.limit)) {
            if let Some(row) = self.event_row(call, *event as usize) {
                rows.push(row)?;
            }
        }
        Ok(EventPage {
            rows: rows.paid(call)?,
            total,
        })
    }

    fn count(&self, call: &mut Call, filter: &EventFilter) -> Result<u32, Stop> {
        Ok(u32::try_from(self.events_matching(call, filter)?.len()).unwrap_or(u32::MAX))
    }
}

/// The index behind the id of an Event.
fn event_index(id: u32) -> Option<u32> {
    match Kind::of_id(id)? {
        (Kind::Event, index) => u32::try_from(index).ok(),
        _ => None,
    }
}

impl Snapshot {
    /// The indexes of the Events that match, ascending.
    fn events_matching(&self, call: &mut Call, filter: &EventFilter) -> Result<Vec<u32>, Stop> {
        let columns = self.event_columns();
        let range = match &filter.namespace {
            Some(namespace) => self.in_namespace::<Event>(namespace),
            None => 0..Snapshot::count(self, Kind::Event),
        };
        let about = filter.about.map(|id| self.events_about_seen(call, id));
        let with_reason = filter.reason.as_deref().map(|reason| columns.with_reason(reason));
        let matches = |event: &u32| columns.pass(filter, *event) && self.event_matches(filter, *event);
        match about.as_deref().or(with_reason) {
            Some(listed) => {
                call.scan(listed.len())?;
                let within = listed
                    .iter()
                    .copied()
                    .filter(|event| range.contains(&(*event as usize)));
                Ok(within.filter(matches).collect())
            }
            None => {
                call.scan(range.len())?;
                let all = range.filter_map(|index| u32::try_from(index).ok());
                Ok(all.filter(matches).collect())
            }
        }
    }

    /// The predicates that only the Event itself answers.
    fn event_matches(&self, filter: &EventFilter, event: u32) -> bool {
        if filter.kind.is_none() && filter.reason.is_none() && filter.contains.is_none() {
            return true;
        }
        self.at::<Event>(event as usize).is_some_and(|event| {
            filter
                .kind
                .as_ref()
                .is_none_or(|kind| event.about.kind == kind.as_str())
                && filter
                    .reason
                    .as_ref()
                    .is_none_or(|reason| event.reason == reason.as_str())
                && filter
                    .contains
                    .as_ref()
                    .is_none_or(|text| event.message.contains(text.as_str()))
        })
    }

    fn events_about_seen(&self, call: &Call, id: u32) -> Vec<u32> {
        let (Some(meta), Some((_, kind))) = (self.seen_meta(call, id), self.kind_of(id)) else {
            return Vec::new();
        };
        self.index().events_about(kind, &meta.namespace, &meta.name, &meta.uid)
    }

    fn event_columns(&self) -> &Columns {
        self.memo.events.get_or_init(|| Columns::of(self.all::<Event>()))
    }

    fn event_row(&self, call: &Call, index: usize) -> Option<EventRow> {
        let event = self.at::<Event>(index)?;
        Some(EventRow {
            id: Kind::Event.id(index),
            about: self.target_reference(call, &event.about),
            warning: event.is_warning(),
            reason: owned(&event.reason),
            message: within(&event.message, KIB),
            count: event.count.u32(),
            first: time(event.first),
            last: time(event.last),
            source: owned(&event.component),
        })
    }
}

#[cfg(test)]
mod tests;
