//! Who controls what.

use super::number;
use crate::object::*;
use crate::store::{Listed, Store};
use sdo_model::{Kind, KindSet};
use std::collections::HashMap;

/// Chains are this long at most: a cycle of owner references must end somewhere.
const LONGEST_CHAIN: usize = 8;

/// The end of a chain of controllers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Top<'a> {
    /// The last object of the chain that is in the snapshot; the object itself when nothing owns it.
    pub id: u32,
    /// The controller of that object, when it has one that is not in the snapshot.
    pub absent: Option<&'a Owner>,
}

/// Controllers by what they control, and back.
#[derive(Debug, Default)]
pub struct Owners {
    controller: HashMap<u32, u32>,
    controlled: HashMap<u32, Vec<u32>>,
    top_of_pods: Vec<u32>,
    pods_below: HashMap<u32, Vec<u32>>,
    /// Kinds on whose lists all of this rests: those of the controlled and of everything that is named as a controller.
    rests_on: KindSet,
}

impl Owners {
    pub(super) fn of(store: &Store) -> Self {
        let mut owners = Self::default();
        owners.add::<Pod>(store);
        owners.add::<ReplicaSet>(store);
        owners.add::<Deployment>(store);
        owners.add::<StatefulSet>(store);
        owners.add::<DaemonSet>(store);
        owners.add::<Job>(store);
        owners.add::<CronJob>(store);
        owners.add::<ControllerRevision>(store);
        owners.add::<Untyped>(store);
        for pod in 0..Pod::list(store).len() {
            owners.add_pod(pod);
        }
        owners
    }

    /// Whether these joins over `before` are those over `after`: every position that counts holds an object of the same name,
    /// identity and owners.
    pub(super) fn holds(&self, before: &Store, after: &Store) -> bool {
        self.rests_on
            .iter()
            .all(|kind| before.holds_places(after, kind, same_place))
    }

    fn add<T: Listed>(&mut self, store: &Store) {
        self.rests_on = self.rests_on.with(T::KIND);
        for (index, object) in T::list(store).iter().enumerate() {
            let meta = object.meta();
            self.rests_on = meta
                .controller()
                .map_or(self.rests_on, |owner| self.rests_on.with(kind_of(owner)));
            let Some(controller) = meta
                .controller()
                .and_then(|owner| resolve(store, &meta.namespace, owner))
            else {
                continue;
            };
            let id = T::KIND.id(index);
            self.controller.insert(id, controller);
            self.controlled.entry(controller).or_default().push(id);
        }
    }

    fn add_pod(&mut self, pod: usize) {
        let id = Kind::Pod.id(pod);
        let chain: Vec<u32> = self.chain(id).collect();
        self.top_of_pods.push(chain.last().copied().unwrap_or(id));
        for owner in chain {
            self.pods_below.entry(owner).or_default().push(number(pod));
        }
    }

    /// The controller of the object, when it is in the snapshot.
    pub fn controller(&self, id: u32) -> Option<u32> {
        self.controller.get(&id).copied()
    }

    /// The chain of controllers in the snapshot, from the direct one to the top.
    pub fn chain(&self, id: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(self.controller(id), |owner| self.controller(*owner)).take(LONGEST_CHAIN)
    }

    /// What the object directly controls: ids by kind, then by (namespace, name).
    pub fn controlled(&self, id: u32) -> &[u32] {
        self.controlled.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The ids of the ReplicaSets, Jobs or other objects of `kind` that the object directly controls.
    pub fn controlled_of_kind(&self, id: u32, kind: Kind) -> impl Iterator<Item = u32> {
        self.controlled(id)
            .iter()
            .copied()
            .filter(move |id| Kind::of_id(*id).is_some_and(|(found, _)| found == kind))
    }

    /// The indexes of the pods below the object, directly or through its own controllers' chain.
    pub fn pods_below(&self, id: u32) -> &[u32] {
        self.pods_below.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The id at the top of the chain of the pod at `pod`: the pod's own when nothing in the snapshot controls it.
    pub fn top_of_pod(&self, pod: usize) -> u32 {
        self.top_of_pods.get(pod).copied().unwrap_or_else(|| Kind::Pod.id(pod))
    }

    /// The top of the chain of any object.
    pub fn top<'a>(&self, store: &'a Store, id: u32) -> Top<'a> {
        let last = self.chain(id).last().unwrap_or(id);
        let meta = Kind::of_id(last).and_then(|(kind, index)| store.meta(kind, index));
        let absent = meta
            .and_then(Meta::controller)
            .filter(|_| self.controller(last).is_none());
        Top { id: last, absent }
    }
}

fn kind_of(owner: &Owner) -> Kind {
    Kind::from_group_name(owner.group(), &owner.kind).unwrap_or(Kind::Custom)
}

fn same_place(old: &Meta, new: &Meta) -> bool {
    old.key() == new.key() && old.uid == new.uid && old.owners == new.owners
}

/// The object that an owner reference means; none when it is absent or another object took the name.
fn resolve(store: &Store, namespace: &str, owner: &Owner) -> Option<u32> {
    let (kind, index) = match Kind::from_group_name(owner.group(), &owner.kind) {
        Some(kind) => {
            let namespace = if kind.is_namespaced() { namespace } else { "" };
            (kind, store.position(kind, namespace, &owner.name)?)
        }
        None => (Kind::Custom, custom(store, namespace, owner)?),
    };
    let uid = &store.meta(kind, index)?.uid;
    let same = uid.is_empty() || owner.uid.is_empty() || *uid == owner.uid;
    same.then(|| kind.id(index))
}

fn custom(store: &Store, namespace: &str, owner: &Owner) -> Option<usize> {
    let all = Untyped::list(store);
    let find = |namespace: &str| {
        let place = (owner.group(), owner.kind.as_str(), namespace, owner.name.as_str());
        all.binary_search_by(|object| object.place().cmp(&place)).ok()
    };
    find(namespace).or_else(|| find(""))
}
