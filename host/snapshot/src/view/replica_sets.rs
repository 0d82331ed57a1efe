//! `replica-sets`.

use super::convert::{KIB, created, owned, wanted, within};
use super::page::{Query, agrees, named};
use super::sight::sight;
use crate::Snapshot;
use crate::object::{Condition, Meta, ReplicaSet, condition};
use sdo_model::contract::replica_sets::{ReplicaSetFilter, ReplicaSetPage, ReplicaSetRow, ReplicaSets};
use sdo_model::{Call, Stop};

/// Where a Deployment notes which of its revisions a ReplicaSet is.
const REVISION: &str = "deployment.kubernetes.io/revision";

impl ReplicaSets for Snapshot {
    fn query(&self, call: &mut Call, filter: &ReplicaSetFilter) -> Result<ReplicaSetPage, Stop> {
        let sight = sight(call);
        let owned = self.controlled_by::<ReplicaSet>(call, filter.owner);
        let query = Query::<ReplicaSet>::new(self, named!(filter)).within(owned.as_deref());
        let keep = |_, set: &ReplicaSet| matches(filter, set);
        let (rows, total) = query.page(call, keep, |id, set| row(id, set, self.seen_controller(&sight, id)))?;
        Ok(ReplicaSetPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &ReplicaSetFilter) -> Result<u32, Stop> {
        let owned = self.controlled_by::<ReplicaSet>(call, filter.owner);
        let query = Query::<ReplicaSet>::new(self, named!(filter)).within(owned.as_deref());
        query.count(call, |_, set| matches(filter, set))
    }
}

fn matches(filter: &ReplicaSetFilter, set: &ReplicaSet) -> bool {
    let wanted = wanted(set.spec.replicas);
    agrees(filter.active, wanted > 0)
        && agrees(filter.short, set.status.replicas.u32() < wanted)
        && agrees(filter.replica_failure, failure(set).is_some())
}

fn row(id: u32, set: &ReplicaSet, owner: Option<u32>) -> ReplicaSetRow {
    let status = &set.status;
    ReplicaSetRow {
        id,
        namespace: owned(&set.meta.namespace),
        name: owned(&set.meta.name),
        owner,
        revision: revision(&set.meta),
        replicas: wanted(set.spec.replicas),
        current: status.replicas.u32(),
        ready: status.ready_replicas.u32(),
        available: status.available_replicas.u32(),
        replica_failure: failure(set).is_some(),
        failure_message: failure(set)
            .map(|failure| within(&failure.message, 4 * KIB))
            .unwrap_or_default(),
        created: created(&set.meta),
    }
}

fn failure(set: &ReplicaSet) -> Option<&Condition> {
    condition(&set.status.conditions, "ReplicaFailure").filter(|condition| condition.is_true())
}

/// Which revision of its Deployment a ReplicaSet is; 0 when unnumbered.
pub(super) fn revision(meta: &Meta) -> i64 {
    meta.annotations
        .get(REVISION)
        .and_then(|text| text.parse().ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests;
