//! `daemon-sets`.

use super::convert::{created, observed, owned};
use super::page::{Query, agrees, named};
use crate::Snapshot;
use crate::object::DaemonSet;
use sdo_model::contract::daemon_sets::{DaemonSetFilter, DaemonSetPage, DaemonSetRow, DaemonSets};
use sdo_model::{Call, Stop};

impl DaemonSets for Snapshot {
    fn query(&self, call: &mut Call, filter: &DaemonSetFilter) -> Result<DaemonSetPage, Stop> {
        let query = Query::<DaemonSet>::new(self, named!(filter));
        let (rows, total) = query.page(call, |_, set| agrees(filter.short, is_short(set)), row)?;
        Ok(DaemonSetPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &DaemonSetFilter) -> Result<u32, Stop> {
        Query::<DaemonSet>::new(self, named!(filter)).count(call, |_, set| agrees(filter.short, is_short(set)))
    }
}

fn is_short(set: &DaemonSet) -> bool {
    set.status.number_ready < set.status.desired_number_scheduled
}

fn row(id: u32, set: &DaemonSet) -> DaemonSetRow {
    let status = &set.status;
    DaemonSetRow {
        id,
        namespace: owned(&set.meta.namespace),
        name: owned(&set.meta.name),
        desired: status.desired_number_scheduled.u32(),
        current: status.current_number_scheduled.u32(),
        ready: status.number_ready.u32(),
        updated: status.updated_number_scheduled.u32(),
        available: status.number_available.u32(),
        misscheduled: status.number_misscheduled.u32(),
        observed: observed(&set.meta, status.observed_generation),
        on_delete: set.spec.update_strategy.kind == "OnDelete",
        created: created(&set.meta),
    }
}
