//! Streams in virtual time.

use super::*;
use crate::api::{Api, Settings};
use crate::feed::{Publisher, channel};
use crate::history::NoHistory;
use crate::query::Parameters;
use crate::sample;
use axum::body::BodyDataStream;
use axum::http::HeaderMap;
use futures::StreamExt;
use sdo_model::incident::IncidentId;
use serde_json::Value;

struct Stage {
    publisher: Publisher,
    shared: Arc<Shared>,
}

fn stage() -> Stage {
    let (publisher, feed) = channel(sample::rich());
    let metrics = Arc::new(Metrics::new("0.1.0"));
    let api = Api::new(Settings::default(), feed, metrics, Arc::new(NoHistory));
    Stage {
        publisher,
        shared: api.shared,
    }
}

impl Stage {
    async fn open(&self, last: Option<&str>) -> Result<BodyDataStream, Problem> {
        let mut headers = HeaderMap::new();
        if let Some(last) = last {
            headers.insert("last-event-id", last.parse().unwrap());
        }
        let call = Call {
            shared: Arc::clone(&self.shared),
            id: String::new(),
            parameters: Parameters::default(),
            headers,
        };
        Ok(follow(call).await?.into_body().into_data_stream())
    }

    fn announce(&self, number: u64) {
        let incident = sample::incident(number, sdo_model::incident::Stage::Open);
        self.publisher
            .announce(&sample::entry(IncidentId(number), sample::NOW), &incident);
    }

    fn id(&self, number: u64) -> String {
        format!("{}-{number}", sample::rich().status.started)
    }
}

/// The next frame: event, id, data.
async fn next(stream: &mut BodyDataStream) -> Option<(String, String, Value)> {
    let bytes = stream.next().await?.unwrap();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    assert!(text.ends_with("\n\n"), "{text:?}");
    let field = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_default().to_owned()
    };
    let data = serde_json::from_str(&field("data: ")).unwrap_or_default();
    Some((field("event: "), field("id: "), data))
}

/// The stream past its greeting and the first status.
async fn begun(stage: &Stage) -> BodyDataStream {
    let mut stream = stage.open(None).await.unwrap();
    assert_eq!(next(&mut stream).await.unwrap().0, "");
    let (event, _, status) = next(&mut stream).await.unwrap();
    assert_eq!(
        (event.as_str(), &status["verdict"]),
        ("status", &Value::from("incidents"))
    );
    stream
}

#[tokio::test(start_paused = true)]
async fn a_reader_sees_the_board_at_once_and_turns_as_they_happen() {
    let stage = stage();
    let mut stream = begun(&stage).await;
    stage.announce(31);
    let (event, id, turn) = next(&mut stream).await.unwrap();
    assert_eq!((event, id), ("turn".to_owned(), stage.id(1)));
    assert_eq!(turn["incident"], "INC-31");
    assert_eq!(turn["turn"], "opened");
}

#[tokio::test(start_paused = true)]
async fn boards_are_told_once_a_second_at_most_and_the_newest_wins() {
    let stage = stage();
    let mut stream = begun(&stage).await;
    let before = Instant::now();
    for _ in 0..20 {
        stage.publisher.publish(sample::rich());
    }
    stage.publisher.publish(sample::empty());
    let (event, _, status) = next(&mut stream).await.unwrap();
    assert_eq!((event.as_str(), &status["verdict"]), ("status", &Value::from("clear")));
    assert_eq!(before.elapsed(), BETWEEN_BOARDS);
    // Nothing more until something happens.
    assert_eq!(next(&mut stream).await.unwrap().0, "");
    assert_eq!(before.elapsed(), BETWEEN_BOARDS + STILL_ALIVE);
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_is_cut_off_before_its_first_turn_knows_where_it_stood() {
    let stage = stage();
    stage.announce(31);
    let mut stream = stage.open(None).await.unwrap();
    let (_, id, _) = next(&mut stream).await.unwrap();
    assert_eq!(id, stage.id(1));
    drop(stream);
    stage.announce(32);
    let mut stream = stage.open(Some(&id)).await.unwrap();
    // What was missed names its own place.
    assert_eq!(next(&mut stream).await.unwrap().1, "");
    let (_, id, turn) = next(&mut stream).await.unwrap();
    assert_eq!((id, &turn["incident"]), (stage.id(2), &Value::from("INC-32")));
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_comes_back_gets_what_it_missed_or_is_told_to_begin_anew() {
    let stage = stage();
    for number in 31..34 {
        stage.announce(number);
    }
    let mut stream = stage.open(Some(&stage.id(1))).await.unwrap();
    next(&mut stream).await;
    assert_eq!(next(&mut stream).await.unwrap().2["incident"], "INC-32");
    assert_eq!(next(&mut stream).await.unwrap().2["incident"], "INC-33");

    let mut stream = stage.open(Some("0-1")).await.unwrap();
    next(&mut stream).await;
    let (event, _, data) = next(&mut stream).await.unwrap();
    assert_eq!((event.as_str(), &data["reason"]), ("reset", &Value::from("missed")));
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_is_too_slow_is_told_and_dropped() {
    let stage = stage();
    let mut stream = begun(&stage).await;
    for number in 0..1_000 {
        stage.announce(number);
    }
    let (event, _, data) = next(&mut stream).await.unwrap();
    assert_eq!((event.as_str(), &data["reason"]), ("end", &Value::from("too-slow")));
    assert!(next(&mut stream).await.is_none());
    let text = stage.shared.metrics.text().unwrap();
    assert!(text.contains("sdo_dropped_total{what=\"stream-client\"} 1\n"), "{text}");
}

#[tokio::test(start_paused = true)]
async fn a_stream_ends_after_its_life_and_when_the_host_stops() {
    let stage = stage();
    let mut stream = begun(&stage).await;
    let before = Instant::now();
    let last = loop {
        let (event, _, data) = next(&mut stream).await.unwrap();
        if event == "end" {
            break data;
        }
    };
    assert_eq!((&last["reason"], before.elapsed()), (&Value::from("expired"), LIFE));
    assert!(next(&mut stream).await.is_none());

    let mut stream = begun(&stage).await;
    stage.shared.stop.send_replace(true);
    let (event, _, data) = next(&mut stream).await.unwrap();
    assert_eq!((event.as_str(), &data["reason"]), ("end", &Value::from("stopping")));
    assert!(next(&mut stream).await.is_none());
}

#[tokio::test(start_paused = true)]
async fn readers_are_counted_and_their_places_come_back() {
    let stage = stage();
    let mut streams = Vec::new();
    for _ in 0..MAX_STREAMS {
        streams.push(stage.open(None).await.unwrap());
    }
    let problem = stage.open(None).await.err().unwrap();
    assert_eq!((problem.status.as_u16(), problem.code), (503, "busy"));
    let clients = |number: usize| format!("sdo_stream_clients {number}\n");
    assert!(stage.shared.metrics.text().unwrap().contains(&clients(MAX_STREAMS)));
    drop(streams);
    assert!(stage.shared.metrics.text().unwrap().contains(&clients(0)));
    assert!(stage.open(None).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_host_that_is_gone_ends_its_streams() {
    let stage = stage();
    let mut stream = begun(&stage).await;
    drop(stage.publisher);
    assert_eq!(next(&mut stream).await.unwrap().2["reason"], "stopping");
    assert!(next(&mut stream).await.is_none());
}
