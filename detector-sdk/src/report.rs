//! Building a report.

use crate::cluster::snapshot;
use crate::cluster::types::{ObjectId, Timestamp};
use crate::contract::{self, Evidence, Finding, Related, Severity, Unknown};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What a detector says about one snapshot. Empty is an answer: nothing is wrong.
#[derive(Default)]
pub struct Report {
    drafts: Vec<Draft>,
    unknown: Vec<Unknown>,
}

impl Report {
    /// Something that people use does not work now, cannot start, or data is at risk. `primary` is the object whose change removes the symptom.
    pub fn critical(&mut self, primary: ObjectId, summary: impl Into<String>) -> &mut Draft {
        self.finding(Severity::Critical, primary, summary)
    }

    /// Degraded, or will fail at the next restart, rollout, drain or expiry.
    pub fn warning(&mut self, primary: ObjectId, summary: impl Into<String>) -> &mut Draft {
        self.finding(Severity::Warning, primary, summary)
    }

    /// Advice.
    pub fn info(&mut self, primary: ObjectId, summary: impl Into<String>) -> &mut Draft {
        self.finding(Severity::Info, primary, summary)
    }

    /// A finding whose severity depends on what was seen.
    pub fn finding(&mut self, severity: Severity, primary: ObjectId, summary: impl Into<String>) -> &mut Draft {
        self.drafts.push(Draft::new(severity, primary, summary.into()));
        let last = self.drafts.len() - 1;
        &mut self.drafts[last]
    }

    /// A verdict that cannot be reached because `kind` is not readable there.
    pub fn unknown(&mut self, kind: &str, reason: impl Into<String>) {
        self.unknown.push(Unknown {
            kind: kind.to_string(),
            reason: reason.into(),
        });
    }

    /// Whether `kind` is completely known in `namespace` (in the whole cluster when that is empty). When it is not, the report says once that the
    /// verdict there is unknown: ask before a conclusion from something's absence.
    pub fn knows(&mut self, kind: &str, namespace: &str) -> bool {
        let place = if namespace.is_empty() { "the cluster" } else { namespace };
        let scope = Some(namespace).filter(|namespace| !namespace.is_empty());
        let known = snapshot::coverage(kind, scope) == snapshot::CoverageState::Complete;
        let reason = format!("{kind} objects are not completely known in {place}");
        if !known
            && !self
                .unknown
                .iter()
                .any(|unknown| unknown.kind == kind && unknown.reason == reason)
        {
            self.unknown(kind, reason);
        }
        known
    }

    /// The report as the contract wants it.
    pub fn finish(self) -> contract::Report {
        contract::Report {
            findings: self.drafts.into_iter().map(|draft| draft.finding).collect(),
            unknown: self.unknown,
        }
    }
}

/// A finding under construction.
pub struct Draft {
    finding: Finding,
}

impl Draft {
    fn new(severity: Severity, primary: ObjectId, summary: String) -> Self {
        let finding = Finding {
            severity,
            summary,
            primary,
            discriminator: String::new(),
            related: Vec::new(),
            effects: Vec::new(),
            evidence: Vec::new(),
            next: Vec::new(),
            since: None,
            playbooks: Vec::new(),
            bindings: Vec::new(),
            metadata: Vec::new(),
        };
        Self { finding }
    }

    /// Tells two faults of one primary apart, e.g. a port name.
    pub fn apart(&mut self, discriminator: impl Into<String>) -> &mut Self {
        self.finding.discriminator = discriminator.into();
        self
    }

    /// A fact: the object, the field path in it, and the value there.
    pub fn evidence(&mut self, object: ObjectId, path: impl Into<String>, value: impl ToString) -> &mut Self {
        self.finding.evidence.push(Evidence {
            object,
            path: path.into(),
            value: value.to_string(),
        });
        self
    }

    /// An object that plays a part, e.g. `target`.
    pub fn related(&mut self, object: ObjectId, role: &str) -> &mut Self {
        self.finding.related.push(Related {
            object,
            role: role.to_string(),
        });
        self
    }

    /// Objects that suffer only because of this; findings about them fold under this one.
    pub fn effects(&mut self, objects: impl IntoIterator<Item = ObjectId>) -> &mut Self {
        self.finding.effects.extend(objects);
        self
    }

    /// A command or check for a person.
    pub fn next(&mut self, step: impl Into<String>) -> &mut Self {
        self.finding.next.push(step.into());
        self
    }

    /// Since when the fault stands.
    pub fn since(&mut self, time: Option<Timestamp>) -> &mut Self {
        self.finding.since = time;
        self
    }

    /// A playbook to route to; it must be listed in the spec.
    pub fn playbook(&mut self, name: &str) -> &mut Self {
        self.finding.playbooks.push(name.to_string());
        self
    }

    /// The object that fills a role of the playbook.
    pub fn bind(&mut self, role: &str, object: ObjectId) -> &mut Self {
        self.finding.bindings.push(Related {
            object,
            role: role.to_string(),
        });
        self
    }

    /// Anything else worth keeping.
    pub fn note(&mut self, key: &str, value: impl ToString) -> &mut Self {
        self.finding.metadata.push((key.to_string(), value.to_string()));
        self
    }
}
