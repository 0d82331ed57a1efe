use super::*;
use crate::fake::{Reply, client, connection};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use tokio::time::{advance, sleep};

const PATIENCE: Duration = Duration::from_secs(3);
/// No client is made anew sooner than this.
const PAUSE: Duration = Duration::from_secs(30);

async fn ask(door: &Door) -> Option<u16> {
    let name = LeaseName {
        namespace: "sdo".to_owned(),
        name: "leader".to_owned(),
    };
    let answer = door.read_lease(&name, PATIENCE).await;
    // What is done beside the request has its turn.
    sleep(Duration::from_millis(1)).await;
    answer.map_or_else(|error| error.status(), |_| Some(200))
}

/// A door whose first client is answered with `answer` and each later one well; how many later ones there were.
fn replaced(answer: impl Fn() -> Option<Reply> + Clone + Send + 'static) -> (Door, Arc<AtomicU32>) {
    let made = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&made);
    let first = connection(client(move |_, _, _| answer()));
    let connection = Reconnecting::new(first, move || {
        count.fetch_add(1, Relaxed);
        std::future::ready(Ok(connection(client(|_, _, _| Some(Reply::new(200, "{}"))))))
    });
    (Door::new(connection), made)
}

#[tokio::test(start_paused = true)]
async fn who_is_not_known_or_reaches_nobody_comes_with_new_credentials() {
    let unknown = || Some(Reply::refused(401, "Unauthorized"));
    // No status that there is: the client fails as it does without a connection.
    let cut = || Some(Reply::new(9, ""));
    let silent = || None::<Reply>;
    type Answer = (Option<u16>, fn() -> Option<Reply>);
    let answers: [Answer; 3] = [(Some(401), unknown), (None, cut), (None, silent)];
    for (status, answer) in answers {
        let (door, made) = replaced(answer);
        advance(PAUSE).await;
        assert_eq!(ask(&door).await, status);
        assert_eq!((ask(&door).await, made.load(Relaxed)), (Some(200), 1));
    }
}

#[tokio::test(start_paused = true)]
async fn who_is_refused_for_other_reasons_keeps_the_client() {
    for status in [403, 404, 409, 429, 503] {
        let (door, made) = replaced(move || Some(Reply::refused(status, "No")));
        advance(PAUSE).await;
        assert_eq!(ask(&door).await, Some(status));
        assert_eq!((ask(&door).await, made.load(Relaxed)), (Some(status), 0));
    }
}

#[tokio::test(start_paused = true)]
async fn credentials_are_read_every_thirty_seconds_at_most_however_often_it_is_refused() {
    let made = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&made);
    let refused = || connection(client(|_, _, _| Some(Reply::refused(401, "Unauthorized"))));
    let door = Door::new(Reconnecting::new(refused(), move || {
        count.fetch_add(1, Relaxed);
        std::future::ready(Ok(refused()))
    }));
    for _ in 0..95 {
        assert_eq!(ask(&door).await, Some(401));
        advance(Duration::from_secs(1)).await;
    }
    assert_eq!(made.load(Relaxed), 3);
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_for_new_credentials() {
    let never = || std::future::pending::<Result<sdo_live::Connection, sdo_live::ReadError>>();
    let first = connection(client(|_, _, _| Some(Reply::refused(401, "Unauthorized"))));
    let door = Door::new(Reconnecting::new(first, never));
    advance(PAUSE).await;
    for _ in 0..2 {
        assert_eq!(ask(&door).await, Some(401));
    }
}

#[tokio::test(start_paused = true)]
async fn one_door_is_renewed_for_all_who_have_it() {
    let (door, made) = replaced(|| Some(Reply::refused(401, "Unauthorized")));
    let other = door.clone();
    advance(PAUSE).await;
    assert_eq!(ask(&door).await, Some(401));
    assert_eq!((ask(&other).await, made.load(Relaxed)), (Some(200), 1));
}

#[test]
fn no_name_leads_to_another_path() {
    let ask = Ask::new("read the lease", Method::GET, Duration::ZERO);
    assert!(ask.segment("kube-system").is_ok());
    for word in [
        "",
        "..",
        ".",
        "a/../b",
        "a/b",
        "a?b",
        "A",
        "a b",
        "a%2fb",
        &"a".repeat(254),
    ] {
        assert!(ask.segment(word).is_err(), "{word}");
    }
}

#[test]
fn retry_after_is_seconds_or_a_date() {
    let now = Timestamp::from_second(1_796_061_780).unwrap();
    let of = |text: &str| retry_after(&HeaderMap::from_iter([(RETRY_AFTER, text.parse().unwrap())]), now);
    assert_eq!(of("7"), Some(Duration::from_secs(7)));
    let date = jiff::fmt::rfc2822::to_string(&(now + SignedDuration::from_secs(90)).to_zoned(jiff::tz::TimeZone::UTC));
    assert_eq!(of(&date.unwrap()), Some(Duration::from_secs(90)));
    assert_eq!(of("Mon, 01 Jan 2001 00:00:00 GMT"), Some(Duration::ZERO));
    assert_eq!(of("soon"), None);
    assert_eq!(retry_after(&HeaderMap::new(), now), None);
}
