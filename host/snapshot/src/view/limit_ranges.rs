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
