//! `custom-resource-definitions`.

use super::convert::owned;
use super::page::{Named, Query, agrees};
use crate::Snapshot;
use crate::object::{Condition, CustomResourceDefinition, condition};
use sdo_model::contract::custom_resource_definitions::{
    CustomResourceDefinitions, DefinitionFilter, DefinitionPage, DefinitionRow,
};
use sdo_model::{Call, Stop};

impl CustomResourceDefinitions for Snapshot {
    fn query(&self, call: &mut Call, filter: &DefinitionFilter) -> Result<DefinitionPage, Stop> {
        let query = Query::<CustomResourceDefinition>::new(self, named(filter));
        let (rows, total) = query.page(call, |_, definition| matches(filter, definition), row)?;
        Ok(DefinitionPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &DefinitionFilter) -> Result<u32, Stop> {
        Query::<CustomResourceDefinition>::new(self, named(filter))
            .count(call, |_, definition| matches(filter, definition))
    }
}

fn named(filter: &DefinitionFilter) -> Named<'_> {
    Named {
        name: filter.name.as_deref(),
        limit: filter.limit,
        after: filter.after,
        ..Named::default()
    }
}

fn matches(filter: &DefinitionFilter, definition: &CustomResourceDefinition) -> bool {
    filter
        .group
        .as_deref()
        .is_none_or(|group| definition.spec.group == *group)
        && agrees(filter.established, is_established(definition))
}

fn is_established(definition: &CustomResourceDefinition) -> bool {
    condition(&definition.status.conditions, "Established").is_some_and(Condition::is_true)
}

fn row(id: u32, definition: &CustomResourceDefinition) -> DefinitionRow {
    let spec = &definition.spec;
    DefinitionRow {
        id,
        name: owned(&definition.meta.name),
        group: owned(&spec.group),
        kind: owned(&spec.names.kind),
        plural: owned(&spec.names.plural),
        namespaced: spec.scope.as_str() == "Namespaced",
        versions: spec
            .versions
            .iter()
            .filter(|version| version.served)
            .map(|version| owned(&version.name))
            .collect(),
        established: is_established(definition),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::fixture::snapshot;

    #[test]
    fn only_served_versions_and_established_definitions_count() {
        let snapshot = snapshot(&[
            r#"{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"ippools.example.org"},
                "spec":{"group":"example.org","scope":"Cluster","names":{"kind":"IPPool","plural":"ippools"},
                "versions":[{"name":"v1","served":true,"storage":true},{"name":"v1alpha1","served":false}]},
                "status":{"conditions":[{"type":"Established","status":"True"}]}}"#,
            r#"{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"x.example.org"},"spec":{"group":"example.org","scope":"Namespaced"}}"#,
        ]);
        let filter = DefinitionFilter {
            established: Some(true),
            ..Default::default()
        };
        let page = CustomResourceDefinitions::query(&snapshot, &mut Call::unlimited(), &filter).unwrap();
        assert_eq!(page.total, 1);
        assert_eq!(
            (
                page.rows[0].kind.as_str(),
                page.rows[0].namespaced,
                page.rows[0].versions.as_slice()
            ),
            ("IPPool", false, ["v1".to_owned()].as_slice())
        );
    }
}
