//! The machine-readable shape of a check: `docs/schema/check.json` is made from these types, and a test compares the two.
//!
//! Keys are only ever added. Times are RFC 3339 in UTC.

use crate::report::Report;
use schemars::JsonSchema;
use sdo_pipeline as pipeline;
use serde::Serialize;
use std::collections::BTreeMap;

/// The result of `sdo check -o json`.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "sdo check", deny_unknown_fields)]
pub struct Document {
    /// What was checked.
    pub snapshot: Snapshot,
    /// Causes, worst first; what they explain is under `effects`.
    pub findings: Vec<Finding>,
    /// Verdicts that could not be reached, or not for the whole cluster. Unknown is not healthy.
    pub unknown: Vec<Unknown>,
    /// How much of each kind could be read.
    pub coverage: Vec<Coverage>,
    /// What became of each detector.
    pub detectors: Vec<Detector>,
}

/// The state that was checked.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Snapshot {
    /// SHA-256 over all objects, independent of their order.
    pub digest: String,
    /// When the state was captured; null when nothing in the dump told.
    pub time: Option<String>,
    /// Where it came from, as given.
    pub source: String,
    /// Version of the API server, e.g. `v1.36.3`; null when unknown.
    pub version: Option<String>,
    /// What reading it asked of the API server; null for a dump.
    pub cost: Option<Cost>,
}

/// What reading a cluster asked of its API server.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Cost {
    /// Requests.
    pub requests: u64,
    /// Bytes of answers, after decompression.
    pub bytes: u64,
    /// Milliseconds from the first request to the last answer.
    pub millis: u64,
}

impl From<sdo_live::Cost> for Cost {
    fn from(cost: sdo_live::Cost) -> Self {
        Self {
            requests: cost.requests,
            bytes: cost.bytes,
            millis: u64::try_from(cost.time.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

/// How bad.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
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
#[derive(Debug, Serialize, JsonSchema)]
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
    /// Since when; absent when the dump does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Playbooks it routes to; absent when there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub playbooks: Vec<String>,
    /// Roles for the playbook's placeholders; absent when there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bindings: Vec<Related>,
    /// Anything else; absent when there is nothing.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub metadata: BTreeMap<String, String>,
}

/// An object by name.
#[derive(Debug, Serialize, JsonSchema)]
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
#[derive(Debug, Serialize, JsonSchema)]
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
#[derive(Debug, Serialize, JsonSchema)]
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
#[derive(Debug, Serialize, JsonSchema)]
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

/// A verdict that is unknown.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Unknown {
    /// The rule.
    pub rule: String,
    /// The kind that could not be read, or not completely.
    pub kind: String,
    /// Why.
    pub reason: String,
}

/// How much of a kind could be read.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Coverage {
    /// Kind, or `Kind.group` for custom resources.
    pub kind: String,
    /// How much.
    pub state: CoverageState,
    /// Objects that were read.
    pub count: usize,
    /// Why not all; empty when `complete`.
    pub reason: String,
}

/// How much of a kind could be read.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CoverageState {
    /// Everything; an empty list is known to be empty.
    Complete,
    /// Some objects may be absent.
    Partial,
    /// The collector was refused.
    Forbidden,
    /// Not collected.
    Missing,
}

/// What became of a detector.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Detector {
    /// Its rule, or the name of its file where it has none.
    pub name: String,
    /// SHA-256 of its component.
    pub digest: String,
    /// How it ended: `finished`, `not-run` (a kind it needs was not readable), `out-of-fuel`, `deadline`, `memory`, `host-budget`,
    /// `trap`, `bad-output`, `refused`, `compile-limit` or `host-error`.
    pub outcome: String,
    /// Fuel charged.
    pub fuel: u64,
    /// Wall time of its run; the one number that differs from run to run.
    pub micros: u64,
    /// More about the outcome; absent when it finished without remark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The JSON Schema of [`Document`], as it stands in `docs/schema/check.json`.
pub fn schema() -> schemars::Schema {
    schemars::generate::SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<Document>()
}

impl From<&Report> for Document {
    fn from(report: &Report) -> Self {
        Self {
            snapshot: Snapshot {
                digest: report.digest.clone(),
                time: report.time.map(rfc3339),
                source: report.source.clone(),
                version: Some(report.version.clone()).filter(|version| !version.is_empty()),
                cost: report.cost.map(Cost::from),
            },
            findings: report.round.findings.iter().map(Finding::from).collect(),
            unknown: report.round.unknown.iter().map(Unknown::from).collect(),
            coverage: report.coverage.iter().map(Coverage::from).collect(),
            detectors: report.round.detectors.iter().map(Detector::from).collect(),
        }
    }
}

impl From<&pipeline::Finding> for Finding {
    fn from(finding: &pipeline::Finding) -> Self {
        Self {
            rule: finding.rule.clone(),
            severity: finding.severity.into(),
            summary: finding.summary.clone(),
            primary: (&finding.primary).into(),
            related: finding.related.iter().map(Related::from).collect(),
            evidence: finding.evidence.iter().map(Evidence::from).collect(),
            fingerprint: finding.fingerprint.clone(),
            effects: finding.effects.iter().map(Effect::from).collect(),
            next: finding.next.clone(),
            since: finding.since.map(rfc3339),
            playbooks: finding.playbooks.clone(),
            bindings: finding.bindings.iter().map(Related::from).collect(),
            metadata: finding.metadata.iter().cloned().collect(),
        }
    }
}

impl From<sdo_model::finding::Severity> for Severity {
    fn from(severity: sdo_model::finding::Severity) -> Self {
        match severity {
            sdo_model::finding::Severity::Critical => Severity::Critical,
            sdo_model::finding::Severity::Warning => Severity::Warning,
            sdo_model::finding::Severity::Info => Severity::Info,
        }
    }
}

impl From<&pipeline::ObjectName> for Object {
    fn from(object: &pipeline::ObjectName) -> Self {
        Self {
            kind: object.kind.clone(),
            namespace: object.namespace.clone(),
            name: object.name.clone(),
        }
    }
}

impl From<&pipeline::Related> for Related {
    fn from(related: &pipeline::Related) -> Self {
        let Object { kind, namespace, name } = (&related.object).into();
        Self {
            kind,
            namespace,
            name,
            role: related.role.clone(),
        }
    }
}

impl From<&pipeline::Evidence> for Evidence {
    fn from(evidence: &pipeline::Evidence) -> Self {
        Self {
            object: (&evidence.object).into(),
            path: evidence.path.clone(),
            value: evidence.value.clone(),
        }
    }
}

impl From<&pipeline::Effect> for Effect {
    fn from(effect: &pipeline::Effect) -> Self {
        Self {
            object: (&effect.object).into(),
            rule: effect.rule.clone(),
            severity: effect.severity.map(Severity::from),
            summary: effect.summary.clone(),
            fingerprint: effect.fingerprint.clone(),
        }
    }
}

impl From<&pipeline::Unknown> for Unknown {
    fn from(unknown: &pipeline::Unknown) -> Self {
        Self {
            rule: unknown.rule.clone(),
            kind: unknown.kind.clone(),
            reason: unknown.reason.clone(),
        }
    }
}

impl From<&crate::report::KindCoverage> for Coverage {
    fn from(coverage: &crate::report::KindCoverage) -> Self {
        let state = match coverage.state {
            sdo_model::State::Complete => CoverageState::Complete,
            sdo_model::State::Partial => CoverageState::Partial,
            sdo_model::State::Forbidden => CoverageState::Forbidden,
            sdo_model::State::Missing => CoverageState::Missing,
        };
        Self {
            kind: coverage.kind.clone(),
            state,
            count: coverage.count,
            reason: coverage.reason.clone(),
        }
    }
}

impl From<&pipeline::DetectorRun> for Detector {
    fn from(run: &pipeline::DetectorRun) -> Self {
        Self {
            name: run.name.clone(),
            digest: run.digest.clone(),
            outcome: run.status.code().to_owned(),
            fuel: run.fuel,
            micros: run.micros,
            reason: Some(crate::render::trouble(run)).filter(|reason| !reason.is_empty()),
        }
    }
}

/// Seconds since 1970 as `2026-11-30T18:03:00Z`.
pub(crate) fn rfc3339(seconds: i64) -> String {
    jiff::Timestamp::from_second(seconds)
        .unwrap_or(jiff::Timestamp::UNIX_EPOCH)
        .to_string()
}
