//! One document: an object, a list of any kind, a bare list of items.

use super::error::{document, placed};
use super::head::{Head, of_document, of_item};
use super::take::GroupVersionKind;
use super::{Builder, typed_kind};
use crate::load::{DocumentError, Ingested, Origin};
use crate::object::group_of;
use crate::snapshot::Problem;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Lists within lists deeper than this are refused.
const NESTING: usize = 4;

/// Kinds of answers that are no objects of a cluster.
const NO_OBJECTS: &[&str] = &[
    "Status",
    "Table",
    "APIGroupList",
    "APIResourceList",
    "APIVersions",
    "APIGroup",
];

/// What items without their own kind are.
#[derive(Clone)]
struct Inherited<'a> {
    api_version: Cow<'a, str>,
    kind: Cow<'a, str>,
}

impl Builder {
    pub(super) fn take_document(&mut self, json: &[u8], origin: &Origin<'_>) -> Result<Ingested, DocumentError> {
        let head = of_document(json).map_err(|error| document(placed(&error, origin.line)))?;
        if head.go_names && head.items.is_none() {
            return Err(document(
                "fields in Go spelling (Items, Spec) of an early kubectl; collect again with kubectl 1.20 or newer",
            ));
        }
        if NO_OBJECTS.contains(&&*head.kind) {
            return Err(document(format!("a {} is no object of a cluster", head.kind)));
        }
        let of_hint = hint(origin);
        match head.items {
            Some(items) => {
                let list = inherited(&head.api_version, &head.kind, &of_hint);
                Ok(self.take_items(&items, &Source { json, origin }, &list, 1))
            }
            None => {
                let text = std::str::from_utf8(json).map_err(|_| document("not valid UTF-8"))?;
                self.take_single(text, &head, origin, &of_hint)
            }
        }
    }

    fn take_single(
        &mut self,
        text: &str,
        head: &Head<'_>,
        origin: &Origin<'_>,
        of_hint: &Inherited<'_>,
    ) -> Result<Ingested, DocumentError> {
        if head.kind.ends_with("List") && !head.looks_like_object {
            return Err(document(format!("a {} without items", head.kind)));
        }
        if head.kind.is_empty() && !head.looks_like_object {
            return Err(document("neither kind nor items: not a Kubernetes object"));
        }
        let identity = identity(head, of_hint).ok_or_else(|| document("no kind, and nothing that tells it"))?;
        match self.take_object(&identity, text, origin.namespace_hint) {
            Ok(()) => Ok(Ingested { objects: 1, refused: 0 }),
            Err(error) => {
                let what = format!("{} cannot be read: {}", identity.kind, placed(&error, origin.line));
                self.refuse(&identity, &what);
                Err(document(what))
            }
        }
    }

    fn take_items(&mut self, items: &[&RawValue], source: &Source<'_>, list: &Inherited<'_>, depth: usize) -> Ingested {
        let mut taken = Ingested::default();
        for (position, item) in items.iter().enumerate() {
            match self.take_item(item.get(), source, list, depth) {
                Ok(inner) => {
                    taken.objects += inner.objects;
                    taken.refused += inner.refused;
                }
                Err(what) => {
                    taken.refused += 1;
                    let what = format!("item {} {what}", position + 1);
                    self.note(Problem {
                        path: source.origin.path.to_owned(),
                        what,
                    });
                }
            }
        }
        taken
    }

    fn take_item(
        &mut self,
        item: &str,
        source: &Source<'_>,
        list: &Inherited<'_>,
        depth: usize,
    ) -> Result<Ingested, String> {
        let head = of_item(item);
        if head.kind.ends_with("List") && depth < NESTING {
            let nested = of_document(item.as_bytes()).map_err(|error| placed(&error, source.line_of(item)))?;
            if let Some(items) = nested.items {
                let inner = inherited(&nested.api_version, &nested.kind, list);
                return Ok(self.take_items(&items, source, &inner, depth + 1));
            }
        }
        let Some(identity) = identity(&head, list) else {
            return Err(format!(
                "at line {} has no kind, and nothing tells it",
                source.line_of(item)
            ));
        };
        match self.take_object(&identity, item, source.origin.namespace_hint) {
            Ok(()) => Ok(Ingested { objects: 1, refused: 0 }),
            Err(error) => {
                let what = format!(
                    "({}) cannot be read: {}",
                    identity.kind,
                    placed(&error, source.line_of(item))
                );
                self.refuse(&identity, &what);
                Err(what)
            }
        }
    }
}

/// The document that items were cut from.
struct Source<'a> {
    json: &'a [u8],
    origin: &'a Origin<'a>,
}

impl Source<'_> {
    /// The line of the file on which `item`, a part of the document, starts. Only for messages: it counts from the beginning.
    fn line_of(&self, item: &str) -> usize {
        let offset = (item.as_ptr() as usize).wrapping_sub(self.json.as_ptr() as usize);
        let before = self.json.get(..offset).unwrap_or_default();
        self.origin.line + before.iter().filter(|byte| **byte == b'\n').count()
    }
}

/// What the path says items are.
fn hint<'a>(origin: &Origin<'a>) -> Inherited<'a> {
    let Some(hint) = origin.kind_hint else {
        return Inherited {
            api_version: Cow::Borrowed(""),
            kind: Cow::Borrowed(""),
        };
    };
    let known = typed_kind(hint.name);
    let kind = known.map_or(hint.name, |kind| kind.name());
    let group = hint.group.or(known.map(|kind| kind.group())).unwrap_or_default();
    let api_version = if group.is_empty() {
        "v1".into()
    } else {
        format!("{group}/").into()
    };
    Inherited {
        api_version,
        kind: kind.into(),
    }
}

/// What a list says its items are, else what was known before.
fn inherited<'a>(api_version: &str, kind: &str, before: &Inherited<'a>) -> Inherited<'a> {
    match kind.strip_suffix("List") {
        Some(item) if !item.is_empty() => Inherited {
            api_version: api_version.to_owned().into(),
            kind: item.to_owned().into(),
        },
        _ => before.clone(),
    }
}

/// What an object is: by itself, else by `list`.
fn identity(head: &Head<'_>, list: &Inherited<'_>) -> Option<GroupVersionKind> {
    let own = |own: &str, other: &str| {
        if own.is_empty() {
            other.to_owned()
        } else {
            own.to_owned()
        }
    };
    let kind = own(&head.kind, &list.kind);
    let api_version = own(&head.api_version, &list.api_version);
    let group = group_of(&api_version).to_owned();
    let version = api_version.rsplit('/').next().unwrap_or_default().to_owned();
    (!kind.is_empty()).then_some(GroupVersionKind { group, version, kind })
}

/// The items of a list of one kind.
///
/// # Errors
/// It is no list.
pub(crate) fn items_of(json: &[u8]) -> Result<Vec<&str>, DocumentError> {
    let head = of_document(json).map_err(|error| document(placed(&error, 1)))?;
    let items = head.items.ok_or_else(|| document("a list without items"))?;
    Ok(items.into_iter().map(RawValue::get).collect())
}
