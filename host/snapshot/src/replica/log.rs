//! What came in since the last snapshot, and how it goes onto the lists of the last one.

use super::Name;
use crate::build::GroupVersionKind;
use crate::object::*;
use crate::store::{Listed, Sorted, Store, with_kinds};
use crate::text::Text;
use sdo_model::Kind;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The latest of each object that changed; `None` where it is gone.
pub(super) type Entries<T> = BTreeMap<<T as Logged>::Key, Option<Arc<T>>>;

/// An object that can change.
pub(super) trait Logged: Listed + Clone + PartialEq {
    /// Sorts like the list of its kind.
    type Key: Ord + Clone;

    /// Its own key.
    fn key(&self) -> Self::Key;

    /// The key of the object of `resource` with this name.
    fn key_of(resource: &GroupVersionKind, namespace: &str, name: &str) -> Self::Key;

    /// How `key` sorts beside an object of the list.
    fn place_of(key: &Self::Key, object: &Self) -> Ordering;

    /// What was logged of its kind.
    fn log(log: &mut Log) -> &mut Entries<Self>;

    /// The object with this key.
    fn find<'l>(list: &'l [Arc<Self>], key: &Self::Key) -> Option<&'l Arc<Self>> {
        let at = list
            .binary_search_by(|object| Self::place_of(key, object).reverse())
            .ok()?;
        list.get(at)
    }
}

/// `list` with the entries on it. The list itself, when there are none.
fn onto<T: Logged>(list: Sorted<T>, entries: Entries<T>) -> Sorted<T> {
    if entries.is_empty() {
        return list;
    }
    let mut merged = Vec::with_capacity(list.len() + entries.len());
    let mut entries = entries.into_iter().peekable();
    for object in list.iter() {
        while let Some((_, new)) = entries.next_if(|(key, _)| T::place_of(key, object).is_lt()) {
            merged.extend(new);
        }
        match entries.next_if(|(key, _)| T::place_of(key, object).is_eq()) {
            Some((_, new)) => merged.extend(new),
            None => merged.push(Arc::clone(object)),
        }
    }
    merged.extend(entries.filter_map(|(_, new)| new));
    merged.into()
}

/// Marks the object as gone; whether it was there.
fn remove<T: Logged>(log: &mut Entries<T>, list: Option<&Sorted<T>>, key: T::Key) -> bool {
    let is_in_list = list.is_some_and(|list| T::find(list, &key).is_some());
    let was_there = log.get(&key).map_or(is_in_list, Option::is_some);
    match is_in_list {
        true => _ = log.insert(key, None),
        false => _ = log.remove(&key),
    }
    was_there
}

/// Namespace and name of every object that is there.
fn names<T: Logged>(log: &Entries<T>, list: Option<&Sorted<T>>, wanted: impl Fn(&T) -> bool) -> Vec<Name> {
    let listed = list.into_iter().flat_map(|list| list.iter());
    let still = listed.filter(|object| !log.contains_key(&object.key()));
    let all = still.chain(log.values().flatten()).filter(|object| wanted(object));
    all.map(|object| (object.meta().namespace.clone(), object.meta().name.clone()))
        .collect()
}

macro_rules! log {
    ($($type:ident $field:ident;)*) => {
        /// What came in since the last snapshot, by kind.
        #[derive(Default)]
        pub(super) struct Log {
            $($field: Entries<$type>,)*
            custom: Entries<Untyped>,
        }

        impl Log {
            /// `store` with everything that came in.
            pub(super) fn onto(self, mut store: Store) -> Store {
                $({
                    let list = $type::list_mut(&mut store);
                    *list = onto(std::mem::take(list), self.$field);
                })*
                let list = Untyped::list_mut(&mut store);
                *list = onto(std::mem::take(list), self.custom);
                store
            }

            /// Marks an object as gone; whether it was there.
            pub(super) fn remove(
                &mut self,
                kind: Kind,
                resource: &GroupVersionKind,
                store: Option<&Store>,
                namespace: &str,
                name: &str,
            ) -> bool {
                match kind {
                    $(Kind::$type => {
                        let key = $type::key_of(resource, namespace, name);
                        remove(&mut self.$field, store.map($type::list), key)
                    })*
                    Kind::Custom => {
                        let key = Untyped::key_of(resource, namespace, name);
                        remove(&mut self.custom, store.map(Untyped::list), key)
                    }
                }
            }

            /// Namespace and name of every object of `resource`.
            pub(super) fn names(
                &self,
                kind: Kind,
                resource: &GroupVersionKind,
                store: Option<&Store>,
            ) -> Vec<Name> {
                match kind {
                    $(Kind::$type => names(&self.$field, store.map($type::list), |_| true),)*
                    Kind::Custom => names(&self.custom, store.map(Untyped::list), |object| {
                        object.group == *resource.group && object.kind == *resource.kind
                    }),
                }
            }
        }

        $(
            impl Logged for $type {
                type Key = (Text, Text);

                fn key(&self) -> Self::Key {
                    (self.meta.namespace.clone(), self.meta.name.clone())
                }

                fn key_of(_: &GroupVersionKind, namespace: &str, name: &str) -> Self::Key {
                    let namespace = if Kind::$type.is_namespaced() { namespace } else { "" };
                    (namespace.into(), name.into())
                }

                fn place_of(key: &Self::Key, object: &Self) -> Ordering {
                    (key.0.as_str(), key.1.as_str()).cmp(&object.meta.key())
                }

                fn log(log: &mut Log) -> &mut Entries<Self> {
                    &mut log.$field
                }
            }
        )*
    };
}
with_kinds!(log);

impl Logged for Untyped {
    type Key = (Text, Text, Text, Text);

    fn key(&self) -> Self::Key {
        let meta = &self.meta;
        (
            self.group.clone(),
            self.kind.clone(),
            meta.namespace.clone(),
            meta.name.clone(),
        )
    }

    fn key_of(resource: &GroupVersionKind, namespace: &str, name: &str) -> Self::Key {
        let GroupVersionKind { group, kind, .. } = resource;
        (
            group.as_str().into(),
            kind.as_str().into(),
            namespace.into(),
            name.into(),
        )
    }

    fn place_of(key: &Self::Key, object: &Self) -> Ordering {
        let (group, kind, namespace, name) = key;
        (group.as_str(), kind.as_str(), namespace.as_str(), name.as_str()).cmp(&object.place())
    }

    fn log(log: &mut Log) -> &mut Entries<Self> {
        &mut log.custom
    }
}
