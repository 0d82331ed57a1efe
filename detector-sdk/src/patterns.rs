//! Questions that many detectors ask in the same words.

use crate::Query;
use crate::cluster::types::{ObjectId, ObjectRef, Timestamp};
use crate::cluster::{objects, pods, scheduling, snapshot, workloads};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Pods of one top owner.
pub struct Group {
    /// The object to name: the top owner, or the first pod where the owner is not in the snapshot.
    pub primary: ObjectId,
    /// What it is.
    pub owner: ObjectRef,
    /// Its pods that were given, in their order.
    pub pods: Vec<ObjectId>,
}

/// Groups pods by top owner, in the order of their first pod.
pub fn by_owner(ids: &[ObjectId]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for batch in ids.chunks(1000) {
        for (pod, owner) in batch.iter().zip(workloads::top_owners(batch)) {
            match groups.iter_mut().find(|group| group.owner == owner) {
                Some(group) => group.pods.push(*pod),
                None => groups.push(Group {
                    primary: owner.id.unwrap_or(*pod),
                    owner,
                    pods: alloc::vec![*pod],
                }),
            }
        }
    }
    groups
}

/// How many pods below `owner` are ready.
pub fn ready_pods(owner: ObjectId) -> u32 {
    pods::count(&pods::PodFilter {
        owner: Some(owner),
        ready: Some(true),
        active: Some(true),
        ..Default::default()
    })
}

/// Whether `time` lies at least `seconds` back; an unknown time does not.
pub fn is_older(time: Option<Timestamp>, seconds: i64) -> bool {
    time.is_some_and(|time| snapshot::has_come(time.saturating_add(seconds)))
}

/// `Kind namespace/name`, as a summary names another object.
pub fn name_of(id: ObjectId) -> String {
    objects::describe(&[id]).first().map_or_else(String::new, display)
}

/// `Kind namespace/name`, or `Kind name` for cluster-scoped objects.
pub fn display(object: &ObjectRef) -> String {
    if object.namespace.is_empty() {
        return format!("{} {}", object.kind, object.name);
    }
    format!("{} {}/{}", object.kind, object.namespace, object.name)
}

/// Pods of one owner that no node takes, and what scheduling would say of the first of them.
pub struct Unscheduled {
    /// The owner and its waiting pods.
    pub group: Group,
    /// What scheduling would say.
    pub fit: scheduling::FitReport,
}

impl Unscheduled {
    /// Nodes that refuse for one of `reasons`.
    pub fn refused_by(&self, reasons: &[scheduling::RefusalReason]) -> u32 {
        self.fit
            .refusals
            .iter()
            .filter(|refusal| reasons.contains(&refusal.reason))
            .map(|refusal| refusal.nodes)
            .sum()
    }

    /// What decided on most of the nodes that refuse for one of `reasons`.
    pub fn detail(&self, reasons: &[scheduling::RefusalReason]) -> &str {
        self.fit
            .refusals
            .iter()
            .find(|refusal| reasons.contains(&refusal.reason))
            .map_or("", |refusal| &refusal.detail)
    }

    /// No node takes it, some refuse for one of `reasons`, and all others are not eligible anyway: they refuse for one of `before`.
    pub fn blocked_by(&self, reasons: &[scheduling::RefusalReason], before: &[scheduling::RefusalReason]) -> bool {
        let by = self.refused_by(reasons);
        self.fit.nodes > 0 && self.fit.fits == 0 && by > 0 && by + self.refused_by(before) == self.fit.nodes
    }
}

/// Pods that have waited for a node for at least `seconds`, by owner; pods held by a scheduling gate are left out.
pub fn unscheduled(seconds: u32) -> Vec<Unscheduled> {
    let filter = pods::PodFilter {
        scheduled: Some(false),
        phase: Some(pods::PodPhase::Pending),
        deleting: Some(false),
        created_before: Some(snapshot::ago(seconds)),
        ..Default::default()
    };
    let ids: Vec<ObjectId> = filter.rows().map(|pod| pod.id).collect();
    let free: Vec<ObjectId> = ids
        .chunks(1000)
        .flat_map(|batch| {
            batch
                .iter()
                .zip(pods::status(batch))
                .map(|(id, status)| (*id, status))
                .collect::<Vec<_>>()
        })
        .filter(|(_, status)| status.as_ref().is_some_and(|status| status.gates.is_empty()))
        .map(|(id, _)| id)
        .collect();
    let groups = by_owner(&free).into_iter();
    groups
        .filter_map(|group| scheduling::fit(*group.pods.first()?).map(|fit| Unscheduled { group, fit }))
        .collect()
}
