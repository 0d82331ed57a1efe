//! The life of one watch.

mod fate;
mod hear;
#[cfg(test)]
mod tests;

use super::backoff::Backoff;
use super::health::{Answered, Health, Phase, Verb};
use super::outcome::Outcome;
use super::places::Place;
use super::{Reason, Update};
use crate::discover::{NotFound, discover};
use crate::list::{Answer, get_page, inspect, page};
use crate::reconnect::Reconnecting;
use crate::resource::Resource;
use hear::Stage;
use sdo_model::State;
use sdo_snapshot::GroupVersionKind;
use std::sync::Arc;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::Instant;

/// Pages of one list: a million objects. A server that has always one page more is not listed for ever.
const MAX_PAGES: usize = 2_000;

/// What all tasks share.
pub(super) struct Tools {
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
    /// Set while the watch is not up.
    down: Option<Down>,
    /// Whether it was told that the resource is lost or gone.
    told: bool,
}

/// Since when a watch is not up, and why.
struct Down {
    since: Instant,
    why: String,
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
        let Ok(permit) = self.patiently(tools.lists.acquire()).await else {
            return Outcome::broken("the host stops");
        };
        self.listing().await;
        let path = format!(
            "{path}?watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
        );
        self.read(&path, Stage::Listing(permit)).await
    }

    /// Watches from a known place.
    async fn follow(&mut self, path: &str, version: &str) -> Outcome {
        let path = format!("{path}?{}", from(version));
        // Nothing is heard of the resource until the server has shown that it knows the place.
        self.down.get_or_insert_with(|| Down {
            since: Instant::now(),
            why: "its watch has not begun again".to_owned(),
        });
        self.read(&path, Stage::Asked).await
    }

    /// Lists page by page; the watch goes on from there.
    async fn pages(&mut self, path: &str) -> Outcome {
        let tools = Arc::clone(&self.tools);
        let Ok(_permit) = self.patiently(tools.lists.acquire()).await else {
            return Outcome::broken("the host stops");
        };
        self.listing().await;
        let kind = match self.place {
            Place::Typed(kind) => Some(kind),
            Place::Custom(..) => None,
        };
        let mut token: Option<String> = None;
        for _ in 0..MAX_PAGES {
            let client = tools.connection.client();
            let path = page(path, token.as_deref());
            let answer = match self.patiently(get_page(&client, &path, kind)).await {
                Ok(answer) => answer,
                Err(reason) => {
                    tools.health.asked(Verb::List, Answered::Unreachable);
                    return Outcome::broken(reason);
                }
            };
            tools.health.asked(Verb::List, Answered::of(answer.status));
            tools.health.received(answer.received);
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
                self.back().await;
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
