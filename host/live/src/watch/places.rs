//! What is watched, before anybody knows where the server serves it.

use crate::read::Wanted;
use crate::resource::version;
use sdo_model::Kind;
use sdo_snapshot::GroupVersionKind;
use std::collections::BTreeSet;

/// A resource that is wanted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// Kubernetes itself serves it.
    Typed(Kind),
    /// Somebody's custom resource, by group and kind.
    Custom(String, String),
}

impl Place {
    /// What it is; the version of a custom resource only the server tells.
    pub(super) fn resource(&self) -> GroupVersionKind {
        match self {
            Place::Typed(kind) => GroupVersionKind {
                group: kind.group().to_owned(),
                version: version(*kind).to_owned(),
                kind: kind.name().to_owned(),
            },
            Place::Custom(group, kind) => GroupVersionKind {
                group: group.clone(),
                version: String::new(),
                kind: kind.clone(),
            },
        }
    }

    pub(super) fn coverage(&self) -> String {
        self.resource().coverage()
    }
}

pub(super) fn of(wanted: &Wanted) -> BTreeSet<Place> {
    let typed = wanted.kinds.without(Kind::Custom).iter().map(Place::Typed);
    let custom = wanted
        .custom
        .iter()
        .map(|(group, kind)| Place::Custom(group.clone(), kind.clone()));
    typed.chain(custom).collect()
}
