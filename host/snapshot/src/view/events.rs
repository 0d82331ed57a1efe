//! `events`, newest first.

use super::convert::{KIB, owned, time, within};
use super::page::{Answers, agrees, limit};
use crate::Snapshot;
use crate::object::Event;
use sdo_model::contract::events::{EventFilter, EventPage, EventRow, Events};
use sdo_model::{Call, Kind, Stop};
use std::cmp::Reverse;

impl Events for Snapshot {
    fn query(&self, call: &mut Call, filter: &EventFilter) -> Result<EventPage, Stop> {
        let mut matching = self.events_matching(call, filter)?;
        let total = u32::try_from(matching.len()).unwrap_or(u32::MAX);
        let ranks = self.event_ranks();
        let rank = |event: &u32| ranks.get(*event as usize).copied();
        matching.sort_unstable_by_key(rank);
        let from = match filter.after.map(Kind::of_id) {
            None => 0,
            Some(Some((Kind::Event, last))) => match ranks.get(last) {
                Some(last) => matching.partition_point(|event| rank(event).is_some_and(|rank| rank <= *last)),
                None => matching.len(),
            },
            Some(_) => matching.len(),
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

impl Snapshot {
    /// The indexes of the Events that match, in no particular order.
    fn events_matching(&self, call: &mut Call, filter: &EventFilter) -> Result<Vec<u32>, Stop> {
        let about = filter.about.map(|id| self.events_about_seen(call, id));
        let range = match &filter.namespace {
            Some(namespace) => self.in_namespace::<Event>(namespace),
            None => 0..Snapshot::count(self, Kind::Event),
        };
        let matches = |index: usize| self.at::<Event>(index).is_some_and(|event| matches(filter, event));
        if let Some(about) = about {
            call.scan(about.len())?;
            return Ok(about
                .into_iter()
                .filter(|event| range.contains(&(*event as usize)) && matches(*event as usize))
                .collect());
        }
        call.scan(range.len())?;
        Ok(range
            .filter(|index| matches(*index))
            .filter_map(|index| u32::try_from(index).ok())
            .collect())
    }

    fn events_about_seen(&self, call: &Call, id: u32) -> Vec<u32> {
        let (Some(meta), Some((_, kind))) = (self.seen_meta(call, id), self.kind_of(id)) else {
            return Vec::new();
        };
        self.index().events_about(kind, &meta.namespace, &meta.name, &meta.uid)
    }

    /// The place of every Event in the order of pages: newest first, undated last, then by (namespace, name).
    fn event_ranks(&self) -> &[u32] {
        self.memo.event_ranks.get_or_init(|| {
            let events = self.all::<Event>();
            let mut order: Vec<usize> = (0..events.len()).collect();
            order.sort_by_key(|index| Reverse(events.get(*index).and_then(|event| *event.last)));
            let mut ranks = vec![0; order.len()];
            for (rank, index) in (0..).zip(order) {
                if let Some(slot) = ranks.get_mut(index) {
                    *slot = rank;
                }
            }
            ranks.into_boxed_slice()
        })
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

fn matches(filter: &EventFilter, event: &Event) -> bool {
    agrees(filter.warning, event.is_warning())
        && filter
            .kind
            .as_ref()
            .is_none_or(|kind| event.about.kind == kind.as_str())
        && filter
            .reason
            .as_ref()
            .is_none_or(|reason| event.reason == reason.as_str())
        && filter
            .since
            .is_none_or(|since| time(event.last).is_some_and(|last| last >= since))
        && filter
            .contains
            .as_ref()
            .is_none_or(|text| event.message.contains(text.as_str()))
}

#[cfg(test)]
mod tests;
