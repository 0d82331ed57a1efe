//! `ingress-classes`.

use super::convert::owned;
use super::page::{Named, Query};
use crate::Snapshot;
use crate::object::IngressClass;
use sdo_model::contract::ingress_classes::{IngressClassFilter, IngressClassPage, IngressClassRow, IngressClasses};
use sdo_model::{Call, Stop};

/// The annotation that marks the default class.
const DEFAULT_ANNOTATION: &str = "ingressclass.kubernetes.io/is-default-class";

impl IngressClasses for Snapshot {
    fn query(&self, call: &mut Call, filter: &IngressClassFilter) -> Result<IngressClassPage, Stop> {
        let (rows, total) = Query::<IngressClass>::new(self, named(filter)).page(call, |_, _| true, row)?;
        Ok(IngressClassPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &IngressClassFilter) -> Result<u32, Stop> {
        Query::<IngressClass>::new(self, named(filter)).count(call, |_, _| true)
    }
}

fn named(filter: &IngressClassFilter) -> Named<'_> {
    Named {
        name: filter.name.as_deref(),
        limit: filter.limit,
        after: filter.after,
        ..Named::default()
    }
}

fn row(id: u32, class: &IngressClass) -> IngressClassRow {
    IngressClassRow {
        id,
        name: owned(&class.meta.name),
        controller: owned(&class.spec.controller),
        is_default: class.meta.annotations.has(DEFAULT_ANNOTATION, "true"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::fixture::snapshot;

    #[test]
    fn the_default_class_is_marked_by_its_annotation() {
        let snapshot = snapshot(&[
            r#"{"apiVersion":"networking.k8s.io/v1","kind":"IngressClass","metadata":{"name":"nginx","annotations":{"ingressclass.kubernetes.io/is-default-class":"true"}},"spec":{"controller":"k8s.io/ingress-nginx"}}"#,
            r#"{"apiVersion":"networking.k8s.io/v1","kind":"IngressClass","metadata":{"name":"other"},"spec":{"controller":"x/y"}}"#,
        ]);
        let page = IngressClasses::query(&snapshot, &mut Call::unlimited(), &IngressClassFilter::default()).unwrap();
        let shown: Vec<_> = page
            .rows
            .iter()
            .map(|row| (row.name.as_str(), row.controller.as_str(), row.is_default))
            .collect();
        assert_eq!(
            shown,
            [("nginx", "k8s.io/ingress-nginx", true), ("other", "x/y", false)]
        );
    }
}
