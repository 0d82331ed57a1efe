//! The life of one watch.

use super::backoff::Backoff;
use super::body;
use super::frames::Frames;
use super::health::{Answered, Health, Phase, Verb};
use super::outcome::Outcome;
use super::places::Place;
use super::{Reason, Update};
use crate::connect::Target;
use crate::discover::{NotFound, discover};
use crate::list::{Answer, get, inspect, page};
use crate::reconnect::Reconnecting;
use crate::resource::Resource;
use sdo_model::{Kind, State};
use sdo_snapshot::GroupVersionKind;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit, mpsc};
use tokio::time::{Instant, sleep};

/// A watch that cannot be kept up for this long is told: until then what is known may well be true, and a server that restarts is no
/// news.
const BEARABLE: Duration = Duration::from_secs(10);
/// A watch that ends sooner than this without an event is no watch: asking again at once would be asking for ever.
const TOO_SHORT: Duration = Duration::from_secs(1);
/// Pages of one list: a million objects. A server that has always one page more is not listed for ever.
const MAX_PAGES: usize = 2_000;

/// What all tasks share.
pub(super) struct Tools {
    pub(super) target: Target,
    pub(super) connection: Reconnecting,
    pub(super) sender: mpsc::Sender<Update>,
    pub(super) lists: Semaphore,
    pub(super) health: Health,
}

impl Tools {
    pub(super) async fn say(&self, update: Update) {
        // Nobody listens any more only when the host stops, and then nothing is lost.
        let _ = self.sender.send(update).await;
    }

    pub(super) async fn clock(&self, answer: &Answer) {
        self.time(answer.time).await;
    }

    async fn time(&self, time: Option<i64>) {
        if let Some(time) = time {
            self.say(Update::Clock(time, std::time::Instant::now())).await;
        }
    }
}

/// One resource and how far it has come.
pub(super) struct Task {
    place: Place,
    tools: Arc<Tools>,
    resource: Arc<GroupVersionKind>,
    coverage: String,
    /// Path of the list; `None` until a custom resource is found.
    path: Option<String>,
    backoff: Backoff,
    /// Whether the server streams lists, as far as it is known.
    streams: bool,
    /// The place from which the watch goes on; `None` when everything has to be listed.
    version: Option<String>,
    /// Why the next list is needed.
    reason: Reason,
    /// Since when the watch is not up, and whether that was told.
    down: Option<Instant>,
    told: bool,
}

impl Task {
    pub(super) fn new(place: Place, tools: Arc<Tools>) -> Self {
        let path = match &place {
            Place::Typed(kind) => Resource::typed(*kind).map(|resource| resource.path),
            Place::Custom(..) => None,
        };
        Self {
            resource: Arc::new(place.resource()),
            coverage: place.coverage(),
            place,
            tools,
            path,
            backoff: Backoff::default(),
            streams: true,
            version: None,
            reason: Reason::First,
            down: None,
            told: false,
        }
    }

    pub(super) async fn run(mut self) {
        loop {
            let started = Instant::now();
            let outcome = self.attempt().await;
            self.after(outcome, started).await;
        }
    }

    async fn attempt(&mut self) -> Outcome {
        let path = match self.find().await {
            Ok(path) => path,
            Err(outcome) => return outcome,
        };
        match self.version.clone() {
            Some(version) => self.follow(&path, &version).await,
            None if self.streams => self.stream(&path).await,
            None => self.pages(&path).await,
        }
    }

    /// The path of the resource.
    async fn find(&mut self) -> Result<String, Outcome> {
        if let Some(path) = &self.path {
            return Ok(path.clone());
        }
        let Place::Custom(group, kind) = &self.place else {
            return Err(Outcome::Refused(
                State::Missing,
                "not a resource of an API server".to_owned(),
            ));
        };
        let health = &self.tools.health;
        let client = self.tools.connection.client();
        let found = discover(&client, group, kind, |bytes| {
            health.asked(Verb::Discover, Answered::Ok);
            health.received(bytes);
        });
        let found = found.await;
        let found = found.map_err(outcome_of)?;
        self.resource = Arc::new(GroupVersionKind {
            group: group.clone(),
            version: found.version,
            kind: kind.clone(),
        });
        self.path = Some(found.path.clone());
        Ok(found.path)
    }

    /// Lists and watches in one request.
    async fn stream(&mut self, path: &str) -> Outcome {
        let tools = Arc::clone(&self.tools);
        let Ok(permit) = tools.lists.acquire().await else {
            return Outcome::broken("the host stops");
        };
        self.listing().await;
        let path = format!(
            "{path}?watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
        );
        self.read(&path, Some(permit)).await
    }

    /// Watches from a known place.
    async fn follow(&mut self, path: &str, version: &str) -> Outcome {
        let path = format!("{path}?{}", from(version));
        self.read(&path, None).await
    }

    /// Reads a watch to its end. With a permit it begins with a list, and the permit goes back when that is whole.
    async fn read(&mut self, path: &str, mut permit: Option<SemaphorePermit<'_>>) -> Outcome {
        let client = self.tools.connection.client();
        let (opened, answered) = body::open(&client, path, permit.is_some()).await;
        self.tools.health.asked(Verb::Watch, answered);
        let mut stream = match opened {
            Ok(stream) => stream,
            Err(outcome) => return outcome,
        };
        self.tools.health.heard();
        self.tools.time(stream.time).await;
        if permit.is_none() {
            self.up().await;
        }
        let mut frames = Frames::default();
        loop {
            let is_paced = permit.is_none() && matches!(self.place, Place::Typed(Kind::Lease));
            let (bytes, ended) = stream.some(is_paced).await;
            let arrived = std::time::Instant::now();
            self.tools.health.received(bytes.len());
            if let Err(outcome) = self.take(&mut frames, &bytes, arrived, &mut permit).await {
                return outcome;
            }
            if let Some(outcome) = ended {
                return outcome;
            }
        }
    }

    async fn take(
        &mut self,
        frames: &mut Frames,
        bytes: &[u8],
        arrived: std::time::Instant,
        permit: &mut Option<SemaphorePermit<'_>>,
    ) -> Result<(), Outcome> {
        frames.push(bytes).map_err(Outcome::Invalid)?;
        loop {
            let read = frames.read(&self.resource.kind).map_err(Outcome::Invalid)?;
            if !read.batch.is_empty() {
                self.tools.health.events(&self.coverage, read.batch.len());
                self.tools
                    .say(Update::Events(Arc::clone(&self.resource), read.batch, arrived))
                    .await;
            }
            if let Some(error) = read.error {
                return Err(Outcome::of_code(error.code, &error.message));
            }
            if read.end_of_list && permit.take().is_some() {
                self.tools.say(Update::End(Arc::clone(&self.resource))).await;
                self.version = read.version.clone();
                self.up().await;
            }
            // In the middle of a list there is no place to go on from.
            if permit.is_none() && read.version.is_some() {
                self.version = read.version;
            }
            if read.left == 0 {
                return Ok(());
            }
        }
    }

    /// Lists page by page; the watch goes on from there.
    async fn pages(&mut self, path: &str) -> Outcome {
        let tools = Arc::clone(&self.tools);
        let Ok(_permit) = tools.lists.acquire().await else {
            return Outcome::broken("the host stops");
        };
        self.listing().await;
        let mut token: Option<String> = None;
        for _ in 0..MAX_PAGES {
            let client = tools.connection.client();
            let answer = match get(&client, &page(path, token.as_deref())).await {
                Ok(answer) => answer,
                Err(reason) => {
                    tools.health.asked(Verb::List, Answered::Unreachable);
                    return Outcome::broken(reason);
                }
            };
            tools.health.asked(Verb::List, Answered::of(answer.status));
            tools.health.received(answer.body.len());
            tools.clock(&answer).await;
            if !answer.status.is_success() {
                return Outcome::of_refusal(&answer, false);
            }
            let head = match inspect(&answer.body, &self.resource.kind) {
                Ok(head) => head,
                Err(reason) => return Outcome::broken(reason),
            };
            tools.say(Update::Page(Arc::clone(&self.resource), answer.body)).await;
            if head.next.is_none() {
                tools.say(Update::End(Arc::clone(&self.resource))).await;
                self.version = Some(head.version);
                return Outcome::Ended;
            }
            if head.next == token {
                return Outcome::broken("the server gives the same page again and again");
            }
            token = head.next;
        }
        Outcome::broken(format!("not listed to its end: more than {MAX_PAGES} pages"))
    }

    async fn listing(&mut self) {
        self.tools.health.phase(&self.coverage, Phase::Listing);
        let begin = Update::Begin(Arc::clone(&self.resource), self.reason);
        self.tools.say(begin).await;
    }

    /// The watch is up, and nothing was missed.
    async fn up(&mut self) {
        self.down = None;
        self.backoff = Backoff::default();
        self.tools.health.phase(&self.coverage, Phase::Watching);
        if std::mem::take(&mut self.told) {
            tracing::info!(resource = %self.coverage, "watch.back");
            self.tools.say(Update::Back(Arc::clone(&self.resource))).await;
        }
    }

    async fn after(&mut self, outcome: Outcome, started: Instant) {
        match outcome {
            Outcome::Ended if self.version.is_some() => {
                if started.elapsed() < TOO_SHORT {
                    let wait = self.backoff.fault(None);
                    sleep(wait).await;
                }
            }
            Outcome::Ended => self.broken("the list ended before it was whole".to_owned(), None).await,
            Outcome::Expired => {
                tracing::info!(resource = %self.coverage, "watch.relist");
                self.anew(Reason::Expired);
                if started.elapsed() < TOO_SHORT {
                    sleep(self.backoff.fault(None)).await;
                }
            }
            Outcome::NoStreams => self.streams = false,
            Outcome::Invalid(reason) => {
                self.broken(reason, None).await;
                // The same place would send the same again.
                self.anew(Reason::Invalid);
            }
            Outcome::Refused(state, reason) => self.refused(state, reason).await,
            Outcome::Broken(reason, asked) => self.broken(reason, asked).await,
        }
    }

    /// What is known of the resource is of no use any more.
    fn anew(&mut self, reason: Reason) {
        self.version = None;
        self.reason = reason;
    }

    async fn refused(&mut self, state: State, reason: String) {
        // A definition may be served in another version when it comes back.
        if matches!(self.place, Place::Custom(..)) {
            self.path = None;
        }
        self.anew(Reason::Retry);
        let wait = self.backoff.refusal();
        if !std::mem::replace(&mut self.told, true) {
            tracing::warn!(resource = %self.coverage, reason, "watch.refused");
        }
        self.tools.health.phase(&self.coverage, Phase::Waiting(reason.clone()));
        let resource = Arc::clone(&self.resource);
        let update = match state {
            State::Missing => Update::Gone(resource, reason),
            state => Update::Lost(resource, state, reason),
        };
        self.tools.say(update).await;
        // Credentials may have been renewed where the kubeconfig names them.
        self.tools.connection.renew(&self.tools.target).await;
        sleep(wait).await;
    }

    async fn broken(&mut self, reason: String, asked: Option<Duration>) {
        if self.version.is_none() {
            self.reason = Reason::Retry;
        }
        let since = *self.down.get_or_insert_with(Instant::now);
        let wait = self.backoff.fault(asked);
        self.tools.health.phase(&self.coverage, Phase::Waiting(reason.clone()));
        if since.elapsed() + wait < BEARABLE {
            sleep(wait).await;
            return;
        }
        if !self.told {
            // What is known may be wrong from here on. It is told when the bearable time is over, not when the wait is.
            sleep(BEARABLE.saturating_sub(since.elapsed()).min(wait)).await;
            self.told = true;
            tracing::warn!(resource = %self.coverage, reason, "watch.lost");
            let update = Update::Lost(
                Arc::clone(&self.resource),
                State::Missing,
                format!("not heard of since {} s: {reason}", since.elapsed().as_secs()),
            );
            self.tools.say(update).await;
        }
        self.tools.connection.renew(&self.tools.target).await;
        sleep(wait).await;
    }
}

/// The query of a watch from a place. What the server gave as one may be any text.
fn from(version: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("watch", "true");
    query.append_pair("allowWatchBookmarks", "true");
    query.append_pair("resourceVersion", version);
    query.finish()
}

fn outcome_of(not_found: NotFound) -> Outcome {
    match not_found.passes {
        true => Outcome::broken(not_found.reason),
        false => Outcome::Refused(not_found.state, not_found.reason),
    }
}
