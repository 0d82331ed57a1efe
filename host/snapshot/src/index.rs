//! Joins and columns over the objects of a snapshot, built once and read by every detector.
//!
//! Numbers are indexes into the sorted list of the kind that the name of the method says; `u32` ids carry their kind.
//! Lists are ascending, hence in the order of (namespace, name).

mod endpoints;
mod events;
mod labels;
mod owners;
mod pods;

pub use endpoints::ServiceEntry;
pub use labels::LabelGroup;
pub use owners::{Owners, Top};
pub use pods::{PodFacts, PodPhase, Waiting, WaitingSet};

use crate::object::{Event, LabelSelector, Pod};
use crate::store::{Listed, Store};
use crate::text::Map;
use std::sync::Arc;

/// All joins of one snapshot.
#[derive(Clone, Default)]
pub struct Index {
    labels: Arc<labels::Labels>,
    owners: Arc<Owners>,
    pods: Arc<pods::Pods>,
    services: Arc<endpoints::Services>,
    events: Arc<events::Events>,
}

impl Index {
    /// Builds every join.
    pub(crate) fn of(store: &Store) -> Self {
        let labels = labels::Labels::of(store);
        let pods = pods::Pods::of(store);
        Self {
            services: Arc::new(endpoints::Services::of(store, &labels, &pods)),
            owners: Arc::new(Owners::of(store)),
            events: Arc::new(events::Events::of(store)),
            labels: Arc::new(labels),
            pods: Arc::new(pods),
        }
    }

    /// The joins over `after`, given that these are the joins over `before`: what no change touches is shared, and of what is
    /// touched only the rows of changed objects are made anew, as long as no object came or went.
    pub(crate) fn derive(&self, before: &Store, after: &Store) -> Self {
        let labels = match labels::Labels::holds(before, after) {
            true => Arc::clone(&self.labels),
            false => Arc::new(labels::Labels::of(after)),
        };
        let pods = match same_list::<Pod>(before, after) {
            true => Arc::clone(&self.pods),
            false => Arc::new(self.pods.derive(before, after)),
        };
        let services = self
            .services
            .derive(before, after)
            .filter(|_| Arc::ptr_eq(&labels, &self.labels));
        Self {
            services: services.unwrap_or_else(|| Arc::new(endpoints::Services::of(after, &labels, &pods))),
            owners: match self.owners.holds(before, after) {
                true => Arc::clone(&self.owners),
                false => Arc::new(Owners::of(after)),
            },
            events: match same_list::<Event>(before, after) {
                true => Arc::clone(&self.events),
                false => Arc::new(events::Events::of(after)),
            },
            labels,
            pods,
        }
    }

    /// Pods of `namespace` that `selector` selects, those that have ended included.
    pub fn pods_selected(&self, namespace: &str, selector: &LabelSelector) -> Vec<u32> {
        self.labels
            .select(namespace, &selector.labels, |labels| selector.selects(labels))
    }

    /// Pods of `namespace` that carry all of `labels`, those that have ended included.
    pub fn pods_labelled(&self, namespace: &str, wanted: &Map) -> Vec<u32> {
        self.labels
            .select(namespace, wanted, |labels| crate::object::carries(labels, wanted))
    }

    /// The distinct label sets of the pods of `namespace`, each with its pods: to match a selector once for many pods.
    pub fn label_groups(&self, namespace: &str) -> &[LabelGroup] {
        self.labels.groups(namespace)
    }

    /// Controllers and what they control.
    pub fn owners(&self) -> &Owners {
        &self.owners
    }

    /// One compact row for each pod, at the pod's index: enough for every predicate that does not need text.
    pub fn pod_facts(&self) -> &[PodFacts] {
        self.pods.facts()
    }

    /// Pods bound to the node of this name, those that have ended included.
    pub fn pods_on(&self, node: &str) -> &[u32] {
        self.pods.on(node)
    }

    /// Pods, not ended, that use the claim of this name in `namespace`.
    pub fn pods_using_claim(&self, namespace: &str, claim: &str) -> &[u32] {
        self.pods.using_claim(namespace, claim)
    }

    /// What stands behind the Service at `service`; empty for a wrong index.
    pub fn service(&self, service: usize) -> &ServiceEntry {
        self.services.entry(service)
    }

    /// Services that select the pod at `pod`.
    pub fn services_of_pod(&self, pod: usize) -> &[u32] {
        self.services.of_pod(pod)
    }

    /// The Service that the EndpointSlice at `slice` belongs to.
    pub fn service_of_slice(&self, slice: usize) -> Option<u32> {
        self.services.of_slice(slice)
    }

    /// Events about an object: by its uid, else by kind, namespace and name. `namespace` is empty for cluster-scoped kinds.
    pub fn events_about(&self, kind: &str, namespace: &str, name: &str, uid: &str) -> Vec<u32> {
        self.events.about(kind, namespace, name, uid)
    }
}

/// Whether nothing of the kind came, went or changed.
fn same_list<T: Listed>(before: &Store, after: &Store) -> bool {
    Arc::ptr_eq(T::list(before), T::list(after))
}

/// The objects that differ, each with its position; `None` when positions do not mean the same in both, as far as `in_place` tells.
pub(crate) fn changed<'s, T: Listed>(
    before: &'s Store,
    after: &'s Store,
    in_place: impl Fn(&T, &T) -> bool,
) -> Option<Vec<(usize, &'s T, &'s T)>> {
    let (old, new) = (T::list(before), T::list(after));
    if old.len() != new.len() {
        return None;
    }
    let mut changed = Vec::new();
    if Arc::ptr_eq(old, new) {
        return Some(changed);
    }
    for (index, (old, new)) in old.iter().zip(new.iter()).enumerate() {
        if Arc::ptr_eq(old, new) {
            continue;
        }
        if !in_place(old, new) {
            return None;
        }
        changed.push((index, &**old, &**new));
    }
    Some(changed)
}

/// A position as an index; lists past 2^32 entries cannot occur, ids carry 24 bits.
fn number(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
