//! Services and the endpoints behind them.

use super::{Condition, Meta, ObjectReference, kinds, stored};
use crate::text::{Int, IntOrString, List, Map, Text};
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

stored! {
    pub struct Service {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: ServiceSpec,
        pub status: ServiceStatus,
    }

    pub struct ServiceSpec {
        /// Empty means `ClusterIP`.
        #[serde(rename = "type")]
        pub kind: Text,
        pub selector: Map,
        pub ports: List<ServicePort>,
        #[serde(rename = "clusterIP")]
        pub cluster_ip: Text,
        #[serde(rename = "clusterIPs")]
        pub cluster_ips: List<Text>,
        #[serde(rename = "externalIPs")]
        pub external_ips: List<Text>,
        pub external_name: Text,
        pub publish_not_ready_addresses: bool,
        pub internal_traffic_policy: Text,
        pub external_traffic_policy: Text,
        pub session_affinity: Text,
        pub load_balancer_class: Text,
        pub ip_families: List<Text>,
        pub ip_family_policy: Text,
    }

    pub struct ServicePort {
        pub name: Text,
        pub port: Int,
        /// Empty means `TCP`.
        pub protocol: Text,
        pub app_protocol: Text,
        /// `None` means the port itself.
        pub target_port: Option<IntOrString>,
        pub node_port: Int,
    }

    pub struct ServiceStatus {
        pub load_balancer: LoadBalancer,
        pub conditions: List<Condition>,
    }

    pub struct LoadBalancer {
        pub ingress: List<LoadBalancerAddress>,
    }

    pub struct LoadBalancerAddress {
        pub ip: Text,
        pub hostname: Text,
    }

    pub struct EndpointSlice {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub address_type: Text,
        pub endpoints: List<Endpoint>,
        pub ports: List<EndpointPort>,
    }

    pub struct EndpointPort {
        pub name: Text,
        /// `None` means all ports.
        pub port: Option<Int>,
        pub protocol: Text,
    }

    pub struct EndpointConditions {
        pub ready: Option<bool>,
        pub serving: Option<bool>,
        pub terminating: Option<bool>,
    }

    /// Both versions' fields; `v1beta1` keeps node and zone in `topology`.
    struct WrittenEndpoint {
        pub addresses: List<Text>,
        pub conditions: EndpointConditions,
        pub target_ref: Option<Box<ObjectReference>>,
        pub node_name: Text,
        pub zone: Text,
        pub hostname: Text,
        pub topology: Map,
    }
}

kinds! { Service EndpointSlice }

/// One endpoint of a slice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Endpoint {
    pub addresses: List<Text>,
    pub conditions: EndpointConditions,
    pub target_ref: Option<Box<ObjectReference>>,
    pub node_name: Text,
    pub zone: Text,
    pub hostname: Text,
}

impl<'de> Deserialize<'de> for Endpoint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = WrittenEndpoint::deserialize(deserializer)?;
        let topology = |given: Text, key: &str| match given.is_empty() {
            true => written.topology.get(key).cloned().unwrap_or_default(),
            false => given,
        };
        Ok(Self {
            addresses: written.addresses,
            conditions: written.conditions,
            target_ref: written.target_ref,
            node_name: topology(written.node_name, "kubernetes.io/hostname"),
            zone: topology(written.zone, "topology.kubernetes.io/zone"),
            hostname: written.hostname,
        })
    }
}

impl Serialize for Endpoint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = WrittenEndpoint {
            addresses: self.addresses.clone(),
            conditions: self.conditions.clone(),
            target_ref: self.target_ref.clone(),
            node_name: self.node_name.clone(),
            zone: self.zone.clone(),
            hostname: self.hostname.clone(),
            topology: Map::default(),
        };
        written.serialize(serializer)
    }
}

impl Endpoint {
    /// `ready`; unset counts as ready.
    pub fn is_ready(&self) -> bool {
        self.conditions.ready.unwrap_or(true)
    }

    /// `serving`; unset counts as `ready`.
    pub fn is_serving(&self) -> bool {
        self.conditions.serving.unwrap_or_else(|| self.is_ready())
    }

    /// `terminating`.
    pub fn is_terminating(&self) -> bool {
        self.conditions.terminating.unwrap_or(false)
    }
}

/// The label that ties an EndpointSlice to its Service.
pub const SERVICE_NAME_LABEL: &str = "kubernetes.io/service-name";

impl EndpointSlice {
    /// Name of its Service; empty when it has none.
    pub fn service_name(&self) -> &str {
        self.meta.labels.get(SERVICE_NAME_LABEL).map_or("", Text::as_str)
    }

    /// Addresses that are ready, whatever the ports.
    pub fn ready(&self) -> usize {
        self.endpoints.iter().filter(|endpoint| endpoint.is_ready()).count()
    }
}

impl Service {
    /// Its selector, when it counts: not empty, and not an ExternalName.
    pub fn selector(&self) -> Option<&Map> {
        (!self.spec.selector.is_empty() && !self.is_external_name()).then_some(&self.spec.selector)
    }

    /// `type: ExternalName`.
    pub fn is_external_name(&self) -> bool {
        self.spec.kind.as_str() == "ExternalName"
    }

    /// `clusterIP: None`.
    pub fn is_headless(&self) -> bool {
        self.spec.cluster_ip.as_str() == "None"
    }
}

impl ServicePort {
    /// The protocol, `TCP` where none is written.
    pub fn protocol(&self) -> &str {
        self.protocol.non_empty().unwrap_or("TCP")
    }

    /// The port on the pods: `targetPort`, else the port itself.
    pub fn target(&self) -> IntOrString {
        self.target_port.clone().unwrap_or(IntOrString::Int(self.port))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_of_a_v1beta1_endpoint_is_in_its_topology() {
        let endpoint: Endpoint =
            serde_json::from_str(r#"{"addresses":["10.0.0.1"],"topology":{"kubernetes.io/hostname":"node-1"}}"#)
                .unwrap();
        assert_eq!(endpoint.node_name, "node-1");
        assert!(endpoint.is_ready() && endpoint.is_serving());
    }
}
