//! `types`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Timestamp;
use crate::call::Price;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something that people use does not work now, cannot start, or data is at risk.
    Critical,
    /// Degraded, or will fail at the next restart, rollout, drain or expiry.
    Warning,
    /// Advice.
    Info,
}

impl Price for Severity {
    fn price(&self) -> u64 {
        0
    }
}

/// What a detector is and what it needs. Must not depend on the snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DetectorSpec {
    /// The rule: lower case words joined by `-`, at most 63 characters, e.g. `service-selects-nothing`.
    pub name: String,
    /// Version of the detector, `MAJOR.MINOR.PATCH`.
    pub version: String,
    /// One line: what is wrong when it fires.
    pub title: String,
    /// Markdown: the invariant, why it matters, how to confirm by hand, blind spots, known false positives.
    pub explanation: String,
    /// Seconds between two runs when nothing it reads has changed; at least 5.
    pub interval: u32,
    /// Kinds its verdict can do without, e.g. `Event`: when such a kind is not readable the verdict stands.
    pub optional_kinds: Vec<String>,
    /// Custom resources it reads, as `group/Kind`.
    pub custom_resources: Vec<String>,
    /// Playbooks that a finding may route to; may be empty.
    pub playbooks: Vec<String>,
}

impl Price for DetectorSpec {
    fn price(&self) -> u64 {
        self.name.price()
            + self.version.price()
            + self.title.price()
            + self.explanation.price()
            + self.interval.price()
            + self.optional_kinds.price()
            + self.custom_resources.price()
            + self.playbooks.price()
    }
}

/// A fact that supports a finding: where it stands and what stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The object.
    pub object: ObjectId,
    /// Field path, e.g. `spec.selector.app`.
    pub path: String,
    /// Value there; credentials are masked by the host.
    pub value: String,
}

impl Price for Evidence {
    fn price(&self) -> u64 {
        self.object.price() + self.path.price() + self.value.price()
    }
}

/// Another object that plays a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The object.
    pub object: ObjectId,
    /// The part: lower case words joined by `-`, e.g. `target`, `cause`, `victim`.
    pub role: String,
}

impl Price for Related {
    fn price(&self) -> u64 {
        self.object.price() + self.role.price()
    }
}

/// One fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad.
    pub severity: Severity,
    /// One line that names the field and both values, and the nearest right value when there is one.
    pub summary: String,
    /// The object whose change removes the symptom.
    pub primary: ObjectId,
    /// Tells two faults of one primary apart, e.g. a port name; part of the fingerprint. Empty when there can be only one.
    pub discriminator: String,
    /// Objects that play a part.
    pub related: Vec<Related>,
    /// Objects that suffer only because of this fault; findings about them fold under this one.
    pub effects: Vec<ObjectId>,
    /// Facts, most telling first.
    pub evidence: Vec<Evidence>,
    /// Commands or checks for a person, most useful first.
    pub next: Vec<String>,
    /// Since when the fault stands, when the snapshot tells.
    pub since: Option<Timestamp>,
    /// Playbooks to route to; each must be listed in the spec. May be empty.
    pub playbooks: Vec<String>,
    /// Roles for the playbook's placeholders: role and object.
    pub bindings: Vec<Related>,
    /// Anything else worth keeping, as key and value.
    pub metadata: Vec<(String, String)>,
}

impl Price for Finding {
    fn price(&self) -> u64 {
        self.severity.price()
            + self.summary.price()
            + self.primary.price()
            + self.discriminator.price()
            + self.related.price()
            + self.effects.price()
            + self.evidence.price()
            + self.next.price()
            + self.since.price()
            + self.playbooks.price()
            + self.bindings.price()
            + self.metadata.price()
    }
}

/// A verdict that could not be reached, for a part of the cluster that is not readable.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Unknown {
    /// Kind that was not readable.
    pub kind: String,
    /// What could not be decided, e.g. the namespace.
    pub reason: String,
}

impl Price for Unknown {
    fn price(&self) -> u64 {
        self.kind.price() + self.reason.price()
    }
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Report {
    /// What is wrong. Empty is an answer: nothing.
    pub findings: Vec<Finding>,
    /// What could not be decided.
    pub unknown: Vec<Unknown>,
}

impl Price for Report {
    fn price(&self) -> u64 {
        self.findings.price() + self.unknown.price()
    }
}
