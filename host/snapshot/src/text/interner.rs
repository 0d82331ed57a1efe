//! Sharing of equal strings and equal structures within one build.

use super::Text;
use foldhash::fast::RandomState;
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::Hash;
use std::ops::Deref;
use std::sync::Arc;

thread_local! {
    /// The interner of the build that this thread is busy with. `Deserialize` has no room for a context argument.
    static CURRENT: RefCell<Option<Interner>> = const { RefCell::new(None) };
}

/// The strings and structures seen so far by one build.
#[derive(Default)]
pub struct Interner {
    // A build hashes every string it reads. This hasher is quick with short ones, and seeded at random against chosen collisions.
    texts: HashSet<Arc<str>, RandomState>,
    structures: HashMap<TypeId, Box<dyn Pool>>,
}

/// The structures of one type.
trait Pool: Any + Send {
    /// Forgets those that nobody else holds.
    fn forget_unused(&mut self);

    fn as_any(&mut self) -> &mut dyn Any;
}

impl<T: Eq + Hash + Send + Sync + 'static> Pool for HashSet<Arc<T>, RandomState> {
    fn forget_unused(&mut self) {
        self.retain(|structure| Arc::strong_count(structure) > 1);
        self.shrink_to(self.len());
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

impl Interner {
    /// Runs `work` with this interner in force on the current thread.
    pub fn scope<R>(&mut self, work: impl FnOnce() -> R) -> R {
        let outer = CURRENT.replace(Some(std::mem::take(self)));
        let result = work();
        *self = CURRENT.replace(outer).unwrap_or_default();
        result
    }

    /// Forgets what nobody else holds any more: a build that never ends would keep every string it ever saw.
    pub fn forget_unused(&mut self) {
        // Structures first: they hold strings.
        self.structures.values_mut().for_each(|pool| pool.forget_unused());
        self.texts.retain(|text| Arc::strong_count(text) > 1);
        self.texts.shrink_to(self.texts.len());
    }

    /// How many distinct strings it holds.
    pub fn texts(&self) -> usize {
        self.texts.len()
    }

    fn text(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.texts.get(text) {
            return known.clone();
        }
        let fresh: Arc<str> = text.into();
        self.texts.insert(fresh.clone());
        fresh
    }

    fn structure<T: Eq + Hash + Send + Sync + 'static>(&mut self, value: T) -> Arc<T> {
        let slot = self
            .structures
            .entry(TypeId::of::<T>())
            .or_insert_with(|| Box::new(HashSet::<Arc<T>, RandomState>::default()));
        let Some(known) = slot.as_any().downcast_mut::<HashSet<Arc<T>, RandomState>>() else {
            return Arc::new(value);
        };
        if let Some(same) = known.get(&value) {
            return same.clone();
        }
        let fresh = Arc::new(value);
        known.insert(fresh.clone());
        fresh
    }
}

impl fmt::Debug for Interner {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Interner")
            .field("texts", &self.texts.len())
            .finish_non_exhaustive()
    }
}

pub(super) fn intern(text: &str) -> Text {
    if text.is_empty() {
        return Text::default();
    }
    Text::from_shared(CURRENT.with_borrow_mut(|current| match current {
        Some(interner) => interner.text(text),
        None => text.into(),
    }))
}

/// A structure shared with all equal ones of the same build; reads like the structure itself.
#[derive(PartialEq, Eq, Hash)]
pub struct Shared<T>(Arc<T>);

impl<T: Eq + Hash + Send + Sync + 'static> Shared<T> {
    /// Shares `value` with an equal one of the build in progress, if there is one.
    pub fn new(value: T) -> Self {
        Self(CURRENT.with_borrow_mut(|current| match current {
            Some(interner) => interner.structure(value),
            None => Arc::new(value),
        }))
    }
}

impl<T> Shared<T> {
    /// Whether both are the same object in memory; quick, and `false` says nothing about equality.
    pub fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Default + Eq + Hash + Send + Sync + 'static> Default for Shared<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl<'de, T> Deserialize<'de> for Shared<T>
where
    T: Deserialize<'de> + Default + Eq + Hash + Send + Sync + 'static,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::new(Option::<T>::deserialize(deserializer)?.unwrap_or_default()))
    }
}

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_ref().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_holds_any_more_is_forgotten_with_the_strings_in_it() {
        let mut interner = Interner::default();
        let kept = interner.scope(|| Shared::new(vec![Text::from("kept")]));
        let dropped = interner.scope(|| Shared::new(vec![Text::from("dropped")]));
        drop(dropped);
        interner.forget_unused();
        assert_eq!(interner.texts(), 1);
        assert!(interner.scope(|| Shared::new(vec![Text::from("kept")])).same(&kept));
    }

    #[test]
    fn equal_structures_of_one_build_are_one() {
        let mut interner = Interner::default();
        let one = interner.scope(|| Shared::new(vec![1, 2]));
        let other = interner.scope(|| Shared::new(vec![1, 2]));
        assert!(one.same(&other));
        assert!(!one.same(&Shared::new(vec![1, 2])));
    }
}
