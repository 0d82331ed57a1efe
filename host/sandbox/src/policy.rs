//! `policy.yaml`: what a detector may import and consume.
//!
//! ```yaml
//! default:
//!   interfaces: [pods, services, events.count]
//!   custom: [{ group: cert-manager.io, kind: Certificate }]
//!   wasi: none
//!   limits: { fuel: 200000000 }
//! detectors:
//!   tls-expiry:
//!     interfaces: [secrets.certificates]
//!     limits: { findings: 20 }
//! ```
//!
//! An entry of `interfaces` is an interface of the contract, or one function of it. A section of a detector replaces the
//! default's list of that name; its limits are laid over the default's. Nothing is granted by a pattern.

mod grant;
mod parse;

use grant::Source;
pub use grant::{CustomResource, CustomResources, Grant, Refusal, Wasi};

use crate::limits::{Limits, LimitsPatch};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The policy in force where no file is given.
pub const DEFAULT: &str = include_str!("policy/default.yaml");

/// Bytes of a policy file that are read; a policy of 1,000 detectors has 200 KB.
pub const MAX_BYTES: usize = 1 << 20;

/// Why a policy was not accepted. The host refuses to run detectors then.
#[derive(Debug, thiserror::Error)]
pub enum PolicyError {
    /// The file could not be read.
    #[error("read policy {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is larger than any policy.
    #[error("policy of {bytes} bytes; at most {MAX_BYTES} are read")]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// The text is not YAML of the documented shape: an unknown or repeated key, a value out of bounds.
    #[error("policy: {0}")]
    Shape(Box<serde_saphyr::Error>),
    /// A value has the right shape and no meaning.
    #[error("policy: {key}: {what}")]
    Value {
        /// Where, e.g. `default.interfaces`.
        key: String,
        /// What is wrong and what would be right.
        what: String,
    },
}

/// What one section grants; `None` where the section is silent.
#[derive(Clone, Debug, Default)]
struct Section {
    interfaces: Option<Set<BTreeSet<String>>>,
    custom: Option<CustomResources>,
    wasi: Option<Set<Wasi>>,
    limits: LimitsPatch,
}

/// A value and the line that sets it.
#[derive(Clone, Debug)]
struct Set<T> {
    value: T,
    line: u64,
}

/// A checked policy.
#[derive(Clone, Debug)]
pub struct Policy {
    default: Section,
    detectors: BTreeMap<String, Section>,
}

impl Policy {
    /// Reads and checks a policy file.
    ///
    /// # Errors
    /// The file cannot be read or [`Policy::parse`] refuses its text.
    pub fn load(path: &std::path::Path) -> Result<Self, PolicyError> {
        let text = std::fs::read_to_string(path).map_err(|source| PolicyError::Read {
            path: path.to_owned(),
            source,
        })?;
        Self::parse(&text)
    }

    /// Checks the text of a policy.
    ///
    /// # Errors
    /// An unknown key, a detector that stands twice, a pattern, an unknown interface or function, a limit out of bounds;
    /// each names the key.
    pub fn parse(text: &str) -> Result<Self, PolicyError> {
        if text.len() > MAX_BYTES {
            return Err(PolicyError::TooLarge { bytes: text.len() });
        }
        let (default, detectors) = parse::sections(text)?;
        Ok(Self { default, detectors })
    }

    /// The embedded default policy.
    ///
    /// # Errors
    /// Never in a build that passed its tests; the signature saves a panic.
    pub fn embedded() -> Result<Self, PolicyError> {
        Self::parse(DEFAULT)
    }

    /// What the detector called `name` may import and consume.
    pub fn grant(&self, name: &str) -> Grant {
        let own = self.detectors.get(name);
        let (interfaces, interfaces_source) = self.pick(name, "interfaces", |section| section.interfaces.as_ref());
        let (wasi, wasi_source) = self.pick(name, "wasi", |section| section.wasi.as_ref());
        Grant {
            detector: name.to_owned(),
            interfaces: interfaces.cloned().unwrap_or_default(),
            interfaces_source,
            custom: own
                .and_then(|section| section.custom.as_ref())
                .or(self.default.custom.as_ref())
                .cloned()
                .unwrap_or_default(),
            wasi: wasi.copied().unwrap_or_default(),
            wasi_source,
            limits: self.limits(own),
        }
    }

    /// The detector's own value of a field, else the default's, and where it stands.
    fn pick<'p, T>(
        &'p self,
        name: &str,
        field: &str,
        of: impl Fn(&'p Section) -> Option<&'p Set<T>>,
    ) -> (Option<&'p T>, Source) {
        let own = self.detectors.get(name).and_then(&of);
        let key = match own {
            Some(_) => format!("detectors.{name}.{field}"),
            None => format!("default.{field}"),
        };
        let set = own.or_else(|| of(&self.default));
        (
            set.map(|set| &set.value),
            Source {
                key,
                line: set.map(|set| set.line),
            },
        )
    }

    fn limits(&self, own: Option<&Section>) -> Limits {
        let limits = self.default.limits.over(Limits::default());
        own.map_or(limits, |section| section.limits.over(limits))
    }

    /// The detectors that the policy names.
    pub fn detectors(&self) -> impl Iterator<Item = &str> {
        self.detectors.keys().map(String::as_str)
    }
}

/// The candidate nearest to `word`, when one is near enough to be a slip.
pub(crate) fn nearest<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    // The word may be a whole file; a slip is short.
    if word.len() > 64 {
        return None;
    }
    candidates
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .min()
        .filter(|(distance, candidate)| *distance <= 1 + candidate.len() / 4)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests;
