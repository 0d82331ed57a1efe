use super::*;
use crate::object::{Deployment, Node};
use crate::view::fixture::snapshot;
use sdo_model::KindSet;
use sdo_model::call::price;

fn deployments() -> Snapshot {
    let deployment = |namespace: &str, name: &str, app: &str| {
        format!(
            r#"{{"apiVersion":"apps/v1","kind":"Deployment","metadata":{{"namespace":"{namespace}","name":"{name}","labels":{{"app":"{app}"}}}}}}"#
        )
    };
    let all = [
        deployment("b", "web", "web"),
        deployment("a", "api", "api"),
        deployment("a", "web", "web"),
        deployment("c", "web", "web"),
    ];
    snapshot(&all.each_ref().map(String::as_str))
}

fn names(named: Named<'_>) -> (Vec<String>, u32) {
    let snapshot = deployments();
    let query = Query::<Deployment>::new(&snapshot, named);
    let row = |_, deployment: &Deployment| format!("{}/{}", deployment.meta.namespace, deployment.meta.name);
    query.page(&mut Call::unlimited(), |_, _| true, row).unwrap()
}

fn rows(named: Named<'_>) -> String {
    names(named).0.join(" ")
}

#[test]
fn rows_come_by_namespace_and_name() {
    assert_eq!(rows(Named::default()), "a/api a/web b/web c/web");
}

#[test]
fn all_of_namespace_name_and_labels_must_hold() {
    let labels = [("app".to_owned(), "web".to_owned())];
    assert_eq!(
        rows(Named {
            namespace: Some("a"),
            ..Named::default()
        }),
        "a/api a/web"
    );
    assert_eq!(
        rows(Named {
            name: Some("web"),
            ..Named::default()
        }),
        "a/web b/web c/web"
    );
    assert_eq!(
        rows(Named {
            namespace: Some("a"),
            labels: &labels,
            ..Named::default()
        }),
        "a/web"
    );
    assert_eq!(
        rows(Named {
            namespace: Some("a"),
            name: Some("api"),
            labels: &labels,
            ..Named::default()
        }),
        ""
    );
    assert_eq!(
        rows(Named {
            namespace: Some("nowhere"),
            ..Named::default()
        }),
        ""
    );
}

#[test]
fn a_page_tells_how_many_match_and_the_next_one_goes_on_behind_it() {
    let (first, total) = names(Named {
        limit: 3,
        ..Named::default()
    });
    assert_eq!((first.len(), total), (3, 4));
    let after = Some(Kind::Deployment.id(2));
    assert_eq!(
        names(Named {
            limit: 3,
            after,
            ..Named::default()
        }),
        (vec!["c/web".to_owned()], 4)
    );
    assert_eq!(
        rows(Named {
            after: Some(Kind::Pod.id(0)),
            ..Named::default()
        }),
        ""
    );
    assert_eq!(
        rows(Named {
            after: Some(Kind::Deployment.id(900)),
            ..Named::default()
        }),
        ""
    );
}

#[test]
fn a_limit_of_nothing_or_too_much_is_the_ceiling() {
    assert_eq!([limit(0), limit(7), limit(5000)], [MOST, 7, MOST]);
}

#[test]
fn places_of_an_index_are_narrowed_further() {
    let snapshot = deployments();
    let query = Query::<Deployment>::new(
        &snapshot,
        Named {
            namespace: Some("b"),
            ..Named::default()
        },
    )
    .within(&[1_u32, 2, 3][..]);
    assert_eq!(query.count(&mut Call::unlimited(), |_, _| true).unwrap(), 1);
    let even = |index: usize| index.is_multiple_of(2);
    let query = Query::<Deployment>::new(&snapshot, Named::default()).sieve(&even);
    assert_eq!(query.count(&mut Call::unlimited(), |_, _| true).unwrap(), 2);
}

#[test]
fn every_candidate_is_paid_for_before_it_is_looked_at() {
    let snapshot = deployments();
    let query = Query::<Deployment>::new(
        &snapshot,
        Named {
            namespace: Some("a"),
            ..Named::default()
        },
    );
    let mut call = Call::new(2 * price::SCAN, KindSet::ALL);
    assert_eq!(query.count(&mut call, |_, _| true).unwrap(), 2);
    assert_eq!(call.left(), 0);
    let mut looked = 0;
    let refused = query.count(&mut Call::new(price::SCAN, KindSet::ALL), |_, _| {
        looked += 1;
        true
    });
    assert_eq!((refused, looked), (Err(Stop::Exhausted), 0));
}

#[test]
fn rows_that_could_not_be_paid_for_are_not_built() {
    let snapshot = deployments();
    let query = Query::<Deployment>::new(&snapshot, Named::default());
    let mut built = 0;
    let row = |_, _: &Deployment| {
        built += 1;
        "x".repeat(64)
    };
    let mut call = Call::new(4 * price::SCAN + price::STRING, KindSet::ALL);
    assert_eq!(query.page(&mut call, |_, _| true, row), Err(Stop::Exhausted));
    assert_eq!(built, 2);
}

#[test]
fn objects_of_the_whole_cluster_are_found_by_name() {
    let snapshot = snapshot(&[r#"{"apiVersion":"v1","kind":"Node","metadata":{"name":"n1"}}"#]);
    let query = Query::<Node>::new(
        &snapshot,
        Named {
            name: Some("n1"),
            ..Named::default()
        },
    );
    assert_eq!(query.count(&mut Call::unlimited(), |_, _| true).unwrap(), 1);
}
