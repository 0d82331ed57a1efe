//! Effects under causes: ninety causes read better than a thousand findings.
//!
//! A finding folds under another when that one says so, or when the shape of the cluster says so. The detector's own words
//! come first: [`links`] lists the reasons in the order in which they are believed. A reason that only the cluster's shape
//! gives never hides a finding under a milder one, and advice explains nothing.

mod links;
mod tree;

use crate::facts::Facts;
use crate::finding::{Effect, Finding, ObjectName, name_of};
use crate::wording::Wording;
use sdo_model::contract::types::ObjectRef;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Effects listed under one cause; a quota that blocks more than this is described by its first thousand victims.
const MAX_EFFECTS: usize = 1_000;
/// Bytes of a name.
const MAX_NAME: usize = 300;

/// A resolved finding and the ids behind its names.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// What will be shown.
    pub(crate) finding: Finding,
    /// The primary object.
    pub(crate) primary: u32,
    /// What the detector says it explains.
    pub(crate) effects: BTreeSet<u32>,
    /// Role and object.
    pub(crate) related: Vec<(String, u32)>,
    /// Objects of the evidence.
    pub(crate) evidence: Vec<u32>,
    /// The owners of the primary object that are in the snapshot, direct owner first.
    pub(crate) owners: Vec<u32>,
}

/// Folds and orders the findings of a round.
pub(crate) fn fold(mut cases: Vec<Case>, facts: &dyn Facts, wording: Wording) -> Vec<Finding> {
    // An order of their own, so that neither threads nor the order of detectors decide who folds under whom.
    cases.sort_by(|a, b| key(&a.finding).cmp(&key(&b.finding)));
    let parents = links::parents(&cases, facts);
    let names = effect_names(&cases, facts, wording);
    let mut causes: Vec<Finding> = tree::groups(&parents)
        .iter()
        .filter_map(|group| cause(&cases, group, &names))
        .collect();
    causes.sort_by(|a, b| order(a).cmp(&order(b)));
    causes
}

fn key(finding: &Finding) -> impl Ord {
    (
        Reverse(finding.severity),
        finding.primary.clone(),
        finding.rule.clone(),
        finding.fingerprint.clone(),
    )
}

/// The order in which people read.
fn order(finding: &Finding) -> impl Ord {
    let ObjectName {
        kind, namespace, name, ..
    } = finding.primary.clone();
    let weight = (Reverse(finding.severity), Reverse(finding.effects.len()));
    (
        weight,
        namespace,
        name,
        finding.rule.clone(),
        kind,
        finding.fingerprint.clone(),
    )
}

/// The names of everything that any case explains.
fn effect_names(cases: &[Case], facts: &dyn Facts, wording: Wording) -> HashMap<u32, ObjectName> {
    let ids: BTreeSet<u32> = cases.iter().flat_map(|case| case.effects.iter().copied()).collect();
    let ids: Vec<u32> = ids.into_iter().collect();
    let name = |reference: &ObjectRef| name_of(reference, |text| wording.clean(text, MAX_NAME));
    let names = facts.names(&ids);
    ids.iter().copied().zip(names.iter().map(name)).collect()
}

/// The root of a group with all others as its effects.
fn cause(cases: &[Case], group: &tree::Group, names: &HashMap<u32, ObjectName>) -> Option<Finding> {
    let root = cases.get(group.root)?;
    let members: Vec<&Case> = group.members.iter().filter_map(|index| cases.get(*index)).collect();
    let mut effects: BTreeMap<(ObjectName, Option<String>, Option<String>), Effect> = BTreeMap::new();
    for member in &members {
        let effect = folded(&member.finding);
        effects.insert(
            (effect.object.clone(), effect.rule.clone(), effect.fingerprint.clone()),
            effect,
        );
    }
    let spoken_for: BTreeSet<u32> = members
        .iter()
        .map(|member| member.primary)
        .chain([root.primary])
        .collect();
    let all = members.iter().flat_map(|member| &member.effects).chain(&root.effects);
    for object in all.filter(|id| !spoken_for.contains(id)).filter_map(|id| names.get(id)) {
        effects
            .entry((object.clone(), None, None))
            .or_insert_with(|| bare(object));
    }
    let severity = members
        .iter()
        .map(|member| member.finding.severity)
        .chain([root.finding.severity])
        .max()?;
    let effects = effects.into_values().take(MAX_EFFECTS).collect();
    Some(Finding {
        severity,
        effects,
        ..root.finding.clone()
    })
}

fn folded(finding: &Finding) -> Effect {
    Effect {
        object: finding.primary.clone(),
        rule: Some(finding.rule.clone()),
        severity: Some(finding.severity),
        summary: Some(finding.summary.clone()),
        fingerprint: Some(finding.fingerprint.clone()),
    }
}

fn bare(object: &ObjectName) -> Effect {
    Effect {
        object: object.clone(),
        rule: None,
        severity: None,
        summary: None,
        fingerprint: None,
    }
}

#[cfg(test)]
mod tests;
