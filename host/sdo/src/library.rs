//! The detectors of a command: the built-in ones and what `--detectors` names, loaded under a policy.

use crate::args::Detectors;
use crate::dump;
use crate::failure::Failure;
use crate::suggest::did_you_mean;
use anyhow::{Context, anyhow};
use sdo_model::contract::Cluster;
use sdo_pipeline::{Library, Loaded, Origin, Source, load, one_line};
use sdo_sandbox::{Compiler, Policy, Sandbox, Settings, limits};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::io::Read;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where compiled code is kept; an empty value means nowhere.
const CACHE: &str = "SDO_CACHE_DIR";
/// Bytes of a name in a message.
const MAX_NAME: usize = 200;

/// Name and bytes of each built-in component.
pub(crate) fn built_in() -> &'static [(&'static str, &'static [u8])] {
    // A constant, so that the list lives as long as the program.
    const BUILT_IN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/builtin.rs"));
    BUILT_IN
}

/// A sandbox and the detectors in it.
pub(crate) struct Workshop {
    pub(crate) sandbox: Sandbox,
    pub(crate) library: Library,
}

/// What has to be loaded; reading files is done, compiling is not.
pub(crate) struct Order {
    sources: Vec<Source>,
    policy: Policy,
}

impl Order {
    /// Reads policy and component files.
    ///
    /// # Errors
    /// A policy that is not accepted, a path without components.
    pub(crate) fn read(arguments: &Detectors) -> Result<Self, Failure> {
        let policy = policy(arguments)?;
        let mut sources: Vec<Source> = match arguments.no_builtin {
            true => Vec::new(),
            false => built_in()
                .iter()
                .map(|(name, bytes)| built_in_source(name, bytes))
                .collect(),
        };
        for path in &arguments.detectors {
            sources.extend(from_path(path).map_err(Failure::usage)?);
        }
        Ok(Self { sources, policy })
    }

    /// Adds the component of one file.
    pub(crate) fn add(&mut self, source: Source) {
        self.sources.push(source);
    }

    /// The policy.
    pub(crate) fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Compiles or takes from the cache, links, and asks each what it is.
    ///
    /// # Errors
    /// No sandbox on this machine, or two files with the same rule.
    pub(crate) fn load(self, jobs: NonZeroUsize) -> Result<Workshop, Failure> {
        let sandbox = sandbox().map_err(Failure::internal)?;
        let empty: Arc<dyn Cluster> = Arc::new(dump::empty());
        let library = load(&sandbox, &self.sources, &self.policy, &empty, jobs);
        Ok(Workshop {
            sandbox,
            library: one_a_rule(library)?,
        })
    }
}

/// That no detector has this rule, with the nearest one that exists.
pub(crate) fn unknown_rule(rule: &str, library: &Library) -> Failure {
    let near = did_you_mean(rule, library.ready.iter().map(|loaded| loaded.spec.name.as_str()));
    Failure::usage(anyhow!(
        "no detector has the rule {rule:?}{near}; `sdo detector list` shows all of them"
    ))
}

/// Reads the policy that was named, or the embedded one.
fn policy(arguments: &Detectors) -> Result<Policy, Failure> {
    match &arguments.policy {
        Some(path) => Policy::load(path)
            .with_context(|| format!("cannot use policy {}", path.display()))
            .map_err(Failure::usage),
        None => Policy::embedded().map_err(Failure::internal),
    }
}

fn built_in_source(name: &str, bytes: &'static [u8]) -> Source {
    Source {
        name: name.to_owned(),
        bytes: Cow::Borrowed(bytes),
        origin: Origin::BuiltIn,
    }
}

fn from_path(path: &Path) -> anyhow::Result<Vec<Source>> {
    let shown = path.display();
    let is_folder = fs::metadata(path)
        .with_context(|| format!("cannot read detectors from {shown}"))?
        .is_dir();
    if !is_folder {
        return Ok(vec![from_file(path)?]);
    }
    let entries = fs::read_dir(path).with_context(|| format!("cannot read detectors from {shown}"))?;
    let entries: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .collect();
    let mut files: Vec<PathBuf> = entries
        .into_iter()
        .filter(|path| path.extension().is_some_and(|name| name == "wasm"))
        .collect();
    files.sort();
    if files.is_empty() {
        return Err(anyhow!(
            "no detector in {shown}: a detector is a file named *.wasm, as `sdo-detector-sdk` and scripts/build-detectors make"
        ));
    }
    files.iter().map(|file| from_file(file)).collect()
}

/// Reads one component, and never more of it than any policy could allow.
pub(crate) fn from_file(path: &Path) -> anyhow::Result<Source> {
    let ceiling = limits::Limit::named("component_bytes").map_or(u64::MAX, |limit| limit.ceiling);
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(ceiling.saturating_add(1)).read_to_end(&mut bytes));
    read.with_context(|| format!("cannot read detector {}", path.display()))?;
    let name = path
        .file_stem()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    Ok(Source {
        name,
        bytes: Cow::Owned(bytes),
        origin: Origin::File(path.to_owned()),
    })
}

fn sandbox() -> anyhow::Result<Sandbox> {
    let compiler = Compiler::this_program([crate::COMPILE_CHILD.into()]).context("find the running program")?;
    let settings = Settings {
        compiler,
        cache: cache_folder(),
        optimisation: Default::default(),
        allocation: Default::default(),
    };
    Ok(Sandbox::new(settings)?)
}

/// `$SDO_CACHE_DIR`, else `$XDG_CACHE_HOME/sdo`, else `~/.cache/sdo`.
pub(crate) fn cache_folder() -> Option<PathBuf> {
    if let Some(named) = env::var_os(CACHE) {
        return Some(PathBuf::from(named)).filter(|path| !path.as_os_str().is_empty());
    }
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    folder("XDG_CACHE_HOME")
        .or_else(|| folder("HOME").map(|home| home.join(".cache")))
        .map(|cache| cache.join("sdo"))
}

/// A file's detector replaces the built-in one of its rule; two files with one rule are a mistake.
fn one_a_rule(mut library: Library) -> Result<Library, Failure> {
    let mut by_rule: BTreeMap<String, Loaded> = BTreeMap::new();
    for loaded in library.ready {
        let rule = loaded.spec.name.clone();
        let kept = match by_rule.remove(&rule) {
            None => loaded,
            Some(other) => one_of(other, loaded)?,
        };
        by_rule.insert(rule, kept);
    }
    library.ready = by_rule.into_values().collect();
    Ok(library)
}

fn one_of(a: Loaded, b: Loaded) -> Result<Loaded, Failure> {
    match (&a.origin, &b.origin) {
        (Origin::BuiltIn, _) => Ok(b),
        (_, Origin::BuiltIn) => Ok(a),
        (Origin::File(_), Origin::File(_)) if a.detector.digest() == b.detector.digest() => Ok(a),
        (Origin::File(one), Origin::File(two)) => Err(Failure::usage(anyhow!(
            "{} and {} are both rule {}; leave one of them out",
            one_line(&one.display().to_string(), MAX_NAME),
            one_line(&two.display().to_string(), MAX_NAME),
            a.spec.name
        ))),
    }
}
