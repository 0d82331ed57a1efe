//! The snapshot's clock: when the cluster was looked at, by the cluster's own time.

use crate::load::ClockSource;
use crate::object::{Event, Lease, Object};
use crate::text::Time;
use std::any::Any;
use std::collections::BTreeMap;

/// Times past this are mistakes or mischief, and would make everything look old.
pub(crate) const LATEST: i64 = 4_102_444_800;

/// Two renewals this close support each other: one holder with a wrong clock does not set the time.
const SUPPORT: i64 = 60;

#[derive(Default)]
pub(super) struct Clock {
    /// The latest candidate of each source.
    told: BTreeMap<ClockSource, i64>,
    /// Renewals by holders whose own clocks may be wrong.
    renewals: Vec<i64>,
}

impl Clock {
    pub(super) fn add(&mut self, source: ClockSource, unix: i64) {
        if unix <= LATEST {
            self.told
                .entry(source)
                .and_modify(|known| *known = unix.max(*known))
                .or_insert(unix);
        }
    }

    /// Takes the times of an object that tell how late it is.
    pub(super) fn see<T: Object>(&mut self, object: &T) {
        let meta = object.meta();
        // The API server itself writes these.
        let written = meta
            .managers
            .iter()
            .filter_map(|manager| *manager.time)
            .chain(*meta.created)
            .max();
        if let Some(time) = written {
            self.add(ClockSource::NewestObject, time.unix());
        }
        let any: &dyn Any = object;
        let renewed = any.downcast_ref::<Lease>().and_then(|lease| *lease.spec.renew_time);
        let seen = any.downcast_ref::<Event>().and_then(|event| *event.last);
        self.renewals
            .extend(renewed.or(seen).map(Time::unix).filter(|unix| *unix <= LATEST));
    }

    pub(super) fn merge(&mut self, other: Clock) {
        for (source, unix) in other.told {
            self.add(source, unix);
        }
        self.renewals.extend(other.renewals);
    }

    /// The best source's candidate.
    pub(super) fn time(&self) -> Option<Time> {
        let newest = self.told.get(&ClockSource::NewestObject).copied().max(self.supported());
        let told = |source| self.told.get(&source).copied();
        let best = told(ClockSource::Collector)
            .or(newest)
            .or_else(|| told(ClockSource::FileTime));
        best.map(Time::from_unix)
    }

    /// The newest renewal that another one supports; the only one there is.
    fn supported(&self) -> Option<i64> {
        let mut renewals = self.renewals.clone();
        renewals.sort_unstable();
        if let [only] = renewals[..] {
            return Some(only);
        }
        let pairs = renewals.iter().zip(renewals.iter().skip(1)).rev();
        pairs
            .filter(|(before, after)| *after - *before <= SUPPORT)
            .map(|(_, after)| *after)
            .next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lease(renewed: &str) -> Lease {
        serde_json::from_str(&format!(r#"{{"spec":{{"renewTime":"{renewed}"}}}}"#)).unwrap()
    }

    #[test]
    fn a_node_with_a_clock_far_ahead_does_not_set_the_time() {
        let mut clock = Clock::default();
        for renewed in ["2026-11-30T18:00:00Z", "2026-11-30T18:00:07Z", "2026-11-30T23:00:00Z"] {
            clock.see(&lease(renewed));
        }
        assert_eq!(clock.time(), Time::parse("2026-11-30T18:00:07Z"));
    }

    #[test]
    fn what_the_collector_wrote_beats_objects_and_objects_beat_file_times() {
        let mut clock = Clock::default();
        clock.add(ClockSource::FileTime, 900);
        assert_eq!(clock.time(), Some(Time::from_unix(900)));
        clock.add(ClockSource::NewestObject, 500);
        assert_eq!(clock.time(), Some(Time::from_unix(500)));
        clock.add(ClockSource::Collector, 400);
        assert_eq!(clock.time(), Some(Time::from_unix(400)));
    }

    #[test]
    fn the_year_9999_is_not_now() {
        let mut clock = Clock::default();
        clock.add(ClockSource::NewestObject, 253_402_300_799);
        clock.see(&lease("9999-12-30T00:00:00Z"));
        assert_eq!(clock.time(), None);
    }
}
