//! Claims, volumes, storage classes and attachments.

use super::{Condition, LabelSelector, Meta, NodeSelector, ObjectReference, kinds, stored};
use crate::text::{Amount, Int, List, Map, Table, Text};

stored! {
    pub struct PersistentVolumeClaim {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: ClaimSpec,
        pub status: ClaimStatus,
    }

    /// A claim that a StatefulSet or an ephemeral volume makes.
    pub struct ClaimTemplate {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: ClaimSpec,
    }

    pub struct ClaimSpec {
        pub access_modes: List<Text>,
        pub resources: super::Resources,
        /// `None` means the default class, empty means no class.
        pub storage_class_name: Option<Text>,
        pub volume_name: Text,
        pub volume_mode: Text,
        pub selector: Option<Box<LabelSelector>>,
        pub data_source: Option<Box<ObjectReference>>,
    }

    pub struct ClaimStatus {
        pub phase: Text,
        pub access_modes: List<Text>,
        pub capacity: Table<Amount>,
        pub conditions: List<Condition>,
    }

    pub struct PersistentVolume {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: VolumeSpec,
        pub status: VolumeStatus,
    }

    pub struct VolumeSpec {
        pub capacity: Table<Amount>,
        pub access_modes: List<Text>,
        pub claim_ref: Option<Box<ObjectReference>>,
        pub storage_class_name: Text,
        pub persistent_volume_reclaim_policy: Text,
        pub volume_mode: Text,
        pub node_affinity: Option<Box<VolumeNodeAffinity>>,
        pub csi: Option<Box<CsiSource>>,
    }

    pub struct CsiSource {
        pub driver: Text,
        pub volume_handle: Text,
    }

    pub struct VolumeNodeAffinity {
        pub required: NodeSelector,
    }

    pub struct StorageClass {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub provisioner: Text,
        pub reclaim_policy: Text,
        pub volume_binding_mode: Text,
        pub allow_volume_expansion: bool,
        pub allowed_topologies: List<TopologyTerm>,
    }

    pub struct TopologyTerm {
        #[serde(rename = "matchLabelExpressions")]
        pub expressions: List<super::Requirement>,
    }

    pub struct VolumeAttachment {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: VolumeAttachmentSpec,
        pub status: VolumeAttachmentStatus,
    }

    pub struct VolumeAttachmentSpec {
        pub attacher: Text,
        pub node_name: Text,
        pub source: AttachmentSource,
    }

    pub struct AttachmentSource {
        pub persistent_volume_name: Text,
    }

    pub struct VolumeAttachmentStatus {
        pub attached: bool,
        pub attach_error: Option<AttachmentError>,
        pub detach_error: Option<AttachmentError>,
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize)]
#[serde(default)]
pub struct VolumeStatus {
    #[serde(skip_serializing_if = "super::is_default")]
    pub phase: Text,
    #[serde(skip_serializing_if = "super::is_default")]
    pub reason: Text,
    /// Credentials masked.
    #[serde(deserialize_with = "super::message", skip_serializing_if = "super::is_default")]
    pub message: Text,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AttachmentError {
    /// Credentials masked: it is what a storage driver said.
    #[serde(deserialize_with = "super::message", skip_serializing_if = "super::is_default")]
    pub message: Text,
    #[serde(skip_serializing_if = "super::is_default")]
    pub time: crate::text::MaybeTime,
    #[serde(skip_serializing_if = "super::is_default")]
    pub error_code: Option<Int>,
}

kinds! { PersistentVolumeClaim PersistentVolume StorageClass VolumeAttachment }

impl StorageClass {
    /// The class of claims that name none.
    pub fn is_default(&self) -> bool {
        let marks = [
            "storageclass.kubernetes.io/is-default-class",
            "storageclass.beta.kubernetes.io/is-default-class",
        ];
        let annotations: &Map = &self.meta.annotations;
        marks.iter().any(|mark| annotations.has(mark, "true"))
    }

    /// Volumes are made only once a pod uses the claim.
    pub fn waits_for_consumer(&self) -> bool {
        self.volume_binding_mode.as_str() == "WaitForFirstConsumer"
    }
}
