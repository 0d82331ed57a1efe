//! Pods and what the kubelet says of their containers.

use super::{Condition, Meta, PodSpec, Resources, condition, kinds, masked, stored};
use crate::text::{Int, List, MaybeTime, Shared, Text};
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

/// A pod. Its spec is shared with the pods of the same template.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pod {
    pub meta: Meta,
    /// `spec.nodeName`.
    pub node_name: Text,
    /// `spec.hostname`.
    pub hostname: Text,
    pub spec: Shared<PodSpec>,
    pub status: PodStatus,
}

kinds! { Pod }

impl<'de> Deserialize<'de> for Pod {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenPod {
            meta,
            mut spec,
            mut status,
        } = WrittenPod::deserialize(deserializer)?;
        status.message = masked(status.message, crate::redact::redact);
        let node_name = std::mem::take(&mut spec.node_name);
        let hostname = std::mem::take(&mut spec.hostname);
        Ok(Self {
            meta,
            node_name,
            hostname,
            spec: Shared::new(spec),
            status,
        })
    }
}

impl Serialize for Pod {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = WrittenPod {
            meta: self.meta.clone(),
            spec: PodSpec {
                node_name: self.node_name.clone(),
                hostname: self.hostname.clone(),
                ..PodSpec::clone(&self.spec)
            },
            status: self.status.clone(),
        };
        written.serialize(serializer)
    }
}

stored! {
    /// A pod with all of its spec in one place.
    struct WrittenPod {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: PodSpec,
        pub status: PodStatus,
    }

    pub struct PodStatus {
        pub phase: Text,
        pub reason: Text,
        /// Credentials masked.
        pub message: Text,
        pub nominated_node_name: Text,
        #[serde(rename = "podIP")]
        pub pod_ip: Text,
        #[serde(rename = "hostIP")]
        pub host_ip: Text,
        pub start_time: MaybeTime,
        pub qos_class: Text,
        pub conditions: List<Condition>,
        pub init_container_statuses: List<ContainerStatus>,
        pub container_statuses: List<ContainerStatus>,
        pub ephemeral_container_statuses: List<ContainerStatus>,
        pub resize: Text,
    }

    pub struct ContainerStatus {
        pub name: Text,
        pub ready: bool,
        pub started: Option<bool>,
        pub restart_count: Int,
        pub image: Text,
        #[serde(rename = "imageID")]
        pub image_id: Text,
        pub state: ContainerState,
        pub last_state: ContainerState,
        /// What runs now, where it may differ from the spec by an in-place resize.
        pub resources: Option<Shared<Resources>>,
    }

    /// At most one is set.
    pub struct ContainerState {
        pub waiting: Option<Box<Waiting>>,
        pub running: Option<Running>,
        pub terminated: Option<Box<Terminated>>,
    }

    pub struct Running {
        pub started_at: MaybeTime,
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize)]
#[serde(default)]
pub struct Waiting {
    #[serde(skip_serializing_if = "super::is_default")]
    pub reason: Text,
    /// Credentials masked.
    #[serde(deserialize_with = "super::message", skip_serializing_if = "super::is_default")]
    pub message: Text,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Terminated {
    #[serde(skip_serializing_if = "super::is_default")]
    pub exit_code: Int,
    #[serde(skip_serializing_if = "super::is_default")]
    pub signal: Int,
    #[serde(skip_serializing_if = "super::is_default")]
    pub reason: Text,
    /// Credentials masked: it may be the end of a log.
    #[serde(deserialize_with = "super::message", skip_serializing_if = "super::is_default")]
    pub message: Text,
    #[serde(skip_serializing_if = "super::is_default")]
    pub started_at: MaybeTime,
    #[serde(skip_serializing_if = "super::is_default")]
    pub finished_at: MaybeTime,
}

impl Pod {
    /// Condition `Ready` is true; an absent condition is not ready.
    pub fn is_ready(&self) -> bool {
        condition(&self.status.conditions, "Ready").is_some_and(Condition::is_true)
    }

    /// It succeeded or failed, and never runs again.
    pub fn has_ended(&self) -> bool {
        matches!(self.status.phase.as_str(), "Succeeded" | "Failed")
    }

    /// Statuses of all containers: init, main, ephemeral.
    pub fn all_statuses(&self) -> impl Iterator<Item = &ContainerStatus> {
        let status = &self.status;
        let lists = [
            &status.init_container_statuses,
            &status.container_statuses,
            &status.ephemeral_container_statuses,
        ];
        lists.into_iter().flatten()
    }
}

impl ContainerStatus {
    /// The current, else the last termination.
    pub fn termination(&self) -> Option<&Terminated> {
        self.state
            .terminated
            .as_deref()
            .or(self.last_state.terminated.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Interner;

    #[test]
    fn pods_of_one_template_on_two_nodes_share_their_spec() {
        let mut interner = Interner::default();
        let mut pod = |node: &str, random: &str| -> Pod {
            let json = format!(
                r#"{{"spec":{{"nodeName":"{node}","containers":[{{"name":"c","volumeMounts":[{{"name":"kube-api-access-{random}","mountPath":"/t"}}]}}],
                "volumes":[{{"name":"kube-api-access-{random}","projected":{{"sources":[]}}}}]}}}}"#
            );
            interner.scope(|| serde_json::from_str(&json).unwrap())
        };
        let (one, other) = (pod("node-1", "abcde"), pod("node-2", "fghij"));
        assert!(one.spec.same(&other.spec));
        assert_eq!((one.node_name.as_str(), other.node_name.as_str()), ("node-1", "node-2"));
    }

    #[test]
    fn nulls_and_hostile_values_do_not_cost_the_pod() {
        let pod: Pod = serde_json::from_str(
            r#"{"metadata":{"name":"p","labels":null,"creationTimestamp":null},"spec":null,"status":{"phase":"CrashLoopBackOff",
            "conditions":null,"containerStatuses":[{"name":"c","restartCount":-4,"ready":null,"state":null,
            "lastState":{"terminated":{"exitCode":1e99,"finishedAt":"9999-99-99"}}}]}}"#,
        )
        .unwrap();
        let status = &pod.status.container_statuses[0];
        assert_eq!(status.restart_count.u32(), 0);
        assert_eq!(status.termination().unwrap().exit_code.i32(), i32::MAX);
        assert_eq!(pod.status.phase, "CrashLoopBackOff");
    }
}
