//! A cluster as it changes: one list and one watch for each resource, kept up for as long as the host lives.
//!
//! Each resource has a task of its own, so that one that is refused or slow keeps no other waiting. A task lists, watches from
//! there, goes on where it stopped when the connection ends, and lists again only when the server has forgotten that place.

mod backoff;
mod body;
mod frames;
mod health;
mod outcome;
mod places;
mod task;

use crate::connect::Target;
use crate::error::ReadError;
use crate::list::{Answer, get};
use crate::read::Wanted;
use crate::reconnect::Reconnecting;
pub use health::{Answered, Health, KindHealth, Phase, Verb};
use places::Place;
use sdo_snapshot::GroupVersionKind;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};
use task::{Task, Tools};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinHandle;

/// Lists that are under way at once: enough to keep the parser busy, few enough not to crowd others out of the API server.
const LISTS_AT_ONCE: usize = 4;
/// Updates that wait for the parser. Full, it slows the connections down instead of filling the memory.
const WAITING: usize = 64;

/// What the watches have to say, in the order in which it came for each resource.
#[derive(Debug)]
pub enum Update {
    /// The server's time, in seconds since 1970, and when it was told.
    Clock(i64, Instant),
    /// The server's version.
    Version(String),
    /// A list of the resource begins, and why.
    Begin(Arc<GroupVersionKind>, Reason),
    /// A page of the list.
    Page(Arc<GroupVersionKind>, Vec<u8>),
    /// The list is whole.
    End(Arc<GroupVersionKind>),
    /// Objects that came, changed and went, and when that arrived.
    Events(Arc<GroupVersionKind>, Batch, Instant),
    /// The resource is watched again after a time in which it was not; nothing was missed.
    Back(Arc<GroupVersionKind>),
    /// The resource can not be watched at the moment: how much is known of it, and why.
    Lost(Arc<GroupVersionKind>, sdo_model::State, String),
    /// The server does not serve the resource, or nobody wants it any more: its objects are gone.
    Gone(Arc<GroupVersionKind>, String),
}

/// Why a resource is read as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reason {
    /// Nothing is known of it yet.
    #[default]
    First,
    /// The server no longer knows where the watch stood.
    Expired,
    /// What the watch sent could not be understood.
    Invalid,
    /// It was refused or not served, or the list did not come to its end.
    Retry,
}

/// Events that came together.
#[derive(Debug, Default)]
pub struct Batch {
    bytes: Vec<u8>,
    events: Vec<(What, Range<usize>)>,
}

/// What became of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// It is as this says.
    Is,
    /// It is gone; this is how it last was.
    Gone,
}

impl Batch {
    /// The events and the JSON of their objects.
    pub fn iter(&self) -> impl Iterator<Item = (What, &str)> {
        self.events
            .iter()
            .filter_map(|(what, range)| Some((*what, std::str::from_utf8(self.bytes.get(range.clone())?).ok()?)))
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether there is no event.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }
}

/// The watches of one cluster.
pub struct Watcher {
    tools: Arc<Tools>,
    running: BTreeMap<Place, JoinHandle<()>>,
}

impl Watcher {
    /// Connects, and says hello: version and clock come as the first updates. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// No cluster is named, or it does not answer.
    pub async fn open(target: &Target) -> Result<(Self, mpsc::Receiver<Update>), ReadError> {
        let connection = Reconnecting::open(target).await?;
        let (sender, receiver) = mpsc::channel(WAITING);
        let tools = Arc::new(Tools {
            connection,
            sender,
            lists: Semaphore::new(LISTS_AT_ONCE),
            health: Health::default(),
        });
        let watcher = Self {
            tools,
            running: BTreeMap::new(),
        };
        watcher.greet().await?;
        Ok((watcher, receiver))
    }

    /// Address of the server, without credentials.
    pub fn server(&self) -> &str {
        self.tools.connection.server()
    }

    /// A way to ask how the watches are doing, and whether the server is there.
    pub fn probe(&self) -> Probe {
        Probe(Arc::clone(&self.tools))
    }

    /// Watches what is wanted, and nothing else from now on.
    pub fn want(&mut self, wanted: &Wanted) {
        let places = places::of(wanted);
        let dropped: Vec<Place> = self
            .running
            .keys()
            .filter(|place| !places.contains(place))
            .cloned()
            .collect();
        for place in dropped {
            self.drop_place(&place);
        }
        for place in places {
            let tools = &self.tools;
            self.running
                .entry(place.clone())
                .or_insert_with(|| tokio::spawn(Task::new(place, Arc::clone(tools)).run()));
        }
    }

    async fn greet(&self) -> Result<(), ReadError> {
        #[derive(Deserialize)]
        struct Info {
            #[serde(rename = "gitVersion")]
            version: String,
        }
        let unreachable = |reason| ReadError::Unreachable {
            server: self.server().to_owned(),
            reason,
        };
        let client = self.tools.connection.client();
        let answer: Answer = get(&client, "/version").await.map_err(unreachable)?;
        self.tools.health.asked(Verb::Discover, Answered::of(answer.status));
        self.tools.health.received(answer.body.len());
        let info: Option<Info> = serde_json::from_slice(&answer.body).ok();
        // A server may keep its version from strangers, but whoever answers well without one is no API server.
        if answer.status.is_success() && info.is_none() {
            return Err(unreachable("what answers there is no Kubernetes API server".to_owned()));
        }
        self.tools.clock(&answer).await;
        if let Some(info) = info {
            self.tools.say(Update::Version(info.version)).await;
        }
        Ok(())
    }

    fn drop_place(&mut self, place: &Place) {
        if let Some(task) = self.running.remove(place) {
            task.abort();
        }
        self.tools.health.forget(&place.coverage());
        let (tools, resource) = (Arc::clone(&self.tools), Arc::new(place.resource()));
        tokio::spawn(async move {
            tools
                .say(Update::Gone(resource, "no detector reads it".to_owned()))
                .await
        });
    }
}

/// Asks about watches from anywhere.
#[derive(Clone)]
pub struct Probe(Arc<Tools>);

impl Probe {
    /// How the watches are doing.
    pub fn health(&self) -> Health {
        self.0.health.clone()
    }

    /// How long ago the server was last heard; `None` before its first word.
    pub fn silence(&self) -> Option<Duration> {
        self.0.health.silence()
    }

    /// Asks the server whether it is there: for moments in which nothing was heard for long and something depends on it. One that
    /// refuses to say more is there.
    pub async fn is_there(&self) -> bool {
        let client = self.0.connection.client();
        let answer = get(&client, "/version").await;
        let answered = answer
            .as_ref()
            .map_or(Answered::Unreachable, |answer| Answered::of(answer.status));
        self.0.health.asked(Verb::Discover, answered);
        let is_there = answered.is_of_a_server();
        if is_there {
            self.0.health.heard();
        }
        is_there
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.running.values().for_each(JoinHandle::abort);
    }
}
