//! `persistent-volumes`, joined with their claim and the nodes they can be used on.

use super::convert::{created, owned, owned_all, requirements};
use super::node_terms::Finder;
use super::page::{Query, agrees, named};
use super::persistent_volume_claims::storage;
use crate::Snapshot;
use crate::object::{NodeSelector, PersistentVolume, PersistentVolumeClaim};
use crate::text::Text;
use sdo_model::contract::persistent_volumes::{
    PersistentVolumes, Requirement, VolumeFilter, VolumePage, VolumePhase, VolumeRow,
};
use sdo_model::{Call, Kind, State, Stop};

/// Where the class stood before it had a field.
const CLASS_ANNOTATION: &str = "volume.beta.kubernetes.io/storage-class";

impl PersistentVolumes for Snapshot {
    fn query(&self, call: &mut Call, filter: &VolumeFilter) -> Result<VolumePage, Stop> {
        let question = Question::of(self, call, filter);
        let query = Query::<PersistentVolume>::new(self, named!(filter, cluster));
        let (rows, total) = query.page(
            call,
            |id, volume| question.matches(id, volume),
            |id, volume| question.row(id, volume),
        )?;
        Ok(VolumePage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &VolumeFilter) -> Result<u32, Stop> {
        let question = Question::of(self, call, filter);
        Query::<PersistentVolume>::new(self, named!(filter, cluster))
            .count(call, |id, volume| question.matches(id, volume))
    }

    fn node_affinity(&self, call: &mut Call, id: u32) -> Result<Vec<Vec<Requirement>>, Stop> {
        call.scan(1)?;
        let selector = self.seen::<PersistentVolume>(call, id).and_then(required);
        let terms = selector.map(|selector| selector.terms.iter()).into_iter().flatten();
        Ok(terms
            .map(|term| [requirements(&term.expressions), requirements(&term.fields)].concat())
            .collect())
    }
}

/// The node affinity of a volume; `None` when any node will do.
pub(super) fn required(volume: &PersistentVolume) -> Option<&NodeSelector> {
    volume
        .spec
        .node_affinity
        .as_ref()
        .map(|affinity| &affinity.required)
        .filter(|selector| !selector.terms.is_empty())
}

/// One question: what is asked, and what may be seen for the answer.
struct Question<'a> {
    snapshot: &'a Snapshot,
    filter: &'a VolumeFilter,
    sees_nodes: bool,
    sees_claims: bool,
}

impl<'a> Question<'a> {
    fn of(snapshot: &'a Snapshot, call: &Call, filter: &'a VolumeFilter) -> Self {
        let sees_claims = call.may_read(Kind::PersistentVolumeClaim);
        Self {
            snapshot,
            filter,
            sees_nodes: call.may_read(Kind::Node),
            sees_claims,
        }
    }

    fn matches(&self, id: u32, volume: &PersistentVolume) -> bool {
        agrees(self.filter.phase, phase(volume))
            && agrees(self.filter.storage_class.as_deref(), class(volume))
            && self
                .filter
                .unreachable
                .is_none_or(|wanted| self.is_unreachable(id, volume) == Some(wanted))
    }

    /// How many nodes the volume can be used on; 0 where nodes may not be read.
    fn nodes(&self, id: u32) -> u32 {
        let all = self
            .snapshot
            .memo
            .volume_nodes
            .get_or_init(|| nodes_of_volumes(self.snapshot));
        let nodes = Kind::of_id(id)
            .and_then(|(_, index)| all.get(index))
            .copied()
            .unwrap_or_default();
        if self.sees_nodes { nodes } else { 0 }
    }

    /// Whether no node will do; `None` when that cannot be told.
    fn is_unreachable(&self, id: u32, volume: &PersistentVolume) -> Option<bool> {
        let complete = self.sees_nodes && self.snapshot.state(Kind::Node, None) == State::Complete;
        match (required(volume), self.nodes(id)) {
            (None, _) | (_, 1..) => Some(false),
            (Some(_), 0) => complete.then_some(true),
        }
    }

    fn is_claim_replaced(&self, volume: &PersistentVolume) -> bool {
        let Some(wanted) = volume.spec.claim_ref.as_deref().filter(|_| self.sees_claims) else {
            return false;
        };
        let found = self
            .snapshot
            .find::<PersistentVolumeClaim>(&wanted.namespace, &wanted.name);
        found.is_some_and(|(_, claim)| differ(&claim.meta.uid, &wanted.uid))
    }

    fn row(&self, id: u32, volume: &PersistentVolume) -> VolumeRow {
        let spec = &volume.spec;
        let claim = spec.claim_ref.as_deref();
        VolumeRow {
            id,
            name: owned(&volume.meta.name),
            phase: phase(volume),
            storage_class: class(volume).to_owned(),
            claim_namespace: claim.map(|claim| owned(&claim.namespace)).unwrap_or_default(),
            claim_name: claim.map(|claim| owned(&claim.name)).unwrap_or_default(),
            claim_replaced: self.is_claim_replaced(volume),
            reclaim_policy: spec
                .persistent_volume_reclaim_policy
                .non_empty()
                .unwrap_or("Retain")
                .to_owned(),
            access_modes: owned_all(&spec.access_modes),
            capacity: storage(&spec.capacity),
            nodes: self.nodes(id),
            created: created(&volume.meta),
        }
    }
}

/// Whether both uids are known and not the same.
fn differ(one: &Text, other: &Text) -> bool {
    !one.is_empty() && !other.is_empty() && one != other
}

/// For every volume the number of nodes that satisfy its affinity, in the order of the list.
fn nodes_of_volumes(snapshot: &Snapshot) -> Box<[u32]> {
    let all = snapshot.count(Kind::Node);
    let finder = Finder::new(snapshot);
    let nodes = |volume: &PersistentVolume| required(volume).map_or(all, |selector| finder.count(selector));
    let volumes = snapshot.all::<PersistentVolume>();
    volumes
        .iter()
        .map(|volume| u32::try_from(nodes(volume)).unwrap_or(u32::MAX))
        .collect()
}

fn class(volume: &PersistentVolume) -> &str {
    let annotated = || volume.meta.annotations.get(CLASS_ANNOTATION).map_or("", Text::as_str);
    volume.spec.storage_class_name.non_empty().unwrap_or_else(annotated)
}

fn phase(volume: &PersistentVolume) -> VolumePhase {
    match volume.status.phase.as_str() {
        "Available" => VolumePhase::Available,
        "Bound" => VolumePhase::Bound,
        "Released" => VolumePhase::Released,
        "Failed" => VolumePhase::Failed,
        _ => VolumePhase::Pending,
    }
}

#[cfg(test)]
mod tests;
