//! `pods`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ContainerRole;
pub use super::types::ObjectId;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// `status.phase`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PodPhase {
    /// Accepted, not yet running.
    Pending,
    /// Bound and started.
    Running,
    /// All containers ended well.
    Succeeded,
    /// All containers ended, at least one badly.
    Failed,
    /// Not known, or a word that Kubernetes does not define.
    Unknown,
}

impl Price for PodPhase {
    fn price(&self) -> u64 {
        0
    }
}

/// Why a container waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WaitingReason {
    /// `CrashLoopBackOff`.
    CrashLoopBackOff,
    /// `ImagePullBackOff`.
    ImagePullBackOff,
    /// `ErrImagePull`.
    ErrImagePull,
    /// `InvalidImageName`.
    InvalidImageName,
    /// `CreateContainerConfigError`.
    CreateContainerConfigError,
    /// `CreateContainerError`.
    CreateContainerError,
    /// `RunContainerError`.
    RunContainerError,
    /// `ContainerCreating`.
    ContainerCreating,
    /// `PodInitializing`.
    PodInitializing,
    /// Any other word.
    Other(String),
}

impl Price for WaitingReason {
    fn price(&self) -> u64 {
        match self {
            Self::CrashLoopBackOff => 0,
            Self::ImagePullBackOff => 0,
            Self::ErrImagePull => 0,
            Self::InvalidImageName => 0,
            Self::CreateContainerConfigError => 0,
            Self::CreateContainerError => 0,
            Self::RunContainerError => 0,
            Self::ContainerCreating => 0,
            Self::PodInitializing => 0,
            Self::Other(value) => value.price(),
        }
    }
}

/// Which pods. Predicates that are none, empty or 0 do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PodFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Name of the node it is bound to.
    pub node: Option<String>,
    /// Phase.
    pub phase: Option<PodPhase>,
    /// Condition `Ready`; an absent condition is not ready.
    pub ready: Option<bool>,
    /// Bound to a node.
    pub scheduled: Option<bool>,
    /// Marked for deletion.
    pub deleting: Option<bool>,
    /// Neither succeeded nor failed.
    pub active: Option<bool>,
    /// Some container waits for this reason.
    pub waiting: Option<WaitingReason>,
    /// Some container waits because its image cannot be had (`ImagePullBackOff`, `ErrImagePull`, `InvalidImageName` and kin).
    pub image_unpullable: Option<bool>,
    /// Some container's last or current termination has this reason, e.g. `OOMKilled`.
    pub terminated_reason: Option<String>,
    /// Some container restarted at least so often.
    pub min_restarts: u32,
    /// Owned by this object, directly or through its own owners.
    pub owner: Option<ObjectId>,
    /// Created at or before this time.
    pub created_before: Option<Timestamp>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for PodFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.node.price()
            + self.phase.price()
            + self.ready.price()
            + self.scheduled.price()
            + self.deleting.price()
            + self.active.price()
            + self.waiting.price()
            + self.image_unpullable.price()
            + self.terminated_reason.price()
            + self.min_restarts.price()
            + self.owner.price()
            + self.created_before.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// One container of a pod row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContainerRow {
    /// Name.
    pub name: String,
    /// What it is in the pod.
    pub role: ContainerRole,
    /// `ready`.
    pub ready: bool,
    /// `started`, or running since before the snapshot for containers without a startup probe.
    pub started: bool,
    /// `restartCount`.
    pub restarts: u32,
    /// Why it waits, while it does.
    pub waiting: Option<WaitingReason>,
    /// Exit code of the current, else of the last termination.
    pub exit_code: Option<i32>,
    /// When the current, else the last termination happened.
    pub finished: Option<Timestamp>,
}

impl Price for ContainerRow {
    fn price(&self) -> u64 {
        self.name.price()
            + self.role.price()
            + self.ready.price()
            + self.started.price()
            + self.restarts.price()
            + self.waiting.price()
            + self.exit_code.price()
            + self.finished.price()
    }
}

/// A pod, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PodRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Phase.
    pub phase: PodPhase,
    /// Condition `Ready` is true.
    pub ready: bool,
    /// Node it is bound to.
    pub node: Option<String>,
    /// `status.reason`, e.g. `Evicted`; usually empty.
    pub reason: String,
    /// Created.
    pub created: Timestamp,
    /// Marked for deletion since.
    pub deleted: Option<Timestamp>,
    /// Its containers: init first, in the order of the spec.
    pub containers: Vec<ContainerRow>,
}

impl Price for PodRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.phase.price()
            + self.ready.price()
            + self.node.price()
            + self.reason.price()
            + self.created.price()
            + self.deleted.price()
            + self.containers.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PodPage {
    /// The rows.
    pub rows: Vec<PodRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for PodPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// The current or last end of a container.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Termination {
    /// Exit code; 137 is SIGKILL, 143 SIGTERM.
    pub exit_code: i32,
    /// Signal; 0 when none.
    pub signal: i32,
    /// `OOMKilled`, `Error`, `Completed`, `StartError`, ...
    pub reason: String,
    /// Termination message, at most 1 KiB.
    pub message: String,
    /// Started.
    pub started: Option<Timestamp>,
    /// Finished.
    pub finished: Option<Timestamp>,
}

impl Price for Termination {
    fn price(&self) -> u64 {
        self.exit_code.price()
            + self.signal.price()
            + self.reason.price()
            + self.message.price()
            + self.started.price()
            + self.finished.price()
    }
}

/// Why a container waits, with the kubelet's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Reason.
    pub reason: WaitingReason,
    /// Message, at most 1 KiB.
    pub message: String,
}

impl Price for Waiting {
    fn price(&self) -> u64 {
        self.reason.price() + self.message.price()
    }
}

/// What a container does now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContainerPhase {
    /// Waiting.
    Waiting(Waiting),
    /// Running since; none when unknown.
    Running(Option<Timestamp>),
    /// Ended.
    Terminated(Termination),
    /// No status yet.
    Unreported,
}

impl Price for ContainerPhase {
    fn price(&self) -> u64 {
        match self {
            Self::Waiting(value) => value.price(),
            Self::Running(value) => value.price(),
            Self::Terminated(value) => value.price(),
            Self::Unreported => 0,
        }
    }
}

/// The whole state of one container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContainerState {
    /// Name.
    pub name: String,
    /// What it is in the pod.
    pub role: ContainerRole,
    /// Image as run.
    pub image: String,
    /// `ready`.
    pub ready: bool,
    /// `restartCount`.
    pub restarts: u32,
    /// Now.
    pub current: ContainerPhase,
    /// The end before this run.
    pub last: Option<Termination>,
}

impl Price for ContainerState {
    fn price(&self) -> u64 {
        self.name.price()
            + self.role.price()
            + self.image.price()
            + self.ready.price()
            + self.restarts.price()
            + self.current.price()
            + self.last.price()
    }
}

/// The rest of a pod's status.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PodStatus {
    /// `status.message`, at most 1 KiB.
    pub message: String,
    /// Pod address; empty when none.
    pub pod_ip: String,
    /// When the kubelet took it.
    pub started: Option<Timestamp>,
    /// QoS class; empty when unknown.
    pub qos: String,
    /// Node nominated by preemption; empty when none.
    pub nominated_node: String,
    /// `PodScheduled` is false: why, in the scheduler's words; empty otherwise.
    pub unschedulable: String,
    /// Scheduling gates that hold it.
    pub gates: Vec<String>,
    /// Readiness gates whose condition is not true, with none set counting as not true.
    pub unmet_readiness_gates: Vec<String>,
}

impl Price for PodStatus {
    fn price(&self) -> u64 {
        self.message.price()
            + self.pod_ip.price()
            + self.started.price()
            + self.qos.price()
            + self.nominated_node.price()
            + self.unschedulable.price()
            + self.gates.price()
            + self.unmet_readiness_gates.price()
    }
}

/// Pods: narrow rows by predicate, detail by id.
///
/// Reads: Pod. Uses: Deployment, ReplicaSet, StatefulSet, DaemonSet, Job, CronJob.
pub trait Pods {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &PodFilter) -> Result<PodPage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &PodFilter) -> Result<u32, Stop>;

    /// Container states, init first, in the order of `ids`; empty for an unseen id. At most 1000 ids.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn containers(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Vec<ContainerState>>, Stop>;

    /// Status, in the order of `ids`; none for an unseen id. At most 1000 ids.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn status(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Option<PodStatus>>, Stop>;
}
