//! `types` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::detector as domain;
use wasmtime::component::{ComponentType, Lift};

#[allow(dead_code, reason = "only the component model makes its values")]
#[derive(Copy, Clone, ComponentType, Lift)]
#[component(enum)]
#[repr(u8)]
pub(crate) enum Severity {
    #[component(name = "critical")]
    Critical,
    #[component(name = "warning")]
    Warning,
    #[component(name = "info")]
    Info,
}

impl From<Severity> for domain::Severity {
    fn from(value: Severity) -> Self {
        match value {
            Severity::Critical => domain::Severity::Critical,
            Severity::Warning => domain::Severity::Warning,
            Severity::Info => domain::Severity::Info,
        }
    }
}

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct DetectorSpec {
    #[component(name = "name")]
    name: String,
    #[component(name = "version")]
    version: String,
    #[component(name = "title")]
    title: String,
    #[component(name = "explanation")]
    explanation: String,
    #[component(name = "interval")]
    interval: u32,
    #[component(name = "optional-kinds")]
    optional_kinds: Vec<String>,
    #[component(name = "custom-resources")]
    custom_resources: Vec<String>,
    #[component(name = "playbooks")]
    playbooks: Vec<String>,
}

impl From<DetectorSpec> for domain::DetectorSpec {
    fn from(value: DetectorSpec) -> Self {
        Self {
            name: value.name,
            version: value.version,
            title: value.title,
            explanation: value.explanation,
            interval: value.interval,
            optional_kinds: value.optional_kinds,
            custom_resources: value.custom_resources,
            playbooks: value.playbooks,
        }
    }
}

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct Evidence {
    #[component(name = "object")]
    object: u32,
    #[component(name = "path")]
    path: String,
    #[component(name = "value")]
    value: String,
}

impl From<Evidence> for domain::Evidence {
    fn from(value: Evidence) -> Self {
        Self {
            object: value.object,
            path: value.path,
            value: value.value,
        }
    }
}

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct Related {
    #[component(name = "object")]
    object: u32,
    #[component(name = "role")]
    role: String,
}

impl From<Related> for domain::Related {
    fn from(value: Related) -> Self {
        Self {
            object: value.object,
            role: value.role,
        }
    }
}

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct Finding {
    #[component(name = "severity")]
    severity: Severity,
    #[component(name = "summary")]
    summary: String,
    #[component(name = "primary")]
    primary: u32,
    #[component(name = "discriminator")]
    discriminator: String,
    #[component(name = "related")]
    related: Vec<Related>,
    #[component(name = "effects")]
    effects: Vec<u32>,
    #[component(name = "evidence")]
    evidence: Vec<Evidence>,
    #[component(name = "next")]
    next: Vec<String>,
    #[component(name = "since")]
    since: Option<i64>,
    #[component(name = "playbooks")]
    playbooks: Vec<String>,
    #[component(name = "bindings")]
    bindings: Vec<Related>,
    #[component(name = "metadata")]
    metadata: Vec<(String, String)>,
}

impl From<Finding> for domain::Finding {
    fn from(value: Finding) -> Self {
        Self {
            severity: value.severity.into(),
            summary: value.summary,
            primary: value.primary,
            discriminator: value.discriminator,
            related: each(value.related),
            effects: value.effects,
            evidence: each(value.evidence),
            next: value.next,
            since: value.since,
            playbooks: value.playbooks,
            bindings: each(value.bindings),
            metadata: value.metadata,
        }
    }
}

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct Unknown {
    #[component(name = "kind")]
    kind: String,
    #[component(name = "reason")]
    reason: String,
}

impl From<Unknown> for domain::Unknown {
    fn from(value: Unknown) -> Self {
        Self {
            kind: value.kind,
            reason: value.reason,
        }
    }
}

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct Report {
    #[component(name = "findings")]
    findings: Vec<Finding>,
    #[component(name = "unknown")]
    unknown: Vec<Unknown>,
}

impl From<Report> for domain::Report {
    fn from(value: Report) -> Self {
        Self {
            findings: each(value.findings),
            unknown: each(value.unknown),
        }
    }
}
