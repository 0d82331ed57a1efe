//! What one detector may import, and the words of a refusal.

use crate::interfaces;
use crate::limits::Limits;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// Whether a component that carries WASI imports may load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wasi {
    /// Never: the norm.
    #[default]
    None,
    /// Without effect: no files, environment or sockets, frozen clocks, constant randomness, output to the bounded log.
    Inert,
}

/// A kind of custom resource.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomResource {
    /// The API group, e.g. `cert-manager.io`.
    pub group: String,
    /// The kind as manifests spell it, e.g. `Certificate`.
    pub kind: String,
}

/// The custom resources that a detector may read through `query-json`. Shared, cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CustomResources(Arc<BTreeSet<CustomResource>>);

impl CustomResources {
    /// The set of `resources`.
    pub fn new(resources: impl IntoIterator<Item = CustomResource>) -> Self {
        Self(Arc::new(resources.into_iter().collect()))
    }

    /// Whether objects of `kind` in `group` may be read; exact spelling.
    pub fn allows(&self, group: &str, kind: &str) -> bool {
        self.0
            .iter()
            .any(|resource| resource.group == group && resource.kind == kind)
    }

    /// The resources in order.
    pub fn iter(&self) -> impl Iterator<Item = &CustomResource> {
        self.0.iter()
    }
}

/// What one detector may import and consume.
#[derive(Clone, Debug)]
pub struct Grant {
    pub(super) detector: String,
    pub(super) interfaces: BTreeSet<String>,
    pub(super) interfaces_source: Source,
    pub(super) wasi_source: Source,
    /// Custom resources for `query-json`.
    pub custom: CustomResources,
    /// Whether WASI imports are met.
    pub wasi: Wasi,
    /// What a run may consume.
    pub limits: Limits,
}

/// Where in a policy a value stands.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// The dotted key.
    pub(super) key: String,
    /// The line; `None` where the policy is silent.
    pub(super) line: Option<u64>,
}

/// A refused import: what, by which line, and what would allow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The import, e.g. `sdo:cluster/secrets@0.1.0 (function list)`.
    pub import: String,
    /// The key of `policy.yaml` that does not grant it.
    pub key: String,
    /// The line of that key; `None` where the policy does not have it.
    pub line: Option<u64>,
    /// What would allow it; `None` where nothing does.
    pub fix: Option<String>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "imports {}", self.import)?;
        let Some(fix) = &self.fix else {
            return write!(formatter, ", which no policy can grant");
        };
        write!(formatter, ", which policy key {}", self.key)?;
        if let Some(line) = self.line {
            write!(formatter, " (line {line})")?;
        }
        write!(formatter, " does not grant; to allow it, {fix}")
    }
}

impl Grant {
    /// Whether the component may import `function` of the contract interface `interface`, both by their short names.
    ///
    /// # Errors
    /// The refusal, with the policy line and what would allow it.
    pub fn function(&self, interface: &str, function: &str) -> Result<(), Refusal> {
        let narrow = format!("{interface}.{function}");
        if self.interfaces.contains(interface) || self.interfaces.contains(&narrow) {
            return Ok(());
        }
        Err(Refusal {
            import: format!(
                "{} (function {})",
                interfaces::full_name(interface),
                function.escape_debug()
            ),
            key: self.interfaces_source.key.clone(),
            line: self.interfaces_source.line,
            fix: Some(format!(
                "add `{interface}`, or only `{narrow}`, to detectors.{}.interfaces",
                self.detector
            )),
        })
    }

    /// Whether the component may import the WASI interface with this full name.
    ///
    /// # Errors
    /// The refusal; sockets and HTTP are refused under every policy.
    pub fn wasi(&self, name: &str) -> Result<(), Refusal> {
        let can_be_inert = crate::wasi::is_inert(name);
        if can_be_inert && self.wasi == Wasi::Inert {
            return Ok(());
        }
        Err(Refusal {
            import: name.escape_debug().to_string(),
            key: self.wasi_source.key.clone(),
            line: self.wasi_source.line,
            fix: can_be_inert.then(|| {
                format!(
                    "set detectors.{}.wasi to `inert`, or build for wasm32-unknown-unknown, which imports no WASI",
                    self.detector
                )
            }),
        })
    }
}
