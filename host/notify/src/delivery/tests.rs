use super::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use tokio::time::sleep;

/// What a sink of the tests answers to the try of that number, from 0; `None` never answers.
type Answer = Box<dyn Fn(usize) -> Option<Result<(), Failure>> + Send + Sync>;

/// When a body was posted, and the body.
type Posted = (Instant, Vec<u8>);

/// A sink in the same process.
pub(crate) struct Fake {
    answer: Answer,
    posts: Arc<Mutex<Vec<Posted>>>,
}

impl Post for Fake {
    async fn post(&self, parcel: &Parcel) -> Result<(), Failure> {
        let number = {
            let mut posts = self.posts.lock().unwrap();
            posts.push((Instant::now(), parcel.body.clone()));
            posts.len() - 1
        };
        match (self.answer)(number) {
            Some(answer) => answer,
            None => std::future::pending().await,
        }
    }
}

/// A host that notes what it is told.
pub(crate) struct Recorder {
    pub(crate) leads: AtomicBool,
    reports: Mutex<Vec<(String, Outcome)>>,
}

impl Host for Recorder {
    fn leads(&self) -> bool {
        self.leads.load(Relaxed)
    }

    fn report(&self, _: &str, key: &str, outcome: Outcome) {
        self.reports.lock().unwrap().push((key.to_owned(), outcome));
    }
}

impl Recorder {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            leads: AtomicBool::new(true),
            reports: Mutex::default(),
        })
    }

    pub(crate) fn count(&self, outcome: Outcome) -> usize {
        let reports = self.reports.lock().unwrap();
        reports.iter().filter(|(_, reported)| *reported == outcome).count()
    }
}

/// A way to a sink, and what it was sent.
pub(crate) struct Bench {
    pub(crate) delivery: Arc<Delivery<Fake>>,
    pub(crate) host: Arc<Recorder>,
    posts: Arc<Mutex<Vec<Posted>>>,
}

impl Bench {
    pub(crate) fn new(
        patience: Patience,
        answer: impl Fn(usize) -> Option<Result<(), Failure>> + Send + Sync + 'static,
    ) -> Self {
        let posts: Arc<Mutex<Vec<_>>> = Arc::default();
        let host = Recorder::new();
        let delivery = Arc::new(Delivery {
            sink: "sink".to_owned(),
            post: Fake {
                answer: Box::new(answer),
                posts: posts.clone(),
            },
            host: host.clone(),
            patience,
        });
        Self { delivery, host, posts }
    }

    /// Bodies of all tries.
    pub(crate) fn bodies(&self) -> Vec<serde_json::Value> {
        let posts = self.posts.lock().unwrap();
        posts
            .iter()
            .map(|(_, body)| serde_json::from_slice(body).unwrap())
            .collect()
    }

    pub(crate) fn tries(&self) -> usize {
        self.posts.lock().unwrap().len()
    }

    fn pauses(&self) -> Vec<Duration> {
        let posts = self.posts.lock().unwrap();
        posts.windows(2).map(|pair| pair[1].0 - pair[0].0).collect()
    }
}

pub(crate) fn answered(status: u16) -> Failure {
    Failure::Status {
        status,
        words: String::new(),
        retry_after: None,
    }
}

fn parcel() -> Parcel {
    Parcel {
        body: b"{}".to_vec(),
        headers: Vec::new(),
    }
}

async fn deliver(bench: &Bench) -> Result<(), Loss> {
    bench.delivery.deliver(&parcel(), &["key".to_owned()]).await
}

#[tokio::test(start_paused = true)]
async fn a_sink_that_is_away_is_asked_again_after_longer_and_longer_pauses() {
    let bench = Bench::new(Patience::LONG, |number| {
        Some(if number < 5 { Err(answered(503)) } else { Ok(()) })
    });
    assert_eq!(deliver(&bench).await, Ok(()));
    for (index, pause) in bench.pauses().iter().enumerate() {
        let least = Duration::from_secs(1 << index);
        assert!(
            *pause >= least && *pause <= 2 * least + Duration::from_millis(5),
            "{index}: {pause:?}"
        );
    }
    assert_eq!(bench.host.count(Outcome::Retried), 5);
}

#[tokio::test(start_paused = true)]
async fn a_sink_that_stays_away_is_given_up() {
    let bench = Bench::new(Patience::LONG, |_| Some(Err(Failure::NoAnswer("refused".to_owned()))));
    let started = Instant::now();
    assert_eq!(deliver(&bench).await, Err(Loss::GivenUp));
    assert_eq!(bench.tries(), 13);
    let took = started.elapsed();
    assert!(
        took >= Duration::from_secs(420) && took < Duration::from_secs(860),
        "{took:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_refusal_is_not_tried_again() {
    for status in [400, 403, 404, 307, 413] {
        let bench = Bench::new(Patience::LONG, move |_| Some(Err(answered(status))));
        assert_eq!(deliver(&bench).await, Err(Loss::Refused));
        assert_eq!(bench.tries(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_sink_is_asked_again_when_it_wants_but_not_only_next_year() {
    for (asked_for, least, most) in [(30, 30, 31), (31_536_000, 300, 301)] {
        let bench = Bench::new(Patience::LONG, move |number| {
            let busy = Failure::Status {
                status: 429,
                words: String::new(),
                retry_after: Some(Duration::from_secs(asked_for)),
            };
            Some(if number == 0 { Err(busy) } else { Ok(()) })
        });
        assert_eq!(deliver(&bench).await, Ok(()));
        let pause = bench.pauses()[0];
        assert!(
            pause >= Duration::from_secs(least) && pause <= Duration::from_secs(most),
            "{pause:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_host_that_does_not_lead_sends_nothing_until_it_does() {
    let bench = Bench::new(Patience::LONG, |_| Some(Ok(())));
    bench.host.leads.store(false, Relaxed);
    let host = bench.host.clone();
    tokio::spawn(async move {
        sleep(Duration::from_secs(20)).await;
        host.leads.store(true, Relaxed);
    });
    let started = Instant::now();
    assert_eq!(deliver(&bench).await, Ok(()));
    assert_eq!(bench.tries(), 1);
    assert!(started.elapsed() >= Duration::from_secs(20));
}
