//! What is known of one resource.

use super::Name;
use sdo_model::State;
use std::collections::BTreeMap;

/// Objects of one kind whose trouble is remembered by name.
const MOST_BROKEN: usize = 1_000;

/// What is known of one resource.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub(super) state: Option<State>,
    pub(super) reason: String,
    pub(super) trouble: Trouble,
}

impl Known {
    pub(super) fn verdict(&self) -> (State, &str) {
        match self.state.unwrap_or(State::Missing) {
            State::Complete if self.trouble.overfull => (State::Partial, "more objects than are kept"),
            state => (state, &self.reason),
        }
    }
}

/// Objects that are there and that no snapshot holds as they are. What changes it says whether it did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Trouble {
    /// Objects that cannot be read, by namespace and name.
    broken: BTreeMap<Name, String>,
    /// There are more objects than are kept.
    overfull: bool,
}

impl Trouble {
    /// What is wrong with the objects that cannot be read.
    pub(super) fn broken(&self) -> impl Iterator<Item = &str> {
        self.broken.values().map(String::as_str)
    }

    pub(super) fn broke(&mut self, name: &Name, what: &str) -> bool {
        let is_known = self.broken.get(name).is_some_and(|known| known == what);
        if is_known || self.broken.len() >= MOST_BROKEN {
            return false;
        }
        self.broken.insert(name.clone(), what.to_owned());
        true
    }

    pub(super) fn repaired(&mut self, name: &Name) -> bool {
        self.broken.remove(name).is_some()
    }

    pub(super) fn overflowed(&mut self) -> bool {
        !std::mem::replace(&mut self.overfull, true)
    }
}
