//! Events by the object they are about.

use super::number;
use crate::object::Event;
use crate::store::{Listed, Store};
use crate::text::Text;
use std::collections::HashMap;

#[derive(Default)]
pub(super) struct Events {
    by_uid: HashMap<Text, Vec<u32>>,
    /// Name to the events about any object of that name, each with its place for a second look.
    by_name: HashMap<Text, Vec<Named>>,
}

struct Named {
    kind: Text,
    namespace: Text,
    /// The uid says nothing: it is empty, or the name itself as kubelets write it for their node.
    nameless: bool,
    event: u32,
}

impl Events {
    pub(super) fn of(store: &Store) -> Self {
        let mut all = Self::default();
        for (index, event) in Event::list(store).iter().enumerate() {
            let about = &event.about;
            let nameless = about.uid.is_empty() || about.uid == about.name;
            if !nameless {
                all.by_uid.entry(about.uid.clone()).or_default().push(number(index));
            }
            all.by_name.entry(about.name.clone()).or_default().push(Named {
                kind: about.kind.clone(),
                namespace: about.namespace.clone(),
                nameless,
                event: number(index),
            });
        }
        all
    }

    pub(super) fn about(&self, kind: &str, namespace: &str, name: &str, uid: &str) -> Vec<u32> {
        let mut found = self.by_uid.get(uid).cloned().unwrap_or_default();
        let named = self.by_name.get(name).into_iter().flatten();
        let same = named.filter(|named| named.kind.as_str() == kind && named.namespace.as_str() == namespace);
        found.extend(
            same.filter(|named| named.nameless || uid.is_empty())
                .map(|named| named.event),
        );
        found.sort_unstable();
        found
    }
}
