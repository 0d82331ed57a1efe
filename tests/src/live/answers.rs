//! What the host answers, as far as it matters here.

use serde::Deserialize;

/// `/v1/incidents`.
#[derive(Clone, Debug, Deserialize)]
pub struct Page {
    /// Incidents, newest name first.
    pub incidents: Vec<Incident>,
    /// Where the next page begins.
    pub next: Option<String>,
}

/// An incident.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Incident {
    /// Its name, e.g. `INC-17`.
    pub id: String,
    /// `open` or `closed`.
    pub stage: String,
    /// `critical`, `warning` or `info`.
    pub severity: String,
    /// The rule that found it.
    pub rule: String,
    /// One line.
    pub summary: String,
    /// What it is about.
    pub object: Object,
    /// When it was opened, in RFC 3339.
    pub opened: String,
    /// When a detector last found it, in RFC 3339.
    pub seen: String,
    /// How often it was opened again.
    pub reopened: u32,
    /// Findings that are this incident.
    pub findings: u32,
    /// Objects that it explains.
    pub effects: usize,
    /// Whether it comes and goes.
    pub flapping: bool,
    /// Why it cannot be seen.
    pub blind: Option<Blind>,
}

/// Why an incident can neither be confirmed nor closed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Blind {
    /// What cannot be seen.
    pub reason: String,
}

/// An object by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct Object {
    /// Kind.
    pub kind: String,
    /// Namespace; empty for cluster-scoped objects.
    pub namespace: String,
    /// Name.
    pub name: String,
}

/// `/v1/incidents/INC-17`.
#[derive(Clone, Debug, Deserialize)]
pub struct Detail {
    /// The incident.
    pub incident: Incident,
    /// What became of it, oldest first.
    pub history: Vec<Entry>,
}

/// An entry of a history.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Entry {
    /// When, in RFC 3339.
    pub at: String,
    /// `opened`, `closed`, `blinded` ...
    pub turn: String,
    /// One line.
    pub detail: String,
}

/// `/v1/status`.
#[derive(Clone, Debug, Deserialize)]
pub struct Status {
    /// `alone`, `leader` or `standby`.
    pub role: String,
    /// Whether the API server answers.
    pub link: Link,
    /// What can be said of the cluster.
    pub glance: Glance,
    /// Objects in the snapshot.
    pub objects: u64,
}

/// Whether the API server answers.
#[derive(Clone, Debug, Deserialize)]
pub struct Link {
    /// `connecting`, `connected` or `stale`.
    pub state: String,
}

/// What can be said of the cluster.
#[derive(Clone, Debug, Deserialize)]
pub struct Glance {
    /// `clear`, `incidents`, `partial` or `unknown`.
    pub verdict: String,
    /// The same in words.
    pub text: String,
    /// The last round.
    pub round: Option<Round>,
}

/// A round.
#[derive(Clone, Debug, Deserialize)]
pub struct Round {
    /// How many there were.
    pub number: u64,
    /// Microseconds it took.
    pub micros: u64,
}

/// `/v1/coverage`.
#[derive(Clone, Debug, Deserialize)]
pub struct Coverage {
    /// Every kind that the detectors read.
    pub kinds: Vec<Kind>,
}

/// How much of a kind could be read.
#[derive(Clone, Debug, Deserialize)]
pub struct Kind {
    /// Kind.
    pub kind: String,
    /// `complete`, `partial`, `forbidden` or `missing`.
    pub state: String,
    /// Objects.
    pub count: u64,
    /// Why not all.
    pub reason: String,
    /// `watching`, `listing`, `retrying`, `forbidden` or `not-served`.
    pub watch: String,
}

/// `/v1/detectors`.
#[derive(Clone, Debug, Deserialize)]
pub struct Detectors {
    /// All of them.
    pub detectors: Vec<Detector>,
}

/// A detector.
#[derive(Clone, Debug, Deserialize)]
pub struct Detector {
    /// Its rule.
    pub rule: String,
    /// Whether its silence means something.
    pub well: bool,
    /// Its last run.
    pub last: Option<LastRun>,
    /// Runs.
    pub runs: u64,
    /// Times it was not run because nothing that it reads had changed.
    pub skips: u64,
    /// More about it.
    pub note: String,
}

/// How a run went.
#[derive(Clone, Debug, Deserialize)]
pub struct LastRun {
    /// How it ended.
    pub outcome: String,
    /// Findings.
    pub findings: u64,
}
