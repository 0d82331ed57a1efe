//! What a component imports, exactly: an import is a permission.

use super::lint::TopLevel;
use crate::interfaces::{self, CLUSTER, DETECTOR, VERSION};
use crate::log::plain;
use crate::policy::Grant;
use crate::refusal::RefusalReason;
use sdo_model::KindSet;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use wasmparser::component_types::ComponentEntityType;
use wasmparser::types::TypesRef;

/// The exports that a detector has.
const EXPORTS: [&str; 2] = ["spec", "detect"];
/// Bytes kept of a name that goes into a message.
const MAX_NAME: usize = 200;

/// One imported interface of the contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContractImport {
    /// The name in the component, e.g. `sdo:cluster/pods@0.1.0`.
    pub full_name: String,
    /// The functions it calls. Empty for an interface of which only types are used; that needs no grant.
    pub functions: BTreeSet<String>,
}

/// Everything a component imports.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Imports {
    /// Interfaces of `sdo:cluster` by short name, e.g. `pods`.
    pub cluster: BTreeMap<String, ContractImport>,
    /// Interfaces of `sdo:detector` by short name, e.g. `diagnostics`; they show nothing of the cluster.
    pub detector: BTreeMap<String, ContractImport>,
    /// WASI interfaces by full name, with their functions.
    pub wasi: BTreeMap<String, BTreeSet<String>>,
}

impl Imports {
    /// Reads imports and checks the names of imports and exports.
    pub(super) fn read(types: TypesRef<'_>, top: TopLevel) -> Result<Self, RefusalReason> {
        let mut imports = Imports::default();
        for name in &top.imports {
            let Some(item) = types.component_item_for_import(name) else {
                continue;
            };
            match item.ty {
                ComponentEntityType::Instance(id) => {
                    let exports = types.get(id).map(|instance| &instance.exports);
                    let functions = exports
                        .into_iter()
                        .flatten()
                        .filter(|(_, item)| matches!(item.ty, ComponentEntityType::Func(_)));
                    imports.add(name, functions.map(|(name, _)| name.clone()).collect())?;
                }
                // A world names the types it uses; a type gives no access.
                ComponentEntityType::Type { .. } => {}
                _ => return Err(unknown(name, "")),
            }
        }
        match EXPORTS
            .into_iter()
            .find(|export| !top.exports.iter().any(|name| name == export))
        {
            Some(name) => Err(RefusalReason::MissingExport { name }),
            None => Ok(imports),
        }
    }

    fn add(&mut self, name: &str, functions: BTreeSet<String>) -> Result<(), RefusalReason> {
        if name.starts_with("wasi:") {
            self.wasi.insert(name.to_owned(), functions);
            return Ok(());
        }
        let (path, version) = name.split_once('@').unwrap_or((name, ""));
        let (package, short) = path.split_once('/').unwrap_or((path, ""));
        let known = match package {
            // Types alone show nothing; the linker knows whether they are the contract's.
            CLUSTER if functions.is_empty() => Some([].as_slice()),
            CLUSTER => interfaces::named(short).map(|interface| interface.functions),
            DETECTOR => interfaces::of_detector(short),
            _ => return Err(unknown(name, "")),
        };
        if !same_track(version) {
            return Err(unknown(name, &format!("; this build has version {VERSION}")));
        }
        let Some(known) = known else {
            return Err(unknown(name, &nearest_hint(short)));
        };
        if let Some(function) = functions.iter().find(|function| !known.contains(&function.as_str())) {
            return Err(unknown(
                &format!("{name} (function {function})"),
                "; it was built for a newer contract, use a newer sdo",
            ));
        }
        let import = ContractImport {
            full_name: name.to_owned(),
            functions,
        };
        match package {
            CLUSTER => self.cluster.insert(short.to_owned(), import),
            _ => self.detector.insert(short.to_owned(), import),
        };
        Ok(())
    }

    /// Whether `grant` allows all of it.
    ///
    /// # Errors
    /// The first import that is not granted.
    pub fn check(&self, grant: &Grant) -> Result<(), RefusalReason> {
        for (name, import) in &self.cluster {
            for function in &import.functions {
                grant.function(name, function).map_err(RefusalReason::NotGranted)?;
            }
        }
        self.wasi
            .keys()
            .try_for_each(|name| grant.wasi(name))
            .map_err(RefusalReason::NotGranted)
    }

    /// Kinds without which its answers mean nothing, as the contract's `Reads:` lines say.
    pub fn reads(&self) -> KindSet {
        self.called()
            .fold(KindSet::EMPTY, |kinds, interface| kinds.union(interface.reads))
    }

    /// Kinds it may see: what it reads and what only sharpens the answers.
    pub fn sees(&self) -> KindSet {
        self.called().fold(KindSet::EMPTY, |kinds, interface| {
            kinds.union(interface.reads).union(interface.uses)
        })
    }

    /// The interfaces of which it calls a function.
    fn called(&self) -> impl Iterator<Item = &'static interfaces::Interface> {
        self.cluster
            .iter()
            .filter(|(_, import)| !import.functions.is_empty())
            .filter_map(|(name, _)| interfaces::named(name))
    }
}

/// Versions `0.1.x` link with each other; a missing function is found by name.
fn same_track(version: &str) -> bool {
    let track = |version: &str| version.rsplit_once('.').map(|(track, _)| track.to_owned());
    track(version).is_some() && track(version) == track(VERSION)
}

fn nearest_hint(short: &str) -> String {
    let near = crate::policy::nearest(short, interfaces::names());
    near.map(|near| format!("; the nearest interface is {near}"))
        .unwrap_or_default()
}

fn unknown(name: &str, hint: &str) -> RefusalReason {
    RefusalReason::UnknownImport {
        name: plain(name, MAX_NAME),
        hint: hint.to_owned(),
    }
}
