//! A look at a cluster without reading it: who answers, what time it is there, and what of each kind may be read.

use crate::connect::{Connection, Target, reason};
use crate::discover::discover;
use crate::error::ReadError;
use crate::list::{Answer, get, get_as, refusal};
use crate::read::Wanted;
use crate::resource::Resource;
use futures::StreamExt;
use http::{Request, StatusCode, header};
use kube::Client;
use kube::client::Body;
use sdo_model::State;
use serde::Deserialize;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::runtime;
use tokio::time::timeout;

/// Kinds that are asked for at once; as in a reading, not to crowd others out of the API server.
const AT_ONCE: usize = 4;
/// For the head of an answer to a watch.
const PATIENCE: Duration = Duration::from_secs(15);
/// Names of objects and no more: of a Secret nothing comes that is one.
const NAMES_ONLY: &str = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
/// The same of what a watch sends.
const NAMES_OF_EVENTS: &str = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
/// Asks for one namespace, whose uid tells clusters apart.
const SYSTEM: &str = "/api/v1/namespaces?fieldSelector=metadata.name%3Dkube-system&limit=1";

/// What was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Address of the server, without credentials.
    pub server: String,
    /// Its version; `None` when it keeps that from strangers.
    pub version: Option<String>,
    /// Seconds that its clock is ahead of this machine's, to within one or two; `None` when it does not say.
    pub ahead: Option<i64>,
    /// Uid of the namespace `kube-system`; `None` when that may not be read.
    pub uid: Option<String>,
    /// What is wanted, kind by kind, in order.
    pub kinds: Vec<KindLook>,
}

/// What may be read of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindLook {
    /// `Pod`, or `Certificate.cert-manager.io`.
    pub kind: String,
    /// Complete when it may be listed and watched, partial when it may only be listed.
    pub state: State,
    /// Why not; empty when complete.
    pub reason: String,
}

/// Looks at a cluster: its version, its clock, and for each kind that is wanted whether one object of it is listed and a watch begins.
/// Asking for what a host asks for tells more than a review of rules would, and changes nothing. Blocks until the last answer is in.
///
/// # Errors
/// No cluster is named, or it does not answer.
pub fn look(target: &Target, wanted: &Wanted) -> Result<Look, ReadError> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let Connection { client, server } = Connection::open(target).await?;
        let (version, ahead) = greet(&client, &server).await?;
        let uid = uid(&client).await;
        let mut kinds: Vec<KindLook> = futures::stream::iter(places(&client, wanted).await)
            .map(|place| of(&client, place))
            .buffer_unordered(AT_ONCE)
            .collect()
            .await;
        kinds.sort_by(|one, other| one.kind.cmp(&other.kind));
        Ok(Look {
            server,
            version,
            ahead,
            uid,
            kinds,
        })
    })
}

/// The server's version, and how far its clock is ahead.
async fn greet(client: &Client, server: &str) -> Result<(Option<String>, Option<i64>), ReadError> {
    #[derive(Deserialize)]
    struct Info {
        #[serde(rename = "gitVersion")]
        version: String,
    }
    let unreachable = |reason| ReadError::Unreachable {
        server: server.to_owned(),
        reason,
    };
    let before = now();
    let answer = get(client, "/version").await.map_err(unreachable)?;
    let info: Option<Info> = serde_json::from_slice(&answer.body).ok();
    if answer.status.is_success() && info.is_none() {
        return Err(unreachable("what answers there is no Kubernetes API server".to_owned()));
    }
    if answer.status == StatusCode::UNAUTHORIZED {
        return Err(unreachable(
            "it does not know who asks: log in again, or name another context".to_owned(),
        ));
    }
    // It wrote the time somewhere between the request and its answer.
    let here = before + (now() - before) / 2;
    Ok((info.map(|info| info.version), answer.time.map(|there| there - here)))
}

async fn uid(client: &Client) -> Option<String> {
    #[derive(Deserialize)]
    struct List {
        items: Vec<Item>,
    }
    #[derive(Deserialize)]
    struct Item {
        metadata: Metadata,
    }
    #[derive(Deserialize)]
    struct Metadata {
        name: String,
        uid: String,
    }
    let answer = get_as(client, SYSTEM, NAMES_ONLY).await.ok()?;
    let list: List = serde_json::from_slice(&answer.body).ok()?;
    let system = list.items.into_iter().find(|item| item.metadata.name == "kube-system");
    system.map(|item| item.metadata.uid)
}

/// Where each kind is served, or what is known without asking further.
async fn places(client: &Client, wanted: &Wanted) -> Vec<Result<Resource, KindLook>> {
    let mut places: Vec<Result<Resource, KindLook>> = wanted.kinds.iter().filter_map(Resource::typed).map(Ok).collect();
    for (group, kind) in &wanted.custom {
        let found = discover(client, group, kind, drop).await;
        places.push(found.map_err(|not_found| KindLook {
            kind: format!("{kind}.{group}"),
            state: not_found.state,
            reason: not_found.reason,
        }));
    }
    places
}

async fn of(client: &Client, place: Result<Resource, KindLook>) -> KindLook {
    let resource = match place {
        Ok(resource) => resource,
        Err(known) => return known,
    };
    let (state, reason) = may_read(client, &resource).await;
    KindLook {
        kind: resource.coverage,
        state,
        reason,
    }
}

async fn may_read(client: &Client, resource: &Resource) -> (State, String) {
    let list = match get_as(client, &format!("{}?limit=1", resource.path), NAMES_ONLY).await {
        Ok(list) => list,
        Err(reason) => return (State::Missing, reason),
    };
    // Who may is asked before in which form.
    if list.status == StatusCode::NOT_ACCEPTABLE {
        return (State::Complete, String::new());
    }
    if !list.status.is_success() {
        return refusal(&list);
    }
    match watch(client, resource, &list).await {
        Some(reason) => (State::Partial, format!("it may be listed and not watched: {reason}")),
        None => (State::Complete, String::new()),
    }
}

/// Why a watch does not begin; `None` when it does, or when something else than leave is missing.
async fn watch(client: &Client, resource: &Resource, list: &Answer) -> Option<String> {
    #[derive(Deserialize)]
    struct List {
        metadata: Metadata,
    }
    #[derive(Deserialize)]
    struct Metadata {
        #[serde(rename = "resourceVersion")]
        version: String,
    }
    let list: List = serde_json::from_slice(&list.body).ok()?;
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("watch", "true");
    query.append_pair("timeoutSeconds", "1");
    query.append_pair("resourceVersion", &list.metadata.version);
    let request = Request::get(format!("{}?{}", resource.path, query.finish()))
        .header(header::ACCEPT, NAMES_OF_EVENTS)
        .body(Body::empty())
        .ok()?;
    match timeout(PATIENCE, client.send(request)).await {
        // Dropped with its body: that it began is all there is to know.
        Ok(Ok(response)) => match response.status() {
            status @ (StatusCode::FORBIDDEN | StatusCode::UNAUTHORIZED) => Some(status.to_string()),
            _ => None,
        },
        Ok(Err(error)) => Some(reason(&error)),
        Err(_) => Some(format!("no answer within {} s", PATIENCE.as_secs())),
    }
}

/// Seconds since 1970 by the clock of this machine.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
