use super::fate::BEARABLE;
use super::*;
use crate::error::ReadError;
use crate::reconnect::tests::connection;
use crate::watch::body::Stream;
use futures::StreamExt;
use sdo_model::Kind;
use std::future::ready;
use std::time::Duration;
use tokio::time::sleep;

const TOO_OLD: &str = r#"{"type":"ERROR","object":{"kind":"Status","code":410,"message":"too old resource version"}}"#;
const END_OF_LIST: &str = r#"{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9","annotations":{"k8s.io/initial-events-end":"true"}}}}"#;
const ADDED: &str = r#"{"type":"ADDED","object":{"metadata":{"name":"a","resourceVersion":"8"}}}"#;

/// What was told, in its order.
struct Told(mpsc::Receiver<Update>);

impl Told {
    /// Everything that was told so far.
    fn all(&mut self) -> Vec<&'static str> {
        let mut words = Vec::new();
        while let Ok(update) = self.0.try_recv() {
            words.push(word(&update));
        }
        words
    }

    /// That the resource is told as missing once, when the bearable time after `start` is over, and why.
    async fn lost_once(&mut self, start: Instant) -> String {
        let (update, after) = self.next(start).await;
        let Update::Lost(_, State::Missing, reason) = update else {
            panic!("{update:?}");
        };
        assert!(
            after >= BEARABLE && after < BEARABLE + Duration::from_millis(100),
            "{after:?}"
        );
        sleep(Duration::from_secs(300)).await;
        assert!(self.all().is_empty());
        reason
    }

    /// The next word, and how long after `start` it came.
    async fn next(&mut self, start: Instant) -> (Update, Duration) {
        let update = self.0.recv().await.unwrap();
        (update, start.elapsed())
    }
}

fn word(update: &Update) -> &'static str {
    match update {
        Update::Clock(..) => "clock",
        Update::Version(..) => "version",
        Update::Begin(..) => "begin",
        Update::Page(..) => "page",
        Update::End(..) => "end",
        Update::Events(..) => "events",
        Update::Back(..) => "back",
        Update::Lost(..) => "lost",
        Update::Gone(..) => "gone",
    }
}

/// A task that is up, or was until now, and what it tells. Only one list can be under way.
fn task(kind: Kind) -> (Task, Told) {
    let (sender, receiver) = mpsc::channel(64);
    let tools = Tools {
        connection: Reconnecting::new(connection("http://127.0.0.1:1", "test"), || {
            ready(Err(ReadError::Configuration("there is none".to_owned())))
        }),
        sender,
        lists: Semaphore::new(1),
        health: Health::default(),
    };
    let mut task = Task::new(Place::Typed(kind), Arc::new(tools));
    task.version = Some("7".to_owned());
    (task, Told(receiver))
}

/// One that was told to be lost.
fn lost(kind: Kind) -> (Task, Told) {
    let (mut task, told) = task(kind);
    task.told = true;
    task.down = Some(Down {
        since: Instant::now(),
        why: "test".to_owned(),
    });
    (task, told)
}

/// The answer to a watch: what comes, and after how many milliseconds. It ends with the last of it.
fn answer(parts: &[(u64, &str)]) -> Stream {
    let parts: Vec<(u64, String)> = parts.iter().map(|(wait, text)| (*wait, (*text).to_owned())).collect();
    let chunks = futures::stream::iter(parts).then(|(wait, text)| async move {
        sleep(Duration::from_millis(wait)).await;
        Ok::<_, String>(text.into_bytes())
    });
    Stream::new(chunks.boxed(), None)
}

fn line(text: &str) -> String {
    format!("{text}\n")
}

#[tokio::test(start_paused = true)]
async fn a_place_that_is_too_old_is_no_way_back_and_is_told_at_once() {
    for kind in [Kind::Pod, Kind::Lease] {
        let (mut task, mut told) = lost(kind);
        let start = Instant::now();
        let outcome = task.hear(answer(&[(0, &line(TOO_OLD))]), Stage::Asked).await;
        assert_eq!(outcome, Outcome::Expired);
        assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
        assert!(told.all().is_empty() && task.told && task.down.is_some());
    }
}

#[tokio::test(start_paused = true)]
async fn half_a_refusal_is_no_way_back() {
    let (mut task, mut told) = lost(Kind::Pod);
    let (first, rest) = TOO_OLD.split_at(40);
    let outcome = task
        .hear(answer(&[(500, first), (5_000, &line(rest))]), Stage::Asked)
        .await;
    assert_eq!(outcome, Outcome::Expired);
    assert!(told.all().is_empty());
}

#[tokio::test(start_paused = true)]
async fn the_first_line_shows_that_the_place_is_known() {
    let (mut task, mut told) = lost(Kind::Pod);
    let outcome = task.hear(answer(&[(300, &line(ADDED))]), Stage::Asked).await;
    assert_eq!(outcome, Outcome::Ended);
    assert_eq!(told.all(), ["events", "back"]);
    assert!(task.down.is_none());
    assert_eq!(task.version.as_deref(), Some("8"));
}

#[tokio::test(start_paused = true)]
async fn a_second_of_quiet_shows_that_the_place_is_known() {
    let (mut task, mut told) = lost(Kind::Pod);
    let start = Instant::now();
    tokio::spawn(async move { task.hear(answer(&[(60_000, &line(ADDED))]), Stage::Asked).await });
    let (update, after) = told.next(start).await;
    assert_eq!(word(&update), "back");
    assert!(
        after >= Duration::from_secs(1) && after < Duration::from_millis(1_100),
        "{after:?}"
    );
    let (update, after) = told.next(start).await;
    assert_eq!(word(&update), "events");
    assert!(after < Duration::from_millis(60_100), "{after:?}");
}

#[tokio::test(start_paused = true)]
async fn a_watch_that_was_not_told_to_be_lost_is_not_told_to_be_back() {
    let (mut task, mut told) = task(Kind::Pod);
    task.hear(answer(&[(0, &line(ADDED))]), Stage::Asked).await;
    assert_eq!(told.all(), ["events"]);
}

#[tokio::test(start_paused = true)]
async fn a_watch_that_ends_before_it_began_is_broken() {
    let (mut task, mut told) = lost(Kind::Pod);
    let outcome = task.hear(answer(&[]), Stage::Asked).await;
    assert!(matches!(outcome, Outcome::Broken(..)), "{outcome:?}");
    assert!(told.all().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_list_that_waits_for_others_is_told_as_lost_after_ten_seconds_and_once() {
    let (mut task, mut told) = task(Kind::Pod);
    let tools = Arc::clone(&task.tools);
    let _others = tools.lists.acquire().await.unwrap();
    let start = Instant::now();
    tokio::spawn(async move {
        task.after(Outcome::Expired, start).await;
        task.stream("/api/v1/pods").await
    });
    let reason = told.lost_once(start).await;
    assert!(reason.contains("no longer knows"), "{reason}");
}

#[tokio::test(start_paused = true)]
async fn a_new_list_is_told_as_lost_and_back_only_when_it_takes_too_long() {
    let expected: [(u64, &[&str]); 2] = [
        (2_000, &["events", "end"]),
        (20_000, &["events", "lost", "end", "back"]),
    ];
    for (rest, words) in expected {
        let (mut task, mut told) = task(Kind::Pod);
        task.after(Outcome::Expired, Instant::now()).await;
        let tools = Arc::clone(&task.tools);
        let permit = tools.lists.acquire().await.unwrap();
        let list = answer(&[(1_000, &line(ADDED)), (rest, &line(END_OF_LIST))]);
        let outcome = task.hear(list, Stage::Listing(permit)).await;
        assert_eq!(outcome, Outcome::Ended);
        assert_eq!(told.all(), words);
        assert!(task.down.is_none() && !task.told);
        assert_eq!(tools.lists.available_permits(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_watch_that_cannot_be_kept_up_is_told_as_lost_after_ten_seconds_and_once() {
    let (mut task, mut told) = task(Kind::Pod);
    let start = Instant::now();
    tokio::spawn(async move {
        loop {
            task.after(Outcome::broken("no route"), Instant::now()).await;
        }
    });
    told.lost_once(start).await;
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_there_again_is_listed_soon_however_long_it_was_away() {
    let (mut task, _told) = task(Kind::Pod);
    for _ in 0..10 {
        task.after(Outcome::broken("no route"), Instant::now()).await;
    }
    let start = Instant::now();
    task.after(Outcome::Expired, start).await;
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    assert_eq!((task.version, task.reason), (None, Reason::Expired));
}
