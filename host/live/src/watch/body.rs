//! The request and the answer of a watch.

use super::health::Answered;
use super::outcome::Outcome;
use crate::connect::reason;
use crate::error::chain;
use crate::list::{Answer, retry_after, time_of};
use futures::StreamExt;
use futures::stream::BoxStream;
use http::{Request, StatusCode, header};
use http_body_util::{BodyExt, Limited};
use kube::Client;
use kube::client::Body;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// From the request to the head of the answer.
const PATIENCE: Duration = Duration::from_secs(75);
/// Nothing heard for this long and the connection counts as dead: servers send a bookmark about every minute.
const SILENCE: Duration = Duration::from_secs(90);
/// Bytes that are taken in together, when they are there.
const AT_ONCE: usize = 256 << 10;
/// How often paced resources are read. Two hundred nodes write twenty Leases a second, a second's worth of CPU in ten minutes if each
/// woke somebody; the connection holds them until then.
const PACE: Duration = Duration::from_secs(5);
/// What waits on a connection comes in pieces; this long without one and that was all.
const SETTLED: Duration = Duration::from_millis(10);
/// Bytes of a refusal.
const MAX_REFUSAL: usize = 1 << 20;

/// A watch that the server has begun to answer.
pub(super) struct Stream {
    chunks: BoxStream<'static, Result<Vec<u8>, String>>,
    /// What came before anybody wanted to have it.
    early: Option<Result<Vec<u8>, Outcome>>,
    /// The server's clock.
    pub(super) time: Option<i64>,
}

/// Begins a watch; also how the server answered. The error is no answer, or a refusal.
pub(super) async fn open(client: &Client, path: &str, streamed: bool) -> (Result<Stream, Outcome>, Answered) {
    match begin(client, path, streamed).await {
        Ok(stream) => (Ok(stream), Answered::Ok),
        Err((outcome, status)) => (Err(outcome), status.map_or(Answered::Unreachable, Answered::of)),
    }
}

async fn begin(client: &Client, path: &str, streamed: bool) -> Result<Stream, (Outcome, Option<StatusCode>)> {
    let broken = |reason: String| (Outcome::broken(reason), None);
    let request = Request::get(path)
        .header(header::ACCEPT, "application/json")
        .body(Body::empty())
        .map_err(|error| broken(chain(&error)))?;
    let response = match timeout(PATIENCE, client.send(request)).await {
        Ok(response) => response.map_err(|error| broken(reason(&error)))?,
        Err(_) => return Err(broken(format!("no answer within {} s", PATIENCE.as_secs()))),
    };
    let (status, time) = (response.status(), time_of(response.headers()));
    let retry_after = retry_after(response.headers());
    if status.is_success() {
        let chunks = response.into_body().into_data_stream();
        let chunks = chunks.map(|chunk| chunk.map(Vec::from).map_err(|error| chain(&error)));
        return Ok(Stream::new(chunks.boxed(), time));
    }
    let body = timeout(PATIENCE, Limited::new(response.into_body(), MAX_REFUSAL).collect()).await;
    let body: Option<Vec<u8>> = body.ok().and_then(Result::ok).map(|body| body.to_bytes().into());
    let body = body.unwrap_or_default();
    let answer = Answer {
        status,
        retry_after,
        time,
        received: body.len(),
        body,
    };
    Err((Outcome::of_refusal(&answer, streamed), Some(status)))
}

impl Stream {
    pub(super) fn new(chunks: BoxStream<'static, Result<Vec<u8>, String>>, time: Option<i64>) -> Self {
        Self {
            chunks,
            early: None,
            time,
        }
    }

    /// Whether the server says something, or ends the watch, within `quiet`. What it is comes with the next bytes.
    pub(super) async fn speaks_within(&mut self, quiet: Duration) -> bool {
        if let Ok(early) = timeout(quiet, self.next()).await {
            self.early = Some(early);
        }
        self.early.is_some()
    }

    /// The next bytes, and all that come with them; how the watch ended, if it did. `is_paced` is for resources that are written all the
    /// time and of which no single write matters: they are taken in together every few seconds.
    pub(super) async fn some(&mut self, is_paced: bool) -> (Vec<u8>, Option<Outcome>) {
        if is_paced {
            sleep(PACE).await;
        }
        let mut bytes = match self.next().await {
            Ok(bytes) => bytes,
            Err(outcome) => return (Vec::new(), Some(outcome)),
        };
        let quiet = if is_paced { SETTLED } else { Duration::ZERO };
        while bytes.len() < AT_ONCE {
            match timeout(quiet, self.next()).await {
                Ok(Ok(more)) => bytes.extend(more),
                Ok(Err(outcome)) => return (bytes, Some(outcome)),
                Err(_) => break,
            }
        }
        (bytes, None)
    }

    async fn next(&mut self) -> Result<Vec<u8>, Outcome> {
        if let Some(early) = self.early.take() {
            return early;
        }
        match timeout(SILENCE, self.chunks.next()).await {
            Ok(Some(chunk)) => chunk.map_err(Outcome::broken),
            Ok(None) => Err(Outcome::Ended),
            Err(_) => Err(Outcome::broken(format!("nothing heard for {} s", SILENCE.as_secs()))),
        }
    }
}
