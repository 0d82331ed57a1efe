use super::*;
use crate::delivery::Patience;
use crate::delivery::tests::{Bench, answered};
use crate::notice::samples::{closed, incident, notice, opened};
use sdo_model::finding::Severity;
use sdo_model::incident::{Mute, Turn};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::Instant;

struct Served {
    alertmanager: Alertmanager,
    stop: watch::Sender<Option<Instant>>,
    task: JoinHandle<()>,
}

fn serve(bench: &Bench) -> Served {
    let ledger = Ledger::new(Severity::Warning);
    let (alertmanager, sender) = alertmanager(ledger, bench.delivery.clone(), Duration::from_secs(60));
    let (stop, stopped) = watch::channel(None);
    let task = tokio::spawn(sender.run(stopped));
    Served {
        alertmanager,
        stop,
        task,
    }
}

fn well() -> Bench {
    Bench::new(Patience::SHORT, |_| Some(Ok(())))
}

/// Alerts of each request: incident, and whether it is over.
fn told(bench: &Bench) -> Vec<Vec<(String, bool)>> {
    let bodies = bench.bodies();
    let alert = |alert: &serde_json::Value| {
        let incident = alert["labels"]["incident"].as_str().unwrap().to_owned();
        (incident, alert.get("endsAt").is_some())
    };
    bodies
        .iter()
        .map(|body| body.as_array().unwrap().iter().map(alert).collect())
        .collect()
}

fn one(id: u64, over: bool) -> Vec<(String, bool)> {
    vec![(format!("INC-{id}"), over)]
}

#[tokio::test(start_paused = true)]
async fn a_standing_alert_is_repeated_each_minute_and_its_end_is_told_once() {
    let bench = well();
    let served = serve(&bench);
    sleep(Duration::from_secs(1)).await;
    assert_eq!(bench.tries(), 0, "there is nothing to tell");
    served.alertmanager.notify(&opened(1), None);
    sleep(Duration::from_secs(1)).await;
    assert_eq!(told(&bench), [one(1, false)]);
    sleep(Duration::from_secs(180)).await;
    assert_eq!(told(&bench), vec![one(1, false); 4]);
    served.alertmanager.notify(&closed(1), None);
    sleep(Duration::from_secs(600)).await;
    assert_eq!(told(&bench).len(), 5);
    assert_eq!(told(&bench)[4], one(1, true));
    assert_eq!(
        bench.host.count(Outcome::Delivered),
        2,
        "a repetition tells nothing new"
    );
}

#[tokio::test(start_paused = true)]
async fn changes_of_one_moment_travel_together() {
    let bench = well();
    let served = serve(&bench);
    (0..40).for_each(|id| assert_eq!(served.alertmanager.notify(&opened(id), None), None));
    sleep(Duration::from_secs(1)).await;
    assert_eq!(bench.tries(), 1);
    assert_eq!(told(&bench)[0].len(), 40);
}

#[tokio::test(start_paused = true)]
async fn what_happened_while_it_was_away_is_told_as_it_is_then() {
    let away = Arc::new(AtomicBool::new(true));
    let gone = away.clone();
    let bench = Bench::new(Patience::SHORT, move |_| {
        Some(match gone.load(Relaxed) {
            true => Err(answered(503)),
            false => Ok(()),
        })
    });
    let served = serve(&bench);
    (0..3).for_each(|id| assert_eq!(served.alertmanager.notify(&opened(id), None), None));
    sleep(Duration::from_secs(120)).await;
    served.alertmanager.notify(&closed(1), None);
    sleep(Duration::from_secs(120)).await;
    away.store(false, Relaxed);
    let before = bench.tries();
    sleep(Duration::from_secs(90)).await;
    let mut first = told(&bench)[before].clone();
    first.sort();
    let expected = [one(0, false), one(1, true), one(2, false)].concat();
    assert_eq!(first, expected);
    assert_eq!(bench.host.count(Outcome::Delivered), 4, "three openings and an end");
}

#[tokio::test(start_paused = true)]
async fn an_end_is_tried_with_every_repetition_while_the_alertmanager_is_away() {
    let bench = Bench::new(Patience::SHORT, |_| Some(Err(answered(503))));
    let served = serve(&bench);
    served.alertmanager.notify(&opened(1), None);
    served.alertmanager.notify(&closed(1), None);
    sleep(Duration::from_secs(600)).await;
    assert!(
        bench.tries() >= 45,
        "five tries each minute or a little more: {}",
        bench.tries()
    );
    assert_eq!(told(&bench).last().unwrap(), &one(1, true));
}

#[tokio::test(start_paused = true)]
async fn a_muted_alert_is_not_repeated() {
    let bench = well();
    let served = serve(&bench);
    served.alertmanager.notify(&opened(1), None);
    sleep(Duration::from_secs(1)).await;
    let mut muted = incident(1);
    muted.mute = Some(Mute {
        by: "window".to_owned(),
        until: None,
    });
    served.alertmanager.notify(&notice(Turn::Muted, muted), None);
    sleep(Duration::from_secs(600)).await;
    assert_eq!(bench.tries(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_new_leader_repeats_what_stands_and_an_old_one_falls_silent() {
    let bench = well();
    let served = serve(&bench);
    served.alertmanager.resume(&[incident(1), incident(2)], "prod", None);
    sleep(Duration::from_secs(1)).await;
    assert_eq!(told(&bench), [[one(1, false), one(2, false)].concat()]);
    served.alertmanager.notify(&closed(2), None);
    sleep(Duration::from_secs(1)).await;
    assert_eq!(told(&bench)[1], one(2, true));
    bench.host.leads.store(false, Relaxed);
    sleep(Duration::from_secs(600)).await;
    assert_eq!(bench.tries(), 2);
    bench.host.leads.store(true, Relaxed);
    served.alertmanager.resume(&[], "prod", None);
    sleep(Duration::from_secs(600)).await;
    assert_eq!(bench.tries(), 2);
}

#[tokio::test(start_paused = true)]
async fn what_is_on_its_way_when_the_host_falls_silent_is_lost_and_not_tried_again() {
    for first in [None, Some(Err(answered(503)))] {
        let bench = Bench::new(Patience::SHORT, move |number| match number {
            0 => first.clone(),
            _ => Some(Ok(())),
        });
        let served = serve(&bench);
        served.alertmanager.notify(&opened(1), None);
        sleep(Duration::from_millis(500)).await;
        let lost = served.alertmanager.resume(&[], "prod", None);
        assert_eq!(lost, [opened(1).key()]);
        sleep(Duration::from_secs(600)).await;
        assert_eq!(bench.tries(), 1);
        served.alertmanager.resume(&[incident(2)], "prod", None);
        sleep(Duration::from_secs(1)).await;
        assert_eq!(told(&bench), [one(1, false), one(2, false)]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_stop_sends_what_was_not_sent_and_ends_nothing_that_stands() {
    let bench = well();
    let served = serve(&bench);
    served.alertmanager.notify(&opened(1), None);
    served.stop.send_replace(Some(Instant::now() + Duration::from_secs(5)));
    served.task.await.unwrap();
    assert_eq!(told(&bench), [one(1, false)]);
    let silent = Bench::new(Patience::SHORT, |_| None);
    let served = serve(&silent);
    served.alertmanager.notify(&opened(1), None);
    sleep(Duration::from_secs(1)).await;
    let started = Instant::now();
    served.stop.send_replace(Some(started + Duration::from_secs(5)));
    served.task.await.unwrap();
    assert!(started.elapsed() <= Duration::from_secs(6));
    assert_eq!(silent.host.count(Outcome::Lost(Loss::Stopped)), 1);
}

#[tokio::test(start_paused = true)]
async fn a_refused_batch_is_lost_and_told_as_such() {
    let bench = Bench::new(Patience::SHORT, |_| Some(Err(answered(400))));
    let served = serve(&bench);
    served.alertmanager.notify(&opened(1), None);
    sleep(Duration::from_secs(30)).await;
    assert_eq!(bench.tries(), 1);
    assert_eq!(bench.host.count(Outcome::Lost(Loss::Refused)), 1);
}
