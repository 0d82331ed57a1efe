//! The few fields that say what a document or item is, without reading the rest.

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// What a document is, and the items of a list.
#[derive(Default)]
pub(super) struct Head<'a> {
    pub(super) api_version: Cow<'a, str>,
    pub(super) kind: Cow<'a, str>,
    /// Set for every document with an `items` field; `null` items are an empty list.
    pub(super) items: Option<Vec<&'a RawValue>>,
    /// Fields in the Go spelling of an early `kubectl cluster-info dump`.
    pub(super) go_names: bool,
    /// It has `metadata`, `spec`, `status` or `data`, so it may be an object.
    pub(super) looks_like_object: bool,
}

/// Reads the head of a whole document.
pub(super) fn of_document(json: &[u8]) -> Result<Head<'_>, serde_json::Error> {
    let mut head = Head::default();
    let mut reader = serde_json::Deserializer::from_slice(json);
    HeadSeed {
        head: &mut head,
        items: true,
    }
    .deserialize(&mut reader)?;
    reader.end()?;
    Ok(head)
}

/// Reads the head of an item and stops as soon as it is known, usually after a few bytes.
pub(super) fn of_item(json: &str) -> Head<'_> {
    let mut head = Head::default();
    let mut reader = serde_json::Deserializer::from_str(json);
    // Stopping early is an error to the parser; a real one comes up again when the item is read.
    let _stopped = HeadSeed {
        head: &mut head,
        items: false,
    }
    .deserialize(&mut reader);
    head
}

struct HeadSeed<'h, 'a> {
    head: &'h mut Head<'a>,
    items: bool,
}

impl<'de> DeserializeSeed<'de> for HeadSeed<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for HeadSeed<'_, 'de> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some(field) = fields.next_key::<Cow<'de, str>>()? {
            match &*field {
                "apiVersion" => self.head.api_version = text(&mut fields)?,
                "kind" => self.head.kind = text(&mut fields)?,
                "items" if self.items => self.head.items = Some(fields.next_value::<Option<_>>()?.unwrap_or_default()),
                "Items" | "Spec" | "ListMeta" => {
                    self.head.go_names = true;
                    fields.next_value::<IgnoredAny>()?;
                }
                other => {
                    self.head.looks_like_object |= matches!(other, "metadata" | "spec" | "status" | "data");
                    fields.next_value::<IgnoredAny>()?;
                }
            }
            if !self.items && !self.head.kind.is_empty() && !self.head.api_version.is_empty() {
                return Err(A::Error::custom("read enough"));
            }
        }
        Ok(())
    }
}

fn text<'de, A: MapAccess<'de>>(fields: &mut A) -> Result<Cow<'de, str>, A::Error> {
    #[derive(serde::Deserialize)]
    struct Borrowed<'a>(#[serde(borrow)] Cow<'a, str>);
    Ok(fields
        .next_value::<Option<Borrowed<'de>>>()?
        .map(|Borrowed(text)| text)
        .unwrap_or_default())
}
