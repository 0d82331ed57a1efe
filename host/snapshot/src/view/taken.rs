//! What pods already take on each node: requests, host ports, places.

use super::requests::{self, Sum};
use crate::Snapshot;
use crate::object::{Container, Node, Pod, PodAffinityTerm, PodSpec};
use crate::text::{Shared, Text};

/// A port of the node itself that a pod takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HostPort {
    pub(crate) port: u16,
    pub(crate) protocol: Text,
    /// Empty for all addresses.
    pub(crate) address: Text,
}

impl HostPort {
    /// Whether both cannot be had on one node.
    pub(crate) fn conflicts(&self, other: &Self) -> bool {
        let everywhere = self.address.is_empty() || other.address.is_empty();
        self.port == other.port && self.protocol == other.protocol && (everywhere || self.address == other.address)
    }
}

/// What is taken on one node by the pods that are bound to it and have not ended.
#[derive(Debug, Default)]
pub(crate) struct TakenOn {
    pub(crate) requests: Sum,
    pub(crate) pods: u32,
    /// With the index of the pod that takes it.
    pub(crate) ports: Vec<(HostPort, u32)>,
}

/// What is taken on all nodes.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    /// In the order of the nodes.
    nodes: Vec<TakenOn>,
    /// Indexes of bound pods that required anti-affinity keeps others away from, each with the index of its node.
    shunning: Vec<(u32, u32)>,
    nothing: TakenOn,
}

impl Taken {
    /// What is taken on the node at `index`.
    pub(crate) fn on(&self, index: usize) -> &TakenOn {
        self.nodes.get(index).unwrap_or(&self.nothing)
    }

    /// Bound pods with required anti-affinity of their own, and the nodes they are on.
    pub(crate) fn shunning(&self) -> &[(u32, u32)] {
        &self.shunning
    }

    fn of(snapshot: &Snapshot) -> Self {
        let mut taken = Self::default();
        taken.nodes.resize_with(snapshot.all::<Node>().len(), TakenOn::default);
        let mut last: Option<(Shared<PodSpec>, Sum, Vec<HostPort>)> = None;
        for (index, pod) in (0..).zip(snapshot.all::<Pod>().iter()) {
            let node = if pod.has_ended() {
                None
            } else {
                snapshot.find::<Node>("", &pod.node_name)
            };
            let Some((node, _)) = node else {
                continue;
            };
            // Pods of one owner follow each other and share their spec.
            let known = last.take().filter(|(spec, ..)| spec.same(&pod.spec));
            let (spec, asked, ports) =
                known.unwrap_or_else(|| (pod.spec.clone(), requests::of_spec(&pod.spec), host_ports(&pod.spec)));
            taken.add(node, index, pod, &asked, &ports);
            last = Some((spec, asked, ports));
        }
        taken
    }

    fn add(&mut self, node: usize, index: u32, pod: &Pod, asked: &Sum, ports: &[HostPort]) {
        let Some(on) = self.nodes.get_mut(node) else {
            return;
        };
        requests::add(&mut on.requests, &requests::of_pod(pod, asked));
        on.pods += 1;
        on.ports.extend(ports.iter().map(|port| (port.clone(), index)));
        if !pod.spec.required_anti_affinity().is_empty() {
            self.shunning.push((index, u32::try_from(node).unwrap_or(u32::MAX)));
        }
    }
}

impl Snapshot {
    /// What pods take on each node.
    pub(crate) fn taken(&self) -> &Taken {
        self.memo.taken.get_or_init(|| Taken::of(self))
    }
}

impl PodSpec {
    /// Terms that other pods on the same topology must meet.
    pub(crate) fn required_affinity(&self) -> &[PodAffinityTerm] {
        let affinity = self
            .affinity
            .as_ref()
            .and_then(|affinity| affinity.pod_affinity.as_ref());
        affinity.map_or(&[], |affinity| &affinity.required)
    }

    /// Terms that no other pod on the same topology may meet.
    pub(crate) fn required_anti_affinity(&self) -> &[PodAffinityTerm] {
        let affinity = self
            .affinity
            .as_ref()
            .and_then(|affinity| affinity.pod_anti_affinity.as_ref());
        affinity.map_or(&[], |affinity| &affinity.required)
    }
}

/// The host ports of a pod. On the host's network every port of a container is one.
pub(crate) fn host_ports(spec: &PodSpec) -> Vec<HostPort> {
    let sidecars = spec.init_containers.iter().filter(|container| container.is_sidecar());
    let containers = spec.containers.iter().chain(sidecars);
    containers
        .flat_map(|container| ports_of(container, spec.host_network))
        .collect()
}

fn ports_of(container: &Container, host_network: bool) -> impl Iterator<Item = HostPort> {
    container.ports.iter().filter_map(move |port| {
        let own = if host_network { port.container_port.port() } else { 0 };
        let number = Some(port.host_port.port())
            .filter(|port| *port != 0)
            .or(Some(own).filter(|port| *port != 0))?;
        let all = matches!(port.host_ip.as_str(), "0.0.0.0" | "::");
        let address = if all { Text::default() } else { port.host_ip.clone() };
        Some(HostPort {
            port: number,
            protocol: port.protocol().into(),
            address,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ports(spec: &str) -> Vec<HostPort> {
        host_ports(&serde_json::from_str(spec).unwrap())
    }

    #[test]
    fn on_the_host_network_container_ports_are_host_ports() {
        let spec = |host: bool| {
            format!(r#"{{"hostNetwork":{host},"containers":[{{"name":"c","ports":[{{"containerPort":8080}}]}}]}}"#)
        };
        assert_eq!(ports(&spec(true)).len(), 1);
        assert!(ports(&spec(false)).is_empty());
    }

    #[test]
    fn equal_numbers_conflict_unless_protocol_or_address_differ() {
        let port = |more: &str| {
            ports(&format!(
                r#"{{"containers":[{{"name":"c","ports":[{{"containerPort":1,"hostPort":53{more}}}]}}]}}"#
            ))
            .remove(0)
        };
        let (tcp, udp) = (port(""), port(r#","protocol":"UDP""#));
        let (one, other) = (port(r#","hostIP":"10.0.0.1""#), port(r#","hostIP":"10.0.0.2""#));
        let all = port(r#","hostIP":"0.0.0.0""#);
        assert!(tcp.conflicts(&all) && all.conflicts(&one) && one.conflicts(&one));
        assert!(!tcp.conflicts(&udp) && !one.conflicts(&other));
    }
}
