use super::*;
use crate::view::fixture::snapshot;

const SLICE: &str = r#"{"apiVersion":"discovery.k8s.io/v1","kind":"EndpointSlice",
    "metadata":{"name":"web-1","namespace":"demo","labels":{"kubernetes.io/service-name":"web"}},"ports":[{"name":"http","port":80}],
    "endpoints":[{"addresses":["10.0.0.1"],"conditions":{},"nodeName":"n","targetRef":{"kind":"Pod","namespace":"demo","name":"web-a","uid":"1"}},
    {"addresses":["10.0.0.2"],"conditions":{"ready":false,"serving":true,"terminating":true},"targetRef":{"kind":"Pod","namespace":"demo","name":"web-b","uid":"old"}},
    {"addresses":["10.0.0.9"],"conditions":{"ready":false}}]}"#;
const SERVICE: &str = r#"{"apiVersion":"v1","kind":"Service","metadata":{"name":"web","namespace":"demo"}}"#;

fn slices() -> Snapshot {
    snapshot(&[
        SLICE,
        SERVICE,
        r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web-a","namespace":"demo","uid":"1"}}"#,
        r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web-b","namespace":"demo","uid":"new"}}"#,
        r#"{"apiVersion":"discovery.k8s.io/v1","kind":"EndpointSlice","metadata":{"name":"other","namespace":"demo"}}"#,
    ])
}

#[test]
fn an_unset_condition_counts_as_ready_and_a_missing_target_is_none() {
    let snapshot = slices();
    let filter = EndpointSliceFilter {
        service: Some(Kind::Service.id(0)),
        ..Default::default()
    };
    let page = EndpointSlices::query(&snapshot, &mut Call::unlimited(), &filter).unwrap();
    assert_eq!((page.total, page.rows[0].ready, page.rows[0].total), (1, 1, 3));
    assert_eq!(page.rows[0].service, Some(Kind::Service.id(0)));
    let endpoints = EndpointSlices::endpoints(&snapshot, &mut Call::unlimited(), &[page.rows[0].id])
        .unwrap()
        .remove(0);
    let shown: Vec<_> = endpoints
        .iter()
        .map(|endpoint| {
            (
                endpoint.ready,
                endpoint.serving,
                endpoint.terminating,
                endpoint.target.is_some(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            (true, true, false, true),
            (false, true, true, true),
            (false, false, false, false)
        ]
    );
}

#[test]
fn a_pod_that_took_the_name_of_another_is_not_its_target() {
    let snapshot = slices();
    let id = snapshot.find_id(Kind::EndpointSlice, "demo", "web-1").unwrap();
    let endpoints = EndpointSlices::endpoints(&snapshot, &mut Call::unlimited(), &[id])
        .unwrap()
        .remove(0);
    let ids: Vec<_> = endpoints
        .iter()
        .filter_map(|endpoint| endpoint.target.as_ref())
        .map(|target| target.id)
        .collect();
    assert_eq!(ids, [Some(Kind::Pod.id(0)), None]);
}

#[test]
fn slices_of_a_service_that_may_not_be_read_are_none() {
    let filter = EndpointSliceFilter {
        service: Some(Kind::Service.id(0)),
        ..Default::default()
    };
    let blind = sdo_model::KindSet::ALL.without(Kind::Service);
    assert_eq!(
        EndpointSlices::count(&slices(), &mut Call::new(u64::MAX, blind), &filter),
        Ok(0)
    );
}
