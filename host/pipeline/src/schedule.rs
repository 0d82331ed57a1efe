//! Which detectors are due: those for which something that they read changed, or for which a time has come.
//!
//! Pure: times come in as numbers, by the cluster's clock in seconds since 1970.

use sdo_model::contract::detector::Report;
use sdo_model::{Clock, KindSet};
use sdo_sandbox::{Outcome, RunReport};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

/// The wait after a detector's first bad end; it doubles with each that follows at once.
const FIRST_WAIT: i64 = 30;
/// The longest wait after bad ends: a detector that always traps costs a run an hour.
const LONGEST_WAIT: i64 = 3_600;
/// A detector that compares times by `ago` is run again at this many intervals: what it compares is not noted.
const AGO_INTERVALS: i64 = 10;

/// What a schedule must know of a detector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Timetable {
    /// SHA-256 of its component.
    pub(crate) digest: String,
    /// Kinds it may see.
    pub(crate) sees: KindSet,
    /// Seconds between two runs of one that reads the clock.
    pub(crate) interval: i64,
}

/// What to do with each detector in a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Digests of those to be run.
    pub(crate) run: BTreeSet<String>,
    /// Digests of those that are due and have to wait, since the round has no room for them.
    pub(crate) postponed: BTreeSet<String>,
}

/// When each detector ran, what came of it, and what happened since.
#[derive(Default)]
pub(crate) struct Schedule {
    entries: BTreeMap<String, Entry>,
}

#[derive(Default)]
struct Entry {
    timetable: Option<Timetable>,
    /// Kinds that changed since it last ran.
    changed: KindSet,
    ran: Option<i64>,
    report: Option<RunReport<Report>>,
    failures: u32,
    /// Not before this.
    barred: Option<i64>,
    /// Since when it is due and was not run.
    waits: Option<i64>,
    /// It was due and what it reads could not be read: time alone does not change that.
    is_blind: bool,
}

impl Schedule {
    /// Keeps `timetables` and forgets all other detectors.
    pub(crate) fn set(&mut self, timetables: impl Iterator<Item = Timetable>) {
        let mut before = std::mem::take(&mut self.entries);
        for timetable in timetables {
            let mut entry = before.remove(&timetable.digest).unwrap_or_default();
            let digest = timetable.digest.clone();
            entry.timetable = Some(timetable);
            self.entries.insert(digest, entry);
        }
    }

    /// Makes every detector due: they were loaded again, perhaps under another policy.
    pub(crate) fn renew(&mut self) {
        for entry in self.entries.values_mut() {
            entry.changed = KindSet::ALL;
            entry.barred = None;
            entry.failures = 0;
        }
    }

    /// Notes that something changed in `kinds`.
    pub(crate) fn see(&mut self, kinds: KindSet) {
        for entry in self.entries.values_mut() {
            let sees = entry
                .timetable
                .as_ref()
                .map_or(KindSet::EMPTY, |timetable| timetable.sees);
            let news = sees.intersection(kinds);
            entry.is_blind &= news == KindSet::EMPTY;
            entry.changed = entry.changed.union(news);
        }
    }

    /// Decides for a round at `now` that has room for runs of `room` together, by what they took last time. Detectors that fire go
    /// first: whether a fault still stands is what people wait for. Then those that waited longest, then the quickest.
    pub(crate) fn plan(&mut self, now: i64, room: Duration) -> Plan {
        self.entries.values_mut().for_each(|entry| entry.set_back(now));
        let mut due: Vec<(&String, &mut Entry)> =
            self.entries.iter_mut().filter(|(_, entry)| entry.is_due(now)).collect();
        for (_, entry) in &mut due {
            entry.waits.get_or_insert(now);
        }
        due.sort_by_key(|(digest, entry)| (!entry.fires(), entry.waits, entry.took(), (*digest).clone()));
        let (mut plan, mut taken) = (Plan::default(), Duration::ZERO);
        for (digest, entry) in due {
            taken += entry.took();
            match taken <= room || plan.run.is_empty() {
                true => plan.run.insert(digest.clone()),
                false => plan.postponed.insert(digest.clone()),
            };
        }
        plan
    }

    /// Notes how a run at `now` ended.
    pub(crate) fn ran(&mut self, digest: &str, now: i64, report: RunReport<Report>) {
        let Some(entry) = self.entries.get_mut(digest) else {
            return;
        };
        entry.changed = KindSet::EMPTY;
        entry.waits = None;
        entry.is_blind = false;
        entry.ran = Some(now);
        entry.failures = match report.outcome {
            Outcome::Finished => 0,
            _ => entry.failures.saturating_add(1),
        };
        entry.barred = (entry.failures > 0).then(|| now.saturating_add(wait(digest, entry.failures)));
        entry.report = Some(report);
    }

    /// Notes that a detector that was due could not be run, for want of what it reads. It stays due and wakes nobody until something of
    /// that changes.
    pub(crate) fn blind(&mut self, digest: &str) {
        if let Some(entry) = self.entries.get_mut(digest) {
            entry.is_blind = true;
        }
    }

    /// What the detector answered last.
    pub(crate) fn report(&self, digest: &str) -> Option<&RunReport<Report>> {
        self.entries.get(digest)?.report.as_ref()
    }

    /// How long the detector's last run took.
    pub(crate) fn took(&self, digest: &str) -> Duration {
        self.entries.get(digest).map_or(Duration::ZERO, Entry::took)
    }

    /// Seconds that the detector has waited for its turn at `now`; `None` when it is not waiting.
    pub(crate) fn waited(&self, digest: &str, now: i64) -> Option<i64> {
        Some(now.saturating_sub(self.entries.get(digest)?.waits?))
    }

    /// Until when the detector is kept from running after bad ends.
    pub(crate) fn barred(&self, digest: &str) -> Option<i64> {
        self.entries.get(digest)?.barred
    }

    /// When the detector has to be run though nothing changes.
    pub(crate) fn wake(&self, digest: &str) -> Option<i64> {
        self.entries.get(digest)?.wake()
    }

    /// The first instant at which some detector has to be run though nothing changes.
    pub(crate) fn next_wake(&self) -> Option<i64> {
        self.entries.values().filter_map(Entry::wake).min()
    }
}

impl Entry {
    /// A clock that was set back leaves nothing in the future that was counted from the past.
    fn set_back(&mut self, now: i64) {
        self.ran = self.ran.map(|ran| ran.min(now));
        self.barred = self
            .barred
            .map(|until| until.min(now.saturating_add(LONGEST_WAIT * 5 / 4)));
        self.waits = self.waits.map(|since| since.min(now));
    }

    fn is_due(&self, now: i64) -> bool {
        let is_barred = self.barred.is_some_and(|until| now < until);
        !is_barred && (self.ran.is_none() || self.changed != KindSet::EMPTY || self.wake().is_some_and(|at| at <= now))
    }

    /// When it has to be run though nothing changes.
    fn wake(&self) -> Option<i64> {
        if self.is_blind {
            return None;
        }
        let (ran, timetable, report) = (self.ran?, self.timetable.as_ref()?, self.report.as_ref()?);
        if self.barred.is_some() {
            return self.barred;
        }
        let Clock { read, ago, next } = report.clock;
        let interval = timetable.interval.max(1);
        let reads = read.then(|| ran.saturating_add(interval));
        let compares = ago.then(|| ran.saturating_add(interval.saturating_mul(AGO_INTERVALS)));
        [next, reads, compares].into_iter().flatten().min()
    }

    fn fires(&self) -> bool {
        let answer = self.report.as_ref().and_then(|report| report.answer.as_ref());
        answer.is_some_and(|answer| !answer.findings.is_empty())
    }

    fn took(&self) -> Duration {
        Duration::from_micros(self.report.as_ref().map_or(0, |report| report.micros))
    }
}

/// Seconds to wait after so many bad ends in a row. The digest spreads detectors that broke together.
fn wait(digest: &str, failures: u32) -> i64 {
    let doubled = FIRST_WAIT.saturating_mul(1 << failures.saturating_sub(1).min(16));
    let mut hasher = DefaultHasher::new();
    (digest, failures).hash(&mut hasher);
    let quarter = i64::try_from(hasher.finish() % 256).unwrap_or_default();
    let wait = doubled.min(LONGEST_WAIT);
    wait + wait * quarter / 1024
}

#[cfg(test)]
mod tests;
