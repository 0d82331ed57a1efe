use super::*;
use crate::config::Config;
use crate::run::logging::spans;
use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::routing::post;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use prost::Message;
use std::sync::mpsc::{Receiver, channel};
use tracing::info_span;
use tracing_subscriber::layer::SubscriberExt;

/// A collector at `/otlp/v1/traces` on a free port: its address, and what it is sent.
fn collector(runtime: &tokio::runtime::Runtime) -> (String, Receiver<(String, ExportTraceServiceRequest)>) {
    let (sender, received) = channel();
    let take = async move |headers: HeaderMap, body: Bytes| {
        let kind = headers["content-type"].to_str().unwrap().to_owned();
        sender
            .send((kind, ExportTraceServiceRequest::decode(body).unwrap()))
            .unwrap();
    };
    let router = axum::Router::new().route("/otlp/v1/traces", post(take));
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    runtime.spawn(async { axum::serve(listener, router).await });
    (format!("http://{address}/otlp/"), received)
}

fn started(endpoint: &str) -> Telemetry {
    let settings = Config::parse(&format!("opentelemetry: {{ endpoint: \"{endpoint}\" }}")).unwrap();
    Telemetry::start(&settings.opentelemetry, Some("prod"))
        .unwrap()
        .unwrap()
}

#[test]
fn spans_reach_the_collector_with_their_names_their_parents_and_whose_they_are() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (endpoint, received) = collector(&runtime);
    let telemetry = started(&endpoint);
    let subscriber = tracing_subscriber::registry().with(spans(&telemetry));
    tracing::subscriber::with_default(subscriber, || {
        let round = info_span!("host.round", ran = 3);
        round.in_scope(|| info_span!("snapshot.derive").in_scope(|| ()));
        info_span!(target: "hyper", "of a library").in_scope(|| ());
    });
    drop(telemetry);

    let (kind, request) = received.recv_timeout(Duration::from_secs(10)).unwrap();
    assert_eq!(kind, "application/x-protobuf");
    let [of_resource] = request.resource_spans.as_slice() else {
        panic!("{request:?}")
    };
    let attributes = &of_resource.resource.as_ref().unwrap().attributes;
    for (key, wanted) in [("service.name", "sdo"), ("k8s.cluster.name", "prod")] {
        let found = attributes.iter().find(|attribute| attribute.key == key).unwrap();
        let value = found.value.clone().unwrap().value.unwrap();
        assert_eq!(value, Value::StringValue(wanted.to_owned()));
    }
    let spans: Vec<_> = of_resource.scope_spans.iter().flat_map(|scope| &scope.spans).collect();
    let names: Vec<&str> = spans.iter().map(|span| span.name.as_str()).collect();
    assert_eq!(names, ["snapshot.derive", "host.round"]);
    assert_eq!(spans[0].parent_span_id, spans[1].span_id);
    assert!(spans[1].attributes.iter().any(|attribute| attribute.key == "ran"));
}

#[test]
fn a_collector_that_is_away_keeps_nobody_waiting_for_long() {
    // Nothing listens there.
    let telemetry = started("http://127.0.0.1:9");
    let subscriber = tracing_subscriber::registry().with(spans(&telemetry));
    tracing::subscriber::with_default(subscriber, || info_span!("host.round").in_scope(|| ()));
    drop(telemetry);
}

#[test]
fn without_an_endpoint_nothing_is_started() {
    let settings = Config::parse("{}").unwrap();
    assert!(Telemetry::start(&settings.opentelemetry, None).unwrap().is_none());
}
