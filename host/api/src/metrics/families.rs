//! Every metric by name. What is written here and in `docs/metrics.md` is the same.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use std::borrow::Cow;
use std::sync::atomic::AtomicU64;

/// Seconds of a round: an empty one takes less than a millisecond, the first on a large cluster seconds.
const ROUND_BUCKETS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];
/// Seconds from a change to its finding: the window in which changes are gathered is 0.05 to 0.5.
const LATENCY_BUCKETS: [f64; 11] = [0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 30.0];

/// Names and values of a series.
pub(super) type Labels = Vec<(&'static str, Cow<'static, str>)>;

/// A label's value is one of a closed set's words, or a rule.
pub(super) fn labels<const N: usize>(pairs: [(&'static str, &str); N]) -> Labels {
    let owned = |(name, value): (&'static str, &str)| (name, Cow::Owned(value.to_owned()));
    pairs.into_iter().map(owned).collect()
}

/// Whole numbers that only grow, by label.
#[derive(Clone, Debug, Default)]
pub(super) struct Count(Family<Labels, Counter>);

impl Count {
    pub(super) fn add(&self, labels: Labels, number: u64) {
        self.0.get_or_create(&labels).inc_by(number);
    }

    /// Lets the series exist.
    pub(super) fn ensure(&self, labels: Labels) {
        self.add(labels, 0);
    }
}

/// Seconds that only grow, by label.
#[derive(Clone, Debug, Default)]
pub(super) struct Seconds(Family<Labels, Counter<f64, AtomicU64>>);

impl Seconds {
    pub(super) fn add(&self, labels: Labels, seconds: f64) {
        self.0.get_or_create(&labels).inc_by(seconds);
    }

    /// Lets the series exist.
    pub(super) fn ensure(&self, labels: Labels) {
        self.add(labels, 0.0);
    }
}

/// Numbers that come and go, by label.
#[derive(Clone, Debug, Default)]
pub(super) struct Level(Family<Labels, Gauge>);

impl Level {
    pub(super) fn set(&self, labels: Labels, number: i64) {
        self.0.get_or_create(&labels).set(number);
    }

    /// Whether the series exists.
    pub(super) fn has(&self, labels: &Labels) -> bool {
        self.0.get(labels).is_some()
    }

    /// Lets the series exist.
    pub(super) fn ensure(&self, labels: Labels) {
        drop(self.0.get_or_create(&labels));
    }
}

/// Every metric.
pub(super) struct Families {
    pub(super) rounds: Count,
    pub(super) round_seconds: Histogram,
    pub(super) last_round: Gauge,
    pub(super) event_to_finding: Histogram,
    pub(super) detector_outcomes: Count,
    pub(super) detector_runs: Count,
    pub(super) detector_failures: Count,
    pub(super) detector_skips: Count,
    pub(super) detector_fuel: Count,
    pub(super) detector_seconds: Seconds,
    pub(super) detectors: Gauge,
    pub(super) detectors_backing_off: Gauge,
    pub(super) reload: Gauge,
    pub(super) watch_events: Count,
    pub(super) relists: Count,
    pub(super) api_requests: Count,
    pub(super) api_received: Counter,
    pub(super) snapshot_objects: Level,
    pub(super) coverage: Level,
    pub(super) incidents_open: Level,
    pub(super) turns: Count,
    pub(super) unknown_verdicts: Gauge,
    pub(super) notifications: Count,
    pub(super) leader: Gauge,
    pub(super) dropped: Count,
    pub(super) http_requests: Count,
    pub(super) stream_clients: Gauge,
    pub(super) process_cpu: Counter<f64, AtomicU64>,
    pub(super) process_resident: Gauge,
    pub(super) process_files: Gauge,
    pub(super) process_started: Gauge,
}

impl Families {
    /// Names every metric in `registry`.
    pub(super) fn register(registry: &mut Registry, version: &str) -> Self {
        let build = Info::new(labels([("version", version)]));
        registry.register("build", "The program that runs", build);
        let families = Self::empty();
        families.register_rounds(registry);
        families.register_detectors(registry);
        families.register_reading(registry);
        families.register_telling(registry);
        families.register_process(registry);
        families
    }

    fn empty() -> Self {
        Self {
            rounds: Count::default(),
            round_seconds: Histogram::new(ROUND_BUCKETS),
            last_round: Gauge::default(),
            event_to_finding: Histogram::new(LATENCY_BUCKETS),
            detector_outcomes: Count::default(),
            detector_runs: Count::default(),
            detector_failures: Count::default(),
            detector_skips: Count::default(),
            detector_fuel: Count::default(),
            detector_seconds: Seconds::default(),
            detectors: Gauge::default(),
            detectors_backing_off: Gauge::default(),
            reload: Gauge::default(),
            watch_events: Count::default(),
            relists: Count::default(),
            api_requests: Count::default(),
            api_received: Counter::default(),
            snapshot_objects: Level::default(),
            coverage: Level::default(),
            incidents_open: Level::default(),
            turns: Count::default(),
            unknown_verdicts: Gauge::default(),
            notifications: Count::default(),
            leader: Gauge::default(),
            dropped: Count::default(),
            http_requests: Count::default(),
            stream_clients: Gauge::default(),
            process_cpu: Counter::default(),
            process_resident: Gauge::default(),
            process_files: Gauge::default(),
            process_started: Gauge::default(),
        }
    }

    fn register_rounds(&self, to: &mut Registry) {
        to.register("rounds", "Rounds by what they could see", self.rounds.0.clone());
        let (seconds, clock) = (self.round_seconds.clone(), self.last_round.clone());
        to.register_with_unit("round", "Time that a round takes", Unit::Seconds, seconds);
        let help = "Moment of the last round by the cluster's clock";
        to.register_with_unit("last_round_timestamp", help, Unit::Seconds, clock);
        let help = "Time from the arrival of a change to the end of the round that saw it";
        to.register_with_unit("event_to_finding", help, Unit::Seconds, self.event_to_finding.clone());
    }

    fn register_detectors(&self, to: &mut Registry) {
        let help = "Runs of detectors by how they ended";
        to.register("detector_outcomes", help, self.detector_outcomes.0.clone());
        to.register("detector_runs", "Runs of a detector", self.detector_runs.0.clone());
        let help = "Runs of a detector that did not finish";
        to.register("detector_failures", help, self.detector_failures.0.clone());
        let help = "Times that a detector was not run because nothing it reads had changed";
        to.register("detector_skips", help, self.detector_skips.0.clone());
        to.register(
            "detector_fuel",
            "Fuel charged to a detector",
            self.detector_fuel.0.clone(),
        );
        let help = "Wall time of a detector's runs";
        to.register_with_unit("detector", help, Unit::Seconds, self.detector_seconds.0.clone());
        to.register("detectors", "Detectors that are loaded", self.detectors.clone());
        let help = "Detectors that are left out for a while after failing";
        to.register("detectors_backing_off", help, self.detectors_backing_off.clone());
        let help =
            "1 when configuration and detectors are as they were last asked for, 0 when those before stay in force";
        to.register("last_reload_successful", help, self.reload.clone());
    }

    fn register_reading(&self, to: &mut Registry) {
        to.register("watch_events", "Events of watches", self.watch_events.0.clone());
        to.register(
            "relists",
            "Times that a kind was read as a whole",
            self.relists.0.clone(),
        );
        to.register(
            "api_requests",
            "Requests to the API server",
            self.api_requests.0.clone(),
        );
        let help = "Bytes that the API server sent, after decompression";
        to.register_with_unit("api_received", help, Unit::Bytes, self.api_received.clone());
        to.register(
            "snapshot_objects",
            "Objects in the snapshot",
            self.snapshot_objects.0.clone(),
        );
        let help = "1 for the state in which the coverage of a kind is, 0 for the others";
        to.register("coverage", help, self.coverage.0.clone());
    }

    fn register_telling(&self, to: &mut Registry) {
        to.register("incidents_open", "Open incidents", self.incidents_open.0.clone());
        to.register("incident_turns", "What became of incidents", self.turns.0.clone());
        let help = "Verdicts that could not be reached in the last round";
        to.register("unknown_verdicts", help, self.unknown_verdicts.clone());
        to.register("notifications", "What was to be told", self.notifications.0.clone());
        to.register("leader", "1 when this host speaks for the cluster", self.leader.clone());
        to.register(
            "dropped",
            "What was dropped because there was too much of it",
            self.dropped.0.clone(),
        );
        to.register("http_requests", "HTTP requests answered", self.http_requests.0.clone());
        to.register("stream_clients", "Readers of /v1/events", self.stream_clients.clone());
    }

    fn register_process(&self, to: &mut Registry) {
        let (cpu, resident) = (self.process_cpu.clone(), self.process_resident.clone());
        to.register_with_unit("process_cpu", "CPU time of this process", Unit::Seconds, cpu);
        to.register_with_unit("process_resident", "Memory of this process", Unit::Bytes, resident);
        to.register(
            "process_open_files",
            "Open files and sockets of this process",
            self.process_files.clone(),
        );
        let help = "Start of this process by its own clock";
        to.register_with_unit(
            "process_start_timestamp",
            help,
            Unit::Seconds,
            self.process_started.clone(),
        );
    }
}
