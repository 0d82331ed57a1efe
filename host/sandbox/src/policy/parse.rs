//! From YAML text to checked sections.

use super::grant::{CustomResource, CustomResources, Wasi};
use super::{PolicyError, Section, Set, nearest};
use crate::interfaces;
use crate::limits::LimitsPatch;
use serde_saphyr::Spanned;
use std::collections::{BTreeMap, BTreeSet};

/// Longest name of a detector: it becomes a file name, a label and a commit.
const MAX_NAME: usize = 63;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    default: RawSection,
    #[serde(default)]
    detectors: BTreeMap<String, RawSection>,
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSection {
    interfaces: Option<Spanned<Vec<String>>>,
    custom: Option<Vec<CustomResource>>,
    wasi: Option<Spanned<Wasi>>,
    #[serde(default)]
    limits: LimitsPatch,
}

/// The default section and those of the detectors.
pub(super) fn sections(text: &str) -> Result<(Section, BTreeMap<String, Section>), PolicyError> {
    let document: Document = serde_saphyr::from_str(text).map_err(|error| PolicyError::Shape(Box::new(error)))?;
    let mut detectors = BTreeMap::new();
    for (name, raw) in document.detectors {
        let key = format!("detectors.{}", name.escape_debug());
        check_name(&name).map_err(|what| PolicyError::Value { key: key.clone(), what })?;
        detectors.insert(name, check(&key, raw)?);
    }
    Ok((check("default", document.default)?, detectors))
}

fn check(key: &str, raw: RawSection) -> Result<Section, PolicyError> {
    let interfaces = raw.interfaces.map(|entries| {
        let line = entries.referenced.line();
        check_interfaces(&format!("{key}.interfaces"), entries.value).map(|value| Set { value, line })
    });
    let custom = raw
        .custom
        .map(|entries| check_custom(&format!("{key}.custom"), entries));
    let wasi = raw.wasi.map(|wasi| Set {
        line: wasi.referenced.line(),
        value: wasi.value,
    });
    Ok(Section {
        interfaces: interfaces.transpose()?,
        custom: custom.transpose()?,
        wasi,
        limits: raw.limits,
    })
}

fn check_name(name: &str) -> Result<(), String> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    match name {
        _ if name.contains('*') => {
            Err("a pattern grants more than anybody read; name the detectors one by one".to_owned())
        }
        _ if name.is_empty() || name.len() > MAX_NAME || !name.bytes().all(plain) => {
            Err(format!("a detector's name is 1 to {MAX_NAME} of a-z, 0-9 and -"))
        }
        _ => Ok(()),
    }
}

fn check_interfaces(key: &str, entries: Vec<String>) -> Result<BTreeSet<String>, PolicyError> {
    let mut set = BTreeSet::new();
    for entry in entries {
        check_entry(&entry).map_err(|what| PolicyError::Value {
            key: key.to_owned(),
            what,
        })?;
        if let Some(twice) = set.replace(entry) {
            return Err(PolicyError::Value {
                key: key.to_owned(),
                what: format!("{twice} stands twice"),
            });
        }
    }
    Ok(set)
}

fn check_entry(entry: &str) -> Result<(), String> {
    if entry.contains('*') {
        return Err(format!(
            "{}: a pattern grants more than anybody read; list the interfaces",
            entry.escape_debug()
        ));
    }
    let (name, function) = entry
        .split_once('.')
        .map_or((entry, None), |(name, function)| (name, Some(function)));
    let Some(interface) = interfaces::named(name) else {
        return Err(unknown("interface", name, nearest(name, interfaces::names())));
    };
    match function {
        Some(function) if !interface.functions.contains(&function) => Err(unknown(
            "function",
            entry,
            nearest(function, interface.functions.iter().copied()),
        )),
        _ => Ok(()),
    }
}

fn unknown(what: &str, name: &str, near: Option<&str>) -> String {
    let hint = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
    format!("{}: the contract has no such {what}{hint}", name.escape_debug())
}

fn check_custom(key: &str, entries: Vec<CustomResource>) -> Result<CustomResources, PolicyError> {
    let error = |what: String| PolicyError::Value {
        key: key.to_owned(),
        what,
    };
    for CustomResource { group, kind } in &entries {
        let shown = format!("{}/{}", group.escape_debug(), kind.escape_debug());
        if group.contains('*') || kind.contains('*') {
            return Err(error(format!(
                "{shown}: a pattern grants more than anybody read; list group and kind"
            )));
        }
        if group.is_empty() || kind.is_empty() {
            return Err(error(format!(
                "{shown}: both group and kind are needed, e.g. cert-manager.io and Certificate"
            )));
        }
        if sdo_model::Kind::from_group_name(group, kind).is_some() {
            return Err(error(format!(
                "{shown}: this kind has an interface of its own; grant it under interfaces"
            )));
        }
    }
    Ok(CustomResources::new(entries))
}
