//! `workloads`: who owns what.

use super::convert::wanted;
use super::page::{MOST, answers};
use super::replica_sets::revision;
use crate::Snapshot;
use crate::object::{ControllerRevision, Owner, ReplicaSet};
use sdo_model::contract::types::ObjectRef;
use sdo_model::contract::workloads::{Revision, Workloads};
use sdo_model::{Call, Kind, Stop};

/// Chains are this long at most: a cycle of owner references must end somewhere.
const LONGEST_CHAIN: usize = 8;
/// Revisions of one workload that are told.
const REVISIONS: usize = 100;

impl Workloads for Snapshot {
    fn top_owners(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<ObjectRef>, Stop> {
        answers(call, ids, |call, id| {
            call.scan(1)?;
            let top = self.controllers(call, id).pop();
            Ok(top.or_else(|| self.described(call, id)).unwrap_or_default())
        })
    }

    fn owner_chain(&self, call: &mut Call, id: u32) -> Result<Vec<ObjectRef>, Stop> {
        call.scan(LONGEST_CHAIN)?;
        Ok(self.controllers(call, id))
    }

    fn pods_of(&self, call: &mut Call, id: u32) -> Result<Vec<u32>, Stop> {
        call.scan(1)?;
        if !call.may_read(Kind::Pod) {
            return Ok(Vec::new());
        }
        let below = self.pods_seen_below(call, id)?;
        Ok(below
            .into_iter()
            .take(MOST)
            .map(|pod| Kind::Pod.id(pod as usize))
            .collect())
    }

    fn revisions(&self, call: &mut Call, id: u32) -> Result<Vec<Revision>, Stop> {
        let controlled = if call.may_read_id(id) {
            self.index().owners().controlled(id)
        } else {
            &[]
        };
        call.scan(controlled.len())?;
        let mut revisions: Vec<Revision> = controlled.iter().filter_map(|id| self.revision(call, *id)).collect();
        // The newest first; of unnumbered ones the order of their ids.
        revisions.sort_by_key(|revision| (std::cmp::Reverse(revision.number), revision.id));
        revisions.truncate(REVISIONS);
        Ok(revisions)
    }
}

impl Snapshot {
    /// The controllers of an object, from the direct one to the top. The chain ends where an owner cannot be seen.
    fn controllers(&self, call: &Call, id: u32) -> Vec<ObjectRef> {
        let mut chain = Vec::new();
        let mut next = Some(id);
        while let Some(id) = next.filter(|_| chain.len() < LONGEST_CHAIN) {
            let Some(meta) = self.seen_meta(call, id) else {
                break;
            };
            let Some(owner) = meta.controller().filter(|owner| !is_node(owner)) else {
                break;
            };
            let known = self.seen_controller(call, id).and_then(|id| self.described(call, id));
            let reference = known.unwrap_or_else(|| self.owner_reference(call, meta, owner));
            next = reference.id;
            chain.push(reference);
        }
        chain
    }

    fn revision(&self, call: &Call, id: u32) -> Option<Revision> {
        if let Some(set) = self.seen::<ReplicaSet>(call, id) {
            let (replicas, ready) = (wanted(set.spec.replicas), set.status.ready_replicas.u32());
            return Some(Revision {
                id,
                number: revision(&set.meta),
                replicas,
                ready,
            });
        }
        let number = self.seen::<ControllerRevision>(call, id)?.revision.get();
        Some(Revision {
            id,
            number,
            replicas: 0,
            ready: 0,
        })
    }
}

/// The kubelet makes the node the owner of the mirror of a static pod; whose change changes it is a file on that node.
fn is_node(owner: &Owner) -> bool {
    owner.kind == "Node" && owner.group().is_empty()
}

#[cfg(test)]
mod tests;
