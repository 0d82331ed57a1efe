//! `namespaces`.

use super::convert::{created, owned, time};
use super::page::{Query, agrees, named};
use crate::Snapshot;
use crate::object::Namespace;
use sdo_model::contract::namespaces::{NamespaceFilter, NamespacePage, NamespaceRow, Namespaces};
use sdo_model::{Call, Stop};

/// The label that names the Pod Security profile which admission enforces.
const ENFORCED: &str = "pod-security.kubernetes.io/enforce";

impl Namespaces for Snapshot {
    fn query(&self, call: &mut Call, filter: &NamespaceFilter) -> Result<NamespacePage, Stop> {
        let query = Query::<Namespace>::new(self, named!(filter, cluster));
        let (rows, total) = query.page(call, |_, found| agrees(filter.terminating, is_terminating(found)), row)?;
        Ok(NamespacePage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &NamespaceFilter) -> Result<u32, Stop> {
        let query = Query::<Namespace>::new(self, named!(filter, cluster));
        query.count(call, |_, found| agrees(filter.terminating, is_terminating(found)))
    }
}

fn is_terminating(namespace: &Namespace) -> bool {
    namespace.meta.deleted.is_some() || namespace.status.phase == "Terminating"
}

fn row(id: u32, namespace: &Namespace) -> NamespaceRow {
    NamespaceRow {
        id,
        name: owned(&namespace.meta.name),
        deleted: time(namespace.meta.deleted),
        pod_security: namespace.meta.labels.get(ENFORCED).map(owned).unwrap_or_default(),
        created: created(&namespace.meta),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::fixture::snapshot;

    #[test]
    fn a_namespace_terminates_by_its_phase_or_its_deletion() {
        let namespaces = snapshot(&[
            r#"{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"going","deletionTimestamp":"2026-11-30T18:00:00Z"},"status":{"phase":"Terminating"}}"#,
            r#"{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"phase"},"status":{"phase":"Terminating"}}"#,
            r#"{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"staying","labels":{"pod-security.kubernetes.io/enforce":"restricted"}},"status":{"phase":"Active"}}"#,
        ]);
        let rows = |terminating| {
            let filter = NamespaceFilter {
                terminating: Some(terminating),
                ..Default::default()
            };
            Namespaces::query(&namespaces, &mut Call::unlimited(), &filter)
                .unwrap()
                .rows
        };
        assert_eq!(
            rows(true).iter().map(|row| row.name.as_str()).collect::<Vec<_>>(),
            ["going", "phase"]
        );
        assert!(rows(true)[0].deleted.is_some());
        assert_eq!(rows(false)[0].pod_security, "restricted");
    }
}
