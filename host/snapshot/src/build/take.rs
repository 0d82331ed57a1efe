//! One object, by kind.

use super::Builder;
use super::endpoints::Endpoints;
use crate::object::{self, JsonText, Meta, SAVED_METADATA, Untyped, stored};
use crate::snapshot::custom_key;
use crate::store::{Listed, with_kinds};
use sdo_model::Kind;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// What an object is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GroupVersionKind {
    /// API group, empty for the core group.
    pub group: String,
    /// API version, e.g. `v1`.
    pub version: String,
    /// Kind as manifests spell it.
    pub kind: String,
}

impl GroupVersionKind {
    /// The kind that carries it typed; `None` for a custom one.
    pub fn typed(&self) -> Option<Kind> {
        Kind::from_group_name(&self.group, &self.kind)
    }

    /// As coverage names it: `Pod`, or `Certificate.cert-manager.io`.
    pub fn coverage(&self) -> String {
        self.typed()
            .map_or_else(|| self.custom(), |kind| kind.name().to_owned())
    }

    /// As verdicts on custom kinds name it.
    pub(super) fn custom(&self) -> String {
        custom_key(&self.group, &self.kind)
    }
}

macro_rules! by_kind {
    ($($type:ident $field:ident;)*) => {
        /// Takes in one object of a typed kind.
        fn take_typed(builder: &mut Builder, kind: Kind, json: &str, namespace: Option<&str>) -> serde_json::Result<()> {
            match kind {
                $(Kind::$type => builder.take::<object::$type>(json, namespace),)*
                Kind::Custom => Ok(()),
            }
        }
    };
}
with_kinds!(by_kind);

impl Builder {
    /// Takes in one object; `namespace` is where it lives when it does not say so itself.
    pub(super) fn take_object(
        &mut self,
        identity: &GroupVersionKind,
        json: &str,
        namespace: Option<&str>,
    ) -> serde_json::Result<()> {
        if let Some(kind) = identity.typed() {
            return take_typed(self, kind, json, namespace);
        }
        if identity.group.is_empty() && identity.kind == "Endpoints" {
            self.endpoints.push(Arc::new(serde_json::from_str::<Endpoints>(json)?));
            return Ok(());
        }
        self.take_custom(identity, json, namespace)
    }

    /// Remembers that an object could not be read: its kind is partial now.
    pub(super) fn refuse(&mut self, identity: &GroupVersionKind, what: &str) {
        match identity.typed() {
            Some(kind) => self.ledger.refused(kind, what),
            None => self.ledger.refused_custom(&identity.custom(), what),
        }
    }

    fn take<T: Listed + DeserializeOwned>(&mut self, json: &str, namespace: Option<&str>) -> serde_json::Result<()> {
        let mut object: T = serde_json::from_str(json)?;
        object.meta_mut().place(namespace, T::KIND.is_namespaced());
        self.clock.see(&object);
        T::pending(&mut self.pending).push(Arc::new(object));
        Ok(())
    }

    fn take_custom(
        &mut self,
        identity: &GroupVersionKind,
        json: &str,
        namespace: Option<&str>,
    ) -> serde_json::Result<()> {
        let mut object = Untyped::read(identity, json)?;
        object.meta.place(namespace, true);
        self.clock.see(&object);
        Untyped::pending(&mut self.pending).push(Arc::new(object));
        Ok(())
    }
}

impl Untyped {
    /// Reads a custom resource.
    pub(crate) fn read(resource: &GroupVersionKind, json: &str) -> serde_json::Result<Self> {
        let Bare { meta, saved } = serde_json::from_str(json)?;
        let mut value: serde_json::Value = serde_json::from_str(json)?;
        if let Some(fields) = value.as_object_mut() {
            fields.remove(SAVED_METADATA);
        }
        Ok(Self {
            group: resource.group.as_str().into(),
            version: resource.version.as_str().into(),
            kind: resource.kind.as_str().into(),
            meta: saved.map_or(meta, |saved| *saved),
            json: JsonText::of(value),
        })
    }
}

stored! {
    /// What is read of a custom resource beside its text.
    struct Bare {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        /// Of one that was saved.
        #[serde(rename = "sdo.dev/metadata")]
        pub saved: Option<Box<Meta>>,
    }
}
