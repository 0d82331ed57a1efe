//! The pod that is to be placed.

use super::{Refusal, RefusalReason};
use crate::Snapshot;
use crate::object::{
    Node, NodeSelector, PersistentVolume, PersistentVolumeClaim, Pod, PodSpec, Toleration, VolumeSource,
};
use crate::text::{Map, Text};
use crate::view::convert::within;
use crate::view::node_terms::{self, DETAIL};
use crate::view::persistent_volumes::required;
use crate::view::requests::{self, Sum};
use crate::view::taken::{HostPort, host_ports};
use sdo_model::{Call, Kind};

/// Taints that pods of every DaemonSet tolerate, by key and effect.
const DAEMON: [(&str, &str); 6] = [
    ("node.kubernetes.io/not-ready", "NoExecute"),
    ("node.kubernetes.io/unreachable", "NoExecute"),
    ("node.kubernetes.io/disk-pressure", "NoSchedule"),
    ("node.kubernetes.io/memory-pressure", "NoSchedule"),
    ("node.kubernetes.io/pid-pressure", "NoSchedule"),
    ("node.kubernetes.io/unschedulable", "NoSchedule"),
];

/// A pod to be placed: one of the snapshot as if it had no place yet, or one more of a workload.
pub(super) struct Subject<'a> {
    pub(super) spec: &'a PodSpec,
    pub(super) labels: &'a Map,
    pub(super) namespace: &'a str,
    /// Its index and the index of its node, when it is a pod of the snapshot.
    pub(super) pod: Option<u32>,
    pub(super) node: Option<usize>,
    /// The node that the template names; the scheduler is not asked then.
    pub(super) pinned: Option<&'a str>,
    pub(super) tolerations: Vec<Toleration>,
    pub(super) requests: Sum,
    pub(super) ports: Vec<HostPort>,
    /// Claims whose bound volume is tied to nodes.
    volumes: Vec<(Text, &'a NodeSelector)>,
}

impl<'a> Subject<'a> {
    /// What `id` stands for; `None` when it cannot be seen or has no pods.
    pub(super) fn of(snapshot: &'a Snapshot, call: &Call, id: u32) -> Option<Self> {
        let template = call.may_read_id(id).then(|| snapshot.template(id))??;
        let mut subject = Self::new(template.spec, template.labels, template.namespace);
        match template.pod {
            Some(pod) => subject.be_pod(snapshot, pod, id),
            None => subject.pinned = template.spec.node_name.non_empty(),
        }
        if let Some((Kind::DaemonSet, _)) = Kind::of_id(id) {
            subject.be_daemon();
        }
        // Ephemeral volumes of a pod that does not exist are not bound.
        subject.find_volumes(snapshot, call, template.pod.map(|pod| pod.meta.name.as_str()));
        Some(subject)
    }

    fn be_pod(&mut self, snapshot: &'a Snapshot, pod: &Pod, id: u32) {
        self.pod = Kind::of_id(id).and_then(|(_, index)| u32::try_from(index).ok());
        self.node = snapshot
            .find::<Node>("", &pod.node_name)
            .filter(|_| !pod.has_ended())
            .map(|(node, _)| node);
        self.requests = requests::of_pod(pod, &self.requests);
    }

    fn new(spec: &'a PodSpec, labels: &'a Map, namespace: &'a str) -> Self {
        Self {
            spec,
            labels,
            namespace,
            pod: None,
            node: None,
            pinned: None,
            tolerations: spec.tolerations.to_vec(),
            requests: requests::of_spec(spec),
            ports: host_ports(spec),
            volumes: Vec::new(),
        }
    }

    fn be_daemon(&mut self) {
        let network = self
            .spec
            .host_network
            .then_some(("node.kubernetes.io/network-unavailable", "NoSchedule"));
        let tolerate = |(key, effect): (&str, &str)| Toleration {
            key: key.into(),
            operator: "Exists".into(),
            effect: effect.into(),
            ..Toleration::default()
        };
        self.tolerations.extend(DAEMON.into_iter().chain(network).map(tolerate));
    }

    fn find_volumes(&mut self, snapshot: &'a Snapshot, call: &Call, pod: Option<&str>) {
        if !call.may_read(Kind::PersistentVolumeClaim) || !call.may_read(Kind::PersistentVolume) {
            return;
        }
        for volume in &self.spec.volumes {
            let claim = match (&volume.source, pod) {
                (VolumeSource::Claim(claim), _) => claim.claim_name.clone(),
                (VolumeSource::Ephemeral(_), Some(pod)) => format!("{pod}-{}", volume.name).into(),
                _ => continue,
            };
            let found = snapshot
                .find::<PersistentVolumeClaim>(self.namespace, &claim)
                .map(|(_, claim)| &claim.spec);
            let bound = found.and_then(|spec| snapshot.find::<PersistentVolume>("", spec.volume_name.non_empty()?));
            if let Some(selector) = bound.and_then(|(_, volume)| required(volume)) {
                self.volumes.push((claim, selector));
            }
        }
    }

    /// Whether `node` is out of reach of a bound volume.
    pub(super) fn volume_refusal(&self, node: &Node) -> Option<Refusal> {
        let refused =
            |(claim, selector): &(Text, &NodeSelector)| Some((claim.clone(), node_terms::refusal(selector, node)?));
        let (claim, what) = self.volumes.iter().find_map(refused)?;
        Some(Refusal::new(
            RefusalReason::Volume,
            within(&format!("the volume of claim {claim} needs {what}"), DETAIL),
        ))
    }
}
