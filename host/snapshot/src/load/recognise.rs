//! What a document is, from its outline and its place: an object, a list, of which kind, or nothing of Kubernetes.

use super::layout::{Place, Share};
use super::probe::{Items, Outline};
use super::resources::{self, Resource};

impl Items {
    /// Whether a bare array holds objects: its elements say so, or the path does.
    pub(super) fn are_objects(&self, place: &Place<'_>) -> bool {
        let own = self
            .kinds
            .keys()
            .any(|(version, kind)| !version.is_empty() && !kind.is_empty());
        own || (place.resource.is_some()
            && (self.len() == 0 || !self.kinds.is_empty())
            && place.share != Share::Unknown)
    }
}

impl Outline<'_> {
    /// Field names as Go spells them, and none of the fields that newer output starts with.
    pub(super) fn is_old(&self) -> bool {
        let items = self.items.as_ref().map_or(0, |items| items.go_names);
        self.kind.is_none() && (self.go_names || items > 0)
    }

    /// Whether `items` is the list's content and not a field of some object.
    pub(super) fn is_list(&self) -> bool {
        self.kind.as_deref().is_none_or(|kind| kind.ends_with("List")) && self.name.is_none()
    }

    /// The kind of items that carry none: from `PodList`, else from the path.
    pub(super) fn item_label(&self, place: &Place<'_>) -> Option<String> {
        let version = self.api_version.as_deref().unwrap_or_default();
        match self.kind.as_deref().and_then(|kind| kind.strip_suffix("List")) {
            Some(kind) if !kind.is_empty() => Some(resources::label(version, kind)),
            _ => place.resource.map(Resource::label),
        }
    }

    /// The kind of this object: its own, else from the path.
    pub(super) fn label(&self, place: &Place<'_>) -> Option<String> {
        match (self.kind.as_deref(), self.api_version.as_deref()) {
            (Some(kind), Some(version)) => Some(resources::label(version, kind)),
            (None, _) if place.share != Share::Unknown => place.resource.map(Resource::label),
            _ => None,
        }
    }
}
