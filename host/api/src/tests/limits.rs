//! Health, and what one reader may ask of the host.

use super::{Kept, get, open, request, send, served};
use crate::api::Settings;
use crate::board::{Board, Link, Role};
use crate::history::{History, Later, Query};
use crate::sample;
use axum::body::Body;
use axum::http::{Method, StatusCode, header};
use futures::future::join_all;
use sdo_model::incident::{Entry, Incident, IncidentId};
use std::time::Duration;
use tokio::time::{Instant, advance};

/// A store that never answers.
struct Stuck;

impl History for Stuck {
    fn incident(&self, _: IncidentId) -> Later<'_, Option<Incident>> {
        Box::pin(std::future::pending())
    }

    fn entries(&self, _: IncidentId, _: usize) -> Later<'_, Vec<Entry>> {
        Box::pin(std::future::pending())
    }

    fn incidents<'a>(&'a self, _: &'a Query) -> Later<'a, Vec<Incident>> {
        Box::pin(std::future::pending())
    }
}

#[tokio::test(start_paused = true)]
async fn health_follows_the_hosts_beat_and_nothing_else() {
    let (publisher, router) = served(Board::default(), Settings::default(), Kept);
    assert_eq!(get(&router, "/healthz").await.text, "ok\n");
    advance(Duration::from_secs(90)).await;
    let got = get(&router, "/healthz").await;
    assert_eq!(got.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(
        got.text,
        "the host's loop has not gone round for 1 min; after 30 s it counts as stuck\n"
    );
    assert_eq!(get(&router, "/v1/status").await.json()["glance"]["verdict"], "unknown");
    publisher.beat();
    assert_eq!(get(&router, "/healthz").await.status, StatusCode::OK);
}

#[tokio::test]
async fn readiness_waits_for_the_first_round_and_names_what_is_missing() {
    let (publisher, router) = served(sample::starting(), Settings::default(), Kept);
    let got = get(&router, "/readyz").await;
    assert_eq!(got.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(
        got.text,
        "the first round has not finished; still being read: Pod, Service, Node\n"
    );
    let mut board = sample::starting();
    board.status.link = Link::Stale {
        since: sample::NOW,
        reason: "connection refused".to_owned(),
    };
    publisher.publish(board);
    let text = get(&router, "/readyz").await.text;
    assert!(
        text.contains("the API server does not answer: connection refused"),
        "{text}"
    );
    publisher.publish(sample::rich());
    assert_eq!(get(&router, "/readyz").await.text, "ok\n");
}

#[tokio::test]
async fn a_standby_is_ready_without_a_round() {
    let mut board = sample::starting();
    board.status.role = Role::Standby;
    let router = open(board);
    assert_eq!(get(&router, "/readyz").await.text, "ok\n");
}

#[tokio::test]
async fn nothing_but_get_is_served_and_no_body_is_taken() {
    let router = open(sample::rich());
    for method in [
        Method::POST,
        Method::PUT,
        Method::PATCH,
        Method::DELETE,
        Method::OPTIONS,
        Method::TRACE,
    ] {
        for path in ["/", "/v1/status", "/v1/incidents/INC-17", "/healthz"] {
            let got = send(
                &router,
                request(path).method(method.clone()).body(Body::empty()).unwrap(),
            )
            .await;
            assert_eq!(got.problem().0, 405, "{method} {path}");
            assert_eq!(got.headers[header::ALLOW], "GET, HEAD");
        }
    }
    for (name, value) in [(header::CONTENT_LENGTH, "5"), (header::TRANSFER_ENCODING, "chunked")] {
        let got = send(
            &router,
            request("/v1/status")
                .header(name, value)
                .body(Body::from("12345"))
                .unwrap(),
        )
        .await;
        assert_eq!(got.problem().0, 413);
        assert_eq!(got.headers[header::CONNECTION], "close");
    }
}

#[tokio::test(start_paused = true)]
async fn a_stuck_store_costs_its_readers_ten_seconds_and_never_the_kubelet() {
    let (publisher, router) = served(sample::rich(), Settings::default(), Stuck);
    let before = Instant::now();
    // More than are worked on at once.
    let readers = (0..20).map(|_| get(&router, "/v1/incidents"));
    let kubelet = async {
        tokio::time::sleep(Duration::from_secs(5)).await;
        publisher.beat();
        (get(&router, "/healthz").await.status, before.elapsed().as_secs())
    };
    let (answers, probe) = tokio::join!(join_all(readers), kubelet);
    assert_eq!(probe, (StatusCode::OK, 5));
    assert!(answers.iter().all(|got| got.status == StatusCode::GATEWAY_TIMEOUT));
    assert_eq!(before.elapsed().as_secs(), 10);
    // And the places are free again.
    assert_eq!(get(&router, "/v1/status").await.status, StatusCode::OK);
}

#[tokio::test]
async fn metrics_count_the_answers() {
    let router = open(sample::rich());
    get(&router, "/v1/status").await;
    get(&router, "/v1/nothing").await;
    let got = get(&router, "/metrics").await;
    assert!(
        got.text.contains("sdo_http_requests_total{class=\"2xx\"} 1\n"),
        "{}",
        got.text
    );
    assert!(got.text.contains("sdo_http_requests_total{class=\"4xx\"} 1\n"));
    assert!(got.text.ends_with("# EOF\n"));
}
