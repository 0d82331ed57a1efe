//! `services`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::PortRef;
pub use super::types::Protocol;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// `spec.type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ServiceType {
    /// ClusterIP.
    ClusterIp,
    /// NodePort.
    NodePort,
    /// LoadBalancer.
    LoadBalancer,
    /// ExternalName: selectors and ports are ignored for it.
    ExternalName,
}

impl Price for ServiceType {
    fn price(&self) -> u64 {
        0
    }
}

/// Which Services. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ServiceFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Type.
    pub service_type: Option<ServiceType>,
    /// Has a selector that counts (non-empty and not ExternalName).
    pub has_selector: Option<bool>,
    /// At most so many selected pods that have not ended.
    pub max_pods: Option<u32>,
    /// At least so many selected pods that have not ended.
    pub min_pods: u32,
    /// At most so many selected ready pods.
    pub max_ready_pods: Option<u32>,
    /// At most so many ready endpoints.
    pub max_ready_endpoints: Option<u32>,
    /// Some named target port is declared by no selected pod, or some numeric one by none.
    pub unresolved_port: Option<bool>,
    /// `internalTrafficPolicy: Local`, or `externalTrafficPolicy: Local` on a NodePort or LoadBalancer.
    pub local_only: Option<bool>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for ServiceFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.service_type.price()
            + self.has_selector.price()
            + self.max_pods.price()
            + self.min_pods.price()
            + self.max_ready_pods.price()
            + self.max_ready_endpoints.price()
            + self.unresolved_port.price()
            + self.local_only.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// One port of a Service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServicePort {
    /// Name; empty when unnamed.
    pub name: String,
    /// Port clients use.
    pub port: u16,
    /// Protocol.
    pub protocol: Protocol,
    /// Port on the pods.
    pub target: PortRef,
    /// Port on the nodes.
    pub node_port: Option<u16>,
    /// Selected pods that declare the target port.
    pub declaring_pods: u32,
}

impl Price for ServicePort {
    fn price(&self) -> u64 {
        self.name.price()
            + self.port.price()
            + self.protocol.price()
            + self.target.price()
            + self.node_port.price()
            + self.declaring_pods.price()
    }
}

/// A Service, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Type.
    pub service_type: ServiceType,
    /// `clusterIP: None`.
    pub headless: bool,
    /// Has a selector that counts.
    pub has_selector: bool,
    /// Publishes addresses that are not ready.
    pub publish_not_ready: bool,
    /// `internalTrafficPolicy: Local`.
    pub internal_local: bool,
    /// `externalTrafficPolicy: Local`.
    pub external_local: bool,
    /// Selected pods that have not ended.
    pub pods: u32,
    /// Selected pods that are ready.
    pub ready_pods: u32,
    /// Ready addresses in its EndpointSlices, those without ports not counted when the Service has ports.
    pub ready_endpoints: u32,
    /// Ports.
    pub ports: Vec<ServicePort>,
    /// Created.
    pub created: Timestamp,
}

impl Price for ServiceRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.service_type.price()
            + self.headless.price()
            + self.has_selector.price()
            + self.publish_not_ready.price()
            + self.internal_local.price()
            + self.external_local.price()
            + self.pods.price()
            + self.ready_pods.price()
            + self.ready_endpoints.price()
            + self.ports.price()
            + self.created.price()
    }
}

/// Addresses of a Service.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ServiceAddresses {
    /// `clusterIP`; empty when none.
    pub cluster_ip: String,
    /// `externalName`; empty when none.
    pub external_name: String,
    /// Load balancer addresses or names.
    pub load_balancer: Vec<String>,
}

impl Price for ServiceAddresses {
    fn price(&self) -> u64 {
        self.cluster_ip.price() + self.external_name.price() + self.load_balancer.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ServicePage {
    /// The rows.
    pub rows: Vec<ServiceRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for ServicePage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// Services, with what stands behind them counted by the host.
///
/// Reads: Service. Uses: Pod, EndpointSlice.
pub trait Services {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &ServiceFilter) -> Result<ServicePage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &ServiceFilter) -> Result<u32, Stop>;

    /// Selectors sorted by key, in the order of `ids`; empty for an unseen id. At most 1000 ids.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn selectors(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Vec<(String, String)>>, Stop>;

    /// Addresses, in the order of `ids`; none for an unseen id. At most 1000 ids.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn addresses(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Option<ServiceAddresses>>, Stop>;
}
