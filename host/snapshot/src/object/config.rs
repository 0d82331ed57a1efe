//! ConfigMaps with their data, Secrets without.

use super::{Certificate, Meta, kinds, stored};
use crate::redact::{self, MASK};
use crate::text::{DATA_LIMIT, List, Table, Text};
use k8s_openapi::ByteString;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

stored! {
    pub struct ConfigMap {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub data: Table<Value>,
        pub binary_data: Keys,
        pub immutable: bool,
    }

    /// All that is read of a Secret. `data` and `stringData` let go of every value while parsing.
    struct WrittenSecret {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        #[serde(rename = "type")]
        pub kind: Text,
        pub data: Public<Encoded>,
        pub string_data: Public<Plain>,
        pub immutable: bool,
        /// Of a saved Secret, whose `data` has nothing but masks.
        #[serde(rename = "sdo.dev/certificates")]
        pub saved: Table<Certificate>,
    }
}

kinds! { ConfigMap Secret }

/// A Secret: what it is called, which keys it has, and public certificates. No value is ever stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Secret {
    pub meta: Meta,
    /// `type`, e.g. `kubernetes.io/tls`.
    pub kind: Text,
    /// Names of the keys, sorted.
    pub keys: List<Text>,
    /// The leaf certificates under `tls.crt` and `ca.crt`, by key.
    pub certificates: Table<Certificate>,
    pub immutable: bool,
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // A parser's own message may quote the text at which it stopped.
        let written = WrittenSecret::deserialize(deserializer)
            .map_err(|_| D::Error::custom("not the shape of a Secret (its content is not shown)"))?;
        let mut keys: Vec<Text> = written.data.keys.into_iter().chain(written.string_data.keys).collect();
        keys.sort();
        keys.dedup();
        let saved = written
            .saved
            .iter()
            .filter(|(key, _)| is_public(key) && keys.contains(key))
            .cloned();
        // Of two under one key the last counts: what is there beats what a file says was there.
        let certificates: Table<Certificate> = saved
            .chain(written.data.certificates)
            .chain(written.string_data.certificates)
            .collect();
        Ok(Self {
            meta: Meta {
                annotations: written.meta.annotations.without(super::LAST_APPLIED),
                ..written.meta
            },
            kind: written.kind,
            certificates,
            keys: keys.into_iter().collect(),
            immutable: written.immutable,
        })
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = WrittenSecret {
            meta: self.meta.clone(),
            kind: self.kind.clone(),
            data: Public {
                keys: self.keys.to_vec(),
                ..Public::default()
            },
            string_data: Public::default(),
            immutable: self.immutable,
            saved: self.certificates.clone(),
        };
        written.serialize(serializer)
    }
}

/// A ConfigMap value, up to the size that the API allows; private keys, tokens and passwords in URLs are masked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Value(Text);

impl std::ops::Deref for Value {
    type Target = Text;

    fn deref(&self) -> &Text {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ValueVisitor;
        impl Visitor<'_> for ValueVisitor {
            type Value = Value;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a string")
            }

            fn visit_unit<E>(self) -> Result<Value, E> {
                Ok(Value::default())
            }

            fn visit_str<E>(self, text: &str) -> Result<Value, E> {
                Ok(Value(redact::settled(text, DATA_LIMIT, redact::redact).as_ref().into()))
            }

            fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
                Ok(Value(value.to_string().into()))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
                Ok(Value(value.to_string().into()))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
                Ok(Value(value.to_string().into()))
            }

            fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
                Ok(Value(value.to_string().into()))
            }
        }
        deserializer.deserialize_any(ValueVisitor)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// The names of a table whose values do not matter, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Keys(List<Text>);

impl std::ops::Deref for Keys {
    type Target = [Text];

    fn deref(&self) -> &[Text] {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeysVisitor;
        impl<'de> Visitor<'de> for KeysVisitor {
            type Value = Keys;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Keys, A::Error> {
                let mut keys = Vec::new();
                while let Some((key, _)) = entries.next_entry::<Text, IgnoredAny>()? {
                    keys.push(key);
                }
                keys.sort();
                Ok(Keys(keys.into_iter().collect()))
            }
        }
        deserializer.deserialize_map(KeysVisitor)
    }
}

impl Serialize for Keys {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|key| (key, MASK)))
    }
}

/// How the values of a Secret's table are written.
pub trait Encoding: Default {
    /// The certificate in the next value of `entries`, which is read only for a key that may hold a public one.
    fn certificate<'de, A: MapAccess<'de>>(entries: &mut A) -> Result<Option<Certificate>, A::Error>;
}

/// Base64, as in `data`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Encoded;

/// Plain, as in `stringData`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plain;

impl Encoding for Encoded {
    fn certificate<'de, A: MapAccess<'de>>(entries: &mut A) -> Result<Option<Certificate>, A::Error> {
        let text: Option<Cow<'de, str>> = entries.next_value()?;
        Ok(text.and_then(|text| Certificate::first(&decoded(&text)?)))
    }
}

impl Encoding for Plain {
    fn certificate<'de, A: MapAccess<'de>>(entries: &mut A) -> Result<Option<Certificate>, A::Error> {
        let text: Option<Cow<'de, str>> = entries.next_value()?;
        Ok(text.and_then(|text| Certificate::first(text.as_bytes())))
    }
}

/// The bytes that base64 `text` stands for; `None` when it is none, such as the stars of a redacted dump.
pub(super) fn decoded(text: &str) -> Option<Vec<u8>> {
    use serde::de::IntoDeserializer;
    let source: serde::de::value::StrDeserializer<'_, serde::de::value::Error> = text.into_deserializer();
    ByteString::deserialize(source).ok().map(|bytes| bytes.0)
}

/// The keys of a Secret's table and the certificates under `tls.crt` and `ca.crt`. All other values are skipped unread.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Public<E> {
    keys: Vec<Text>,
    certificates: Vec<(Text, Certificate)>,
    encoding: E,
}

impl<'de, E: Encoding> Deserialize<'de> for Public<E> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PublicVisitor(E::default()))
    }
}

impl<E> Serialize for Public<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.keys.iter().map(|key| (key, MASK)))
    }
}

/// Whether the value under this key of a Secret is a public certificate.
fn is_public(key: &str) -> bool {
    matches!(key, "tls.crt" | "ca.crt")
}

struct PublicVisitor<E>(E);

impl<'de, E: Encoding> Visitor<'de> for PublicVisitor<E> {
    type Value = Public<E>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Public<E>, A::Error> {
        let mut public = Public {
            keys: Vec::new(),
            certificates: Vec::new(),
            encoding: self.0,
        };
        while let Some(key) = entries.next_key::<Text>()? {
            if is_public(&key) {
                public
                    .certificates
                    .extend(E::certificate(&mut entries)?.map(|found| (key.clone(), found)));
            } else {
                entries.next_value::<IgnoredAny>()?;
            }
            public.keys.push(key);
        }
        Ok(public)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_keeps_its_key_names_and_nothing_of_its_values() {
        let json = r#"{"metadata":{"name":"s","annotations":{"kubectl.kubernetes.io/last-applied-configuration":"{\"data\":{\"password\":\"aHVudGVyMg==\"}}","a":"b"}},
            "type":"Opaque","data":{"password":"aHVudGVyMg==","user":null},"stringData":{"token":"hunter2"}}"#;
        let secret: Secret = serde_json::from_str(json).unwrap();
        assert_eq!(
            secret.keys.iter().map(Text::as_str).collect::<Vec<_>>(),
            ["password", "token", "user"]
        );
        let shown = format!("{secret:?}");
        assert!(!shown.contains("aHVudGVyMg") && !shown.contains("hunter2"), "{shown}");
        assert!(secret.meta.annotations.has("a", "b"));
    }

    #[test]
    fn an_error_in_a_secret_quotes_nothing_of_it() {
        let error = serde_json::from_str::<Secret>(r#"{"type":["hunter2"],"data":"hunter2"}"#).unwrap_err();
        assert!(!error.to_string().contains("hunter2"), "{error}");
    }

    #[test]
    fn a_tls_secret_whose_certificate_was_masked_has_no_certificate() {
        let secret: Secret = serde_json::from_str(r#"{"data":{"tls.crt":"***HIDDEN***","tls.key":"x"}}"#).unwrap();
        assert!(secret.certificates.is_empty());
        assert_eq!(secret.keys.len(), 2);
    }

    #[test]
    fn a_config_map_value_of_the_largest_legal_size_is_whole() {
        let value = "a".repeat(DATA_LIMIT);
        let map: ConfigMap = serde_json::from_str(&format!(r#"{{"data":{{"k":"{value}"}}}}"#)).unwrap();
        assert_eq!(map.data.get("k").unwrap().len(), DATA_LIMIT);
    }
}
