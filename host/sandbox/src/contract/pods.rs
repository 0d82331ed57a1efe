//! `pods` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::ContainerRole;
use sdo_model::contract::pods as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Copy, Clone, ComponentType, Lower, Lift)]
#[component(enum)]
#[repr(u8)]
pub(crate) enum PodPhase {
    #[component(name = "pending")]
    Pending,
    #[component(name = "running")]
    Running,
    #[component(name = "succeeded")]
    Succeeded,
    #[component(name = "failed")]
    Failed,
    #[component(name = "unknown")]
    Unknown,
}

impl From<domain::PodPhase> for PodPhase {
    fn from(value: domain::PodPhase) -> Self {
        match value {
            domain::PodPhase::Pending => PodPhase::Pending,
            domain::PodPhase::Running => PodPhase::Running,
            domain::PodPhase::Succeeded => PodPhase::Succeeded,
            domain::PodPhase::Failed => PodPhase::Failed,
            domain::PodPhase::Unknown => PodPhase::Unknown,
        }
    }
}

impl From<PodPhase> for domain::PodPhase {
    fn from(value: PodPhase) -> Self {
        match value {
            PodPhase::Pending => domain::PodPhase::Pending,
            PodPhase::Running => domain::PodPhase::Running,
            PodPhase::Succeeded => domain::PodPhase::Succeeded,
            PodPhase::Failed => domain::PodPhase::Failed,
            PodPhase::Unknown => domain::PodPhase::Unknown,
        }
    }
}

#[derive(Clone, ComponentType, Lower, Lift)]
#[component(variant)]
pub(crate) enum WaitingReason {
    #[component(name = "crash-loop-back-off")]
    CrashLoopBackOff,
    #[component(name = "image-pull-back-off")]
    ImagePullBackOff,
    #[component(name = "err-image-pull")]
    ErrImagePull,
    #[component(name = "invalid-image-name")]
    InvalidImageName,
    #[component(name = "create-container-config-error")]
    CreateContainerConfigError,
    #[component(name = "create-container-error")]
    CreateContainerError,
    #[component(name = "run-container-error")]
    RunContainerError,
    #[component(name = "container-creating")]
    ContainerCreating,
    #[component(name = "pod-initializing")]
    PodInitializing,
    #[component(name = "other")]
    Other(String),
}

impl From<domain::WaitingReason> for WaitingReason {
    fn from(value: domain::WaitingReason) -> Self {
        match value {
            domain::WaitingReason::CrashLoopBackOff => WaitingReason::CrashLoopBackOff,
            domain::WaitingReason::ImagePullBackOff => WaitingReason::ImagePullBackOff,
            domain::WaitingReason::ErrImagePull => WaitingReason::ErrImagePull,
            domain::WaitingReason::InvalidImageName => WaitingReason::InvalidImageName,
            domain::WaitingReason::CreateContainerConfigError => WaitingReason::CreateContainerConfigError,
            domain::WaitingReason::CreateContainerError => WaitingReason::CreateContainerError,
            domain::WaitingReason::RunContainerError => WaitingReason::RunContainerError,
            domain::WaitingReason::ContainerCreating => WaitingReason::ContainerCreating,
            domain::WaitingReason::PodInitializing => WaitingReason::PodInitializing,
            domain::WaitingReason::Other(value) => WaitingReason::Other(value),
        }
    }
}

impl From<WaitingReason> for domain::WaitingReason {
    fn from(value: WaitingReason) -> Self {
        match value {
            WaitingReason::CrashLoopBackOff => domain::WaitingReason::CrashLoopBackOff,
            WaitingReason::ImagePullBackOff => domain::WaitingReason::ImagePullBackOff,
            WaitingReason::ErrImagePull => domain::WaitingReason::ErrImagePull,
            WaitingReason::InvalidImageName => domain::WaitingReason::InvalidImageName,
            WaitingReason::CreateContainerConfigError => domain::WaitingReason::CreateContainerConfigError,
            WaitingReason::CreateContainerError => domain::WaitingReason::CreateContainerError,
            WaitingReason::RunContainerError => domain::WaitingReason::RunContainerError,
            WaitingReason::ContainerCreating => domain::WaitingReason::ContainerCreating,
            WaitingReason::PodInitializing => domain::WaitingReason::PodInitializing,
            WaitingReason::Other(value) => domain::WaitingReason::Other(value),
        }
    }
}

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct PodFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "name")]
    name: Option<String>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "node")]
    node: Option<String>,
    #[component(name = "phase")]
    phase: Option<PodPhase>,
    #[component(name = "ready")]
    ready: Option<bool>,
    #[component(name = "scheduled")]
    scheduled: Option<bool>,
    #[component(name = "deleting")]
    deleting: Option<bool>,
    #[component(name = "active")]
    active: Option<bool>,
    #[component(name = "waiting")]
    waiting: Option<WaitingReason>,
    #[component(name = "image-unpullable")]
    image_unpullable: Option<bool>,
    #[component(name = "terminated-reason")]
    terminated_reason: Option<String>,
    #[component(name = "min-restarts")]
    min_restarts: u32,
    #[component(name = "owner")]
    owner: Option<u32>,
    #[component(name = "created-before")]
    created_before: Option<i64>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "after")]
    after: Option<u32>,
}

impl From<PodFilter> for domain::PodFilter {
    fn from(value: PodFilter) -> Self {
        Self {
            namespace: value.namespace,
            name: value.name,
            labels: value.labels,
            node: value.node,
            phase: value.phase.map(|item| item.into()),
            ready: value.ready,
            scheduled: value.scheduled,
            deleting: value.deleting,
            active: value.active,
            waiting: value.waiting.map(|item| item.into()),
            image_unpullable: value.image_unpullable,
            terminated_reason: value.terminated_reason,
            min_restarts: value.min_restarts,
            owner: value.owner,
            created_before: value.created_before,
            limit: value.limit,
            after: value.after,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ContainerRow {
    #[component(name = "name")]
    name: String,
    #[component(name = "role")]
    role: ContainerRole,
    #[component(name = "ready")]
    ready: bool,
    #[component(name = "started")]
    started: bool,
    #[component(name = "restarts")]
    restarts: u32,
    #[component(name = "waiting")]
    waiting: Option<WaitingReason>,
    #[component(name = "exit-code")]
    exit_code: Option<i32>,
    #[component(name = "finished")]
    finished: Option<i64>,
}

impl From<domain::ContainerRow> for ContainerRow {
    fn from(value: domain::ContainerRow) -> Self {
        Self {
            name: value.name,
            role: value.role.into(),
            ready: value.ready,
            started: value.started,
            restarts: value.restarts,
            waiting: value.waiting.map(|item| item.into()),
            exit_code: value.exit_code,
            finished: value.finished,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct PodRow {
    #[component(name = "id")]
    id: u32,
    #[component(name = "namespace")]
    namespace: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "phase")]
    phase: PodPhase,
    #[component(name = "ready")]
    ready: bool,
    #[component(name = "node")]
    node: Option<String>,
    #[component(name = "reason")]
    reason: String,
    #[component(name = "created")]
    created: i64,
    #[component(name = "deleted")]
    deleted: Option<i64>,
    #[component(name = "containers")]
    containers: Vec<ContainerRow>,
}

impl From<domain::PodRow> for PodRow {
    fn from(value: domain::PodRow) -> Self {
        Self {
            id: value.id,
            namespace: value.namespace,
            name: value.name,
            phase: value.phase.into(),
            ready: value.ready,
            node: value.node,
            reason: value.reason,
            created: value.created,
            deleted: value.deleted,
            containers: each(value.containers),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct PodPage {
    #[component(name = "rows")]
    rows: Vec<PodRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::PodPage> for PodPage {
    fn from(value: domain::PodPage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Termination {
    #[component(name = "exit-code")]
    exit_code: i32,
    #[component(name = "signal")]
    signal: i32,
    #[component(name = "reason")]
    reason: String,
    #[component(name = "message")]
    message: String,
    #[component(name = "started")]
    started: Option<i64>,
    #[component(name = "finished")]
    finished: Option<i64>,
}

impl From<domain::Termination> for Termination {
    fn from(value: domain::Termination) -> Self {
        Self {
            exit_code: value.exit_code,
            signal: value.signal,
            reason: value.reason,
            message: value.message,
            started: value.started,
            finished: value.finished,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Waiting {
    #[component(name = "reason")]
    reason: WaitingReason,
    #[component(name = "message")]
    message: String,
}

impl From<domain::Waiting> for Waiting {
    fn from(value: domain::Waiting) -> Self {
        Self {
            reason: value.reason.into(),
            message: value.message,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(variant)]
pub(crate) enum ContainerPhase {
    #[component(name = "waiting")]
    Waiting(Waiting),
    #[component(name = "running")]
    Running(Option<i64>),
    #[component(name = "terminated")]
    Terminated(Termination),
    #[component(name = "unreported")]
    Unreported,
}

impl From<domain::ContainerPhase> for ContainerPhase {
    fn from(value: domain::ContainerPhase) -> Self {
        match value {
            domain::ContainerPhase::Waiting(value) => ContainerPhase::Waiting(value.into()),
            domain::ContainerPhase::Running(value) => ContainerPhase::Running(value),
            domain::ContainerPhase::Terminated(value) => ContainerPhase::Terminated(value.into()),
            domain::ContainerPhase::Unreported => ContainerPhase::Unreported,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ContainerState {
    #[component(name = "name")]
    name: String,
    #[component(name = "role")]
    role: ContainerRole,
    #[component(name = "image")]
    image: String,
    #[component(name = "ready")]
    ready: bool,
    #[component(name = "restarts")]
    restarts: u32,
    #[component(name = "current")]
    current: ContainerPhase,
    #[component(name = "last")]
    last: Option<Termination>,
}

impl From<domain::ContainerState> for ContainerState {
    fn from(value: domain::ContainerState) -> Self {
        Self {
            name: value.name,
            role: value.role.into(),
            image: value.image,
            ready: value.ready,
            restarts: value.restarts,
            current: value.current.into(),
            last: value.last.map(|item| item.into()),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct PodStatus {
    #[component(name = "message")]
    message: String,
    #[component(name = "pod-ip")]
    pod_ip: String,
    #[component(name = "started")]
    started: Option<i64>,
    #[component(name = "qos")]
    qos: String,
    #[component(name = "nominated-node")]
    nominated_node: String,
    #[component(name = "unschedulable")]
    unschedulable: String,
    #[component(name = "gates")]
    gates: Vec<String>,
    #[component(name = "unmet-readiness-gates")]
    unmet_readiness_gates: Vec<String>,
}

impl From<domain::PodStatus> for PodStatus {
    fn from(value: domain::PodStatus) -> Self {
        Self {
            message: value.message,
            pod_ip: value.pod_ip,
            started: value.started,
            qos: value.qos,
            nominated_node: value.nominated_node,
            unschedulable: value.unschedulable,
            gates: value.gates,
            unmet_readiness_gates: value.unmet_readiness_gates,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/pods@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (PodFilter,)| {
            let filter: sdo_model::contract::pods::PodFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::pods::Pods::query(view, call, &filter)
            })?;
            Ok::<(PodPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (PodFilter,)| {
            let filter: sdo_model::contract::pods::PodFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::pods::Pods::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "containers",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::pods::Pods::containers(view, call, &ids)
            })?;
            Ok::<(Vec<Vec<ContainerState>>,), wasmtime::Error>((value.into_iter().map(each).collect(),))
        },
    )?;
    instance.func_wrap(
        "status",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::pods::Pods::status(view, call, &ids)
            })?;
            Ok::<(Vec<Option<PodStatus>>,), wasmtime::Error>((value
                .into_iter()
                .map(|item| item.map(|item| item.into()))
                .collect(),))
        },
    )?;
    Ok(())
}
