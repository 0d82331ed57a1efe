//! What NetworkPolicies let through, by the letter of their definition.
//!
//! - A pod that no policy selects for a direction is open in that direction; else the rules of all its policies add up.
//! - Absent or empty `from`, `to` and `ports` mean everything; a peer's pod and namespace selector must both hold.
//! - Pods on the host network are hosts of the cluster: no policy isolates them, and what comes from them always passes.

use crate::Snapshot;
use crate::object::{IpBlock, LabelSelector, Namespace, NetworkPolicy, Pod, PolicyPeer, PolicyPort};
use crate::text::{List, Map};
use crate::view::behind::{declared_ports, port_name};
use crate::view::convert;
use sdo_model::contract::types::Protocol;
use std::collections::HashMap;
use std::net::IpAddr;

/// Label that every namespace carries with its own name.
const NAME_LABEL: &str = "kubernetes.io/metadata.name";

/// Which way a policy is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Ingress,
    Egress,
}

/// One rule of a policy, the two directions made alike.
pub(super) struct Rule<'a> {
    peers: &'a List<PolicyPeer>,
    ports: &'a List<PolicyPort>,
}

/// The port that somebody wants to reach.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) port: u16,
    pub(super) protocol: Protocol,
}

/// The policies of a snapshot, and what is looked up often.
pub(super) struct Policies<'a> {
    snapshot: &'a Snapshot,
    /// Addresses of pods are parsed once.
    pub(super) addresses: HashMap<u32, Option<IpAddr>>,
}

impl Direction {
    fn word(self) -> &'static str {
        match self {
            Direction::Ingress => "Ingress",
            Direction::Egress => "Egress",
        }
    }

    /// The rules of `policy` for this direction.
    pub(super) fn rules(self, policy: &NetworkPolicy) -> Vec<Rule<'_>> {
        let spec = &policy.spec;
        match self {
            Direction::Ingress => spec
                .ingress
                .iter()
                .map(|rule| Rule {
                    peers: &rule.from,
                    ports: &rule.ports,
                })
                .collect(),
            Direction::Egress => spec
                .egress
                .iter()
                .map(|rule| Rule {
                    peers: &rule.to,
                    ports: &rule.ports,
                })
                .collect(),
        }
    }
}

impl<'a> Policies<'a> {
    pub(super) fn of(snapshot: &'a Snapshot) -> Self {
        Self {
            snapshot,
            addresses: HashMap::new(),
        }
    }

    /// Places of the policies that isolate the pod in `direction`.
    pub(super) fn isolating(&self, pod: &Pod, direction: Direction) -> Vec<usize> {
        if pod.spec.host_network {
            return Vec::new();
        }
        let range = self.snapshot.in_namespace::<NetworkPolicy>(&pod.meta.namespace);
        let isolates = |at: &usize| {
            let policy = self.snapshot.at::<NetworkPolicy>(*at);
            policy.is_some_and(|policy| {
                policy.isolates(direction.word()) && policy.spec.pod_selector.selects(&pod.meta.labels)
            })
        };
        range.filter(isolates).collect()
    }

    /// Whether `rule` of a policy in `namespace` names the pod at `index` as a peer.
    pub(super) fn names(&self, rule: &Rule<'_>, namespace: &str, index: u32, pod: &Pod) -> bool {
        rule.peers.is_empty()
            || rule
                .peers
                .iter()
                .any(|peer| self.peer_names(peer, namespace, index, pod))
    }

    fn peer_names(&self, peer: &PolicyPeer, namespace: &str, index: u32, pod: &Pod) -> bool {
        if let Some(block) = &peer.ip_block {
            let known = self.addresses.get(&index).copied().unwrap_or_else(|| address(pod));
            return known.is_some_and(|address| block_holds(block, address));
        }
        let in_namespace = match &peer.namespace_selector {
            Some(selector) => namespace_selected(self.snapshot, selector, &pod.meta.namespace),
            None => pod.meta.namespace.as_str() == namespace,
        };
        in_namespace
            && peer
                .pod_selector
                .as_ref()
                .is_none_or(|selector| selector.selects(&pod.meta.labels))
    }
}

impl Rule<'_> {
    /// It names no peer, so that everybody passes.
    pub(super) fn is_open(&self) -> bool {
        self.peers.is_empty()
    }

    /// It names address blocks.
    pub(super) fn has_blocks(&self) -> bool {
        self.peers.iter().any(|peer| peer.ip_block.is_some())
    }

    /// It lists ports at all.
    pub(super) fn has_ports(&self) -> bool {
        !self.ports.is_empty()
    }

    /// Whether it lets `wanted` through to `target`, whose container ports give names a meaning.
    pub(super) fn covers(&self, wanted: Wanted, target: &Pod) -> bool {
        self.ports.is_empty() || self.ports.iter().any(|port| covers(port, wanted, target))
    }
}

fn covers(port: &PolicyPort, wanted: Wanted, target: &Pod) -> bool {
    if convert::protocol(&port.protocol) != wanted.protocol {
        return false;
    }
    let Some(first) = &port.port else {
        return true;
    };
    if let Some(name) = port_name(first) {
        let named = declared_ports(&target.spec).filter(|declared| declared.name == *name);
        return named.into_iter().any(|declared| {
            declared.container_port.port() == wanted.port && convert::protocol(declared.protocol()) == wanted.protocol
        });
    }
    let first = first.number().unwrap_or_default().get();
    let last = port.end_port.map_or(first, |end| end.get().max(first));
    (first..=last).contains(&i64::from(wanted.port))
}

/// The pod's address, when it has one.
pub(super) fn address(pod: &Pod) -> Option<IpAddr> {
    pod.status.pod_ip.parse().ok()
}

fn block_holds(block: &IpBlock, address: IpAddr) -> bool {
    network_holds(&block.cidr, address) && !block.except.iter().any(|except| network_holds(except, address))
}

/// Whether the network, such as `10.0.0.0/8`, holds the address. What is no network holds none.
fn network_holds(network: &str, address: IpAddr) -> bool {
    let Some((base, length)) = network.split_once('/') else {
        return false;
    };
    let Ok(length) = length.parse::<u32>() else {
        return false;
    };
    let same =
        |one: u128, other: u128, bits: u32| length <= bits && (length == 0 || (one ^ other) >> (bits - length) == 0);
    match (base.parse(), address) {
        (Ok(IpAddr::V4(base)), IpAddr::V4(address)) => same(base.to_bits().into(), address.to_bits().into(), 32),
        (Ok(IpAddr::V6(base)), IpAddr::V6(address)) => same(base.to_bits(), address.to_bits(), 128),
        _ => false,
    }
}

/// Whether the namespace of this name is selected. Its name is a label of its own, whatever the dump shows.
pub(in crate::view) fn namespace_selected(snapshot: &Snapshot, selector: &LabelSelector, namespace: &str) -> bool {
    if selector.is_empty() {
        return true;
    }
    let labels = snapshot
        .find::<Namespace>("", namespace)
        .map(|(_, found)| &found.meta.labels);
    match labels {
        Some(labels) if labels.contains(NAME_LABEL) => selector.selects(labels),
        _ => {
            let written = labels.into_iter().flat_map(|labels| labels.iter().cloned());
            let own = std::iter::once((NAME_LABEL.into(), namespace.into()));
            selector.selects(&written.chain(own).collect::<Map>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_holds_what_its_prefix_covers_but_for_exceptions() {
        let block = IpBlock {
            cidr: "10.0.0.0/8".into(),
            except: [crate::text::Text::from("10.1.0.0/16")].into_iter().collect(),
        };
        let holds = |address: &str| block_holds(&block, address.parse().unwrap());
        assert!(holds("10.2.0.1") && !holds("10.1.0.1") && !holds("11.0.0.1") && !holds("fd00::1"));
        assert!(network_holds("0.0.0.0/0", "1.2.3.4".parse().unwrap()));
        assert!(
            !network_holds("10.0.0.0/40", "10.0.0.1".parse().unwrap())
                && !network_holds("x", "10.0.0.1".parse().unwrap())
        );
        assert!(network_holds("fd00::/8", "fd12::1".parse().unwrap()));
    }
}
