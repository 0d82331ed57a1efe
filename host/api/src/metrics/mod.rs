//! What the host counts, in OpenMetrics; `docs/metrics.md` lists every name, and a test compares the two.
//!
//! Labels come from closed sets: kinds, and the words of [`words`]. Rules of detectors are the one open set; the first
//! [`MAX_RULES`] have series of their own, what comes after counts as `other`. Every series that can be foreseen starts at 0, so
//! that `rate()` sees the first event.

mod families;
pub mod words;

use families::{Count, Families, labels};
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use sdo_model::finding::Severity;
use sdo_model::incident::Turn;
use sdo_model::{Kind, State};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use words::{
    ApiAnswer, ApiVerb, Delivery, Dropped, Outcome, Relist, RoundOutcome, Sink, StatusClass, WatchEvent, word_of,
};

/// Rules with series of their own: several times the built-in set, and some thousand series in all.
pub const MAX_RULES: usize = 200;
/// What counts for every rule past [`MAX_RULES`].
pub const OTHER_RULE: &str = "other";
/// Bytes of a rule in a label.
const MAX_RULE: usize = 80;
/// What can become of an incident.
const TURNS: [Turn; 10] = [
    Turn::Opened,
    Turn::Reopened,
    Turn::Changed,
    Turn::Closed,
    Turn::Blinded,
    Turn::Sighted,
    Turn::Flapping,
    Turn::Steady,
    Turn::Muted,
    Turn::Unmuted,
];

/// Every metric of the host. Recording is cheap, never fails and never waits for a reader.
pub struct Metrics {
    registry: Registry,
    families: Families,
    rules: Mutex<BTreeSet<String>>,
}

/// One run of a detector.
#[derive(Clone, Copy, Debug)]
pub struct DetectorRun<'a> {
    /// Its rule.
    pub rule: &'a str,
    /// How it ended, in the word of `sdo check -o json`.
    pub outcome: &'a str,
    /// Fuel charged.
    pub fuel: u64,
    /// Wall time.
    pub took: Duration,
}

/// What this process uses, as the system tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Process {
    /// CPU time since its start, in seconds.
    pub cpu_seconds: f64,
    /// Memory, in bytes.
    pub resident_bytes: u64,
    /// Open files and sockets.
    pub open_files: u64,
    /// When it was started, in seconds since 1970 by its own clock.
    pub started: i64,
}

impl fmt::Debug for Metrics {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Metrics").finish_non_exhaustive()
    }
}

impl Metrics {
    /// All at 0, for a host of that version.
    pub fn new(version: &str) -> Self {
        let mut registry = Registry::with_prefix("sdo");
        let families = Families::register(&mut registry, version);
        let metrics = Self {
            registry,
            families,
            rules: Mutex::default(),
        };
        metrics.start_at_zero();
        metrics
    }

    /// Gives every series of these kinds its 0, and leaves those that exist. Called when it is known what the loaded detectors read.
    pub fn expect_kinds(&self, kinds: impl IntoIterator<Item = Kind>) {
        for kind in kinds {
            for event in WatchEvent::ALL {
                self.families
                    .watch_events
                    .ensure(labels([("kind", kind.name()), ("type", event.as_str())]));
            }
            self.families.snapshot_objects.ensure(labels([("kind", kind.name())]));
            let missing = labels([("kind", kind.name()), ("state", State::Missing.as_str())]);
            if !self.families.coverage.has(&missing) {
                self.coverage(kind, State::Missing);
            }
        }
    }

    /// Gives every series of these rules its 0. Called when detectors were loaded.
    pub fn expect_rules<'a>(&self, rules: impl IntoIterator<Item = &'a str>) {
        for rule in rules {
            let rule = self.rule(rule);
            for family in [
                &self.families.detector_runs,
                &self.families.detector_failures,
                &self.families.detector_skips,
                &self.families.detector_fuel,
            ] {
                family.ensure(labels([("rule", rule.as_str())]));
            }
            self.families.detector_seconds.ensure(labels([("rule", rule.as_str())]));
        }
    }

    /// A round has finished; `at` is its moment by the cluster's clock.
    pub fn round(&self, outcome: RoundOutcome, took: Duration, at: i64) {
        self.families.rounds.add(labels([("outcome", outcome.as_str())]), 1);
        self.families.round_seconds.observe(took.as_secs_f64());
        self.families.last_round.set(at);
    }

    /// From the arrival of a change to the end of the round that saw it.
    pub fn event_to_finding(&self, took: Duration) {
        self.families.event_to_finding.observe(took.as_secs_f64());
    }

    /// A detector ran.
    pub fn detector_run(&self, run: DetectorRun<'_>) {
        let outcome = word_of(&Outcome::ALL, Outcome::as_str, run.outcome).unwrap_or(Outcome::Other);
        let rule = self.rule(run.rule);
        let of_rule = || labels([("rule", rule.as_str())]);
        self.families
            .detector_outcomes
            .add(labels([("outcome", outcome.as_str())]), 1);
        self.families.detector_runs.add(of_rule(), 1);
        self.families
            .detector_failures
            .add(of_rule(), u64::from(outcome != Outcome::Finished));
        self.families.detector_fuel.add(of_rule(), run.fuel);
        self.families.detector_seconds.add(of_rule(), run.took.as_secs_f64());
    }

    /// A detector was not run because nothing that it reads had changed.
    pub fn detector_skipped(&self, rule: &str) {
        let rule = self.rule(rule);
        self.families.detector_skips.add(labels([("rule", rule.as_str())]), 1);
    }

    /// How many detectors are loaded, and how many of them are left out for a while after failing.
    pub fn detectors(&self, loaded: usize, backing_off: usize) {
        self.families.detectors.set(signed(loaded as u64));
        self.families.detectors_backing_off.set(signed(backing_off as u64));
    }

    /// Configuration and detectors were loaded again, or what was in force before stays.
    pub fn reloaded(&self, successful: bool) {
        self.families.reload.set(i64::from(successful));
    }

    /// A watch told of something.
    pub fn watch_event(&self, kind: Kind, event: WatchEvent) {
        self.families
            .watch_events
            .add(labels([("kind", kind.name()), ("type", event.as_str())]), 1);
    }

    /// A kind is read as a whole.
    pub fn relist(&self, reason: Relist) {
        self.families.relists.add(labels([("reason", reason.as_str())]), 1);
    }

    /// The API server was asked, and answered or not.
    pub fn api_request(&self, verb: ApiVerb, answer: ApiAnswer) {
        let of_both = labels([("verb", verb.as_str()), ("answer", answer.as_str())]);
        self.families.api_requests.add(of_both, 1);
    }

    /// The API server sent `bytes`, after decompression.
    pub fn api_received(&self, bytes: u64) {
        self.families.api_received.inc_by(bytes);
    }

    /// Objects of a kind in the snapshot.
    pub fn snapshot_objects(&self, kind: Kind, count: u64) {
        self.families
            .snapshot_objects
            .set(labels([("kind", kind.name())]), signed(count));
    }

    /// How much of a kind could be read.
    pub fn coverage(&self, kind: Kind, state: State) {
        for other in [State::Complete, State::Partial, State::Forbidden, State::Missing] {
            let of_both = labels([("kind", kind.name()), ("state", other.as_str())]);
            self.families.coverage.set(of_both, i64::from(other == state));
        }
    }

    /// Open incidents of a severity.
    pub fn incidents_open(&self, severity: Severity, count: usize) {
        let of_it = labels([("severity", severity.as_str())]);
        self.families.incidents_open.set(of_it, signed(count as u64));
    }

    /// Something became of an incident.
    pub fn turn(&self, turn: Turn) {
        self.families.turns.add(labels([("turn", turn.as_str())]), 1);
    }

    /// Verdicts that could not be reached in the last round.
    pub fn unknown_verdicts(&self, count: usize) {
        self.families.unknown_verdicts.set(signed(count as u64));
    }

    /// Something was to be told to a sink.
    pub fn notification(&self, sink: Sink, result: Delivery) {
        let of_both = labels([("sink", sink.as_str()), ("result", result.as_str())]);
        self.families.notifications.add(of_both, 1);
    }

    /// Whether this host speaks for the cluster.
    pub fn leader(&self, is_leader: bool) {
        self.families.leader.set(i64::from(is_leader));
    }

    /// `count` things were dropped because there were too many.
    pub fn dropped(&self, what: Dropped, count: u64) {
        self.families.dropped.add(labels([("what", what.as_str())]), count);
    }

    /// What this process uses.
    pub fn process(&self, process: Process) {
        let families = &self.families;
        // A counter of the system's, not of ours: set, and never seen to go back by a reader because CPU time does not.
        families
            .process_cpu
            .inner()
            .store(process.cpu_seconds.to_bits(), Ordering::Relaxed);
        families.process_resident.set(signed(process.resident_bytes));
        families.process_files.set(signed(process.open_files));
        families.process_started.set(process.started);
    }

    /// An HTTP request was answered with that status.
    pub(crate) fn answered(&self, status: u16) {
        let class = StatusClass::of(status);
        self.families.http_requests.add(labels([("class", class.as_str())]), 1);
    }

    /// A reader of `/v1/events` came (1) or went (-1).
    pub(crate) fn stream_clients(&self, change: i64) {
        self.families.stream_clients.inc_by(change);
    }

    /// All of it as OpenMetrics text.
    ///
    /// # Errors
    /// Never for a string, but the encoder's type has one.
    pub fn text(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }

    fn start_at_zero(&self) {
        let families = &self.families;
        let one = |count: &Count, name: &'static str, words: &[&'static str]| {
            for word in words {
                count.ensure(labels([(name, *word)]));
            }
        };
        one(&families.rounds, "outcome", &RoundOutcome::WORDS);
        one(&families.detector_outcomes, "outcome", &Outcome::WORDS);
        one(&families.relists, "reason", &Relist::WORDS);
        one(&families.turns, "turn", &TURNS.map(Turn::as_str));
        one(&families.dropped, "what", &Dropped::WORDS);
        one(&families.http_requests, "class", &StatusClass::WORDS);
        for verb in ApiVerb::WORDS {
            for answer in ApiAnswer::WORDS {
                families
                    .api_requests
                    .ensure(labels([("verb", verb), ("answer", answer)]));
            }
        }
        for sink in Sink::WORDS {
            for result in Delivery::WORDS {
                families
                    .notifications
                    .ensure(labels([("sink", sink), ("result", result)]));
            }
        }
        for severity in [Severity::Critical, Severity::Warning, Severity::Info] {
            self.incidents_open(severity, 0);
        }
    }

    /// The rule as a label.
    fn rule(&self, rule: &str) -> String {
        let rule = crate::text::cut(rule, MAX_RULE);
        let mut rules = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
        if rules.contains(&rule) {
            return rule;
        }
        if rules.len() >= MAX_RULES {
            return OTHER_RULE.to_owned();
        }
        rules.insert(rule.clone());
        rule
    }
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
