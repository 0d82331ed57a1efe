//! `limit-ranges`.

use super::convert::{amounts, owned};
use super::page::{Query, named};
use crate::Snapshot;
use crate::object::{self, LimitRange};
use sdo_model::contract::limit_ranges::{LimitItem, LimitRangeFilter, LimitRangePage, LimitRangeRow, LimitRanges};
use sdo_model::{Call, Stop};

impl LimitRanges for Snapshot {
    fn query(&self, call: &mut Call, filter: &LimitRangeFilter) -> Result<LimitRangePage, Stop> {
        let (rows, total) = Query::<LimitRange>::new(self, named!(filter)).page(call, |_, _| true, row)?;
        Ok(LimitRangePage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &LimitRangeFilter) -> Result<u32, Stop> {
        Query::<LimitRange>::new(self, named!(filter)).count(call, |_, _| true)
    }
}

fn row(id: u32, range: &LimitRange) -> LimitRangeRow {
    LimitRangeRow {
        id,
        namespace: owned(&range.meta.namespace),
        name: owned(&range.meta.name),
        items: range.spec.limits.iter().map(item).collect(),
    }
}

fn item(item: &object::LimitItem) -> LimitItem {
    LimitItem {
        limit_type: owned(&item.kind),
        min: amounts(&item.min),
        max: amounts(&item.max),
        default_limits: amounts(&item.default_limits),
        default_requests: amounts(&item.default_requests),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::fixture::snapshot;

    #[test]
    fn a_limit_range_tells_bounds_and_defaults_of_each_type() {
        let ranges = snapshot(&[
            r#"{"apiVersion":"v1","kind":"LimitRange","metadata":{"name":"bounds","namespace":"demo"},"spec":{"limits":[
                {"type":"Container","max":{"memory":"1Gi"},"min":{"cpu":"100m"},"default":{"memory":"512Mi"},"defaultRequest":{"memory":"256Mi"}},{"type":"Pod"}]}}"#,
        ]);
        let filter = LimitRangeFilter::default();
        let page = LimitRanges::query(&ranges, &mut Call::unlimited(), &filter).unwrap();
        let items = &page.rows[0].items;
        assert_eq!(
            items.iter().map(|item| item.limit_type.as_str()).collect::<Vec<_>>(),
            ["Container", "Pod"]
        );
        let milli = |amounts: &[sdo_model::contract::types::Amount]| {
            amounts.iter().map(|amount| amount.milli).collect::<Vec<_>>()
        };
        assert_eq!(milli(&items[0].min), [100]);
        assert_eq!(milli(&items[0].max), [1_073_741_824_000]);
        assert_eq!(milli(&items[0].default_limits), [536_870_912_000]);
        assert_eq!(milli(&items[0].default_requests), [268_435_456_000]);
        assert!(items[1].max.is_empty());
    }
}
