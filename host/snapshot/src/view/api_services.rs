//! `api-services`.

use super::convert::{owned, status, time};
use super::page::{Named, Query, agrees};
use super::sight::sight;
use super::webhooks::Backend;
use crate::Snapshot;
use crate::object::{APIService, Condition, condition};
use sdo_model::contract::api_services::{ApiServiceFilter, ApiServicePage, ApiServiceRow, ApiServices};
use sdo_model::contract::types::ConditionStatus;
use sdo_model::{Call, Stop};

impl ApiServices for Snapshot {
    fn query(&self, call: &mut Call, filter: &ApiServiceFilter) -> Result<ApiServicePage, Stop> {
        let sight = sight(call);
        let query = Query::<APIService>::new(self, named(filter));
        let row = |id, service: &APIService| self.api_service_row(&sight, id, service);
        let (rows, total) = query.page(call, |_, service| matches(filter, service), row)?;
        Ok(ApiServicePage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &ApiServiceFilter) -> Result<u32, Stop> {
        Query::<APIService>::new(self, named(filter)).count(call, |_, service| matches(filter, service))
    }
}

fn named(filter: &ApiServiceFilter) -> Named<'_> {
    Named {
        name: filter.name.as_deref(),
        limit: filter.limit,
        after: filter.after,
        ..Named::default()
    }
}

fn matches(filter: &ApiServiceFilter, service: &APIService) -> bool {
    filter.group.as_deref().is_none_or(|group| service.spec.group == *group)
        && agrees(filter.available, available(service).is_some_and(Condition::is_true))
        && agrees(filter.local, service.spec.service.is_none())
}

fn available(service: &APIService) -> Option<&Condition> {
    condition(&service.status.conditions, "Available")
}

impl Snapshot {
    fn api_service_row(&self, call: &Call, id: u32, service: &APIService) -> ApiServiceRow {
        let backend = Backend::of(self, call, service.spec.service.as_ref());
        let available = available(service);
        ApiServiceRow {
            id,
            name: owned(&service.meta.name),
            group: owned(&service.spec.group),
            version: owned(&service.spec.version),
            available: available.map_or(ConditionStatus::Unknown, status),
            reason: available.map(|condition| owned(&condition.reason)).unwrap_or_default(),
            since: available.and_then(|condition| time(condition.last_transition_time)),
            service_namespace: backend.namespace.to_owned(),
            service_name: backend.name.to_owned(),
            service: backend.id,
            service_presence: backend.presence,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::fixture::snapshot;
    use sdo_model::contract::types::Presence;

    fn services() -> Snapshot {
        snapshot(&[
            r#"{"apiVersion":"apiregistration.k8s.io/v1","kind":"APIService","metadata":{"name":"v1.apps"},"spec":{"group":"apps","version":"v1"},
                "status":{"conditions":[{"type":"Available","status":"True","reason":"Local"}]}}"#,
            r#"{"apiVersion":"apiregistration.k8s.io/v1","kind":"APIService","metadata":{"name":"v1beta1.metrics.k8s.io"},
                "spec":{"group":"metrics.k8s.io","version":"v1beta1","service":{"namespace":"kube-system","name":"metrics-server"}},
                "status":{"conditions":[{"type":"Available","status":"False","reason":"ServiceNotFound","lastTransitionTime":"2026-01-01T00:00:00Z"}]}}"#,
            r#"{"apiVersion":"apiregistration.k8s.io/v1","kind":"APIService","metadata":{"name":"v1.x"},"spec":{"group":"x","version":"v1","service":{"namespace":"a","name":"b"}}}"#,
        ])
    }

    #[test]
    fn an_api_whose_service_is_gone_says_so() {
        let page = ApiServices::query(
            &services(),
            &mut Call::unlimited(),
            &ApiServiceFilter {
                available: Some(false),
                ..Default::default()
            },
        )
        .unwrap();
        let shown: Vec<_> = page
            .rows
            .iter()
            .map(|row| (row.name.as_str(), row.available, row.service_presence))
            .collect();
        assert_eq!(
            shown,
            [
                ("v1.x", ConditionStatus::Unknown, Presence::Absent),
                ("v1beta1.metrics.k8s.io", ConditionStatus::No, Presence::Absent)
            ]
        );
        assert_eq!(page.rows[1].reason, "ServiceNotFound");
    }

    #[test]
    fn what_the_api_server_serves_itself_needs_no_service() {
        let filter = ApiServiceFilter {
            local: Some(true),
            ..Default::default()
        };
        let page = ApiServices::query(&services(), &mut Call::unlimited(), &filter).unwrap();
        assert_eq!(page.total, 1);
        assert_eq!(
            (page.rows[0].service_presence, page.rows[0].service_name.as_str()),
            (Presence::Present, "")
        );
    }
}
