//! Metadata, conditions and references: what all kinds share.

use super::stored;
use crate::redact;
use crate::text::{Int, List, Map, MaybeTime, Shared, TEXT_LIMIT, Text};
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

/// Annotation values past this are cut: an annotation is a note, not a store.
const ANNOTATION_LIMIT: usize = 16 * 1024;

/// The annotation in which `kubectl apply` keeps what was applied.
pub const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

stored! {
    /// `metadata`.
    pub struct Meta {
        pub name: Text,
        pub namespace: Text,
        pub uid: Text,
        pub labels: Shared<Map>,
        pub annotations: Annotations,
        #[serde(rename = "ownerReferences")]
        pub owners: Shared<List<Owner>>,
        #[serde(rename = "creationTimestamp")]
        pub created: MaybeTime,
        #[serde(rename = "deletionTimestamp")]
        pub deleted: MaybeTime,
        pub generation: Int,
        pub finalizers: Shared<List<Text>>,
        #[serde(rename = "managedFields")]
        pub managers: List<Manager>,
        /// 0 when it is no number.
        pub resource_version: Version,
    }

    pub struct Owner {
        pub api_version: Text,
        pub kind: Text,
        pub name: Text,
        pub uid: Text,
        pub controller: bool,
        pub block_owner_deletion: bool,
    }

    /// An entry of `managedFields` without its fields.
    pub struct Manager {
        pub manager: Text,
        pub operation: Text,
        pub subresource: Text,
        pub time: MaybeTime,
    }

    /// A reference to an object, as `targetRef`, `involvedObject` and kin carry it.
    pub struct ObjectReference {
        pub api_version: Text,
        pub kind: Text,
        pub namespace: Text,
        pub name: Text,
        pub uid: Text,
        pub field_path: Text,
    }

    /// A reference by name within a namespace.
    pub struct LocalReference {
        pub name: Text,
    }
}

/// An entry of `status.conditions`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Condition {
    #[serde(rename = "type", skip_serializing_if = "super::is_default")]
    pub name: Text,
    #[serde(skip_serializing_if = "super::is_default")]
    pub status: Text,
    #[serde(skip_serializing_if = "super::is_default")]
    pub reason: Text,
    /// Credentials masked.
    #[serde(deserialize_with = "super::message", skip_serializing_if = "super::is_default")]
    pub message: Text,
    #[serde(skip_serializing_if = "super::is_default")]
    pub last_transition_time: MaybeTime,
    /// Nodes only.
    #[serde(skip_serializing_if = "super::is_default")]
    pub last_heartbeat_time: MaybeTime,
    /// Deployments and Jobs only.
    #[serde(skip_serializing_if = "super::is_default")]
    pub last_update_time: MaybeTime,
}

impl Meta {
    /// The owner that controls the object.
    pub fn controller(&self) -> Option<&Owner> {
        self.owners.iter().find(|owner| owner.controller)
    }

    /// Namespace and name, the key of every sorted list.
    pub fn key(&self) -> (&str, &str) {
        (&self.namespace, &self.name)
    }

    /// Puts the object where its scope and its file say: dumps with a folder for each namespace leave it out.
    pub(crate) fn place(&mut self, hint: Option<&str>, namespaced: bool) {
        match (namespaced, hint) {
            (false, _) => self.namespace = Text::default(),
            (true, Some(hint)) if self.namespace.is_empty() => self.namespace = hint.into(),
            (true, _) => {}
        }
    }

    /// The last write to the object itself, not to its status, that `managedFields` knows of.
    pub fn written(&self) -> MaybeTime {
        let writes = self.managers.iter().filter(|manager| manager.subresource.is_empty());
        writes.map(|manager| manager.time).max().unwrap_or_default()
    }
}

impl Owner {
    /// The API group, empty for the core group.
    pub fn group(&self) -> &str {
        group_of(&self.api_version)
    }
}

/// The group of an `apiVersion`: `apps` of `apps/v1`, empty of `v1`.
pub fn group_of(api_version: &str) -> &str {
    api_version.split_once('/').map_or("", |(group, _)| group)
}

impl Condition {
    /// `status` is `True`.
    pub fn is_true(&self) -> bool {
        self.status.as_str() == "True"
    }

    /// `status` is `False`.
    pub fn is_false(&self) -> bool {
        self.status.as_str() == "False"
    }
}

/// The condition of this type.
pub fn condition<'a>(conditions: &'a [Condition], name: &str) -> Option<&'a Condition> {
    conditions.iter().find(|condition| condition.name.as_str() == name)
}

/// Annotations, long values cut; what `kubectl apply` recorded is kept with credentials masked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Annotations(Shared<Map>);

impl std::ops::Deref for Annotations {
    type Target = Map;

    fn deref(&self) -> &Map {
        &self.0
    }
}

impl Annotations {
    /// The configuration that `kubectl apply` recorded, as JSON; its own type of Secret has none.
    pub fn last_applied(&self) -> Option<&Text> {
        self.get(LAST_APPLIED)
    }

    /// All but the entry `name`.
    pub(crate) fn without(&self, name: &str) -> Self {
        let kept: Map = self.iter().filter(|(key, _)| key.as_str() != name).cloned().collect();
        Self(Shared::new(kept))
    }
}

impl<'de> Deserialize<'de> for Annotations {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let given = Map::deserialize(deserializer)?;
        let kept: Map = given
            .iter()
            .map(|(name, value)| (name.clone(), annotation(name, value)))
            .collect();
        Ok(Self(Shared::new(kept)))
    }
}

impl Serialize for Annotations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

fn annotation(name: &str, value: &Text) -> Text {
    if name == LAST_APPLIED {
        return redact::recorded(value, TEXT_LIMIT).into();
    }
    match redact::settled(value, ANNOTATION_LIMIT, redact::redact) {
        std::borrow::Cow::Borrowed(same) if same == value.as_str() => value.clone(),
        masked => masked.as_ref().into(),
    }
}

/// `resourceVersion` as a number, for telling the newer of two copies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u64);

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Ok(Self(text.parse().unwrap_or(0)))
    }
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
