//! `resource-quotas`.

use super::convert::owned;
use super::page::{Query, agrees, named};
use crate::Snapshot;
use crate::object::ResourceQuota;
use crate::text::{Amount, Table, Text};
use sdo_model::contract::resource_quotas::{QuotaFilter, QuotaLine, QuotaPage, QuotaRow, ResourceQuotas};
use sdo_model::contract::types;
use sdo_model::{Call, Stop};

impl ResourceQuotas for Snapshot {
    fn query(&self, call: &mut Call, filter: &QuotaFilter) -> Result<QuotaPage, Stop> {
        let query = Query::<ResourceQuota>::new(self, named!(filter));
        let (rows, total) = query.page(call, |_, quota| matches(filter, quota), row)?;
        Ok(QuotaPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &QuotaFilter) -> Result<u32, Stop> {
        Query::<ResourceQuota>::new(self, named!(filter)).count(call, |_, quota| matches(filter, quota))
    }
}

fn matches(filter: &QuotaFilter, quota: &ResourceQuota) -> bool {
    filter
        .resource_name
        .as_deref()
        .is_none_or(|name| hard(quota).contains(name))
        && agrees(filter.full, is_full(quota))
}

/// What is wanted; where a dump kept only the status, what is in force.
fn hard(quota: &ResourceQuota) -> &Table<Amount> {
    match quota.spec.hard.is_empty() {
        true => &quota.status.hard,
        false => &quota.spec.hard,
    }
}

fn is_full(quota: &ResourceQuota) -> bool {
    hard(quota).iter().any(|(name, hard)| {
        let used = quota
            .status
            .used
            .get(name)
            .and_then(|used| used.milli)
            .unwrap_or_default();
        hard.milli.is_some_and(|hard| used >= hard)
    })
}

fn row(id: u32, quota: &ResourceQuota) -> QuotaRow {
    let selected = quota
        .spec
        .scope_selector
        .as_ref()
        .is_some_and(|selector| !selector.expressions.is_empty());
    QuotaRow {
        id,
        namespace: owned(&quota.meta.namespace),
        name: owned(&quota.meta.name),
        scoped: selected || !quota.spec.scopes.is_empty(),
        lines: hard(quota).iter().map(|(name, hard)| line(quota, name, hard)).collect(),
    }
}

fn line(quota: &ResourceQuota, name: &Text, hard: &Amount) -> QuotaLine {
    let amount = |amount: Option<&Amount>| types::Amount {
        resource_name: owned(name),
        milli: amount.and_then(|amount| amount.milli).unwrap_or_default(),
        text: amount.map_or_else(|| "0".to_owned(), |amount| owned(&amount.text)),
    };
    QuotaLine {
        hard: amount(Some(hard)),
        used: amount(quota.status.used.get(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::fixture::snapshot;

    #[test]
    fn a_quota_is_full_when_one_resource_is() {
        let quotas = snapshot(&[
            r#"{"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"full","namespace":"demo"},
                "spec":{"hard":{"pods":"10","requests.cpu":"1"}},"status":{"hard":{"pods":"10","requests.cpu":"1"},"used":{"pods":"3","requests.cpu":"1000m"}}}"#,
            r#"{"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"new","namespace":"demo"},
                "spec":{"hard":{"pods":"10"},"scopeSelector":{"matchExpressions":[{"scopeName":"PriorityClass","operator":"Exists"}]}}}"#,
        ]);
        let names = |full| {
            let filter = QuotaFilter {
                full,
                ..Default::default()
            };
            let page = ResourceQuotas::query(&quotas, &mut Call::unlimited(), &filter).unwrap();
            page.rows
                .into_iter()
                .map(|row| (row.name, row.scoped))
                .collect::<Vec<_>>()
        };
        assert_eq!(names(Some(true)), [("full".to_owned(), false)]);
        assert_eq!(names(Some(false)), [("new".to_owned(), true)]);
    }
}
