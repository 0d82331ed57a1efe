//! What a round reports, with every object by name and every text safe to show.

use sdo_model::contract::types::ObjectRef;
use sdo_model::finding::Severity;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::fmt;

/// Hex digits of a fingerprint: 64 bits, enough to tell the findings of a fleet apart.
const FINGERPRINT_DIGITS: usize = 16;

/// An object by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct ObjectName {
    /// Kind as manifests spell it.
    pub kind: String,
    /// Namespace; empty for cluster-scoped objects.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// API group; empty for the core group. Not shown: kind and name are what people look for.
    #[serde(skip)]
    pub group: String,
}

impl ObjectName {
    /// The name of `reference`, cleaned by `clean`.
    pub(crate) fn of(reference: &ObjectRef, clean: impl Fn(&str) -> String) -> Self {
        Self {
            kind: clean(&reference.kind),
            namespace: clean(&reference.namespace),
            name: clean(&reference.name),
            group: clean(&reference.group),
        }
    }
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Related {
    /// The object.
    #[serde(flatten)]
    pub object: ObjectName,
    /// Its part, e.g. `target`; `owner` for the controllers of the primary object, which the host adds.
    pub role: String,
}

/// A fact that supports a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Evidence {
    /// The object.
    pub object: ObjectName,
    /// Field path.
    pub path: String,
    /// What stands there, credentials masked.
    pub value: String,
}

/// What a cause explains: an object that suffers, and the finding about it when a detector made one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Unknown {
    /// The rule.
    pub rule: String,
    /// The kind that was not readable.
    pub kind: String,
    /// Why, and what could not be decided.
    pub reason: String,
}

/// The fingerprint of a fault: rule, object and what tells two faults of one object apart, nothing a detector could vary.
pub(crate) fn fingerprint(rule: &str, primary: &ObjectRef, discriminator: &str) -> String {
    let parts = [
        rule,
        &primary.group,
        &primary.kind,
        &primary.namespace,
        &primary.name,
        discriminator,
    ];
    let mut hash = Sha256::new();
    for part in parts {
        // Lengths keep the parts apart: `a` + `bc` is not `ab` + `c`.
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    let digits: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    digits.chars().take(FINGERPRINT_DIGITS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn web() -> ObjectRef {
        ObjectRef {
            kind: "Service".into(),
            namespace: "demo".into(),
            name: "web".into(),
            ..ObjectRef::default()
        }
    }

    #[test]
    fn a_fingerprint_depends_on_rule_object_and_discriminator_only() {
        let print = fingerprint("rule", &web(), "http");
        assert_eq!(print.len(), FINGERPRINT_DIGITS);
        assert_eq!(print, fingerprint("rule", &ObjectRef { id: Some(7), ..web() }, "http"));
        assert_ne!(print, fingerprint("rule", &web(), ""));
        assert_ne!(
            print,
            fingerprint(
                "rul",
                &ObjectRef {
                    group: "e".into(),
                    ..web()
                },
                "http"
            )
        );
    }
}
