//! A look at a document's outline: what it is, which kinds and namespaces its items have.
//!
//! One pass that skips everything below `metadata`; nothing of a document's contents is kept. It accepts any JSON:
//! what is no Kubernetes object is told apart here, and impossible values are the builder's concern.

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The outline of an object or list.
#[derive(Debug, Default)]
pub(super) struct Outline<'a> {
    pub(super) kind: Option<Cow<'a, str>>,
    pub(super) api_version: Option<Cow<'a, str>>,
    pub(super) name: Option<Cow<'a, str>>,
    pub(super) namespace: Option<Cow<'a, str>>,
    /// `metadata.continue`: the server had more items than this page.
    pub(super) is_page: bool,
    /// Has `Items`, `Spec` and the like, as very old versions of kubectl wrote them.
    pub(super) go_names: bool,
    /// The version in `kubectl version -o json` and in a bundle's `cluster_version.json`.
    pub(super) server_version: Option<Cow<'a, str>>,
    /// The `items`, `null` counting as none.
    pub(super) items: Option<Items>,
}

/// The items of a list, by what they say of themselves.
#[derive(Debug, Default)]
pub(super) struct Items {
    /// Namespaces and counts by (apiVersion, kind); both are empty for items that carry no kind.
    pub(super) kinds: BTreeMap<(String, String), Members>,
    /// Elements without `metadata.name`.
    pub(super) nameless: usize,
    /// Elements with Go field names.
    pub(super) go_names: usize,
}

/// The items of one kind in one list.
#[derive(Debug, Default)]
pub(super) struct Members {
    pub(super) count: usize,
    /// Namespaces of those that carry one.
    pub(super) namespaces: BTreeSet<String>,
    /// Names, kept for namespaces only: they tell which folders a complete dump must have.
    pub(super) names: BTreeSet<String>,
}

/// What the outermost value of a document is.
#[derive(Debug)]
pub(super) enum Document<'a> {
    Object(Outline<'a>),
    Array(Items),
    /// A number, a string, null.
    Scalar,
}

impl<'de> Deserialize<'de> for Document<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DocumentVisitor)
    }
}

struct DocumentVisitor;

/// Visitor methods that take any scalar and give one value.
macro_rules! scalars_give {
    ($value:expr) => {
        fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
            Ok($value)
        }
        fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
            Ok($value)
        }
        fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
            Ok($value)
        }
        fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
            Ok($value)
        }
        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok($value)
        }
    };
}

impl<'de> Visitor<'de> for DocumentVisitor {
    type Value = Document<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a document")
    }

    scalars_give!(Document::Scalar);

    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
        Ok(Document::Scalar)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        read_outline(map, true).map(Document::Object)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, sequence: A) -> Result<Self::Value, A::Error> {
        read_items(sequence).map(Document::Array)
    }
}

fn read_outline<'de, A: MapAccess<'de>>(mut map: A, top: bool) -> Result<Outline<'de>, A::Error> {
    let mut outline = Outline::default();
    while let Some(key) = map.next_key::<Key<'de>>()? {
        match key.0.as_ref() {
            "kind" => outline.kind = map.next_value::<Text<'de>>()?.0,
            "apiVersion" => outline.api_version = map.next_value::<Text<'de>>()?.0,
            "metadata" => map.next_value_seed(Metadata(&mut outline))?,
            "items" if top => outline.items = map.next_value_seed(ItemsSeed)?,
            "serverVersion" | "info" if top => outline.server_version = map.next_value::<Version<'de>>()?.0,
            "Items" | "ListMeta" | "ObjectMeta" | "Spec" | "Status" | "InvolvedObject" => {
                outline.go_names = true;
                map.next_value::<IgnoredAny>()?;
            }
            _ => {
                map.next_value::<IgnoredAny>()?;
            }
        }
    }
    Ok(outline)
}

fn read_items<'de, A: SeqAccess<'de>>(mut sequence: A) -> Result<Items, A::Error> {
    let mut items = Items::default();
    while let Some(element) = sequence.next_element::<Element<'de>>()? {
        items.add(element.0);
    }
    Ok(items)
}

impl Items {
    fn add(&mut self, outline: Option<Outline<'_>>) {
        let Some(outline) = outline else {
            return self.nameless += 1;
        };
        self.go_names += usize::from(outline.go_names && outline.kind.is_none());
        let Some(name) = outline.name else {
            return self.nameless += 1;
        };
        let text = |value: Option<Cow<'_, str>>| value.map(Cow::into_owned).unwrap_or_default();
        let key = (text(outline.api_version), text(outline.kind));
        let members = self.kinds.entry(key).or_default();
        members.count += 1;
        match outline.namespace {
            Some(namespace) if !members.namespaces.contains(namespace.as_ref()) => {
                members.namespaces.insert(namespace.into_owned());
            }
            Some(_) => {}
            // Cluster-wide lists are short, except for those of custom resources, whose names are dropped later.
            None => {
                members.names.insert(name.into_owned());
            }
        }
    }

    /// How many items there are, whatever they are.
    pub(super) fn len(&self) -> usize {
        self.nameless + self.kinds.values().map(|members| members.count).sum::<usize>()
    }
}

/// An object key; borrowed unless it has escapes.
#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

/// A string, or nothing when the value is anything else.
struct Text<'a>(Option<Cow<'a, str>>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextVisitor).map(Text)
    }
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Option<Cow<'de, str>>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string")
    }

    scalars_give!(None);

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Some(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Some(Cow::Owned(text.to_owned())))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Self::Value, A::Error> {
        while sequence.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

/// Fields read from a nested object, or nothing from anything else.
macro_rules! object_visitor {
    ($visitor:ident, $value:ty, $empty:expr, |$this:ident, $map:ident| $read:expr) => {
        impl<'de> Visitor<'de> for $visitor {
            type Value = $value;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            scalars_give!($empty);

            fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
                Ok($empty)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Self::Value, A::Error> {
                while sequence.next_element::<IgnoredAny>()?.is_some() {}
                Ok($empty)
            }

            fn visit_map<A: MapAccess<'de>>(self, $map: A) -> Result<Self::Value, A::Error> {
                let $this = self;
                $read
            }
        }
    };
}

/// `metadata`: name, namespace, the page mark.
struct MetadataVisitor;

type MetadataFields<'de> = (Option<Cow<'de, str>>, Option<Cow<'de, str>>, bool);

object_visitor!(
    MetadataVisitor,
    MetadataFields<'de>,
    (None, None, false),
    |_visitor, map| read_metadata(map)
);

fn read_metadata<'de, A: MapAccess<'de>>(mut map: A) -> Result<MetadataFields<'de>, A::Error> {
    let mut fields: MetadataFields<'de> = (None, None, false);
    while let Some(key) = map.next_key::<Key<'de>>()? {
        match key.0.as_ref() {
            "name" => fields.0 = map.next_value::<Text<'de>>()?.0,
            "namespace" => fields.1 = map.next_value::<Text<'de>>()?.0,
            "continue" => fields.2 = map.next_value::<Text<'de>>()?.0.is_some_and(|token| !token.is_empty()),
            _ => {
                map.next_value::<IgnoredAny>()?;
            }
        }
    }
    Ok(fields)
}

struct Metadata<'o, 'a>(&'o mut Outline<'a>);

impl<'de> DeserializeSeed<'de> for Metadata<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let (name, namespace, is_page) = deserializer.deserialize_any(MetadataVisitor)?;
        self.0.name = name.filter(|name| !name.is_empty());
        self.0.namespace = namespace.filter(|namespace| !namespace.is_empty());
        self.0.is_page = is_page;
        Ok(())
    }
}

/// `gitVersion` of a version object.
struct Version<'a>(Option<Cow<'a, str>>);

impl<'de> Deserialize<'de> for Version<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(VersionVisitor).map(Version)
    }
}

struct VersionVisitor;

object_visitor!(VersionVisitor, Option<Cow<'de, str>>, None, |_visitor, map| {
    read_version(map)
});

fn read_version<'de, A: MapAccess<'de>>(mut map: A) -> Result<Option<Cow<'de, str>>, A::Error> {
    let mut version = None;
    while let Some(key) = map.next_key::<Key<'de>>()? {
        if key.0 == "gitVersion" {
            version = map.next_value::<Text<'de>>()?.0;
        } else {
            map.next_value::<IgnoredAny>()?;
        }
    }
    Ok(version)
}

/// One element of a list; `None` when it is no object.
struct Element<'a>(Option<Outline<'a>>);

impl<'de> Deserialize<'de> for Element<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ElementVisitor).map(Element)
    }
}

struct ElementVisitor;

object_visitor!(ElementVisitor, Option<Outline<'de>>, None, |_visitor, map| {
    read_outline(map, false).map(Some)
});

/// `items`; `None` when it is neither a list nor null.
struct ItemsSeed;

impl<'de> DeserializeSeed<'de> for ItemsSeed {
    type Value = Option<Items>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(ItemsVisitor)
    }
}

struct ItemsVisitor;

impl<'de> Visitor<'de> for ItemsVisitor {
    type Value = Option<Items>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list")
    }

    scalars_give!(Some(Items::default()));

    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, sequence: A) -> Result<Self::Value, A::Error> {
        read_items(sequence).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(json: &str) -> Outline<'_> {
        match serde_json::from_str(json).unwrap() {
            Document::Object(outline) => outline,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn reads_kinds_and_namespaces_of_items() {
        let list = outline(
            r#"{"items":[{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"n"}},{"metadata":{"name":"b"}},{"x":1},3],"kind":"List"}"#,
        );
        let items = list.items.unwrap();
        assert_eq!(items.len(), 4);
        assert_eq!(items.nameless, 2);
        assert_eq!(
            items.kinds[&("v1".into(), "Pod".into())].namespaces,
            BTreeSet::from(["n".to_owned()])
        );
        assert_eq!(items.kinds[&(String::new(), String::new())].count, 1);
    }

    #[test]
    fn null_items_are_an_empty_list() {
        assert_eq!(outline(r#"{"kind":"PodList","items":null}"#).items.unwrap().len(), 0);
    }

    #[test]
    fn odd_types_are_passed_over() {
        let odd = outline(r#"{"kind":7,"apiVersion":[],"metadata":"x","items":{"a":1},"info":null}"#);
        assert!(odd.kind.is_none() && odd.items.is_none() && odd.name.is_none());
        assert!(matches!(serde_json::from_str("\"text\"").unwrap(), Document::Scalar));
    }

    #[test]
    fn sees_old_field_names_pages_and_versions() {
        assert!(outline(r#"{"ListMeta":{},"Items":[]}"#).go_names);
        assert_eq!(
            outline(r#"{"items":[{"name":"x","Spec":{}}]}"#).items.unwrap().go_names,
            1
        );
        assert!(outline(r#"{"metadata":{"continue":"abc"},"items":[]}"#).is_page);
        let version = outline(r#"{"serverVersion":{"major":"1","gitVersion":"v1.31.2"}}"#).server_version;
        assert_eq!(version.as_deref(), Some("v1.31.2"));
    }
}
