//! `service-routes`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::PortRef;
pub use super::types::Presence;
pub use super::types::Protocol;
use crate::call::Price;
use crate::call::{Call, Stop};

/// A workload that a Service nearly selects: one selector entry away, with pods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearSelection {
    /// The workload.
    pub workload: ObjectId,
    /// Selector key that differs.
    pub key: String,
    /// Value the Service asks for.
    pub wanted: String,
    /// Value the pods carry; none when they lack the key.
    pub actual: Option<String>,
    /// Its ready pods.
    pub ready_pods: u32,
}

impl Price for NearSelection {
    fn price(&self) -> u64 {
        self.workload.price() + self.key.price() + self.wanted.price() + self.actual.price() + self.ready_pods.price()
    }
}

/// How one Service port arrives at the pods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortRoute {
    /// Port clients use.
    pub port: u16,
    /// Its name; empty when unnamed.
    pub name: String,
    /// Protocol.
    pub protocol: Protocol,
    /// Port on the pods.
    pub target: PortRef,
    /// Selected pods that have not ended.
    pub pods: u32,
    /// Those that declare the target, sidecars included.
    pub declaring: u32,
    /// Ready endpoints that carry this port.
    pub ready_endpoints: u32,
    /// Ports of the right protocol that selected pods declare, as `name/number`, sorted; for the "did you mean".
    pub declared: Vec<String>,
}

impl Price for PortRoute {
    fn price(&self) -> u64 {
        self.port.price()
            + self.name.price()
            + self.protocol.price()
            + self.target.price()
            + self.pods.price()
            + self.declaring.price()
            + self.ready_endpoints.price()
            + self.declared.price()
    }
}

/// What a host name in configuration means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostMatch {
    /// Whether it names a Service: `unknown` when Services or that namespace are not completely known.
    pub presence: Presence,
    /// The Service.
    pub service: Option<ObjectId>,
    /// It can only be meant as a name inside the cluster.
    pub in_cluster: bool,
    /// Namespace it points into; empty when not in the cluster.
    pub namespace: String,
    /// The Service name it asks for; empty when not in the cluster.
    pub name: String,
    /// The nearest existing Service name there; none when nothing is near.
    pub nearest: Option<String>,
}

impl Price for HostMatch {
    fn price(&self) -> u64 {
        self.presence.price()
            + self.service.price()
            + self.in_cluster.price()
            + self.namespace.price()
            + self.name.price()
            + self.nearest.price()
    }
}

/// The host's joins between Services, pods, workloads and names.
///
/// Reads: Service, Pod. Uses: EndpointSlice, Deployment, ReplicaSet, StatefulSet, DaemonSet, Namespace.
pub trait ServiceRoutes {
    /// Pods that the Service selects and that have not ended, by name; empty when none. At most 1000.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn pods_of(&self, call: &mut Call, service: ObjectId) -> Result<Vec<ObjectId>, Stop>;

    /// Services that select this pod, or the pods of this workload's template, by name; empty when none.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn services_of(&self, call: &mut Call, id: ObjectId) -> Result<Vec<ObjectId>, Stop>;

    /// Top owners of the selected pods that have not ended, by id; empty when none.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn workloads_of(&self, call: &mut Call, service: ObjectId) -> Result<Vec<ObjectId>, Stop>;

    /// Deployments, StatefulSets and DaemonSets in the Service's namespace whose templates carry every label of its selector, by id, also those without pods; empty without a selector. At most 1000.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn templates_of(&self, call: &mut Call, service: ObjectId) -> Result<Vec<ObjectId>, Stop>;

    /// Workloads in the Service's namespace that it would select if one selector entry were different or absent, most ready pods first; empty when it selects pods, and where pods may not be read. At most 10.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn near_selections(&self, call: &mut Call, service: ObjectId) -> Result<Vec<NearSelection>, Stop>;

    /// Each port of the Service and what it meets, in spec order; empty for an unseen id.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn port_routes(&self, call: &mut Call, service: ObjectId) -> Result<Vec<PortRoute>, Stop>;

    /// Nodes that run ready pods of the Service, by name; empty when none.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn nodes_of(&self, call: &mut Call, service: ObjectId) -> Result<Vec<String>, Stop>;

    /// What `host` means when used in `namespace`: a bare name, `name.namespace`, `name.namespace.svc`, or the full name.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn resolve_host(&self, call: &mut Call, host: &str, namespace: &str) -> Result<HostMatch, Stop>;
}
