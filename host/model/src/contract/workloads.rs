//! `workloads`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::ObjectRef;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Revisions of a workload, newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    /// ReplicaSet or ControllerRevision.
    pub id: ObjectId,
    /// Number; 0 when unnumbered.
    pub number: i64,
    /// Replicas it wants now; 0 for a ControllerRevision.
    pub replicas: u32,
    /// Replicas that are ready now; 0 for a ControllerRevision.
    pub ready: u32,
}

impl Price for Revision {
    fn price(&self) -> u64 {
        self.id.price() + self.number.price() + self.replicas.price() + self.ready.price()
    }
}

/// Who owns what: from a pod to the object whose change changes it, and back.
///
/// Reads: Pod. Uses: ReplicaSet, Deployment, StatefulSet, DaemonSet, Job, CronJob.
pub trait Workloads {
    /// The top owner of each object, in the order of `ids`: the Deployment, StatefulSet, DaemonSet, CronJob, custom resource, or the object itself when nothing owns it.
    /// An owner that is not in the snapshot is named with `id` none. At most 1000 ids.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn top_owners(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<ObjectRef>, Stop>;

    /// The chain of controllers of one object from its direct owner to the top; empty when nothing owns it.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn owner_chain(&self, call: &mut Call, id: ObjectId) -> Result<Vec<ObjectRef>, Stop>;

    /// The pods below a workload, through ReplicaSets and Jobs, by (namespace, name); empty for an unseen id. At most 1000.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn pods_of(&self, call: &mut Call, id: ObjectId) -> Result<Vec<ObjectId>, Stop>;

    /// Revisions of a Deployment (its ReplicaSets) or StatefulSet or DaemonSet (its ControllerRevisions), newest first; empty when none. At most 100.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn revisions(&self, call: &mut Call, id: ObjectId) -> Result<Vec<Revision>, Stop>;
}
