//! `controller-revisions`.

use super::convert::{KIB, created, owned, within};
use super::page::{Query, named};
use super::sight::sight;
use crate::Snapshot;
use crate::object::ControllerRevision;
use sdo_model::contract::controller_revisions::{
    ControllerRevisionFilter, ControllerRevisionPage, ControllerRevisionRow, ControllerRevisions,
};
use sdo_model::{Call, Stop};

impl ControllerRevisions for Snapshot {
    fn query(&self, call: &mut Call, filter: &ControllerRevisionFilter) -> Result<ControllerRevisionPage, Stop> {
        let sight = sight(call);
        let owned = self.controlled_by::<ControllerRevision>(call, filter.owner);
        let query = Query::<ControllerRevision>::new(self, named!(filter)).within(owned.as_deref());
        let (rows, total) = query.page(
            call,
            |_, _| true,
            |id, revision| row(id, revision, self.seen_controller(&sight, id)),
        )?;
        Ok(ControllerRevisionPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &ControllerRevisionFilter) -> Result<u32, Stop> {
        let owned = self.controlled_by::<ControllerRevision>(call, filter.owner);
        Query::<ControllerRevision>::new(self, named!(filter))
            .within(owned.as_deref())
            .count(call, |_, _| true)
    }

    fn data(&self, call: &mut Call, id: u32) -> Result<Option<String>, Stop> {
        call.scan(1)?;
        let revision = self.seen::<ControllerRevision>(call, id);
        Ok(revision.map(|revision| within(revision.data.as_str(), 64 * KIB)))
    }
}

fn row(id: u32, revision: &ControllerRevision, owner: Option<u32>) -> ControllerRevisionRow {
    ControllerRevisionRow {
        id,
        namespace: owned(&revision.meta.namespace),
        name: owned(&revision.meta.name),
        owner,
        revision: revision.revision.get(),
        created: created(&revision.meta),
    }
}
