use super::*;
use crate::announce::event::tests::announcement;
use crate::announce::{Announcer, Counts, Offer};
use crate::fake::{Reply, door};
use crate::lease::{Leadership, Until};
use sdo_model::incident::Turn;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Events by namespace and name, and how often each was asked for.
#[derive(Clone, Default)]
struct Events(Arc<Mutex<BTreeMap<String, u32>>>);

impl Events {
    fn made(&self) -> usize {
        self.0.lock().unwrap().len()
    }

    fn asked(&self) -> u32 {
        self.0.lock().unwrap().values().sum()
    }

    /// As the API server answers.
    fn answer(&self, path: &str, body: &Value) -> Reply {
        let name = format!("{path}/{}", body["metadata"]["name"].as_str().unwrap());
        let mut events = self.0.lock().unwrap();
        let asked = events.entry(name).or_default();
        *asked += 1;
        match *asked {
            1 => Reply::new(201, body),
            _ => Reply::refused(409, "AlreadyExists"),
        }
    }
}

fn leads() -> watch::Receiver<Role> {
    Leadership::alone().role()
}

fn announcer(role: watch::Receiver<Role>, door: Door) -> Announcer {
    let (announcer, task) = Announcer::new(door, &Identity::of_process(), role);
    tokio::spawn(task.run(std::future::pending()));
    announcer
}

/// Numbered announcements, each of an incident of its own.
fn numbered(number: u64, namespace: &str) -> Announcement {
    let mut announcement = announcement();
    announcement.incident.0 = number;
    announcement.object.namespace = namespace.to_owned();
    announcement
}

fn one(counts: impl FnOnce(&mut Counts)) -> Counts {
    let mut expected = Counts::default();
    counts(&mut expected);
    expected
}

#[tokio::test(start_paused = true)]
async fn an_announcement_made_twice_is_one_event() {
    let events = Events::default();
    let seen = events.clone();
    let announcer = announcer(leads(), door(move |_, path, body| Some(seen.answer(&path, &body))));
    assert_eq!(announcer.announce(announcement()), Offer::Queued);
    assert_eq!(announcer.announce(announcement()), Offer::Queued);
    sleep(Duration::from_secs(1)).await;
    assert_eq!(events.made(), 1);
    let expected = Counts {
        told: 1,
        already_told: 1,
        ..Counts::default()
    };
    assert_eq!(announcer.counts(), expected);
}

#[tokio::test(start_paused = true)]
async fn turns_that_nobody_needs_an_event_for_are_not_told() {
    let announcer = announcer(leads(), door(|_, _, _| panic!("no request")));
    for turn in [Turn::Changed, Turn::Blinded, Turn::Flapping, Turn::Muted] {
        let announcement = Announcement { turn, ..announcement() };
        assert_eq!(announcer.announce(announcement), Offer::NotTold);
    }
}

#[tokio::test(start_paused = true)]
async fn an_overloaded_server_is_asked_again_when_it_wants() {
    let events = Events::default();
    let (seen, times) = (events.clone(), Arc::new(Mutex::new(Vec::new())));
    let asked = times.clone();
    let busy = door(move |_, path, body| {
        asked.lock().unwrap().push(Instant::now());
        if asked.lock().unwrap().len() > 2 {
            return Some(seen.answer(&path, &body));
        }
        // As priority and fairness refuses: no Status, a header.
        let mut reply = Reply::new(429, "Too many requests, please try again later.");
        reply.headers.push(("Retry-After", "20".to_owned()));
        Some(reply)
    });
    let announcer = announcer(leads(), busy);
    announcer.announce(announcement());
    sleep(Duration::from_secs(120)).await;
    assert_eq!(announcer.counts(), one(|counts| counts.told = 1));
    let times = times.lock().unwrap();
    let pauses: Vec<Duration> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(
        pauses.iter().all(|pause| pause.as_secs() >= 20 && pause.as_secs() < 30),
        "{pauses:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_is_lost_leads_to_no_second_event() {
    let events = Events::default();
    let seen = events.clone();
    let announcer = announcer(
        leads(),
        door(move |_, path, body| {
            let reply = seen.answer(&path, &body);
            (reply.status == 409).then_some(reply)
        }),
    );
    announcer.announce(announcement());
    sleep(Duration::from_secs(30)).await;
    assert_eq!((events.made(), events.asked()), (1, 2));
    assert_eq!(announcer.counts(), one(|counts| counts.already_told = 1));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_stays_unwell_is_given_up_and_nobody_waits_for_it() {
    let silent = announcer(leads(), door(|_, _, _| None));
    let started = Instant::now();
    for number in 0..1_000 {
        silent.announce(numbered(number, "demo"));
    }
    assert_eq!(started.elapsed(), Duration::ZERO, "the host is never made to wait");
    assert!(silent.counts().queue_full >= 700);
    sleep(Duration::from_secs(180)).await;
    assert!(silent.counts().given_up >= 1, "{:?}", silent.counts());
}

#[tokio::test(start_paused = true)]
async fn a_namespace_that_goes_away_and_a_refused_event_are_results() {
    let refusal = |status: u16, reason: &'static str| async move {
        let announcer = announcer(leads(), door(move |_, _, _| Some(Reply::refused(status, reason))));
        announcer.announce(announcement());
        sleep(Duration::from_secs(300)).await;
        announcer.counts()
    };
    assert_eq!(refusal(404, "NotFound").await, one(|counts| counts.unwelcome = 1));
    assert_eq!(refusal(403, "Forbidden").await, one(|counts| counts.unwelcome = 1));
    assert_eq!(refusal(422, "Invalid").await, one(|counts| counts.refused = 1));
    let announcer = announcer(leads(), door(|_, _, _| panic!("no request")));
    announcer.announce(numbered(1, "../../pods"));
    sleep(Duration::from_secs(1)).await;
    assert_eq!(announcer.counts(), one(|counts| counts.refused = 1));
}

#[tokio::test(start_paused = true)]
async fn a_storm_becomes_a_burst_and_the_rest_is_counted() {
    let events = Events::default();
    let seen = events.clone();
    let announcer = announcer(leads(), door(move |_, path, body| Some(seen.answer(&path, &body))));
    for number in 0..200 {
        announcer.announce(numbered(number, ["a", "b", "c"][number as usize % 3]));
    }
    sleep(Duration::from_secs(1)).await;
    assert_eq!(events.made(), 20);
    let expected = Counts {
        told: 20,
        rate_limited: 180,
        ..Counts::default()
    };
    assert_eq!(announcer.counts(), expected);
}

#[tokio::test(start_paused = true)]
async fn only_a_leader_writes_and_what_waits_longer_than_news_is_dropped() {
    let events = Events::default();
    let seen = events.clone();
    let (role, told) = watch::channel(Role::Standby { leader: None });
    let announcer = announcer(told, door(move |_, path, body| Some(seen.answer(&path, &body))));
    announcer.announce(numbered(1, "demo"));
    sleep(Duration::from_secs(60)).await;
    assert_eq!(events.asked(), 0);
    role.send_replace(Role::Leader { until: Until::never() });
    sleep(Duration::from_secs(1)).await;
    assert_eq!(events.made(), 1);
    role.send_replace(Role::Standby { leader: None });
    announcer.announce(numbered(2, "demo"));
    sleep(Duration::from_secs(301)).await;
    role.send_replace(Role::Leader { until: Until::never() });
    sleep(Duration::from_secs(1)).await;
    assert_eq!(events.made(), 1);
    assert_eq!(announcer.counts().not_leader, 1);
}

#[tokio::test(start_paused = true)]
async fn what_waits_when_the_host_stops_is_tried_once_more_and_not_for_long() {
    let stop = |door: Door| async {
        let (announcer, task) = Announcer::new(door, &Identity::of_process(), leads());
        for number in 0..3 {
            announcer.announce(numbered(number, "demo"));
        }
        let started = Instant::now();
        task.run(async {}).await;
        (
            announcer.counts(),
            started.elapsed(),
            announcer.announce(announcement()),
        )
    };
    let events = Events::default();
    let (counts, _, after) = stop(door(move |_, path, body| Some(events.answer(&path, &body)))).await;
    assert_eq!((counts.told, after), (3, Offer::Full));
    let (counts, took, _) = stop(door(|_, _, _| None)).await;
    assert_eq!(counts.given_up, 3);
    assert!(took <= Duration::from_secs(4), "{took:?}");
}
