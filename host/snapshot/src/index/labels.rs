//! Pods by label: pods with equal labels in one namespace are one group, matched once.

use super::{changed, number};
use crate::object::Pod;
use crate::store::{Listed, Store};
use crate::text::{Map, Shared, Text};
use std::collections::HashMap;

/// The pods of one namespace that carry exactly the same labels.
#[derive(Debug)]
pub struct LabelGroup {
    /// Their labels.
    pub labels: Shared<Map>,
    /// Their indexes, ascending.
    pub pods: Vec<u32>,
}

#[derive(Default)]
struct Namespace {
    groups: Vec<LabelGroup>,
    /// Label and value to the groups that carry it.
    carrying: HashMap<(Text, Text), Vec<u32>>,
}

#[derive(Default)]
pub(super) struct Labels(HashMap<Text, Namespace>);

impl Labels {
    /// Whether the groups of `before` are those of `after`: every position holds a pod of the same namespace and labels.
    pub(super) fn holds(before: &Store, after: &Store) -> bool {
        let same =
            |old: &Pod, new: &Pod| old.meta.namespace == new.meta.namespace && old.meta.labels == new.meta.labels;
        changed::<Pod>(before, after, same).is_some()
    }

    pub(super) fn of(store: &Store) -> Self {
        let mut all = Self::default();
        let mut known: HashMap<(Text, Shared<Map>), usize> = HashMap::new();
        for (index, pod) in Pod::list(store).iter().enumerate() {
            let meta = &pod.meta;
            let namespace = all.0.entry(meta.namespace.clone()).or_default();
            let group = *known
                .entry((meta.namespace.clone(), meta.labels.clone()))
                .or_insert_with(|| namespace.add(meta.labels.clone()));
            if let Some(group) = namespace.groups.get_mut(group) {
                group.pods.push(number(index));
            }
        }
        all
    }

    pub(super) fn groups(&self, namespace: &str) -> &[LabelGroup] {
        self.0.get(namespace).map_or(&[], |namespace| &namespace.groups)
    }

    /// Pods whose labels pass `accepts`; only groups that carry every entry of `equal` are looked at.
    pub(super) fn select(&self, namespace: &str, equal: &Map, accepts: impl Fn(&Map) -> bool) -> Vec<u32> {
        let Some(namespace) = self.0.get(namespace) else {
            return Vec::new();
        };
        let mut pods: Vec<u32> = match namespace.fewest(equal) {
            Some(groups) => groups
                .iter()
                .filter_map(|group| namespace.groups.get(*group as usize))
                .filter(|group| accepts(&group.labels))
                .flat_map(|group| group.pods.iter().copied())
                .collect(),
            None => namespace
                .groups
                .iter()
                .filter(|group| accepts(&group.labels))
                .flat_map(|group| group.pods.iter().copied())
                .collect(),
        };
        pods.sort_unstable();
        pods
    }
}

impl Namespace {
    fn add(&mut self, labels: Shared<Map>) -> usize {
        let group = self.groups.len();
        for entry in &*labels {
            self.carrying.entry(entry.clone()).or_default().push(number(group));
        }
        self.groups.push(LabelGroup {
            labels,
            pods: Vec::new(),
        });
        group
    }

    /// The shortest list of groups that a selection by `equal` has to look at; `None` when it has to look at all.
    fn fewest(&self, equal: &Map) -> Option<&[u32]> {
        let carrying = equal
            .iter()
            .map(|entry| self.carrying.get(entry).map_or(&[][..], Vec::as_slice));
        carrying.min_by_key(|groups| groups.len())
    }
}
