//! A cluster as plain values, for the tests of this crate.

use crate::facts::Facts;
use sdo_model::contract::detector as raw;
use sdo_model::contract::types::ObjectRef;
use sdo_model::{Kind, State};
use std::collections::BTreeMap;

/// Names, owners, nodes and coverage, set by hand.
#[derive(Default)]
pub(crate) struct Plain {
    names: BTreeMap<u32, ObjectRef>,
    owners: BTreeMap<u32, Vec<u32>>,
    nodes: BTreeMap<u32, String>,
    coverage: BTreeMap<(String, Option<String>), State>,
}

impl Plain {
    /// Adds an object; `namespace/name`, or `name` alone for kinds without namespace. Gives its id.
    pub(crate) fn add(&mut self, kind: Kind, path: &str) -> u32 {
        let of_kind = self
            .names
            .keys()
            .filter(|id| Kind::of_id(**id).is_some_and(|(other, _)| other == kind))
            .count();
        let id = kind.id(of_kind);
        let (namespace, name) = path.split_once('/').unwrap_or(("", path));
        let reference = ObjectRef {
            id: Some(id),
            group: kind.group().to_owned(),
            kind: kind.name().to_owned(),
            namespace: namespace.to_owned(),
            name: name.to_owned(),
        };
        self.names.insert(id, reference);
        id
    }

    /// Adds a pod on a node below a chain of owners, direct owner first.
    pub(crate) fn pod(&mut self, path: &str, node: &str, owners: &[u32]) -> u32 {
        let id = self.add(Kind::Pod, path);
        self.nodes.insert(id, node.to_owned());
        self.owned(id, owners);
        id
    }

    pub(crate) fn owned(&mut self, id: u32, owners: &[u32]) {
        self.owners.insert(id, owners.to_vec());
    }

    pub(crate) fn cover(&mut self, kind: &str, namespace: Option<&str>, state: State) {
        self.coverage
            .insert((kind.to_owned(), namespace.map(str::to_owned)), state);
    }
}

impl Facts for Plain {
    fn names(&self, ids: &[u32]) -> Vec<ObjectRef> {
        ids.iter()
            .map(|id| self.names.get(id).cloned().unwrap_or_default())
            .collect()
    }

    fn owners(&self, id: u32) -> Vec<ObjectRef> {
        self.owners
            .get(&id)
            .map(|owners| self.names(owners))
            .unwrap_or_default()
    }

    fn pods_of(&self, workload: u32) -> Vec<u32> {
        self.nodes
            .keys()
            .copied()
            .filter(|pod| self.owners.get(pod).is_some_and(|owners| owners.contains(&workload)))
            .collect()
    }

    fn pods_on(&self, node: &str) -> Vec<u32> {
        self.nodes
            .iter()
            .filter(|(_, on)| *on == node)
            .map(|(pod, _)| *pod)
            .collect()
    }

    fn coverage(&self, kind: &str, namespace: Option<&str>) -> State {
        let of = |namespace: Option<&str>| {
            self.coverage
                .get(&(kind.to_owned(), namespace.map(str::to_owned)))
                .copied()
        };
        of(namespace).or_else(|| of(None)).unwrap_or(State::Complete)
    }

    fn coverage_reason(&self, kind: &str) -> String {
        match self.coverage(kind, None) {
            State::Complete => String::new(),
            _ => "the collector said so".to_owned(),
        }
    }
}

/// A finding as a detector would return it.
pub(crate) fn finding(severity: raw::Severity, primary: u32, effects: &[u32]) -> raw::Finding {
    raw::Finding {
        severity,
        summary: "something is wrong".to_owned(),
        primary,
        discriminator: String::new(),
        related: Vec::new(),
        effects: effects.to_vec(),
        evidence: Vec::new(),
        next: Vec::new(),
        since: None,
        playbooks: Vec::new(),
        bindings: Vec::new(),
        metadata: Vec::new(),
    }
}

/// `finding` with one related object.
pub(crate) fn related(mut finding: raw::Finding, role: &str, object: u32) -> raw::Finding {
    finding.related.push(raw::Related {
        object,
        role: role.to_owned(),
    });
    finding
}
