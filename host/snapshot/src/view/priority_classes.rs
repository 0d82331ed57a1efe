//! `priority-classes`.

use super::convert::owned;
use super::page::{Named, Query, agrees};
use crate::Snapshot;
use crate::object::PriorityClass;
use sdo_model::contract::priority_classes::{
    PriorityClassFilter, PriorityClassPage, PriorityClassRow, PriorityClasses,
};
use sdo_model::{Call, Stop};

impl PriorityClasses for Snapshot {
    fn query(&self, call: &mut Call, filter: &PriorityClassFilter) -> Result<PriorityClassPage, Stop> {
        let query = Query::new(self, named(filter));
        let (rows, total) = query.page(call, |_, class| matches(filter, class), row)?;
        Ok(PriorityClassPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &PriorityClassFilter) -> Result<u32, Stop> {
        Query::new(self, named(filter)).count(call, |_, class| matches(filter, class))
    }
}

fn named(filter: &PriorityClassFilter) -> Named<'_> {
    Named {
        name: filter.name.as_deref(),
        limit: filter.limit,
        after: filter.after,
        ..Named::default()
    }
}

fn matches(filter: &PriorityClassFilter, class: &PriorityClass) -> bool {
    agrees(filter.global_default, class.global_default)
}

fn row(id: u32, class: &PriorityClass) -> PriorityClassRow {
    PriorityClassRow {
        id,
        name: owned(&class.meta.name),
        priority: class.value.i32(),
        global_default: class.global_default,
        preempts: class.preemption_policy != "Never",
    }
}
