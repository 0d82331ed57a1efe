//! `stateful-sets`.

use super::convert::{created, observed, owned, wanted};
use super::page::{Query, agrees, named};
use crate::Snapshot;
use crate::object::StatefulSet;
use sdo_model::contract::stateful_sets::{StatefulSetFilter, StatefulSetPage, StatefulSetRow, StatefulSets};
use sdo_model::{Call, Stop};

impl StatefulSets for Snapshot {
    fn query(&self, call: &mut Call, filter: &StatefulSetFilter) -> Result<StatefulSetPage, Stop> {
        let query = Query::<StatefulSet>::new(self, named!(filter));
        let (rows, total) = query.page(call, |_, set| matches(filter, set), row)?;
        Ok(StatefulSetPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &StatefulSetFilter) -> Result<u32, Stop> {
        Query::<StatefulSet>::new(self, named!(filter)).count(call, |_, set| matches(filter, set))
    }
}

fn matches(filter: &StatefulSetFilter, set: &StatefulSet) -> bool {
    let wanted = wanted(set.spec.replicas);
    let short = set.status.ready_replicas.u32() < wanted;
    let updated = set.status.updated_replicas.u32().max(up_to_date(set)) >= wanted;
    agrees(filter.short, short) && agrees(filter.complete, updated && !short)
}

/// Pods of the newest revision when no rollout is under way: the controller may leave `updatedReplicas` out then.
fn up_to_date(set: &StatefulSet) -> u32 {
    let status = &set.status;
    match status.current_revision == status.update_revision {
        true => status.current_replicas.u32(),
        false => 0,
    }
}

fn row(id: u32, set: &StatefulSet) -> StatefulSetRow {
    let (spec, status) = (&set.spec, &set.status);
    StatefulSetRow {
        id,
        namespace: owned(&set.meta.namespace),
        name: owned(&set.meta.name),
        replicas: wanted(spec.replicas),
        current: status.replicas.u32(),
        ready: status.ready_replicas.u32(),
        updated: status.updated_replicas.u32().max(up_to_date(set)),
        available: status.available_replicas.u32(),
        observed: observed(&set.meta, status.observed_generation),
        first_ordinal: spec.ordinals.as_ref().map_or(0, |ordinals| ordinals.start.u32()),
        partition: spec
            .update_strategy
            .rolling_update
            .as_ref()
            .map_or(0, |update| update.partition.u32()),
        on_delete: spec.update_strategy.kind == "OnDelete",
        parallel: spec.pod_management_policy == "Parallel",
        service: owned(&spec.service_name),
        claim_templates: spec
            .volume_claim_templates
            .iter()
            .map(|claim| owned(&claim.meta.name))
            .collect(),
        created: created(&set.meta),
    }
}

#[cfg(test)]
mod tests;
