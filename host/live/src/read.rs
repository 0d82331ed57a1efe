//! One reading of a whole cluster.

use crate::connect::{Connection, Target};
use crate::cost::Cost;
use crate::discover::discover;
use crate::error::ReadError;
use crate::list::{get, get_page, inspect, page, refusal};
use crate::resource::Resource;
use crate::taking::{News, Taking};
use futures::StreamExt;
use http::StatusCode;
use sdo_model::{Kind, KindSet, State};
use sdo_snapshot::Snapshot;
use std::collections::BTreeSet;
use std::time::Instant;
use tokio::runtime;
use tokio::sync::mpsc::{self, Sender};

/// Lists that are under way at once: enough to keep the parser busy, few enough not to crowd others out of the API server.
const AT_ONCE: usize = 4;
/// Pages that wait for the parser.
const WAITING: usize = 2;
/// A list whose token expired is begun again so often; a cluster that changes faster than it can be listed is told as partial.
const RESTARTS: usize = 2;
/// Pages of one list: a million objects. A server that has always one page more is not listed for ever.
const MAX_PAGES: usize = 2000;

/// What is wanted of a cluster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Kinds that Kubernetes itself serves.
    pub kinds: KindSet,
    /// Custom resources by group and kind, e.g. `cert-manager.io` and `Certificate`.
    pub custom: Vec<(String, String)>,
}

impl Wanted {
    /// What is wanted, as coverage names it.
    pub fn names(&self) -> BTreeSet<String> {
        let typed = self
            .kinds
            .without(Kind::Custom)
            .iter()
            .map(|kind| kind.name().to_owned());
        let custom = self.custom.iter().map(|(group, kind)| format!("{kind}.{group}"));
        typed.chain(custom).collect()
    }
}

/// A cluster as it was read.
pub struct Reading {
    /// Its state.
    pub snapshot: Snapshot,
    /// What reading it cost.
    pub cost: Cost,
}

/// Reads what is wanted of a cluster, each kind once. Blocks until the last list is in.
///
/// # Errors
/// No cluster is named, it does not answer, or it lets nothing be read. Kinds that alone cannot be read are coverage.
pub fn read(target: &Target, wanted: &Wanted) -> Result<Reading, ReadError> {
    let runtime = runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    let started = Instant::now();
    let connection = runtime.block_on(Connection::open(target))?;
    let mut taking = Taking::new(&connection.server);
    let greeting = runtime.block_on(get(&connection.client, "/version"));
    taking.greet(greeting)?;
    let (sender, mut receiver) = mpsc::channel(WAITING);
    let listing = runtime.spawn(lists(connection, wanted.clone(), sender));
    // This thread parses while the other one waits for the server.
    while let Some(news) = receiver.blocking_recv() {
        taking.take(news);
    }
    // A panic of the task is a fault of this program and must not be lost.
    if let Err(error) = runtime.block_on(listing) {
        std::panic::resume_unwind(error.into_panic());
    }
    let (snapshot, mut cost) = taking.finish()?;
    cost.time = started.elapsed();
    Ok(Reading { snapshot, cost })
}

async fn lists(connection: Connection, wanted: Wanted, sender: Sender<News>) {
    let mut resources: Vec<Resource> = wanted.kinds.iter().filter_map(Resource::typed).collect();
    for (group, kind) in &wanted.custom {
        match custom(&connection, group, kind, &sender).await {
            Ok(resource) => resources.push(resource),
            Err((state, reason)) => {
                let nowhere = Resource::custom(group, "", kind, "");
                say(&sender, News::End(nowhere, state, reason)).await;
            }
        }
    }
    let all = futures::stream::iter(resources);
    all.for_each_concurrent(AT_ONCE, |resource| async {
        let (state, reason) = list(&connection, &resource, &sender).await;
        say(&sender, News::End(resource, state, reason)).await;
    })
    .await;
}

/// Lists one resource to its end: how much of it was read, and why not all.
async fn list(connection: &Connection, resource: &Resource, sender: &Sender<News>) -> (State, String) {
    let mut token: Option<String> = None;
    let mut restarts = 0;
    for _ in 0..MAX_PAGES {
        // What came before a page that failed is there.
        let broken = if token.is_some() {
            State::Partial
        } else {
            State::Missing
        };
        let answer = match get_page(
            &connection.client,
            &page(&resource.path, token.as_deref()),
            resource.typed,
        )
        .await
        {
            Ok(answer) => answer,
            Err(reason) => return (broken, reason),
        };
        say(sender, News::Answer(answer.received)).await;
        if answer.status == StatusCode::GONE && restarts < RESTARTS {
            restarts += 1;
            token = None;
            say(sender, News::Restart(resource.clone())).await;
            continue;
        }
        if !answer.status.is_success() {
            say(sender, News::Refused(answer.status)).await;
            let (state, reason) = refusal(&answer);
            return (if token.is_some() { State::Partial } else { state }, reason);
        }
        let next = match inspect(&answer.body, &resource.kind) {
            Ok(page) => page.next,
            Err(reason) => return (broken, reason),
        };
        say(sender, News::Page(resource.clone(), answer.body)).await;
        if next.is_none() {
            return (State::Complete, String::new());
        }
        if next == token {
            return (
                State::Partial,
                "the server gives the same page again and again".to_owned(),
            );
        }
        token = next;
    }
    (
        State::Partial,
        format!("not listed to its end: more than {MAX_PAGES} pages"),
    )
}

/// Asks where a custom resource is served.
async fn custom(
    connection: &Connection,
    group: &str,
    kind: &str,
    sender: &Sender<News>,
) -> Result<Resource, (State, String)> {
    let mut answers = Vec::new();
    let found = discover(&connection.client, group, kind, |bytes| answers.push(bytes)).await;
    for bytes in answers {
        say(sender, News::Answer(bytes)).await;
    }
    found.map_err(|not_found| (not_found.state, not_found.reason))
}

async fn say(sender: &Sender<News>, news: News) {
    // Nobody listens any more only when the reader is gone, and then nothing is lost.
    let _ = sender.send(news).await;
}
