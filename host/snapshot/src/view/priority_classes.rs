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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::fixture::snapshot;

    #[test]
    fn a_priority_class_preempts_unless_its_policy_is_never() {
        let classes = snapshot(&[
            r#"{"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass","metadata":{"name":"batch"},"value":-10,"preemptionPolicy":"Never"}"#,
            r#"{"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass","metadata":{"name":"usual"},"value":100,"globalDefault":true}"#,
        ]);
        let rows = |global_default| {
            let filter = PriorityClassFilter {
                global_default,
                ..Default::default()
            };
            PriorityClasses::query(&classes, &mut Call::unlimited(), &filter)
                .unwrap()
                .rows
        };
        let told: Vec<_> = rows(None)
            .into_iter()
            .map(|row| (row.name, row.priority, row.preempts))
            .collect();
        assert_eq!(
            told,
            [("batch".to_owned(), -10, false), ("usual".to_owned(), 100, true)]
        );
        assert_eq!(rows(Some(true))[0].name, "usual");
    }
}
