//! `types` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::types as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ObjectRef {
    #[component(name = "id")]
    id: Option<u32>,
    #[component(name = "group")]
    group: String,
    #[component(name = "kind")]
    kind: String,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
}

impl From<domain::ObjectRef> for ObjectRef {
    fn from(value: domain::ObjectRef) -> Self {
        Self {
            id: value.id,
            group: value.group,
            kind: value.kind,
            namespace: value.namespace,
            name: value.name,
        }
    }
}

#[derive(Copy, Clone, ComponentType, Lower, Lift)]
#[component(enum)]
#[repr(u8)]
pub(crate) enum Presence {
    #[component(name = "present")]
    Present,
    #[component(name = "absent")]
    Absent,
    #[component(name = "unknown")]
    Unknown,
}

impl From<domain::Presence> for Presence {
    fn from(value: domain::Presence) -> Self {
        match value {
            domain::Presence::Present => Presence::Present,
            domain::Presence::Absent => Presence::Absent,
            domain::Presence::Unknown => Presence::Unknown,
        }
    }
}

impl From<Presence> for domain::Presence {
    fn from(value: Presence) -> Self {
        match value {
            Presence::Present => domain::Presence::Present,
            Presence::Absent => domain::Presence::Absent,
            Presence::Unknown => domain::Presence::Unknown,
        }
    }
}

#[derive(Copy, Clone, ComponentType, Lower)]
#[component(enum)]
#[repr(u8)]
pub(crate) enum ConditionStatus {
    #[component(name = "yes")]
    Yes,
    #[component(name = "no")]
    No,
    #[component(name = "unknown")]
    Unknown,
}

impl From<domain::ConditionStatus> for ConditionStatus {
    fn from(value: domain::ConditionStatus) -> Self {
        match value {
            domain::ConditionStatus::Yes => ConditionStatus::Yes,
            domain::ConditionStatus::No => ConditionStatus::No,
            domain::ConditionStatus::Unknown => ConditionStatus::Unknown,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Condition {
    #[component(name = "name")]
    name: String,
    #[component(name = "status")]
    status: ConditionStatus,
    #[component(name = "reason")]
    reason: String,
    #[component(name = "message")]
    message: String,
    #[component(name = "since")]
    since: Option<i64>,
}

impl From<domain::Condition> for Condition {
    fn from(value: domain::Condition) -> Self {
        Self {
            name: value.name,
            status: value.status.into(),
            reason: value.reason,
            message: value.message,
            since: value.since,
        }
    }
}

#[derive(Clone, ComponentType, Lower, Lift)]
#[component(variant)]
pub(crate) enum IntOrPercent {
    #[component(name = "number")]
    Number(i32),
    #[component(name = "percent")]
    Percent(i32),
}

impl From<domain::IntOrPercent> for IntOrPercent {
    fn from(value: domain::IntOrPercent) -> Self {
        match value {
            domain::IntOrPercent::Number(value) => IntOrPercent::Number(value),
            domain::IntOrPercent::Percent(value) => IntOrPercent::Percent(value),
        }
    }
}

impl From<IntOrPercent> for domain::IntOrPercent {
    fn from(value: IntOrPercent) -> Self {
        match value {
            IntOrPercent::Number(value) => domain::IntOrPercent::Number(value),
            IntOrPercent::Percent(value) => domain::IntOrPercent::Percent(value),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Amount {
    #[component(name = "resource-name")]
    resource_name: String,
    #[component(name = "milli")]
    milli: i64,
    #[component(name = "text")]
    text: String,
}

impl From<domain::Amount> for Amount {
    fn from(value: domain::Amount) -> Self {
        Self {
            resource_name: value.resource_name,
            milli: value.milli,
            text: value.text,
        }
    }
}

#[derive(Copy, Clone, ComponentType, Lower, Lift)]
#[component(enum)]
#[repr(u8)]
pub(crate) enum Protocol {
    #[component(name = "tcp")]
    Tcp,
    #[component(name = "udp")]
    Udp,
    #[component(name = "sctp")]
    Sctp,
}

impl From<domain::Protocol> for Protocol {
    fn from(value: domain::Protocol) -> Self {
        match value {
            domain::Protocol::Tcp => Protocol::Tcp,
            domain::Protocol::Udp => Protocol::Udp,
            domain::Protocol::Sctp => Protocol::Sctp,
        }
    }
}

impl From<Protocol> for domain::Protocol {
    fn from(value: Protocol) -> Self {
        match value {
            Protocol::Tcp => domain::Protocol::Tcp,
            Protocol::Udp => domain::Protocol::Udp,
            Protocol::Sctp => domain::Protocol::Sctp,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(variant)]
pub(crate) enum PortRef {
    #[component(name = "number")]
    Number(u16),
    #[component(name = "name")]
    Name(String),
}

impl From<domain::PortRef> for PortRef {
    fn from(value: domain::PortRef) -> Self {
        match value {
            domain::PortRef::Number(value) => PortRef::Number(value),
            domain::PortRef::Name(value) => PortRef::Name(value),
        }
    }
}

#[derive(Copy, Clone, ComponentType, Lower, Lift)]
#[component(enum)]
#[repr(u8)]
pub(crate) enum SelectorOperator {
    #[component(name = "in-values")]
    InValues,
    #[component(name = "not-in-values")]
    NotInValues,
    #[component(name = "exists")]
    Exists,
    #[component(name = "absent")]
    Absent,
    #[component(name = "greater")]
    Greater,
    #[component(name = "less")]
    Less,
}

impl From<domain::SelectorOperator> for SelectorOperator {
    fn from(value: domain::SelectorOperator) -> Self {
        match value {
            domain::SelectorOperator::InValues => SelectorOperator::InValues,
            domain::SelectorOperator::NotInValues => SelectorOperator::NotInValues,
            domain::SelectorOperator::Exists => SelectorOperator::Exists,
            domain::SelectorOperator::Absent => SelectorOperator::Absent,
            domain::SelectorOperator::Greater => SelectorOperator::Greater,
            domain::SelectorOperator::Less => SelectorOperator::Less,
        }
    }
}

impl From<SelectorOperator> for domain::SelectorOperator {
    fn from(value: SelectorOperator) -> Self {
        match value {
            SelectorOperator::InValues => domain::SelectorOperator::InValues,
            SelectorOperator::NotInValues => domain::SelectorOperator::NotInValues,
            SelectorOperator::Exists => domain::SelectorOperator::Exists,
            SelectorOperator::Absent => domain::SelectorOperator::Absent,
            SelectorOperator::Greater => domain::SelectorOperator::Greater,
            SelectorOperator::Less => domain::SelectorOperator::Less,
        }
    }
}

#[derive(Clone, ComponentType, Lower, Lift)]
#[component(record)]
pub(crate) struct Requirement {
    #[component(name = "key")]
    key: String,
    #[component(name = "operator")]
    operator: SelectorOperator,
    #[component(name = "values")]
    values: Vec<String>,
}

impl From<domain::Requirement> for Requirement {
    fn from(value: domain::Requirement) -> Self {
        Self {
            key: value.key,
            operator: value.operator.into(),
            values: value.values,
        }
    }
}

impl From<Requirement> for domain::Requirement {
    fn from(value: Requirement) -> Self {
        Self {
            key: value.key,
            operator: value.operator.into(),
            values: value.values,
        }
    }
}

#[derive(Clone, ComponentType, Lower, Lift)]
#[component(record)]
pub(crate) struct LabelSelector {
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "expressions")]
    expressions: Vec<Requirement>,
}

impl From<domain::LabelSelector> for LabelSelector {
    fn from(value: domain::LabelSelector) -> Self {
        Self {
            labels: value.labels,
            expressions: each(value.expressions),
        }
    }
}

impl From<LabelSelector> for domain::LabelSelector {
    fn from(value: LabelSelector) -> Self {
        Self {
            labels: value.labels,
            expressions: each(value.expressions),
        }
    }
}

#[derive(Copy, Clone, ComponentType, Lower)]
#[component(enum)]
#[repr(u8)]
pub(crate) enum ContainerRole {
    #[component(name = "main")]
    Main,
    #[component(name = "init")]
    Init,
    #[component(name = "sidecar")]
    Sidecar,
    #[component(name = "ephemeral")]
    Ephemeral,
}

impl From<domain::ContainerRole> for ContainerRole {
    fn from(value: domain::ContainerRole) -> Self {
        match value {
            domain::ContainerRole::Main => ContainerRole::Main,
            domain::ContainerRole::Init => ContainerRole::Init,
            domain::ContainerRole::Sidecar => ContainerRole::Sidecar,
            domain::ContainerRole::Ephemeral => ContainerRole::Ephemeral,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    linker.instance("sdo:cluster/types@0.1.0")?;
    Ok(())
}
