//! `names`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Presence;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Where a name stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameSource {
    /// Environment variable, literal or from a ConfigMap.
    Env,
    /// Command or argument.
    Argument,
    /// Text of a mounted ConfigMap.
    ConfigText,
}

impl Price for NameSource {
    fn price(&self) -> u64 {
        0
    }
}

/// Which names. Predicates that are none do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NameFilter {
    /// Namespace of the user.
    pub namespace: Option<String>,
    /// Used by this workload or bare pod.
    pub user: Option<ObjectId>,
    /// Names this Service.
    pub service: Option<ObjectId>,
    /// Whether it names a Service. `absent` is only said of names that can only be meant inside the cluster.
    pub presence: Option<Presence>,
    /// It carries a port that the Service does not have.
    pub port_missing: Option<bool>,
    /// Stands in an init container's command or arguments.
    pub init: Option<bool>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Rows to skip, for the next page.
    pub skip: u32,
}

impl Price for NameFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.user.price()
            + self.service.price()
            + self.presence.price()
            + self.port_missing.price()
            + self.init.price()
            + self.limit.price()
            + self.skip.price()
    }
}

/// One name in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameRow {
    /// The top owner, or the bare pod.
    pub user: ObjectId,
    /// Container; empty for text mounted by several.
    pub container: String,
    /// Where it stands.
    pub source: NameSource,
    /// Environment variable, field path, or `configmap/key`.
    pub path: String,
    /// The host as written.
    pub host: String,
    /// The port with it.
    pub port: Option<u16>,
    /// Whether it names a Service.
    pub presence: Presence,
    /// The Service.
    pub service: Option<ObjectId>,
    /// The Service has that port, or is headless, or no port was given.
    pub port_exists: bool,
    /// A workload of that very name exists in the namespace, though no Service does.
    pub same_named_workload: Option<ObjectId>,
    /// Nearest existing Service name; none when nothing is near.
    pub nearest: Option<String>,
}

impl Price for NameRow {
    fn price(&self) -> u64 {
        self.user.price()
            + self.container.price()
            + self.source.price()
            + self.path.price()
            + self.host.price()
            + self.port.price()
            + self.presence.price()
            + self.service.price()
            + self.port_exists.price()
            + self.same_named_workload.price()
            + self.nearest.price()
    }
}

/// Names and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NamePage {
    /// The rows.
    pub rows: Vec<NameRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for NamePage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// Host names in configuration: env values, arguments and ConfigMap text of running workloads, resolved against Services by the host.
///
/// Reads: Pod, Service. Uses: Deployment, ReplicaSet, StatefulSet, DaemonSet, Job, CronJob, ConfigMap, Namespace.
pub trait Names {
    /// Names that match, by user, then path; an empty page when none does. A name counts where its form or its place says that a host is meant:
    /// with a port, in a URL, with a suffix of the cluster, or in a variable, flag or key whose name says so (host, address, url, endpoint and the like). Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &NameFilter) -> Result<NamePage, Stop>;
}
