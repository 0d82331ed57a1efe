//! Containers as specified.

use super::stored;
use crate::redact;
use crate::text::{Amount, Int, IntOrString, List, Shared, TEXT_LIMIT, Table, Text};
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

stored! {
    pub struct Container {
        pub name: Text,
        pub image: Text,
        pub image_pull_policy: Text,
        pub command: Arguments,
        pub args: Arguments,
        pub working_dir: Text,
        pub ports: List<ContainerPort>,
        pub env: List<EnvVar>,
        pub env_from: List<EnvFrom>,
        pub resources: Shared<Resources>,
        pub volume_mounts: List<VolumeMount>,
        pub volume_devices: List<VolumeDevice>,
        pub liveness_probe: Option<Box<Probe>>,
        pub readiness_probe: Option<Box<Probe>>,
        pub startup_probe: Option<Box<Probe>>,
        pub lifecycle: Option<Box<Lifecycle>>,
        pub security_context: Option<Box<ContainerSecurity>>,
        /// `Always` makes an init container a sidecar.
        pub restart_policy: Text,
        pub termination_message_policy: Text,
        /// The container an ephemeral one looks into.
        pub target_container_name: Text,
    }

    pub struct ContainerPort {
        pub name: Text,
        pub container_port: Int,
        /// Empty means `TCP`.
        pub protocol: Text,
        pub host_port: Int,
        #[serde(rename = "hostIP")]
        pub host_ip: Text,
    }

    pub struct EnvFrom {
        pub prefix: Text,
        pub config_map_ref: Option<Box<OptionalReference>>,
        pub secret_ref: Option<Box<OptionalReference>>,
    }

    pub struct OptionalReference {
        pub name: Text,
        pub optional: bool,
    }

    pub struct EnvSource {
        pub config_map_key_ref: Option<KeyReference>,
        pub secret_key_ref: Option<KeyReference>,
        pub field_ref: Option<FieldReference>,
        pub resource_field_ref: Option<ResourceFieldReference>,
    }

    pub struct KeyReference {
        pub name: Text,
        pub key: Text,
        pub optional: bool,
    }

    pub struct FieldReference {
        pub field_path: Text,
    }

    pub struct ResourceFieldReference {
        pub container_name: Text,
        pub resource: Text,
    }

    pub struct Resources {
        pub requests: Table<Amount>,
        pub limits: Table<Amount>,
        pub claims: List<super::LocalReference>,
    }

    pub struct VolumeDevice {
        pub name: Text,
        pub device_path: Text,
    }

    /// Numbers are `None` where the object leaves them to Kubernetes' defaults.
    pub struct Probe {
        pub http_get: Option<HttpGet>,
        pub tcp_socket: Option<TcpSocket>,
        pub grpc: Option<Grpc>,
        pub exec: Option<Exec>,
        pub initial_delay_seconds: Option<Int>,
        pub period_seconds: Option<Int>,
        pub timeout_seconds: Option<Int>,
        pub success_threshold: Option<Int>,
        pub failure_threshold: Option<Int>,
        pub termination_grace_period_seconds: Option<Int>,
    }

    pub struct HttpGet {
        pub port: Option<IntOrString>,
        pub path: Text,
        pub host: Text,
        pub scheme: Text,
    }

    pub struct TcpSocket {
        pub port: Option<IntOrString>,
        pub host: Text,
    }

    pub struct Grpc {
        pub port: Int,
        pub service: Text,
    }

    pub struct Exec {
        pub command: Arguments,
    }

    pub struct Lifecycle {
        pub post_start: Option<Handler>,
        pub pre_stop: Option<Handler>,
    }

    pub struct Handler {
        pub http_get: Option<HttpGet>,
        pub tcp_socket: Option<TcpSocket>,
        pub exec: Option<Exec>,
        pub sleep: Option<Sleep>,
    }

    pub struct Sleep {
        pub seconds: Int,
    }

    pub struct ContainerSecurity {
        pub privileged: Option<bool>,
        pub allow_privilege_escalation: Option<bool>,
        pub read_only_root_filesystem: Option<bool>,
        pub run_as_non_root: Option<bool>,
        pub run_as_user: Option<Int>,
        pub run_as_group: Option<Int>,
        pub proc_mount: Text,
        pub capabilities: Option<Capabilities>,
        pub seccomp_profile: Option<SeccompProfile>,
    }

    pub struct Capabilities {
        pub add: List<Text>,
        pub drop: List<Text>,
    }

    pub struct SeccompProfile {
        #[serde(rename = "type")]
        pub kind: Text,
    }
}

/// An environment variable; a literal value that looks like a credential is masked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EnvVar {
    #[serde(skip_serializing_if = "super::is_default")]
    pub name: Text,
    #[serde(skip_serializing_if = "super::is_default")]
    pub value: Text,
    #[serde(skip_serializing_if = "super::is_default")]
    pub value_from: Option<Box<EnvSource>>,
}

impl<'de> Deserialize<'de> for EnvVar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        stored! {
            struct Written {
                pub name: Text,
                pub value: Text,
                pub value_from: Option<Box<EnvSource>>,
            }
        }
        let Written {
            name,
            value,
            value_from,
        } = Written::deserialize(deserializer)?;
        let value = masked(value, |value| redact::named(&name, value));
        Ok(Self {
            name,
            value,
            value_from,
        })
    }
}

/// A command line; credentials in it are masked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Arguments(List<Text>);

impl std::ops::Deref for Arguments {
    type Target = [Text];

    fn deref(&self) -> &[Text] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a Arguments {
    type Item = &'a Text;
    type IntoIter = std::slice::Iter<'a, Text>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'de> Deserialize<'de> for Arguments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = List::<Text>::deserialize(deserializer)?;
        let given: Vec<&str> = written.iter().map(Text::as_str).collect();
        Ok(match redact::arguments(&given, TEXT_LIMIT) {
            Some(masked) => Self(masked.into_iter().map(Text::from).collect()),
            None => Self(written),
        })
    }
}

impl Serialize for Arguments {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// `text`, replaced only where masking changes it.
pub(crate) fn masked(text: Text, mask: impl Fn(&str) -> std::borrow::Cow<'_, str>) -> Text {
    // The mask itself is borrowed, too: what counts is whether the text is another one.
    let other = match redact::settled(&text, TEXT_LIMIT, mask) {
        std::borrow::Cow::Borrowed(same) if same == text.as_str() => None,
        masked => Some(masked.as_ref().into()),
    };
    other.unwrap_or(text)
}

/// Where a container mounts a volume.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct VolumeMount {
    #[serde(deserialize_with = "super::volume::name", skip_serializing_if = "super::is_default")]
    pub name: Text,
    #[serde(skip_serializing_if = "super::is_default")]
    pub mount_path: Text,
    #[serde(skip_serializing_if = "super::is_default")]
    pub sub_path: Text,
    #[serde(skip_serializing_if = "super::is_default")]
    pub sub_path_expr: Text,
    #[serde(deserialize_with = "super::nullable", skip_serializing_if = "super::is_default")]
    pub read_only: bool,
}

impl Container {
    /// An init container that keeps running beside the main ones.
    pub fn is_sidecar(&self) -> bool {
        self.restart_policy.as_str() == "Always"
    }

    /// The declared port with this name.
    pub fn port_named(&self, name: &str) -> Option<&ContainerPort> {
        self.ports.iter().find(|port| port.name.as_str() == name)
    }
}

impl ContainerPort {
    /// The protocol, `TCP` where none is written.
    pub fn protocol(&self) -> &str {
        self.protocol.non_empty().unwrap_or("TCP")
    }
}
