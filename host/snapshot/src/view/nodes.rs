//! `nodes`, joined with their heartbeats and with what their pods take.

use super::convert::{amounts, created, owned, status, time};
use super::page::{Query, agrees, answers, named};
use super::requests::{self, Sum};
use crate::Snapshot;
use crate::object::{self, Condition, Lease, Node, condition};
use crate::text::{MaybeTime, Text};
use sdo_model::contract::nodes::{
    ConditionStatus, NodeFilter, NodeInfo, NodePage, NodeResources, NodeRow, Nodes, Taint,
};
use sdo_model::contract::types::Amount;
use sdo_model::{Call, Kind, Stop};

/// The namespace of the Leases that kubelets renew.
const HEARTBEATS: &str = "kube-node-lease";
/// Labels of nodes that run the control plane.
const CONTROL_PLANE: [&str; 3] = [
    "node-role.kubernetes.io/control-plane",
    "node-role.kubernetes.io/master",
    "node-role.kubernetes.io/controlplane",
];
/// Labels that name a node's zone, today's first.
const ZONE: [&str; 2] = ["topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone"];

impl Nodes for Snapshot {
    fn query(&self, call: &mut Call, filter: &NodeFilter) -> Result<NodePage, Stop> {
        let sight = Sight {
            leases: call.may_read(Kind::Lease),
            pods: call.may_read(Kind::Pod),
        };
        let query = Query::<Node>::new(self, named!(filter, cluster));
        let (rows, total) = query.page(
            call,
            |_, node| matches(filter, node),
            |id, node| self.node_row(id, node, sight),
        )?;
        Ok(NodePage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &NodeFilter) -> Result<u32, Stop> {
        Query::<Node>::new(self, named!(filter, cluster)).count(call, |_, node| matches(filter, node))
    }

    fn taints(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Vec<Taint>>, Stop> {
        answers(call, ids, |call, id| {
            let taints = self
                .seen::<Node>(call, id)
                .map(|node| node.spec.taints.iter().map(taint).collect());
            Ok(taints.unwrap_or_default())
        })
    }

    fn resources(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Option<NodeResources>>, Stop> {
        answers(call, ids, |call, id| Ok(self.node_resources(call, id)))
    }

    fn node_infos(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Option<NodeInfo>>, Stop> {
        answers(call, ids, |call, id| Ok(self.seen::<Node>(call, id).map(info)))
    }
}

/// Which of the kinds that sharpen a row may be read.
#[derive(Clone, Copy)]
struct Sight {
    leases: bool,
    pods: bool,
}

fn matches(filter: &NodeFilter, node: &Node) -> bool {
    agrees(filter.ready, ready(node).is_some_and(Condition::is_true))
        && agrees(filter.unschedulable, node.spec.unschedulable)
        && agrees(filter.pressure, has_pressure(node))
}

fn ready(node: &Node) -> Option<&Condition> {
    condition(&node.status.conditions, "Ready")
}

fn has_pressure(node: &Node) -> bool {
    node.status
        .conditions
        .iter()
        .any(|condition| condition.name.ends_with("Pressure") && condition.is_true())
}

impl Snapshot {
    fn node_row(&self, id: u32, node: &Node, sight: Sight) -> NodeRow {
        let holds = |name| condition(&node.status.conditions, name).is_some_and(Condition::is_true);
        let index = Kind::of_id(id).map_or(usize::MAX, |(_, index)| index);
        NodeRow {
            id,
            name: owned(&node.meta.name),
            ready: ready(node).map_or(ConditionStatus::Unknown, status),
            ready_since: ready(node).and_then(|condition| time(condition.last_transition_time)),
            heartbeat: self.heartbeat(node, sight),
            unschedulable: node.spec.unschedulable,
            memory_pressure: holds("MemoryPressure"),
            disk_pressure: holds("DiskPressure"),
            pid_pressure: holds("PIDPressure"),
            pods: if sight.pods { self.taken().on(index).pods } else { 0 },
            kubelet_version: owned(&node.status.node_info.kubelet_version),
            architecture: owned(&node.status.node_info.architecture),
            control_plane: CONTROL_PLANE.iter().any(|label| node.meta.labels.contains(label)),
            created: created(&node.meta),
        }
    }

    fn heartbeat(&self, node: &Node, sight: Sight) -> Option<i64> {
        let lease = sight
            .leases
            .then(|| self.find::<Lease>(HEARTBEATS, &node.meta.name))
            .flatten();
        let renewed = lease.map(|(_, lease)| lease.spec.renew_time).unwrap_or_default();
        let beats = node
            .status
            .conditions
            .iter()
            .map(|condition| condition.last_heartbeat_time);
        time(beats.chain([renewed]).max().unwrap_or(MaybeTime(None)))
    }

    fn node_resources(&self, call: &Call, id: u32) -> Option<NodeResources> {
        let node = self.seen::<Node>(call, id)?;
        let (_, index) = Kind::of_id(id)?;
        let requested = if call.may_read(Kind::Pod) {
            sum(&self.taken().on(index).requests)
        } else {
            Vec::new()
        };
        Some(NodeResources {
            allocatable: amounts(&node.status.allocatable),
            requested,
        })
    }
}

fn sum(requests: &Sum) -> Vec<Amount> {
    let amount = |(name, milli): (&Text, &i64)| Amount {
        resource_name: owned(name),
        milli: *milli,
        text: requests::shown(name, *milli),
    };
    requests.iter().map(amount).collect()
}

fn taint(taint: &object::Taint) -> Taint {
    Taint {
        key: owned(&taint.key),
        value: owned(&taint.value),
        effect: owned(&taint.effect),
        added: time(taint.time_added),
    }
}

fn info(node: &Node) -> NodeInfo {
    let (status, labels) = (&node.status, &node.meta.labels);
    let internal = status.addresses.iter().filter(|address| address.kind == "InternalIP");
    NodeInfo {
        os_image: owned(&status.node_info.os_image),
        kernel: owned(&status.node_info.kernel_version),
        runtime: owned(&status.node_info.container_runtime_version),
        pod_cidr: owned(&node.spec.pod_cidr),
        addresses: internal.map(|address| owned(&address.address)).collect(),
        zone: ZONE
            .iter()
            .find_map(|label| labels.get(label))
            .map(owned)
            .unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::fixture::snapshot;

    fn nodes() -> Snapshot {
        let pod = |name: &str, phase: &str| {
            format!(
                r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"{name}","namespace":"demo"}},"spec":{{"nodeName":"up","containers":[
                {{"name":"c","resources":{{"requests":{{"cpu":"1500m","memory":"1Gi"}}}}}}]}},"status":{{"phase":"{phase}"}}}}"#
            )
        };
        let objects = [
            r#"{"apiVersion":"v1","kind":"Node","metadata":{"name":"lost"},"spec":{"taints":null},"status":{"conditions":[
                {"type":"Ready","status":"Unknown"},{"type":"DiskPressure","status":"True"}]}}"#.to_owned(),
            r#"{"apiVersion":"v1","kind":"Node","metadata":{"name":"up","labels":{"node-role.kubernetes.io/control-plane":""}},
                "status":{"allocatable":{"cpu":"4"},"conditions":[{"type":"Ready","status":"True","lastHeartbeatTime":"2026-11-30T10:00:00Z"}]}}"#.to_owned(),
            r#"{"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"up","namespace":"kube-node-lease"},"spec":{"renewTime":"2026-11-30T10:04:00.5Z"}}"#.to_owned(),
            pod("a", "Running"),
            pod("b", "Pending"),
            pod("done", "Succeeded"),
        ];
        snapshot(&objects.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn rows(filter: NodeFilter) -> Vec<NodeRow> {
        Nodes::query(&nodes(), &mut Call::unlimited(), &filter).unwrap().rows
    }

    #[test]
    fn not_ready_is_false_or_unknown() {
        let not_ready = rows(NodeFilter {
            ready: Some(false),
            ..NodeFilter::default()
        });
        assert_eq!(
            (not_ready[0].name.as_str(), not_ready[0].ready),
            ("lost", ConditionStatus::Unknown)
        );
        assert_eq!(
            rows(NodeFilter {
                pressure: Some(true),
                ..NodeFilter::default()
            })
            .len(),
            1
        );
    }

    #[test]
    fn the_newest_of_lease_and_condition_is_the_heartbeat() {
        let up = rows(NodeFilter {
            name: Some("up".into()),
            ..NodeFilter::default()
        })
        .remove(0);
        assert_eq!(
            up.heartbeat,
            crate::text::Time::parse("2026-11-30T10:04:00Z").map(crate::text::Time::unix)
        );
        assert!(up.control_plane);
    }

    #[test]
    fn pods_that_have_ended_take_nothing() {
        let nodes = nodes();
        let up = rows(NodeFilter {
            ready: Some(true),
            ..NodeFilter::default()
        })
        .remove(0);
        assert_eq!(up.pods, 2);
        let resources = Nodes::resources(&nodes, &mut Call::unlimited(), &[up.id, Kind::Node.id(9)]).unwrap();
        let requested = &resources[0].as_ref().unwrap().requested;
        assert_eq!(
            requested.iter().map(|amount| amount.text.as_str()).collect::<Vec<_>>(),
            ["3", "2Gi"]
        );
        assert_eq!(resources[1], None);
    }
}
