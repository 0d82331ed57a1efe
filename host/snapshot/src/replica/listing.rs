//! A list that is under way, and the names of objects.

use super::Name;
use super::known::Trouble;
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::HashSet;

/// The objects that a list has held so far.
#[derive(Default)]
pub(super) struct Listing {
    seen: HashSet<Name>,
    /// All the trouble that there is, once the list is whole.
    pub(super) trouble: Trouble,
}

impl Listing {
    pub(super) fn see(&mut self, name: &Name) {
        self.seen.insert(name.clone());
    }

    pub(super) fn has_seen(&self, name: &Name) -> bool {
        self.seen.contains(name)
    }
}

/// Namespace and name of an object, even of one that cannot be read otherwise.
pub(super) fn name_of(json: &str) -> Option<Name> {
    #[derive(Deserialize)]
    struct Named<'a> {
        #[serde(borrow)]
        metadata: Metadata<'a>,
    }
    #[derive(Deserialize)]
    struct Metadata<'a> {
        #[serde(borrow)]
        name: Cow<'a, str>,
        #[serde(borrow, default)]
        namespace: Cow<'a, str>,
    }
    let Named { metadata } = serde_json::from_str(json).ok()?;
    Some(((*metadata.namespace).into(), (*metadata.name).into()))
}
