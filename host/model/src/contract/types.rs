//! `types`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use crate::call::Price;

/// An object of this snapshot. Valid in one snapshot only; never store or compare it across runs.
/// An id that names no object, or an object of a kind that this component may not read, answers like an absent object.
pub type ObjectId = u32;

/// Seconds since 1970-01-01T00:00:00Z, from the cluster's clock, never from the host's.
pub type Timestamp = i64;

/// The name of an object. `id` is none when the object is not in the snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ObjectRef {
    /// Its id in this snapshot; none when it is only named, not present.
    pub id: Option<ObjectId>,
    /// API group; empty for the core group.
    pub group: String,
    /// Kind as manifests spell it, e.g. `Deployment`.
    pub kind: String,
    /// Namespace; empty for cluster-scoped objects.
    pub namespace: String,
    /// Name.
    pub name: String,
}

impl Price for ObjectRef {
    fn price(&self) -> u64 {
        self.id.price() + self.group.price() + self.kind.price() + self.namespace.price() + self.name.price()
    }
}

/// Three-valued existence: an unreadable kind is never `absent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Presence {
    /// It is in the snapshot.
    Present,
    /// Its kind is completely known there, and it does not exist.
    Absent,
    /// Its kind, or its namespace within that kind, is not completely known.
    Unknown,
}

impl Price for Presence {
    fn price(&self) -> u64 {
        0
    }
}

/// A condition's status. A condition that is not listed is not `no`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConditionStatus {
    /// `"True"`.
    Yes,
    /// `"False"`.
    No,
    /// `"Unknown"`, or a word that Kubernetes does not define.
    Unknown,
}

impl Price for ConditionStatus {
    fn price(&self) -> u64 {
        0
    }
}

/// One entry of `status.conditions`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// `type`, e.g. `Available`.
    pub name: String,
    /// `status`.
    pub status: ConditionStatus,
    /// `reason`; may be empty.
    pub reason: String,
    /// `message`; at most 4 KiB.
    pub message: String,
    /// `lastTransitionTime`.
    pub since: Option<Timestamp>,
}

impl Price for Condition {
    fn price(&self) -> u64 {
        self.name.price() + self.status.price() + self.reason.price() + self.message.price() + self.since.price()
    }
}

/// `number` as it stands, or `percent` of something the field's documentation names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntOrPercent {
    /// A plain number.
    Number(i32),
    /// A percentage, e.g. 25 for `25%`.
    Percent(i32),
}

impl Price for IntOrPercent {
    fn price(&self) -> u64 {
        match self {
            Self::Number(value) => value.price(),
            Self::Percent(value) => value.price(),
        }
    }
}

/// One resource quantity.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Amount {
    /// Resource name, e.g. `cpu`, `memory`, `requests.cpu`, `count/jobs.batch`.
    pub resource_name: String,
    /// Thousandths of the base unit (millicores, thousandths of bytes); saturates; 0 when `text` is no quantity.
    pub milli: i64,
    /// The quantity as written, e.g. `500m`.
    pub text: String,
}

impl Price for Amount {
    fn price(&self) -> u64 {
        self.resource_name.price() + self.milli.price() + self.text.price()
    }
}

/// A transport protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Protocol {
    /// TCP.
    Tcp,
    /// UDP.
    Udp,
    /// SCTP.
    Sctp,
}

impl Price for Protocol {
    fn price(&self) -> u64 {
        0
    }
}

/// A port given by number or by the name of a container port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PortRef {
    /// A number.
    Number(u16),
    /// A container port's name.
    Name(String),
}

impl Price for PortRef {
    fn price(&self) -> u64 {
        match self {
            Self::Number(value) => value.price(),
            Self::Name(value) => value.price(),
        }
    }
}

/// How a selector requirement compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SelectorOperator {
    /// The value is one of `values`.
    InValues,
    /// The value is none of `values`, or the key is absent.
    NotInValues,
    /// The key exists.
    Exists,
    /// The key does not exist.
    Absent,
    /// The value is a number above `values[0]` (node affinity only).
    Greater,
    /// The value is a number below `values[0]` (node affinity only).
    Less,
}

impl Price for SelectorOperator {
    fn price(&self) -> u64 {
        0
    }
}

/// One requirement of a selector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// Label key, or a node field such as `metadata.name`.
    pub key: String,
    /// How to compare.
    pub operator: SelectorOperator,
    /// Values to compare with; empty for `exists` and `absent`.
    pub values: Vec<String>,
}

impl Price for Requirement {
    fn price(&self) -> u64 {
        self.key.price() + self.operator.price() + self.values.price()
    }
}

/// A label selector: all of `labels` and all of `expressions`. Both empty selects everything.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct LabelSelector {
    /// `matchLabels`.
    pub labels: Vec<(String, String)>,
    /// `matchExpressions`.
    pub expressions: Vec<Requirement>,
}

impl Price for LabelSelector {
    fn price(&self) -> u64 {
        self.labels.price() + self.expressions.price()
    }
}

/// What a container is in its pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContainerRole {
    /// A regular container.
    Main,
    /// An init container that must end before the next starts.
    Init,
    /// An init container with `restartPolicy: Always`.
    Sidecar,
    /// An ephemeral debug container.
    Ephemeral,
}

impl Price for ContainerRole {
    fn price(&self) -> u64 {
        0
    }
}
