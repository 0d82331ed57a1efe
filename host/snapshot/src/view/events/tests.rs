use super::*;
use crate::view::fixture::snapshot;
use sdo_model::KindSet;

const POD: &str = r#"{"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"a","name":"p","uid":"new"}}"#;
const NODE: &str = r#"{"apiVersion":"v1","kind":"Node","metadata":{"name":"n1","uid":"node-uid"}}"#;

fn event(name: &str, about: &str, rest: &str) -> String {
    format!(
        r#"{{"apiVersion":"v1","kind":"Event","metadata":{{"namespace":"a","name":"{name}","creationTimestamp":"1970-01-01T00:00:01Z"}},
        "involvedObject":{about},{rest}}}"#
    )
}

fn about_pod(uid: &str) -> String {
    format!(r#"{{"apiVersion":"v1","kind":"Pod","namespace":"a","name":"p","uid":"{uid}"}}"#)
}

fn shop() -> Snapshot {
    let all = [
        event(
            "old",
            &about_pod("new"),
            r#""reason":"BackOff","type":"Warning","count":7,"lastTimestamp":"1970-01-01T00:00:30Z","message":"a""#,
        ),
        event(
            "scheduler",
            &about_pod(""),
            r#""reason":"FailedScheduling","type":"Warning","eventTime":"1970-01-01T00:00:50.1Z","lastTimestamp":null,"message":"0/3 nodes""#,
        ),
        event(
            "series",
            &about_pod("new"),
            r#""reason":"Unhealthy","type":"Warning","series":{"count":3,"lastObservedTime":"1970-01-01T00:00:40Z"}"#,
        ),
        event(
            "former",
            &about_pod("former"),
            r#""reason":"Killing","type":"Normal","lastTimestamp":"1970-01-01T00:00:20Z""#,
        ),
        event(
            "node",
            r#"{"kind":"Node","name":"n1","uid":"n1"}"#,
            r#""reason":"NodeNotReady","type":"Normal","lastTimestamp":"1970-01-01T00:00:50Z""#,
        ),
        POD.to_owned(),
        NODE.to_owned(),
    ];
    snapshot(&all.each_ref().map(String::as_str))
}

fn reasons(filter: &EventFilter) -> String {
    let page = Events::query(&shop(), &mut Call::unlimited(), filter).unwrap();
    page.rows
        .iter()
        .map(|row| row.reason.as_str())
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn the_newest_comes_first_by_whichever_clock_an_event_has_then_by_name() {
    assert_eq!(
        reasons(&EventFilter::default()),
        "NodeNotReady FailedScheduling Unhealthy BackOff Killing"
    );
}

#[test]
fn the_next_page_goes_on_behind_the_last_row() {
    let snapshot = shop();
    let page = |after| {
        let filter = EventFilter {
            limit: 2,
            after,
            ..EventFilter::default()
        };
        Events::query(&snapshot, &mut Call::unlimited(), &filter).unwrap()
    };
    let first = page(None);
    let second = page(first.rows.last().map(|row| row.id));
    assert_eq!(
        (second.rows[0].reason.as_str(), second.rows.len(), second.total),
        ("Unhealthy", 2, 5)
    );
    assert_eq!(page(Some(Kind::Pod.id(0))).rows, []);
}

#[test]
fn events_of_a_former_object_of_the_name_are_not_its_own() {
    let about = |id| EventFilter {
        about: Some(id),
        ..EventFilter::default()
    };
    assert_eq!(reasons(&about(Kind::Pod.id(0))), "FailedScheduling Unhealthy BackOff");
    assert_eq!(reasons(&about(Kind::Node.id(0))), "NodeNotReady");
    assert_eq!(reasons(&about(Kind::Pod.id(7))), "");
}

#[test]
fn every_predicate_narrows() {
    assert_eq!(
        reasons(&EventFilter {
            warning: Some(false),
            ..EventFilter::default()
        }),
        "NodeNotReady Killing"
    );
    assert_eq!(
        reasons(&EventFilter {
            kind: Some("Node".into()),
            ..EventFilter::default()
        }),
        "NodeNotReady"
    );
    assert_eq!(
        reasons(&EventFilter {
            since: Some(40),
            ..EventFilter::default()
        }),
        "NodeNotReady FailedScheduling Unhealthy"
    );
    assert_eq!(
        reasons(&EventFilter {
            contains: Some("/3".into()),
            ..EventFilter::default()
        }),
        "FailedScheduling"
    );
    assert_eq!(
        reasons(&EventFilter {
            namespace: Some("b".into()),
            ..EventFilter::default()
        }),
        ""
    );
}

#[test]
fn a_row_says_what_it_is_about_as_far_as_that_may_be_read() {
    let snapshot = shop();
    let filter = EventFilter {
        reason: Some("Killing".into()),
        ..EventFilter::default()
    };
    let row = |call: &mut Call, filter: &EventFilter| Events::query(&snapshot, call, filter).unwrap().rows.remove(0);
    assert_eq!(row(&mut Call::unlimited(), &filter).about.id, None);
    let node = EventFilter {
        kind: Some("Node".into()),
        ..EventFilter::default()
    };
    let seen = row(&mut Call::unlimited(), &node).about;
    assert_eq!((seen.id, seen.namespace.as_str()), (Some(Kind::Node.id(0)), ""));
    let mut call = Call::new(u64::MAX, KindSet::EMPTY.with(Kind::Event));
    assert_eq!(row(&mut call, &node).about.id, None);
    let about = EventFilter {
        about: seen.id,
        ..EventFilter::default()
    };
    assert_eq!(Events::count(&snapshot, &mut call, &about).unwrap(), 0);
}
