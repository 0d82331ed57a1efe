//! Volumes of pods.

use super::{LocalReference, stored};
use crate::text::{Int, List, Shared, Text};
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;

/// A volume of a pod.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Volume {
    pub name: Text,
    pub source: VolumeSource,
}

/// What a volume is backed by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum VolumeSource {
    /// None is written.
    #[default]
    Unset,
    ConfigMap(Shared<ConfigMapVolume>),
    Secret(Shared<SecretVolume>),
    Claim(Shared<ClaimVolume>),
    EmptyDir(Shared<EmptyDir>),
    HostPath(Shared<HostPath>),
    Projected(Shared<Projected>),
    Ephemeral(Shared<EphemeralVolume>),
    Csi(Shared<CsiVolume>),
    /// Any other source, by its field name, e.g. `nfs`.
    Other(Text),
}

stored! {
    pub struct ConfigMapVolume {
        pub name: Text,
        pub optional: bool,
        pub items: List<KeyToPath>,
        pub default_mode: Option<Int>,
    }

    pub struct SecretVolume {
        pub secret_name: Text,
        pub optional: bool,
        pub items: List<KeyToPath>,
        pub default_mode: Option<Int>,
    }

    pub struct KeyToPath {
        pub key: Text,
        pub path: Text,
    }

    pub struct ClaimVolume {
        pub claim_name: Text,
        pub read_only: bool,
    }

    pub struct EmptyDir {
        pub medium: Text,
        pub size_limit: Option<crate::text::Amount>,
    }

    pub struct HostPath {
        pub path: Text,
        #[serde(rename = "type")]
        pub kind: Text,
    }

    pub struct Projected {
        pub sources: List<Projection>,
    }

    /// One source of a projected volume; what is none of these is a token or the downward API.
    pub struct Projection {
        pub config_map: Option<Box<ProjectedObject>>,
        pub secret: Option<Box<ProjectedObject>>,
    }

    pub struct ProjectedObject {
        pub name: Text,
        pub optional: bool,
        pub items: List<KeyToPath>,
    }

    pub struct EphemeralVolume {
        pub volume_claim_template: super::ClaimTemplate,
    }

    pub struct CsiVolume {
        pub driver: Text,
        pub node_publish_secret_ref: Option<LocalReference>,
    }
}

impl<'de> Deserialize<'de> for Volume {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(VolumeVisitor)
    }
}

impl Serialize for Volume {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        if !self.name.is_empty() {
            fields.serialize_entry("name", &self.name)?;
        }
        match &self.source {
            VolumeSource::Unset => {}
            VolumeSource::ConfigMap(source) => fields.serialize_entry("configMap", source)?,
            VolumeSource::Secret(source) => fields.serialize_entry("secret", source)?,
            VolumeSource::Claim(source) => fields.serialize_entry("persistentVolumeClaim", source)?,
            VolumeSource::EmptyDir(source) => fields.serialize_entry("emptyDir", source)?,
            VolumeSource::HostPath(source) => fields.serialize_entry("hostPath", source)?,
            VolumeSource::Projected(source) => fields.serialize_entry("projected", source)?,
            VolumeSource::Ephemeral(source) => fields.serialize_entry("ephemeral", source)?,
            VolumeSource::Csi(source) => fields.serialize_entry("csi", source)?,
            VolumeSource::Other(field) => fields.serialize_entry(field, &NothingKept {})?,
        }
        fields.end()
    }
}

/// What is written of a source of which only the name is kept.
#[derive(serde::Serialize)]
struct NothingKept {}

struct VolumeVisitor;

impl<'de> Visitor<'de> for VolumeVisitor {
    type Value = Volume;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a volume")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Volume, A::Error> {
        let mut volume = Volume::default();
        while let Some(field) = fields.next_key::<std::borrow::Cow<'de, str>>()? {
            let source = match &*field {
                "name" => {
                    volume.name = stable_name(fields.next_value()?);
                    continue;
                }
                "configMap" => fields.next_value::<Option<_>>()?.map(VolumeSource::ConfigMap),
                "secret" => fields.next_value::<Option<_>>()?.map(VolumeSource::Secret),
                "persistentVolumeClaim" => fields.next_value::<Option<_>>()?.map(VolumeSource::Claim),
                "emptyDir" => fields.next_value::<Option<_>>()?.map(VolumeSource::EmptyDir),
                "hostPath" => fields.next_value::<Option<_>>()?.map(VolumeSource::HostPath),
                "projected" => fields.next_value::<Option<_>>()?.map(VolumeSource::Projected),
                "ephemeral" => fields.next_value::<Option<_>>()?.map(VolumeSource::Ephemeral),
                "csi" => fields.next_value::<Option<_>>()?.map(VolumeSource::Csi),
                other => fields
                    .next_value::<Option<IgnoredAny>>()?
                    .map(|_| VolumeSource::Other(other.into())),
            };
            volume.source = source.unwrap_or(volume.source);
        }
        Ok(volume)
    }
}

/// The volume that admission adds to every pod for its token, without the random end of its name.
pub const TOKEN_VOLUME: &str = "kube-api-access";

/// Takes the random end off the name of a token volume: with it, no two pods of a ReplicaSet would have equal specs.
fn stable_name(name: Text) -> Text {
    const RANDOM: usize = 5;
    match name.strip_prefix(TOKEN_VOLUME).and_then(|rest| rest.strip_prefix('-')) {
        Some(random) if random.len() == RANDOM => TOKEN_VOLUME.into(),
        _ => name,
    }
}

/// Reads the name of a volume where a mount refers to it.
pub(super) fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
    Text::deserialize(deserializer).map(stable_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn volume(json: &str) -> Volume {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_source_that_has_no_type_here_keeps_its_name() {
        let nfs = volume(r#"{"name":"data","nfs":{"server":"x","path":"/"}}"#);
        assert_eq!(nfs.source, VolumeSource::Other("nfs".into()));
        assert_eq!(volume(r#"{"name":"data","secret":null}"#).source, VolumeSource::Unset);
    }

    #[test]
    fn token_volumes_of_two_pods_are_equal() {
        let token = |random: &str| {
            volume(&format!(
                r#"{{"name":"kube-api-access-{random}","projected":{{"sources":null}}}}"#
            ))
        };
        assert_eq!(token("99v2t"), token("x7k2p"));
        assert_eq!(
            volume(r#"{"name":"kube-api-access-of-mine","emptyDir":{}}"#).name,
            "kube-api-access-of-mine"
        );
    }
}
