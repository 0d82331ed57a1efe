//! One object, by kind.

use super::Builder;
use super::endpoints::Endpoints;
use crate::object::{self, Meta, Untyped, stored};
use crate::snapshot::custom_key;
use crate::store::{Listed, with_kinds};
use sdo_model::Kind;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// What an object is.
pub(super) struct Identity {
    pub(super) group: String,
    pub(super) version: String,
    pub(super) kind: String,
}

impl Identity {
    /// The kind that carries it typed.
    pub(super) fn typed(&self) -> Option<Kind> {
        Kind::from_group_name(&self.group, &self.kind)
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
        identity: &Identity,
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
    pub(super) fn refuse(&mut self, identity: &Identity, what: &str) {
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

    fn take_custom(&mut self, identity: &Identity, json: &str, namespace: Option<&str>) -> serde_json::Result<()> {
        let mut object = Untyped {
            group: identity.group.as_str().into(),
            version: identity.version.as_str().into(),
            kind: identity.kind.as_str().into(),
            meta: serde_json::from_str::<Bare>(json)?.meta,
            json: serde_json::from_str(json)?,
        };
        object.meta.place(namespace, true);
        self.clock.see(&object);
        Untyped::pending(&mut self.pending).push(Arc::new(object));
        Ok(())
    }
}

stored! {
    /// What is read of a custom resource beside its text.
    struct Bare {
        #[serde(rename = "metadata")]
        pub meta: Meta,
    }
}
