//! Objects that are carried untyped: custom resources and every kind without a type here.

use super::{Meta, Object};
use crate::text::Text;
use sdo_model::Kind;
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Error, Serialize, Serializer};
use serde_json::value::RawValue;

/// An object of a kind that has no type here, as compact JSON with sorted keys.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Untyped {
    /// API group, empty for the core group.
    pub group: Text,
    /// API version, e.g. `v1`.
    pub version: Text,
    /// Kind as manifests spell it.
    pub kind: Text,
    pub meta: Meta,
    /// The whole object: keys sorted, `managedFields` and what `kubectl apply` recorded left out, credentials masked.
    pub json: JsonText,
}

impl Object for Untyped {
    const KIND: Kind = Kind::Custom;

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn meta_mut(&mut self) -> &mut Meta {
        &mut self.meta
    }
}

/// JSON kept as text, credentials masked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct JsonText(Box<str>);

impl JsonText {
    /// The JSON; empty when there is none.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `value` as text, credentials masked; `null` is none.
    pub(crate) fn of(value: serde_json::Value) -> Self {
        match crate::redact::json(value) {
            none if none == "null" => Self::default(),
            json => Self(json.into_boxed_str()),
        }
    }
}

impl<'de> Deserialize<'de> for JsonText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde_json::Value::deserialize(deserializer).map(Self::of)
    }
}

impl Serialize for JsonText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(&self.0).map_err(S::Error::custom)?;
        raw.serialize(serializer)
    }
}

/// Where a saved custom resource carries [`Untyped::meta`], next to its own `metadata`: of that some is left out of
/// [`Untyped::json`], and a namespace that only the file's place told is not in it.
pub const SAVED_METADATA: &str = "sdo.dev/metadata";

impl Untyped {
    /// What its list is sorted by.
    pub fn place(&self) -> (&str, &str, &str, &str) {
        (&self.group, &self.kind, &self.meta.namespace, &self.meta.name)
    }
}
