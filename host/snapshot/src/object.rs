//! The stored form of every kind: what a snapshot keeps of an object, read straight from its JSON.
//!
//! One definition per type, fields named and nested as in the Kubernetes API (so a JSON path of the API is a path here),
//! everything else skipped while parsing. Absent, `null` and empty are the same. What the API made optional *and* gives a
//! meaning to is an `Option`; enumerations stay open strings ([`Text`]), since dumps hold words that no API defines.
//!
//! Every type also writes itself as JSON of the same shape, defaults left out, such that reading it again gives an equal value:
//! that is how a snapshot is saved. Public certificates, which are stored parsed only, go into a field of our own,
//! [`SAVED_CERTIFICATES`].
//!
//! Where to start: [`Pod`], [`PodSpec`], [`Meta`].

#![expect(
    missing_docs,
    reason = "types and fields keep the names and the meaning of the Kubernetes API reference"
)]

mod access;
mod admission;
mod batch;
mod certificate;
mod cluster;
mod config;
mod container;
mod custom;
mod meta;
mod network;
mod pod;
mod pod_spec;
mod selector;
mod service;
mod storage;
mod volume;
mod workload;

pub use access::*;
pub use admission::*;
pub use batch::*;
pub(crate) use certificate::hex;
pub use certificate::{CaBundle, Certificate, SAVED_CERTIFICATES};
pub use cluster::*;
pub use config::*;
pub use container::*;
pub use custom::*;
pub use meta::*;
pub use network::*;
pub use pod::*;
pub use pod_spec::*;
pub use selector::*;
pub use service::*;
pub use storage::*;
pub use volume::*;
pub use workload::*;

use serde::de::{Deserialize, Deserializer};

/// What every stored kind has.
pub trait Object: Send + Sync + std::hash::Hash + 'static {
    /// Its kind.
    const KIND: sdo_model::Kind;

    /// Its metadata.
    fn meta(&self) -> &Meta;

    /// Its metadata, while it is being built.
    fn meta_mut(&mut self) -> &mut Meta;
}

/// Reads a field that may be `null`.
pub(crate) fn nullable<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::<T>::deserialize(deserializer)?.unwrap_or_default())
}

/// Reads what a component says in prose, credentials masked.
pub(crate) fn message<'de, D: Deserializer<'de>>(deserializer: D) -> Result<crate::text::Text, D::Error> {
    crate::text::Text::deserialize(deserializer).map(|text| masked(text, crate::redact::redact))
}

/// Whether a field need not be written, since reading nothing gives the same.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Defines stored types: every field is optional and takes `null`, names are the API's, defaults are not written.
macro_rules! stored {
    ($($(#[$attribute:meta])* $visible:vis struct $name:ident { $($(#[$on_field:meta])* pub $field:ident: $type:ty,)* })*) => {
        $(
            $(#[$attribute])*
            #[derive(Clone, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize)]
            #[serde(rename_all = "camelCase")]
            $visible struct $name {
                $(
                    $(#[$on_field])*
                    #[serde(default, deserialize_with = "crate::object::nullable", skip_serializing_if = "crate::object::is_default")]
                    pub $field: $type,
                )*
            }
        )*
    };
}

/// Says which kind the stored types are.
macro_rules! kinds {
    ($($name:ident)*) => {
        $(
            impl crate::object::Object for $name {
                const KIND: sdo_model::Kind = sdo_model::Kind::$name;

                fn meta(&self) -> &crate::object::Meta {
                    &self.meta
                }

                fn meta_mut(&mut self) -> &mut crate::object::Meta {
                    &mut self.meta
                }
            }
        )*
    };
}

pub(crate) use kinds;
pub(crate) use stored;
