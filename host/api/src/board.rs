//! What the host shows: one value that it makes after each round, and that requests read without asking it.

use sdo_model::State;
use sdo_model::finding::{Severity, Unknown};
use sdo_model::incident::Incident;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

/// Everything that is shown. Times are seconds since 1970 by the cluster's clock, unless said otherwise.
///
/// What the host is about to do anyway is cheap to show: incidents are shared, not copied, from one board to the next.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    /// The host itself, and the cluster it watches.
    pub status: Status,
    /// Open incidents, all of them, in any order.
    pub open: Vec<Arc<Incident>>,
    /// Incidents that were closed a short time ago, in any order; older ones are asked of [`History`](crate::History).
    pub closed: Vec<Arc<Incident>>,
    /// Verdicts that could not be reached, or not for the whole cluster.
    pub unknown: Vec<Unknown>,
    /// How much of each kind that the detectors read could be read.
    pub coverage: Vec<KindCoverage>,
    /// Every detector, those that could not be loaded included.
    pub detectors: Vec<Detector>,
    /// What watching has cost so far.
    pub costs: Costs,
}

/// The host and its cluster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Status {
    /// Version of the host.
    pub version: String,
    /// When the host was started, by its own clock.
    pub started: i64,
    /// The cluster.
    pub cluster: Cluster,
    /// Whether this host speaks for the cluster.
    pub role: Role,
    /// Who does, when another host does and it is known.
    pub leader: Option<String>,
    /// Whether the API server answers.
    pub link: Link,
    /// The last round; `None` before the first one has finished.
    pub round: Option<LastRound>,
    /// Objects in the snapshot.
    pub objects: u64,
}

/// Which cluster is watched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cluster {
    /// Its name in the configuration; empty when it has none.
    pub name: String,
    /// Address of the API server, without credentials.
    pub server: String,
    /// Uid of the namespace `kube-system`, which stays for as long as the cluster does.
    pub uid: Option<String>,
    /// Version of the API server, e.g. `v1.36.3`.
    pub version: Option<String>,
}

/// Whether a host writes and tells, or waits until the leader is gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// There is no election: this host is the only one.
    #[default]
    Alone,
    /// It was elected.
    Leader,
    /// Another one was; this host watches and tells nobody.
    Standby,
}

/// Whether the API server answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Link {
    /// Nothing was asked yet.
    #[default]
    Connecting,
    /// It does.
    Connected {
        /// Since when.
        since: i64,
    },
    /// It does not: what is shown is how things were.
    Stale {
        /// Since when.
        since: i64,
        /// What asking it comes to, without credentials.
        reason: String,
    },
}

/// The last round that finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastRound {
    /// How many rounds there were, this one included.
    pub number: u64,
    /// Its moment by the cluster's clock: what detectors took for now.
    pub at: i64,
    /// When it finished.
    pub finished: Instant,
    /// How long it took.
    pub took: Duration,
}

/// How much of a kind is known, and how it is kept up to date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindCoverage {
    /// Kind, or `Kind.group` for custom resources.
    pub kind: String,
    /// How much.
    pub state: State,
    /// Objects in the snapshot.
    pub count: u64,
    /// Why not everything; empty when `state` is complete.
    pub reason: String,
    /// What its watch does.
    pub watch: Watch,
    /// When the server last sent anything for it, bookmarks included; `None` before the first answer.
    pub last_event: Option<i64>,
}

/// What the watch of a kind does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Watch {
    /// It follows changes.
    Watching,
    /// It reads everything, at the start or because the server no longer knows where the watch stood.
    Listing,
    /// It failed and is tried again soon.
    Retrying,
    /// The server refuses it; it is tried again now and then.
    Forbidden,
    /// The server does not know the kind; it is tried again now and then.
    NotServed,
}

impl Watch {
    /// The word that JSON output uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Watch::Watching => "watching",
            Watch::Listing => "listing",
            Watch::Retrying => "retrying",
            Watch::Forbidden => "forbidden",
            Watch::NotServed => "not-served",
        }
    }
}

/// A detector and its runs since the host was started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detector {
    /// Its rule, or the name of its file where it has none.
    pub rule: String,
    /// What it looks for, in a few words.
    pub title: String,
    /// Its version; empty when it tells none.
    pub version: String,
    /// SHA-256 of its component.
    pub digest: String,
    /// Its last run; `None` when there was none.
    pub last: Option<LastRun>,
    /// Runs.
    pub runs: u64,
    /// Times it was not run because nothing that it reads had changed.
    pub skips: u64,
    /// When it will run at the latest although nothing changes, because its answer may change with time.
    pub next_wake: Option<i64>,
    /// Until when it is left out after failing.
    pub backing_off_until: Option<i64>,
    /// Anything else to say of it: why it was not loaded, what it said as it failed.
    pub note: String,
}

impl Detector {
    /// Whether its silence means something: it ran, finished, and is not left out.
    pub fn is_well(&self) -> bool {
        let finished = self.last.as_ref().is_some_and(|last| last.outcome == "finished");
        finished && self.backing_off_until.is_none()
    }
}

/// How a run went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastRun {
    /// When.
    pub at: i64,
    /// How it ended: the word that `sdo check -o json` uses, `finished` when its findings count.
    pub outcome: String,
    /// Fuel charged.
    pub fuel: u64,
    /// Wall time in microseconds.
    pub micros: u64,
    /// Findings.
    pub findings: u64,
}

/// What watching has cost since the host was started.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Costs {
    /// Requests to the API server, retries and watches included.
    pub requests: u64,
    /// Bytes of its answers, after decompression.
    pub bytes: u64,
    /// CPU time of this process, in seconds.
    pub cpu_seconds: f64,
    /// Memory of this process, in bytes; `None` where the system does not tell.
    pub resident_bytes: Option<u64>,
}

impl Board {
    /// Now by the cluster's clock: the last round's moment and the time since; the host's own clock before the first round.
    pub fn now(&self) -> i64 {
        match self.status.round {
            Some(round) => round.at.saturating_add(seconds(round.finished.elapsed())),
            None => SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, seconds),
        }
    }

    /// Open incidents of `severity`.
    pub fn open_count(&self, severity: Severity) -> usize {
        let of_it = self
            .open
            .iter()
            .filter(|incident| incident.finding.severity == severity);
        of_it.count()
    }

    /// Kinds that are not completely read.
    pub fn unread_kinds(&self) -> usize {
        let unread = self.coverage.iter().filter(|kind| kind.state != State::Complete);
        unread.count()
    }

    /// Detectors whose silence means nothing.
    pub fn unwell_detectors(&self) -> usize {
        self.detectors.iter().filter(|detector| !detector.is_well()).count()
    }
}

fn seconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_secs()).unwrap_or(i64::MAX)
}
