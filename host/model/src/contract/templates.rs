//! `templates`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::Amount;
pub use super::types::ContainerRole;
pub use super::types::LabelSelector;
pub use super::types::ObjectId;
pub use super::types::PortRef;
pub use super::types::Protocol;
pub use super::types::Requirement;
use crate::call::Price;
use crate::call::{Call, Stop};

/// A declared container port. Declarations are documentation: a container may listen elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContainerPort {
    /// Name; empty when unnamed.
    pub name: String,
    /// Number.
    pub port: u16,
    /// Protocol.
    pub protocol: Protocol,
    /// Port on the node; with `hostNetwork` the container port itself.
    pub host_port: Option<u16>,
    /// Node address it binds; empty for all.
    pub host_ip: String,
}

impl Price for ContainerPort {
    fn price(&self) -> u64 {
        self.name.price() + self.port.price() + self.protocol.price() + self.host_port.price() + self.host_ip.price()
    }
}

/// A container as specified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Container {
    /// Name.
    pub name: String,
    /// What it is in the pod.
    pub role: ContainerRole,
    /// Image.
    pub image: String,
    /// `Always`, `IfNotPresent` or `Never`; empty when defaulted.
    pub pull_policy: String,
    /// Command; empty when the image decides.
    pub command: Vec<String>,
    /// Arguments.
    pub args: Vec<String>,
    /// Declared ports.
    pub ports: Vec<ContainerPort>,
    /// Requests.
    pub requests: Vec<Amount>,
    /// Limits.
    pub limits: Vec<Amount>,
    /// Runs privileged.
    pub privileged: bool,
}

impl Price for Container {
    fn price(&self) -> u64 {
        self.name.price()
            + self.role.price()
            + self.image.price()
            + self.pull_policy.price()
            + self.command.price()
            + self.args.price()
            + self.ports.price()
            + self.requests.price()
            + self.limits.price()
            + self.privileged.price()
    }
}

/// What a probe is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProbeKind {
    /// Restarts the container.
    Liveness,
    /// Takes the pod out of Services.
    Readiness,
    /// Holds the other two back.
    Startup,
}

impl Price for ProbeKind {
    fn price(&self) -> u64 {
        0
    }
}

/// An HTTP probe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpProbe {
    /// Port as written.
    pub port: PortRef,
    /// Path.
    pub path: String,
    /// Host header or address; empty for the pod itself.
    pub host: String,
    /// `HTTP` or `HTTPS`.
    pub scheme: String,
}

impl Price for HttpProbe {
    fn price(&self) -> u64 {
        self.port.price() + self.path.price() + self.host.price() + self.scheme.price()
    }
}

/// How a probe asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProbeHandler {
    /// HTTP GET.
    Http(HttpProbe),
    /// TCP connect.
    Tcp(PortRef),
    /// gRPC health check.
    Grpc(u16),
    /// A command in the container.
    Exec(Vec<String>),
    /// No handler.
    Unset,
}

impl Price for ProbeHandler {
    fn price(&self) -> u64 {
        match self {
            Self::Http(value) => value.price(),
            Self::Tcp(value) => value.price(),
            Self::Grpc(value) => value.price(),
            Self::Exec(value) => value.price(),
            Self::Unset => 0,
        }
    }
}

/// A probe of a container, with Kubernetes' defaults filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Container.
    pub container: String,
    /// What it is for.
    pub kind: ProbeKind,
    /// How it asks.
    pub handler: ProbeHandler,
    /// The port number asked, after resolving a name; none for exec, or when no port has that name.
    pub port: Option<u16>,
    /// The port is declared by that container.
    pub port_declared: bool,
    /// Seconds before the first try.
    pub initial_delay: u32,
    /// Seconds between tries.
    pub period: u32,
    /// Seconds a try may take.
    pub timeout: u32,
    /// Successes in a row to pass.
    pub success_threshold: u32,
    /// Failures in a row to fail.
    pub failure_threshold: u32,
}

impl Price for Probe {
    fn price(&self) -> u64 {
        self.container.price()
            + self.kind.price()
            + self.handler.price()
            + self.port.price()
            + self.port_declared.price()
            + self.initial_delay.price()
            + self.period.price()
            + self.timeout.price()
            + self.success_threshold.price()
            + self.failure_threshold.price()
    }
}

/// Where an environment variable's value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnvSource {
    /// Written in place.
    Literal,
    /// Key of a ConfigMap: name, key.
    ConfigMap((String, String)),
    /// Key of a Secret: name, key. The value is never shown.
    Secret((String, String)),
    /// A field of the pod or a resource of the container.
    Field(String),
}

impl Price for EnvSource {
    fn price(&self) -> u64 {
        match self {
            Self::Literal => 0,
            Self::ConfigMap(value) => value.price(),
            Self::Secret(value) => value.price(),
            Self::Field(value) => value.price(),
        }
    }
}

/// One environment variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnvVar {
    /// Container.
    pub container: String,
    /// Name.
    pub name: String,
    /// Literal value with `$(VAR)` resolved, or the value of the ConfigMap key when that may be read; credentials are masked. At most 4 KiB.
    pub value: String,
    /// Source.
    pub source: EnvSource,
}

impl Price for EnvVar {
    fn price(&self) -> u64 {
        self.container.price() + self.name.price() + self.value.price() + self.source.price()
    }
}

/// What a volume is backed by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VolumeSource {
    /// ConfigMap of that name.
    ConfigMap(String),
    /// Secret of that name.
    Secret(String),
    /// PersistentVolumeClaim of that name.
    Claim(String),
    /// `emptyDir`; the medium, empty for disk.
    EmptyDir(String),
    /// Path on the node.
    HostPath(String),
    /// Several sources projected into one folder.
    Projected,
    /// A claim made for this pod.
    EphemeralClaim,
    /// Inline CSI volume of that driver.
    Csi(String),
    /// Any other source, by its field name.
    Other(String),
}

impl Price for VolumeSource {
    fn price(&self) -> u64 {
        match self {
            Self::ConfigMap(value) => value.price(),
            Self::Secret(value) => value.price(),
            Self::Claim(value) => value.price(),
            Self::EmptyDir(value) => value.price(),
            Self::HostPath(value) => value.price(),
            Self::Projected => 0,
            Self::EphemeralClaim => 0,
            Self::Csi(value) => value.price(),
            Self::Other(value) => value.price(),
        }
    }
}

/// Where a container mounts a volume.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Mount {
    /// Container.
    pub container: String,
    /// Path.
    pub path: String,
    /// Sub-path within the volume; empty for all of it.
    pub sub_path: String,
    /// Read only.
    pub read_only: bool,
}

impl Price for Mount {
    fn price(&self) -> u64 {
        self.container.price() + self.path.price() + self.sub_path.price() + self.read_only.price()
    }
}

/// A volume and its mounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Volume {
    /// Name.
    pub name: String,
    /// Source.
    pub source: VolumeSource,
    /// The source may be absent.
    pub optional: bool,
    /// Mounts.
    pub mounts: Vec<Mount>,
}

impl Price for Volume {
    fn price(&self) -> u64 {
        self.name.price() + self.source.price() + self.optional.price() + self.mounts.price()
    }
}

/// One toleration; empty key tolerates every taint.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Toleration {
    /// Taint key; empty for all.
    pub key: String,
    /// Value; empty with `exists`.
    pub value: String,
    /// Any value will do.
    pub exists: bool,
    /// Effect; empty for all.
    pub effect: String,
}

impl Price for Toleration {
    fn price(&self) -> u64 {
        self.key.price() + self.value.price() + self.exists.price() + self.effect.price()
    }
}

/// A pod affinity or anti-affinity term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffinityTerm {
    /// Keep away instead of near.
    pub anti: bool,
    /// Required, not preferred.
    pub required: bool,
    /// Label of nodes that makes them one domain.
    pub topology_key: String,
    /// Which pods.
    pub selector: LabelSelector,
    /// Namespaces of those pods; empty for the pod's own.
    pub namespaces: Vec<String>,
    /// The selector selects this template's own labels.
    pub selects_itself: bool,
}

impl Price for AffinityTerm {
    fn price(&self) -> u64 {
        self.anti.price()
            + self.required.price()
            + self.topology_key.price()
            + self.selector.price()
            + self.namespaces.price()
            + self.selects_itself.price()
    }
}

/// A topology spread constraint.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Spread {
    /// Label of nodes that makes them one domain.
    pub topology_key: String,
    /// How uneven it may be.
    pub max_skew: u32,
    /// `DoNotSchedule` rather than `ScheduleAnyway`.
    pub required: bool,
}

impl Price for Spread {
    fn price(&self) -> u64 {
        self.topology_key.price() + self.max_skew.price() + self.required.price()
    }
}

/// Where it may run.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PodPlacement {
    /// `nodeName`; empty when the scheduler decides.
    pub node_name: String,
    /// `nodeSelector`, sorted by key.
    pub node_selector: Vec<(String, String)>,
    /// Required node affinity: any of these terms, each all of its requirements.
    pub node_terms: Vec<Vec<Requirement>>,
    /// Tolerations.
    pub tolerations: Vec<Toleration>,
    /// Pod affinity terms.
    pub affinity: Vec<AffinityTerm>,
    /// Spread constraints.
    pub spreads: Vec<Spread>,
    /// PriorityClass name; empty when none.
    pub priority_class: String,
    /// Resolved priority; none when not yet resolved.
    pub priority: Option<i32>,
    /// Scheduler; `default-scheduler` by default.
    pub scheduler: String,
}

impl Price for PodPlacement {
    fn price(&self) -> u64 {
        self.node_name.price()
            + self.node_selector.price()
            + self.node_terms.price()
            + self.tolerations.price()
            + self.affinity.price()
            + self.spreads.price()
            + self.priority_class.price()
            + self.priority.price()
            + self.scheduler.price()
    }
}

/// A line for the pod's hosts file.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct HostAlias {
    /// Address.
    pub ip: String,
    /// Names.
    pub hostnames: Vec<String>,
}

impl Price for HostAlias {
    fn price(&self) -> u64 {
        self.ip.price() + self.hostnames.price()
    }
}

/// Settings of the whole pod.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PodSettings {
    /// ServiceAccount; `default` when none is named.
    pub service_account: String,
    /// `Always`, `OnFailure` or `Never`.
    pub restart_policy: String,
    /// `ClusterFirst`, `Default`, `None` or `ClusterFirstWithHostNet`.
    pub dns_policy: String,
    /// `dnsConfig.nameservers`.
    pub nameservers: Vec<String>,
    /// `dnsConfig.searches`.
    pub searches: Vec<String>,
    /// Hosts file lines.
    pub host_aliases: Vec<HostAlias>,
    /// Shares the node's network.
    pub host_network: bool,
    /// Seconds it gets to stop.
    pub termination_grace: u32,
    /// Pull secrets.
    pub image_pull_secrets: Vec<String>,
    /// Sysctls, name and value.
    pub sysctls: Vec<(String, String)>,
    /// Conditions that must be true for readiness.
    pub readiness_gates: Vec<String>,
    /// Seconds a Job's pod may run; none when unbounded.
    pub active_deadline: Option<u64>,
    /// Labels of the pods it makes, sorted by key.
    pub labels: Vec<(String, String)>,
    /// Sum of requests, the larger of init and main containers, as the scheduler counts.
    pub requests: Vec<Amount>,
}

impl Price for PodSettings {
    fn price(&self) -> u64 {
        self.service_account.price()
            + self.restart_policy.price()
            + self.dns_policy.price()
            + self.nameservers.price()
            + self.searches.price()
            + self.host_aliases.price()
            + self.host_network.price()
            + self.termination_grace.price()
            + self.image_pull_secrets.price()
            + self.sysctls.price()
            + self.readiness_gates.price()
            + self.active_deadline.price()
            + self.labels.price()
            + self.requests.price()
    }
}

/// A difference between two templates.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Difference {
    /// Field path, e.g. `spec.containers[app].image`.
    pub path: String,
    /// Value in the first; empty when absent. Credentials masked, at most 256 bytes.
    pub before: String,
    /// Value in the second; empty when absent. Credentials masked, at most 256 bytes.
    pub after: String,
}

impl Price for Difference {
    fn price(&self) -> u64 {
        self.path.price() + self.before.price() + self.after.price()
    }
}

/// What a pod, or the pod template of a workload, asks for. Ids may be pods, Deployments, ReplicaSets, StatefulSets, DaemonSets, Jobs or CronJobs,
/// of kinds that this component reads through another interface.
///
/// Batches answer in the order of `ids`, one entry each; an unseen id gives none or an empty list. At most 1000 ids a call, the rest is dropped.
///
/// Reads: nothing. Uses: Pod, Deployment, ReplicaSet, StatefulSet, DaemonSet, Job, CronJob.
pub trait Templates {
    /// Containers, init first then sidecars as they stand, in the order of `ids`.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn containers(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Vec<Container>>, Stop>;

    /// Probes, in the order of `ids`, containers in spec order.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn probes(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Vec<Probe>>, Stop>;

    /// Environment variables in spec order, `envFrom` ConfigMaps expanded where readable, in the order of `ids`.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn env(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Vec<EnvVar>>, Stop>;

    /// Volumes, in the order of `ids`.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn volumes(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Vec<Volume>>, Stop>;

    /// Placement, in the order of `ids`.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn placement(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Option<PodPlacement>>, Stop>;

    /// Settings, in the order of `ids`.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn settings(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Option<PodSettings>>, Stop>;

    /// What differs between two templates in image, command, args, env, ports, probes, resources, volumes and placement, by path; empty when equal or unseen. At most 100.
    /// Fields that only one side carries by defaulting, injected service account tokens and sidecars that were only added are left out.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn differences(&self, call: &mut Call, before: ObjectId, after: ObjectId) -> Result<Vec<Difference>, Stop>;
}
