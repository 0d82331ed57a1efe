//! What the host shows of itself.

use super::process::process;
use sdo_api::board::{Board, Cluster, Costs, Detector, KindCoverage, LastRound, LastRun, Link, Role, Status, Watch};
use sdo_api::metrics::DetectorRun as Counted;
use sdo_api::metrics::words::{ApiAnswer, ApiVerb, Dropped, RoundOutcome};
use sdo_api::{Metrics, Publisher};
use sdo_footprint as footprint;
use sdo_live::{Answered, Health, KindHealth, Phase, Verb};
use sdo_model::finding::Severity;
use sdo_model::incident::{Incident, IncidentId, Stage};
use sdo_model::{Kind, State};
use sdo_pipeline::{DetectorRun, Library, Rounds, Status as RunStatus, Turnout, one_line};
use sdo_snapshot::Snapshot;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// Bytes of a text that a detector wrote.
const MAX_TEXT: usize = 300;

/// How often the process is looked at: about as often as metrics are fetched.
const COUNT: Duration = Duration::from_secs(15);

/// Everything that a round leaves to be shown.
pub(super) struct Scene<'s> {
    pub(super) snapshot: &'s Snapshot,
    pub(super) turnout: &'s Turnout,
    pub(super) library: &'s Library,
    pub(super) rounds: &'s Rounds,
    pub(super) incidents: &'s BTreeMap<IncidentId, Incident>,
    pub(super) health: Health,
    pub(super) now: i64,
    pub(super) took: Duration,
}

/// Runs of one detector so far.
#[derive(Clone, Debug, Default)]
struct Runs {
    runs: u64,
    skips: u64,
    last: Option<LastRun>,
}

/// Keeps count, and publishes.
pub(super) struct BoardKeeper {
    publisher: Publisher,
    metrics: Arc<Metrics>,
    role: watch::Receiver<footprint::Role>,
    alone: bool,
    cluster: Cluster,
    started: i64,
    rounds: u64,
    runs: HashMap<String, Runs>,
    /// Incidents as they were last shown, shared from board to board.
    shown: BTreeMap<IncidentId, Arc<Incident>>,
    requests: BTreeMap<(Verb, Answered), u64>,
    received: u64,
    counted: Option<Instant>,
    link: Link,
}

impl BoardKeeper {
    pub(super) fn new(
        publisher: Publisher,
        metrics: Arc<Metrics>,
        role: watch::Receiver<footprint::Role>,
        alone: bool,
        cluster: Cluster,
        started: i64,
    ) -> Self {
        Self {
            publisher,
            metrics,
            role,
            alone,
            cluster,
            started,
            rounds: 0,
            runs: HashMap::new(),
            shown: BTreeMap::new(),
            requests: BTreeMap::new(),
            received: 0,
            counted: None,
            link: Link::Connecting,
        }
    }

    /// The host's loop goes round. Now and then what it costs is counted, also when nothing happens.
    pub(super) fn beat(&mut self, health: &Health) {
        self.publisher.beat();
        if self.counted.is_none_or(|counted| counted.elapsed() >= COUNT) {
            self.counted = Some(Instant::now());
            self.costs(health);
        }
    }

    /// Other detectors were loaded.
    pub(super) fn library(&mut self, library: &Library) {
        self.metrics
            .expect_rules(library.ready.iter().map(|loaded| loaded.spec.name.as_str()));
        self.metrics.detectors(library.ready.len(), 0);
    }

    /// A host that stands by shows what it watches, and no more.
    pub(super) fn watches(&mut self, snapshot: &Snapshot, health: Health) {
        let board = Board {
            status: self.status(snapshot, &health, None),
            coverage: self.coverage(snapshot, &health),
            costs: self.costs(&health),
            ..Board::default()
        };
        self.publisher.publish(board);
    }

    /// Shows and counts a round.
    pub(super) fn round(&mut self, scene: &Scene<'_>) {
        self.rounds += 1;
        self.count(scene);
        let last = LastRound {
            number: self.rounds,
            at: scene.now,
            finished: tokio::time::Instant::now(),
            took: scene.took,
        };
        self.share(scene.incidents);
        let of = |stage: Stage| -> Vec<Arc<Incident>> {
            self.shown
                .values()
                .filter(|incident| incident.stage == stage)
                .cloned()
                .collect()
        };
        let (open, closed) = (of(Stage::Open), of(Stage::Closed));
        for severity in [Severity::Critical, Severity::Warning, Severity::Info] {
            let count = open
                .iter()
                .filter(|incident| incident.finding.severity == severity)
                .count();
            self.metrics.incidents_open(severity, count);
        }
        let board = Board {
            status: self.status(scene.snapshot, &scene.health, Some(last)),
            open,
            closed,
            unknown: scene.turnout.round.unknown.clone(),
            coverage: self.coverage(scene.snapshot, &scene.health),
            detectors: self.detectors(scene),
            costs: self.costs(&scene.health),
        };
        self.publisher.publish(board);
    }

    fn count(&mut self, scene: &Scene<'_>) {
        let Turnout {
            round, ran, postponed, ..
        } = scene.turnout;
        let is_complete = round.unknown.is_empty() && round.detectors.iter().all(|run| run.status.is_good());
        let outcome = if is_complete {
            RoundOutcome::Complete
        } else {
            RoundOutcome::Partial
        };
        self.metrics.round(outcome, scene.took, scene.now);
        self.metrics.unknown_verdicts(round.unknown.len());
        self.metrics.dropped(Dropped::DetectorRun, postponed.len() as u64);
        let mut barred = 0;
        for run in &round.detectors {
            barred += usize::from(scene.rounds.standing(&run.digest).barred.is_some());
            let runs = self.runs.entry(run.digest.clone()).or_default();
            if !ran.contains(&run.name) {
                runs.skips += 1;
                self.metrics.detector_skipped(&run.name);
                continue;
            }
            runs.runs += 1;
            runs.last = Some(last_run(run, scene));
            self.metrics.detector_run(Counted {
                rule: &run.name,
                outcome: run.status.code(),
                fuel: run.fuel,
                took: Duration::from_micros(run.micros),
            });
        }
        self.metrics.detectors(scene.library.ready.len(), barred);
    }

    /// Copies only incidents that changed.
    fn share(&mut self, incidents: &BTreeMap<IncidentId, Incident>) {
        self.shown.retain(|id, _| incidents.contains_key(id));
        for (id, incident) in incidents {
            match self.shown.get(id) {
                Some(shown) if **shown == *incident => {}
                _ => _ = self.shown.insert(*id, Arc::new(incident.clone())),
            }
        }
    }

    fn status(&mut self, snapshot: &Snapshot, health: &Health, round: Option<LastRound>) -> Status {
        let (role, leader) = match &*self.role.borrow() {
            footprint::Role::Leader { .. } if self.alone => (Role::Alone, None),
            footprint::Role::Leader { .. } => (Role::Leader, None),
            footprint::Role::Standby { leader } => (Role::Standby, leader.clone()),
        };
        let facts = snapshot.facts();
        self.cluster.version = Some(facts.server_version.to_string()).filter(|version| !version.is_empty());
        let system = snapshot.find::<sdo_snapshot::object::Namespace>("", "kube-system");
        self.cluster.uid = system.map(|(_, namespace)| namespace.meta.uid.to_string());
        self.link = link(&self.link, health, snapshot.now());
        Status {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            started: self.started,
            cluster: self.cluster.clone(),
            role,
            leader,
            link: self.link.clone(),
            round,
            objects: Kind::all().map(|kind| snapshot.count(kind) as u64).sum(),
        }
    }

    fn coverage(&self, snapshot: &Snapshot, health: &Health) -> Vec<KindCoverage> {
        let watched = health.kinds();
        let row = |(name, health): (&String, &KindHealth)| {
            let typed = Kind::from_name(name);
            let custom = || snapshot.custom_coverages().find(|(kind, _)| *kind == name.as_str());
            let coverage = match typed {
                Some(kind) => Some(snapshot.coverage(kind)),
                None => custom().map(|(_, coverage)| coverage.clone()),
            };
            let (state, reason) = coverage.map_or((State::Missing, String::new()), |found| (found.state, found.reason));
            let count = typed.map_or(0, |kind| snapshot.count(kind) as u64);
            if let Some(kind) = typed {
                self.metrics.coverage(kind, state);
                self.metrics.snapshot_objects(kind, count);
            }
            KindCoverage {
                kind: name.clone(),
                state,
                count,
                reason: one_line(&reason, MAX_TEXT),
                watch: watch_of(health, state),
                last_event: None,
            }
        };
        watched.iter().map(row).collect()
    }

    fn detectors(&self, scene: &Scene<'_>) -> Vec<Detector> {
        let texts: HashMap<&str, (&str, &str)> = scene
            .library
            .ready
            .iter()
            .map(|loaded| {
                (
                    loaded.spec.name.as_str(),
                    (loaded.spec.title.as_str(), loaded.spec.version.as_str()),
                )
            })
            .collect();
        let detector = |run: &DetectorRun| {
            let (title, version) = texts.get(run.name.as_str()).copied().unwrap_or_default();
            let runs = self.runs.get(&run.digest).cloned().unwrap_or_default();
            let standing = scene.rounds.standing(&run.digest);
            Detector {
                rule: run.name.clone(),
                title: one_line(title, MAX_TEXT),
                version: one_line(version, MAX_TEXT),
                digest: run.digest.clone(),
                last: runs.last,
                runs: runs.runs,
                skips: runs.skips,
                next_wake: standing.wake,
                backing_off_until: standing.barred,
                note: note(run),
            }
        };
        scene.turnout.round.detectors.iter().map(detector).collect()
    }

    fn count_requests(&mut self, health: &Health) {
        for ((asked, answered), count) in health.requests() {
            let counted = self.requests.entry((asked, answered)).or_default();
            for _ in *counted..count {
                self.metrics.api_request(verb(asked), answer(answered));
            }
            *counted = count;
        }
    }

    fn costs(&mut self, health: &Health) -> Costs {
        let (requests, bytes) = health.cost();
        self.count_requests(health);
        self.metrics.api_received(bytes.saturating_sub(self.received));
        self.received = bytes;
        let process = process(self.started);
        self.metrics.process(process);
        Costs {
            requests,
            bytes,
            cpu_seconds: process.cpu_seconds,
            resident_bytes: Some(process.resident_bytes).filter(|bytes| *bytes > 0),
        }
    }
}

fn verb(verb: Verb) -> ApiVerb {
    match verb {
        Verb::Discover => ApiVerb::Discover,
        Verb::List => ApiVerb::List,
        Verb::Watch => ApiVerb::Watch,
    }
}

fn answer(answered: Answered) -> ApiAnswer {
    match answered {
        Answered::Ok => ApiAnswer::Ok,
        Answered::Throttled => ApiAnswer::Throttled,
        Answered::Refused => ApiAnswer::Refused,
        Answered::Gone => ApiAnswer::Gone,
        Answered::Failed => ApiAnswer::Failed,
        Answered::Unreachable => ApiAnswer::Unreachable,
    }
}

fn last_run(run: &DetectorRun, scene: &Scene<'_>) -> LastRun {
    let causes = scene.turnout.round.findings.iter();
    let findings = causes
        .flat_map(|finding| {
            let effects = finding.effects.iter().filter_map(|effect| effect.rule.as_deref());
            effects.chain([finding.rule.as_str()])
        })
        .filter(|rule| *rule == run.name)
        .count();
    LastRun {
        at: scene.now,
        outcome: run.status.code().to_owned(),
        fuel: run.fuel,
        micros: run.micros,
        findings: findings as u64,
    }
}

fn note(run: &DetectorRun) -> String {
    match (&run.status, run.note.as_str()) {
        (RunStatus::HostError(words), _) => one_line(words, MAX_TEXT),
        (_, note) => note.to_owned(),
    }
}

fn watch_of(health: &KindHealth, state: State) -> Watch {
    match (&health.phase, state) {
        (Phase::Watching, _) => Watch::Watching,
        (Phase::Starting | Phase::Listing, _) => Watch::Listing,
        (Phase::Waiting(_), State::Forbidden) => Watch::Forbidden,
        (Phase::Waiting(_), State::Missing) if health.faults > 0 && health.lists == 0 => Watch::NotServed,
        (Phase::Waiting(_), _) => Watch::Retrying,
    }
}

/// Whether the server answers, judged by all watches together: one that is refused says nothing about the server.
fn link(before: &Link, health: &Health, now: i64) -> Link {
    let kinds = health.kinds();
    let is_up = kinds
        .values()
        .any(|kind| matches!(kind.phase, Phase::Watching | Phase::Listing));
    let reason = kinds.values().find_map(|kind| match &kind.phase {
        Phase::Waiting(reason) => Some(one_line(reason, MAX_TEXT)),
        _ => None,
    });
    match (before, is_up) {
        (Link::Connected { since }, true) => Link::Connected { since: *since },
        (_, true) => Link::Connected { since: now },
        (Link::Stale { since, .. }, false) => Link::Stale {
            since: *since,
            reason: reason.unwrap_or_default(),
        },
        (Link::Connected { .. }, false) => Link::Stale {
            since: now,
            reason: reason.unwrap_or_default(),
        },
        (Link::Connecting, false) => Link::Connecting,
    }
}

/// What is shown before anything is known; `started` tells the turns of this run from those of others.
pub(super) fn blank(started: i64) -> Board {
    Board {
        status: Status {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            started,
            ..Status::default()
        },
        ..Board::default()
    }
}

/// Now by this machine's clock, in seconds since 1970.
pub(super) fn started() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_secs()).unwrap_or_default()
}
