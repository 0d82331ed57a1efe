use super::*;
use crate::delivery::Patience;
use crate::delivery::tests::{Bench, answered};
use crate::notice::samples::{closed, incident, notice, opened};
use sdo_model::finding::{Evidence, Severity};
use sdo_model::incident::{Blind, Turn};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

struct Served {
    webhook: Webhook,
    stop: watch::Sender<Option<Instant>>,
    task: JoinHandle<()>,
}

fn serve(bench: &Bench) -> Served {
    let (webhook, sender) = webhook(Ledger::new(Severity::Warning), bench.delivery.clone());
    let (stop, stopped) = watch::channel(None);
    let task = tokio::spawn(sender.run(stopped));
    Served { webhook, stop, task }
}

fn told(bench: &Bench) -> Vec<(String, String)> {
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let bodies = bench.bodies();
    bodies
        .iter()
        .map(|body| (text(&body["incident"]["id"]), text(&body["turn"])))
        .collect()
}

#[tokio::test(start_paused = true)]
async fn turns_arrive_in_their_order_also_when_one_needs_several_tries() {
    let bench = Bench::new(Patience::LONG, |number| {
        Some(if number < 3 { Err(answered(500)) } else { Ok(()) })
    });
    let served = serve(&bench);
    for notice in [opened(1), opened(2), closed(1)] {
        assert_eq!(served.webhook.notify(&notice, None), None);
    }
    sleep(Duration::from_secs(60)).await;
    let told = told(&bench);
    let opened = |id: &str| (id.to_owned(), "opened".to_owned());
    assert_eq!(told[..3], vec![opened("INC-1"); 3][..]);
    assert_eq!(
        told[3..],
        [
            opened("INC-1"),
            opened("INC-2"),
            ("INC-1".to_owned(), "closed".to_owned())
        ]
    );
    let keys: Vec<_> = bench.bodies().iter().map(|body| body["key"].clone()).collect();
    assert!(keys[..4].iter().all(|key| *key == keys[0]), "each try has the same key");
    assert_eq!(bench.host.count(Outcome::Delivered), 3);
}

#[tokio::test(start_paused = true)]
async fn a_dead_sink_fills_its_queue_and_nobody_waits() {
    let bench = Bench::new(Patience::LONG, |_| None);
    let served = serve(&bench);
    tokio::task::yield_now().await;
    let started = Instant::now();
    let losses = (0..3_000)
        .filter(|id| served.webhook.notify(&opened(*id), None) == Some(Loss::Full))
        .count();
    assert_eq!(started.elapsed(), Duration::ZERO);
    assert!((1_999..=2_000).contains(&losses), "{losses}");
}

#[tokio::test(start_paused = true)]
async fn what_waits_when_the_host_falls_silent_is_lost_at_once_and_never_sent() {
    for first in [None, Some(Err(answered(503)))] {
        let bench = Bench::new(Patience::LONG, move |number| match number {
            0 => first.clone(),
            _ => Some(Ok(())),
        });
        let served = serve(&bench);
        (0..50).for_each(|id| assert_eq!(served.webhook.notify(&opened(id), None), None));
        sleep(Duration::from_millis(500)).await;
        bench.host.leads.store(false, Relaxed);
        served.webhook.resume(&[]);
        sleep(Duration::from_millis(10)).await;
        assert_eq!(bench.host.count(Outcome::Lost(Loss::Stopped)), 50);
        bench.host.leads.store(true, Relaxed);
        served.webhook.resume(&[incident(1)]);
        served.webhook.notify(&closed(1), None);
        sleep(Duration::from_secs(900)).await;
        let turn = |id: &str, turn: &str| (id.to_owned(), turn.to_owned());
        assert_eq!(told(&bench), [turn("INC-0", "opened"), turn("INC-1", "closed")]);
        assert_eq!(bench.host.count(Outcome::Delivered), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_under_way_when_a_host_ended_is_told_by_the_next() {
    let first = Bench::new(Patience::LONG, |number| match number {
        0 => Some(Ok(())),
        _ => None,
    });
    let ended = serve(&first);
    let notices = [opened(1), opened(2), closed(3)];
    for notice in &notices {
        ended.webhook.retell(notice, None);
    }
    sleep(Duration::from_secs(1)).await;
    assert_eq!(ended.webhook.first_under_way(), Some(2));
    ended.task.abort();

    let second = Bench::new(Patience::LONG, |_| Some(Ok(())));
    let next = serve(&second);
    next.webhook.resume(&[incident(1), incident(2)]);
    for notice in &notices[1..] {
        next.webhook.retell(notice, None);
    }
    sleep(Duration::from_secs(1)).await;
    let turn = |id: &str, turn: &str| (id.to_owned(), turn.to_owned());
    assert_eq!(told(&second), [turn("INC-2", "opened"), turn("INC-3", "closed")]);
    assert_eq!(next.webhook.first_under_way(), None);
}

#[tokio::test(start_paused = true)]
async fn what_a_sink_refuses_is_at_its_end_and_what_a_stop_cuts_off_is_not() {
    for (status, under_way) in [(400, None), (503, Some(1))] {
        let bench = Bench::new(Patience::LONG, move |_| Some(Err(answered(status))));
        let served = serve(&bench);
        served.webhook.notify(&opened(1), None);
        sleep(Duration::from_secs(1)).await;
        served.stop.send_replace(Some(Instant::now() + Duration::from_secs(1)));
        served.task.await.unwrap();
        assert_eq!(served.webhook.first_under_way(), under_way, "{status}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_flapping_incident_that_ends_is_told_as_closed() {
    let bench = Bench::new(Patience::LONG, |_| Some(Ok(())));
    let served = serve(&bench);
    let end = closed(1);
    let steady = notice(Turn::Steady, end.incident.clone());
    for notice in [opened(1), steady, end] {
        assert_eq!(served.webhook.notify(&notice, None), None);
    }
    sleep(Duration::from_secs(1)).await;
    let turns: Vec<String> = told(&bench).into_iter().map(|(_, turn)| turn).collect();
    assert_eq!(turns, ["opened", "closed"]);
}

#[tokio::test(start_paused = true)]
async fn a_stop_empties_the_queue_when_the_sink_takes_it() {
    let bench = Bench::new(Patience::LONG, |_| Some(Ok(())));
    let served = serve(&bench);
    (0..50).for_each(|id| assert_eq!(served.webhook.notify(&opened(id), None), None));
    served.stop.send_replace(Some(Instant::now() + Duration::from_secs(5)));
    served.task.await.unwrap();
    assert_eq!(bench.host.count(Outcome::Delivered), 50);
    assert_eq!(served.webhook.notify(&opened(99), None), Some(Loss::Stopped));
}

#[tokio::test(start_paused = true)]
async fn a_stop_waits_no_longer_than_it_may_and_tells_what_is_lost() {
    for answer in [None, Some(Err(answered(503)))] {
        let bench = Bench::new(Patience::LONG, move |_| answer.clone());
        let served = serve(&bench);
        (0..50).for_each(|id| assert_eq!(served.webhook.notify(&opened(id), None), None));
        sleep(Duration::from_secs(1)).await;
        let started = Instant::now();
        served.stop.send_replace(Some(started + Duration::from_secs(5)));
        served.task.await.unwrap();
        assert!(started.elapsed() <= Duration::from_secs(6), "{:?}", started.elapsed());
        assert_eq!(bench.host.count(Outcome::Lost(Loss::Stopped)), 50);
    }
}

#[test]
fn a_document_is_what_its_schema_says() {
    let schema = jsonschema::validator_for(&schema()).unwrap();
    let mut rich = closed(17);
    rich.incident.blind = Some(Blind {
        since: 0,
        reason: "Pod: forbidden".to_owned(),
    });
    for notice in [opened(1), rich, notice(Turn::Flapping, incident(3))] {
        let document = serde_json::to_value(Document::of(&notice, Some("https://sdo.example.org"))).unwrap();
        let errors: Vec<String> = schema.iter_errors(&document).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(document["version"], 1);
    }
}

#[test]
fn a_document_has_a_size_whatever_the_incident_holds() {
    let mut huge = opened(1);
    let finding = &mut huge.incident.finding;
    finding.summary = "é".repeat(1_000_000);
    finding.evidence = vec![
        Evidence {
            value: "x".repeat(100_000),
            ..finding.evidence[0].clone()
        };
        1_000
    ];
    finding.next = vec!["y".repeat(100_000); 1_000];
    let body = serde_json::to_vec(&Document::of(&huge, None)).unwrap();
    assert!(body.len() < 200_000, "{}", body.len());
}
