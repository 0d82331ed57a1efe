//! From bytes to detectors that may run: admitted, compiled, linked, and asked what they are.

use crate::candidate::{Candidate, DetectorRun, Status};
use crate::round::in_parallel;
use crate::wording::one_line;
use sdo_model::contract::Cluster;
use sdo_model::contract::detector::DetectorSpec;
use sdo_model::{Kind, KindSet};
use sdo_sandbox::{Detector, Digest, Outcome, Policy, Sandbox};
use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

/// Bytes of a detector's rule, as the contract has it.
const MAX_RULE: usize = 63;
/// Bytes of a file name that is shown.
const MAX_NAME: usize = 120;

/// Where a component came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Shipped with the program.
    BuiltIn,
    /// A file.
    File(PathBuf),
}

/// A component before it is loaded.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name that policy knows it by: the name of its file without `.wasm`.
    pub name: String,
    /// Its bytes.
    pub bytes: Cow<'static, [u8]>,
    /// Where it came from.
    pub origin: Origin,
}

/// A detector that is ready to run.
#[derive(Clone)]
pub struct Loaded {
    /// The sandbox's handle.
    pub detector: Detector,
    /// What it says it is.
    pub spec: DetectorSpec,
    /// Where it came from.
    pub origin: Origin,
}

/// Detectors that were loaded together.
#[derive(Clone, Default)]
pub struct Library {
    /// Ready to run, by rule.
    pub ready: Vec<Loaded>,
    /// Not ready, and why, by name.
    pub failed: Vec<DetectorRun>,
}

impl Loaded {
    /// Kinds without which its verdict means nothing: what it reads, less what its spec calls optional.
    pub fn needs(&self) -> KindSet {
        let optional = self.spec.optional_kinds.iter().filter_map(|name| Kind::from_name(name));
        self.detector.imports().reads().minus(optional.collect())
    }

    /// The custom resources it reads, as coverage names them.
    pub fn custom(&self) -> Vec<String> {
        let name = |resource: &String| match resource.split_once('/') {
            Some((group, kind)) => format!("{kind}.{group}"),
            None => resource.clone(),
        };
        let is_needed = self.needs().contains(Kind::Custom);
        self.spec
            .custom_resources
            .iter()
            .filter(|_| is_needed)
            .map(name)
            .collect()
    }

    pub(crate) fn candidate<'r>(&'r self, sandbox: &'r Sandbox, view: &'r Arc<dyn Cluster>) -> Candidate<'r> {
        Candidate {
            rule: self.spec.name.clone(),
            digest: self.detector.digest().to_string(),
            needs: self.needs(),
            sees: self.detector.grants(),
            custom: self.custom(),
            run: Box::new(|| sandbox.run(&self.detector, Arc::clone(view))),
        }
    }
}

/// Loads `sources` on `jobs` threads, each under what `policy` grants its name. `empty` is a view of nothing: a spec must not
/// depend on a cluster. One bad component is an entry of [`Library::failed`] and says nothing about the others.
pub fn load(
    sandbox: &Sandbox,
    sources: &[Source],
    policy: &Policy,
    empty: &Arc<dyn Cluster>,
    jobs: NonZeroUsize,
) -> Library {
    let loaded = in_parallel(sources.len(), jobs, |index| {
        sources
            .get(index)
            .map(|source| load_one(sandbox, source, policy, empty))
    });
    let mut library = Library::default();
    for result in loaded.into_iter().flatten() {
        match result {
            Ok(loaded) => library.ready.push(loaded),
            Err(failed) => library.failed.push(*failed),
        }
    }
    library
        .ready
        .sort_by(|a, b| (&a.spec.name, a.detector.digest()).cmp(&(&b.spec.name, b.detector.digest())));
    library
        .failed
        .sort_by(|a, b| (&a.name, &a.digest).cmp(&(&b.name, &b.digest)));
    library
}

fn load_one(
    sandbox: &Sandbox,
    source: &Source,
    policy: &Policy,
    empty: &Arc<dyn Cluster>,
) -> Result<Loaded, Box<DetectorRun>> {
    let name = one_line(&source.name, MAX_NAME);
    let digest = Digest::of(&source.bytes).to_string();
    let failed = |status, note: String| Box::new(DetectorRun::without_run(&name, &digest, status, note));
    let detector = sandbox
        .load(&source.name, &source.bytes, &policy.grant(&source.name))
        .map_err(|error| {
            let status = error
                .outcome()
                .map_or_else(|| Status::HostError(chain(&error)), Status::Ran);
            failed(status, String::new())
        })?;
    let report = sandbox.spec(&detector, Arc::clone(empty));
    let note = report
        .panic
        .map(|text| format!("it said: {}", one_line(&text, MAX_NAME)))
        .unwrap_or_default();
    let spec = report.answer.ok_or_else(|| failed(Status::Ran(report.outcome), note))?;
    if !is_rule(&spec.name) {
        let note = format!(
            "its spec is named {:?}; a rule is lower case words joined by -, at most {MAX_RULE} characters",
            one_line(&spec.name, MAX_NAME)
        );
        return Err(failed(Status::Ran(Outcome::BadOutput), note));
    }
    Ok(Loaded {
        detector,
        spec,
        origin: source.origin.clone(),
    })
}

fn chain(error: &dyn std::error::Error) -> String {
    let source = error
        .source()
        .map(|source| format!(": {}", chain(source)))
        .unwrap_or_default();
    one_line(&format!("{error}{source}"), 4 * MAX_NAME)
}

/// Lower case words and digits joined by single dashes.
fn is_rule(name: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    name.len() <= MAX_RULE && name.split('-').all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_words_joined_by_dashes() {
        for good in ["service-selects-nothing", "pvc-2", "x"] {
            assert!(is_rule(good), "{good}");
        }
        for bad in ["", "-x", "x-", "a--b", "Service", "a_b", "a b", "é", &"x".repeat(64)] {
            assert!(!is_rule(bad), "{bad}");
        }
    }
}
