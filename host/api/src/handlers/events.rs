//! `/v1/events`: what happens, as it happens, as server-sent events.
//!
//! A reader costs a place, and no more than its place: turns are kept once for all readers, and one that falls behind by more than
//! is kept is told so and dropped. Boards are not queued at all; a slow reader gets the newest.

use super::Call;
use crate::api::{MAX_STREAMS, Shared};
use crate::board::Board;
use crate::document::{End, Ended, Glance};
use crate::feed::{Following, Sent};
use crate::metrics::Metrics;
use crate::metrics::words::Dropped;
use crate::problem::Problem;
use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures::stream;
use serde::Serialize;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{OwnedSemaphorePermit, broadcast, watch};
use tokio::time::{Instant, sleep_until};

/// A stream ends after this and is opened anew, so that a token that was revoked does not read for ever.
const LIFE: Duration = Duration::from_secs(600);
/// Boards are told of at most this often: under load there are several rounds a second, and nobody reads so fast.
const BETWEEN_BOARDS: Duration = Duration::from_secs(1);
/// What comes when nothing happens, so that both ends and what is between them know that the stream is alive.
const STILL_ALIVE: Duration = Duration::from_secs(15);
/// Bytes of `Last-Event-ID`; ours have some twenty.
const MAX_ID: usize = 64;
/// How long a browser waits before it connects again, in milliseconds.
const RETRY: u32 = 3_000;

/// `/v1/events`.
pub(crate) async fn follow(call: Call) -> Result<Response, Problem> {
    let Ok(permit) = Arc::clone(&call.shared.streams).try_acquire_owned() else {
        return Err(Problem::busy(format!("{MAX_STREAMS} readers follow events already")));
    };
    let last = call.headers.get("last-event-id").filter(|id| id.len() <= MAX_ID);
    let last = last.map(|id| String::from_utf8_lossy(id.as_bytes()).into_owned());
    let reader = Reader::new(&call.shared, last.as_deref(), Place::new(permit, &call.shared.metrics));
    let frames = stream::unfold(reader, |mut reader| async {
        let frame = reader.next().await?;
        Some((Ok::<String, Infallible>(frame), reader))
    });
    let headers = [(header::CONTENT_TYPE, "text/event-stream")];
    Ok((headers, Body::from_stream(frames)).into_response())
}

/// A place among the readers.
struct Place {
    metrics: Arc<Metrics>,
    _permit: OwnedSemaphorePermit,
}

impl Place {
    fn new(permit: OwnedSemaphorePermit, metrics: &Arc<Metrics>) -> Self {
        metrics.stream_clients(1);
        Self {
            metrics: Arc::clone(metrics),
            _permit: permit,
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.metrics.stream_clients(-1);
    }
}

/// One stream.
struct Reader {
    shared: Arc<Shared>,
    /// Frames that are ready.
    ready: VecDeque<String>,
    turns: broadcast::Receiver<Arc<Sent>>,
    boards: watch::Receiver<Arc<Board>>,
    stop: watch::Receiver<bool>,
    expires: Instant,
    next_board: Instant,
    is_over: bool,
    place: Place,
}

/// What a reader waits for.
enum Happening {
    Turn(Arc<Sent>),
    Board,
    Nothing,
    End(Ended),
}

impl Reader {
    fn new(shared: &Arc<Shared>, last: Option<&str>, place: Place) -> Self {
        let following = shared.feed.follow(last);
        let mut ready = VecDeque::from([greeting(&following)]);
        if following.is_cut {
            ready.push_back(end("reset", Ended::Missed));
        }
        ready.extend(following.missed.iter().map(|sent| turn(sent)));
        Self {
            shared: Arc::clone(shared),
            ready,
            turns: following.coming,
            boards: shared.feed.boards(),
            stop: shared.stop.subscribe(),
            expires: Instant::now() + LIFE,
            next_board: Instant::now(),
            is_over: false,
            place,
        }
    }

    /// The next frame; `None` after the last.
    async fn next(&mut self) -> Option<String> {
        if let Some(frame) = self.ready.pop_front() {
            return Some(frame);
        }
        if self.is_over {
            return None;
        }
        Some(match self.happening().await {
            Happening::Turn(sent) => turn(&sent),
            Happening::Board => self.status(),
            Happening::Nothing => ": still alive\n\n".to_owned(),
            Happening::End(why) => {
                self.is_over = true;
                if why == Ended::TooSlow {
                    self.place.metrics.dropped(Dropped::StreamClient, 1);
                }
                end("end", why)
            }
        })
    }

    async fn happening(&mut self) -> Happening {
        let quiet_until = Instant::now() + STILL_ALIVE;
        let (boards, next_board, stop) = (&mut self.boards, self.next_board, &mut self.stop);
        let board = async {
            sleep_until(next_board).await;
            boards.changed().await.is_ok()
        };
        let stopped = async { stop.wait_for(|stop| *stop).await.is_ok() };
        tokio::select! {
            biased;
            _ = stopped => Happening::End(Ended::Stopping),
            () = sleep_until(self.expires) => Happening::End(Ended::Expired),
            turn = self.turns.recv() => match turn {
                Ok(sent) => Happening::Turn(sent),
                Err(RecvError::Lagged(_)) => Happening::End(Ended::TooSlow),
                Err(RecvError::Closed) => Happening::End(Ended::Stopping),
            },
            is_there = board => match is_there {
                true => Happening::Board,
                false => Happening::End(Ended::Stopping),
            },
            () = sleep_until(quiet_until) => Happening::Nothing,
        }
    }

    fn status(&mut self) -> String {
        self.next_board = Instant::now() + BETWEEN_BOARDS;
        let board = Arc::clone(&self.boards.borrow_and_update());
        let silent = self.shared.silent();
        frame("status", None, &Glance::new(&board, silent))
    }
}

/// Begins a stream, and says where it stands: without that, who is cut off before the first turn would not know what it missed. What
/// was missed already names its own place.
fn greeting(following: &Following) -> String {
    match following.missed.is_empty() {
        true => format!("retry: {RETRY}\nid: {}\n\n", following.id),
        false => format!("retry: {RETRY}\n\n"),
    }
}

fn turn(sent: &Sent) -> String {
    frame("turn", Some(&sent.id), &sent.turn)
}

fn end(event: &str, reason: Ended) -> String {
    let hint = reason.hint().to_owned();
    frame(event, None, &End { reason, hint })
}

/// JSON has no line breaks, so it is one `data` line.
fn frame(event: &str, id: Option<&str>, document: &impl Serialize) -> String {
    let data = serde_json::to_string(document).unwrap_or_default();
    let id = id.map(|id| format!("id: {id}\n")).unwrap_or_default();
    format!("event: {event}\n{id}data: {data}\n\n")
}

#[cfg(test)]
mod tests;
