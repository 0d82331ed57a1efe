//! What a detector reports, after the host has resolved every object it names.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Advice.
    Info,
    /// Degraded, or will fail at the next restart, rollout, drain or expiry.
    Warning,
    /// Something that people use does not work now, cannot start, or data is at risk.
    Critical,
}

impl Severity {
    /// The word that JSON output uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Critical => "critical",
        }
    }
}

/// An object by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ObjectName {
    /// Kind as manifests spell it.
    pub kind: String,
    /// Namespace; empty for cluster-scoped objects.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// API group; empty for the core group. Not shown to people: kind and name are what they look for.
    #[serde(default)]
    pub group: String,
}

/// `Deployment demo/web`, or `Node worker-1`.
impl fmt::Display for ObjectName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.namespace.as_str() {
            "" => write!(formatter, "{} {}", self.kind, self.name),
            namespace => write!(formatter, "{} {namespace}/{}", self.kind, self.name),
        }
    }
}

/// Another object that plays a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    /// The object.
    #[serde(flatten)]
    pub object: ObjectName,
    /// Its part, e.g. `target`; `owner` for the controllers of the primary object, which the host adds.
    pub role: String,
}

/// A fact that supports a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The object.
    pub object: ObjectName,
    /// Field path.
    pub path: String,
    /// What stands there, credentials masked.
    pub value: String,
}

/// What a cause explains: an object that suffers, and the finding about it when a detector made one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// The object that suffers.
    pub object: ObjectName,
    /// The rule of the folded finding; `None` where only the cause names the object.
    pub rule: Option<String>,
    /// Severity of the folded finding.
    pub severity: Option<Severity>,
    /// Summary of the folded finding.
    pub summary: Option<String>,
    /// Fingerprint of the folded finding.
    pub fingerprint: Option<String>,
}

/// One cause and what it explains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The rule.
    pub rule: String,
    /// How bad; at least as bad as the worst finding that the detector's own words explain.
    pub severity: Severity,
    /// One line.
    pub summary: String,
    /// The object whose change removes the symptom.
    pub primary: ObjectName,
    /// Objects that play a part, owners last.
    pub related: Vec<Related>,
    /// Facts, most telling first.
    pub evidence: Vec<Evidence>,
    /// Stays the same while the fault stands, across snapshots and clusters of the same names.
    pub fingerprint: String,
    /// The same for findings that are one incident: like the fingerprint, with the top owner in place of the primary object.
    pub cause: String,
    /// What it explains, by object.
    pub effects: Vec<Effect>,
    /// Commands or checks for a person.
    pub next: Vec<String>,
    /// Since when, in seconds since 1970, when the snapshot tells.
    pub since: Option<i64>,
    /// Playbooks it routes to.
    pub playbooks: Vec<String>,
    /// Roles for the playbook's placeholders.
    pub bindings: Vec<Related>,
    /// Anything else, as key and value.
    pub metadata: Vec<(String, String)>,
}

/// A verdict that could not be reached, or not for the whole cluster.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Unknown {
    /// The rule.
    pub rule: String,
    /// The kind that was not readable.
    pub kind: String,
    /// Why, and what could not be decided.
    pub reason: String,
}
