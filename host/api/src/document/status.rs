//! The host at a glance.

use super::rfc3339;
use crate::board::{self, Board};
use crate::headline::{Headline, Word};
use crate::text::clean;
use schemars::JsonSchema;
use sdo_model::{State, finding};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The host, its cluster, and what there is to see.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Status {
    /// Version of the host.
    pub version: String,
    /// When the host was started, by its own clock.
    pub started: String,
    /// The cluster.
    pub cluster: Cluster,
    /// Whether this host speaks for the cluster.
    pub role: Role,
    /// The host that does, when it is another one and known.
    pub leader: Option<String>,
    /// Whether the API server answers.
    pub link: Link,
    /// What can be said of the cluster.
    pub glance: Glance,
    /// Objects in the snapshot.
    pub objects: u64,
    /// Kinds by how much of them could be read.
    pub kinds: KindCounts,
    /// Detectors.
    pub detectors: DetectorCounts,
    /// What watching has cost since the host was started.
    pub costs: Costs,
}

/// What can be said of the cluster, in short; also event `status` of `/v1/events`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Glance {
    /// The verdict.
    pub verdict: Verdict,
    /// The same in a sentence or two.
    pub text: String,
    /// The last round; null before the first has finished.
    pub round: Option<Round>,
    /// Open incidents.
    pub open: OpenCounts,
    /// Verdicts that could not be reached.
    pub unknown: usize,
}

/// What can be said of the cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing is found, everything could be read, and every detector answered.
    Clear,
    /// Incidents are open.
    Incidents,
    /// Nothing is found in what could be read; not everything could, or a detector did not answer.
    Partial,
    /// Nothing can be said: no round has finished, or the API server does not answer.
    Unknown,
}

/// Which cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Cluster {
    /// Its name in the configuration; empty when it has none.
    pub name: String,
    /// Address of the API server.
    pub server: String,
    /// Uid of the namespace `kube-system`; null when unknown.
    pub uid: Option<String>,
    /// Version of the API server; null when unknown.
    pub version: Option<String>,
}

/// Whether a host speaks for the cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// There is no election.
    Alone,
    /// It was elected.
    Leader,
    /// Another one was; this host watches and tells nobody.
    Standby,
}

/// Whether the API server answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Link {
    /// Whether it does.
    pub state: LinkState,
    /// Since when; null while `connecting`.
    pub since: Option<String>,
    /// What asking comes to; empty unless `stale`.
    pub reason: String,
}

/// Whether the API server answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LinkState {
    /// Nothing was asked yet.
    Connecting,
    /// It does.
    Connected,
    /// It does not: what is answered is how things were.
    Stale,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Round {
    /// How many there were since the host was started.
    pub number: u64,
    /// Its moment: what detectors took for now.
    pub at: String,
    /// Seconds since it finished.
    pub age_seconds: u64,
    /// Microseconds it took.
    pub micros: u64,
}

/// Open incidents by severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct OpenCounts {
    /// Critical ones.
    pub critical: usize,
    /// Warnings.
    pub warning: usize,
    /// Advice.
    pub info: usize,
    /// Of all of these: those that cannot be seen at the moment.
    pub blind: usize,
    /// Of all of these: those that nobody is told of.
    pub muted: usize,
}

/// Kinds by how much of them could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct KindCounts {
    /// Everything.
    pub complete: usize,
    /// Some objects may be absent.
    pub partial: usize,
    /// The host was refused.
    pub forbidden: usize,
    /// Nothing was read.
    pub missing: usize,
}

/// Detectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct DetectorCounts {
    /// All.
    pub all: usize,
    /// Those whose silence means something.
    pub well: usize,
    /// Those that are left out for a while after failing.
    pub backing_off: usize,
}

/// What watching has cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Costs {
    /// Requests to the API server.
    pub requests: u64,
    /// Bytes of its answers, after decompression.
    pub bytes: u64,
    /// CPU time of the host, in seconds.
    pub cpu_seconds: f64,
    /// Memory of the host, in bytes; null where the system does not tell.
    pub resident_bytes: Option<u64>,
}

impl Status {
    /// Of a board; `silent` is how long the host has not beaten, when that is too long.
    pub(crate) fn new(board: &Board, silent: Option<Duration>) -> Self {
        let status = &board.status;
        let backing_off = board.detectors.iter().filter(|one| one.backing_off_until.is_some());
        Self {
            version: clean(&status.version),
            started: rfc3339(status.started),
            cluster: (&status.cluster).into(),
            role: status.role.into(),
            leader: status.leader.as_deref().map(clean),
            link: (&status.link).into(),
            glance: Glance::new(board, silent),
            objects: status.objects,
            kinds: board.into(),
            detectors: DetectorCounts {
                all: board.detectors.len(),
                well: board.detectors.len() - board.unwell_detectors(),
                backing_off: backing_off.count(),
            },
            costs: board.costs.into(),
        }
    }
}

impl Glance {
    /// As [`Status::new`].
    pub(crate) fn new(board: &Board, silent: Option<Duration>) -> Self {
        let headline = Headline::of(board, silent);
        Self {
            verdict: match headline.word {
                Word::Clear => Verdict::Clear,
                Word::Incidents(_) => Verdict::Incidents,
                Word::Partial => Verdict::Partial,
                Word::Unknown => Verdict::Unknown,
            },
            text: headline.text,
            round: board.status.round.map(Round::from),
            open: board.into(),
            unknown: board.unknown.len(),
        }
    }
}

impl From<board::LastRound> for Round {
    fn from(round: board::LastRound) -> Self {
        Self {
            number: round.number,
            at: rfc3339(round.at),
            age_seconds: round.finished.elapsed().as_secs(),
            micros: u64::try_from(round.took.as_micros()).unwrap_or(u64::MAX),
        }
    }
}

impl From<&Board> for OpenCounts {
    fn from(board: &Board) -> Self {
        Self {
            critical: board.open_count(finding::Severity::Critical),
            warning: board.open_count(finding::Severity::Warning),
            info: board.open_count(finding::Severity::Info),
            blind: board.open.iter().filter(|incident| incident.blind.is_some()).count(),
            muted: board.open.iter().filter(|incident| incident.mute.is_some()).count(),
        }
    }
}

impl From<&Board> for KindCounts {
    fn from(board: &Board) -> Self {
        let count = |state: State| board.coverage.iter().filter(|kind| kind.state == state).count();
        Self {
            complete: count(State::Complete),
            partial: count(State::Partial),
            forbidden: count(State::Forbidden),
            missing: count(State::Missing),
        }
    }
}

impl From<&board::Cluster> for Cluster {
    fn from(cluster: &board::Cluster) -> Self {
        Self {
            name: clean(&cluster.name),
            server: clean(&cluster.server),
            uid: cluster.uid.as_deref().map(clean),
            version: cluster.version.as_deref().map(clean),
        }
    }
}

impl From<board::Role> for Role {
    fn from(role: board::Role) -> Self {
        match role {
            board::Role::Alone => Role::Alone,
            board::Role::Leader => Role::Leader,
            board::Role::Standby => Role::Standby,
        }
    }
}

impl From<&board::Link> for Link {
    fn from(link: &board::Link) -> Self {
        let (state, since, reason) = match link {
            board::Link::Connecting => (LinkState::Connecting, None, ""),
            board::Link::Connected { since } => (LinkState::Connected, Some(*since), ""),
            board::Link::Stale { since, reason } => (LinkState::Stale, Some(*since), reason.as_str()),
        };
        Self {
            state,
            since: since.map(rfc3339),
            reason: clean(reason),
        }
    }
}

impl From<board::Costs> for Costs {
    fn from(costs: board::Costs) -> Self {
        Self {
            requests: costs.requests,
            bytes: costs.bytes,
            cpu_seconds: costs.cpu_seconds,
            resident_bytes: costs.resident_bytes,
        }
    }
}
