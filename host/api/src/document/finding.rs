//! A finding, in the shape that `sdo check -o json` has.

use super::{bounded, rfc3339};
use crate::text::clean;
use schemars::JsonSchema;
use sdo_model::finding as model;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Effects of one finding that are answered: a node that is down explains thousands, and nobody reads as many.
const MAX_EFFECTS: usize = 500;
/// Items of every other list of a finding; detectors may return fewer.
const MAX_ITEMS: usize = 200;

/// How bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Something that people use does not work now, cannot start, or data is at risk.
    Critical,
    /// Degraded, or will fail at the next restart, rollout, drain or expiry.
    Warning,
    /// Advice.
    Info,
}

/// One cause.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Finding {
    /// The rule; `sdo check --explain RULE` says what it means.
    pub rule: String,
    /// How bad.
    pub severity: Severity,
    /// One line.
    pub summary: String,
    /// The object whose change removes the symptom.
    pub primary: Object,
    /// Objects that play a part; role `owner` is added by the host.
    pub related: Vec<Related>,
    /// Facts, most telling first.
    pub evidence: Vec<Evidence>,
    /// The same for as long as the fault stands.
    pub fingerprint: String,
    /// What this cause explains.
    pub effects: Vec<Effect>,
    /// Commands or checks for a person, most useful first.
    pub next: Vec<String>,
    /// Since when; absent when the snapshot does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Playbooks it routes to; absent when there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub playbooks: Vec<String>,
    /// Roles for the playbook's placeholders; absent when there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bindings: Vec<Related>,
    /// Anything else; absent when there is nothing.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub metadata: BTreeMap<String, String>,
}

/// An object by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Object {
    /// Kind as manifests spell it.
    pub kind: String,
    /// Namespace; empty for cluster-scoped objects.
    pub namespace: String,
    /// Name.
    pub name: String,
}

/// An object and its part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Related {
    /// Kind as manifests spell it.
    pub kind: String,
    /// Namespace; empty for cluster-scoped objects.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// The part, e.g. `target`.
    pub role: String,
}

/// A fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Evidence {
    /// Where it stands.
    pub object: Object,
    /// Field path there.
    pub path: String,
    /// Value there; credentials are masked.
    pub value: String,
}

/// Something that a cause explains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Effect {
    /// The object that suffers.
    pub object: Object,
    /// Rule of the folded finding; absent where only the cause names the object, as are the next three.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Severity of the folded finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
    /// Summary of the folded finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Fingerprint of the folded finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
}

impl Severity {
    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Critical => "critical",
            Severity::Warning => "warning",
            Severity::Info => "info",
        }
    }
}

impl From<model::Severity> for Severity {
    fn from(severity: model::Severity) -> Self {
        match severity {
            model::Severity::Critical => Severity::Critical,
            model::Severity::Warning => Severity::Warning,
            model::Severity::Info => Severity::Info,
        }
    }
}

impl Finding {
    /// The document, and how many items of its lists were left out: effects, and all others together.
    pub(crate) fn bounded(finding: &model::Finding) -> (Self, usize, usize) {
        let (effects, more_effects) = bounded(&finding.effects, MAX_EFFECTS);
        let (related, more_related) = bounded(&finding.related, MAX_ITEMS);
        let (evidence, more_evidence) = bounded(&finding.evidence, MAX_ITEMS);
        let (bindings, more_bindings) = bounded(&finding.bindings, MAX_ITEMS);
        let texts = |texts: &[String]| texts.iter().take(MAX_ITEMS).map(|text| clean(text)).collect();
        let pairs = finding.metadata.iter().take(MAX_ITEMS);
        let document = Self {
            rule: clean(&finding.rule),
            severity: finding.severity.into(),
            summary: clean(&finding.summary),
            primary: (&finding.primary).into(),
            related,
            evidence,
            fingerprint: clean(&finding.fingerprint),
            effects,
            next: texts(&finding.next),
            since: finding.since.map(rfc3339),
            playbooks: texts(&finding.playbooks),
            bindings,
            metadata: pairs.map(|(key, value)| (clean(key), clean(value))).collect(),
        };
        let lists = [finding.next.len(), finding.playbooks.len(), finding.metadata.len()];
        let more_texts: usize = lists.iter().map(|length| length.saturating_sub(MAX_ITEMS)).sum();
        (
            document,
            more_effects,
            more_related + more_evidence + more_bindings + more_texts,
        )
    }
}

impl From<&model::ObjectName> for Object {
    fn from(object: &model::ObjectName) -> Self {
        Self {
            kind: clean(&object.kind),
            namespace: clean(&object.namespace),
            name: clean(&object.name),
        }
    }
}

impl From<&model::Related> for Related {
    fn from(related: &model::Related) -> Self {
        let Object { kind, namespace, name } = (&related.object).into();
        Self {
            kind,
            namespace,
            name,
            role: clean(&related.role),
        }
    }
}

impl From<&model::Evidence> for Evidence {
    fn from(evidence: &model::Evidence) -> Self {
        Self {
            object: (&evidence.object).into(),
            path: clean(&evidence.path),
            value: clean(&evidence.value),
        }
    }
}

impl From<&model::Effect> for Effect {
    fn from(effect: &model::Effect) -> Self {
        Self {
            object: (&effect.object).into(),
            rule: effect.rule.as_deref().map(clean),
            severity: effect.severity.map(Severity::from),
            summary: effect.summary.as_deref().map(clean),
            fingerprint: effect.fingerprint.as_deref().map(clean),
        }
    }
}
