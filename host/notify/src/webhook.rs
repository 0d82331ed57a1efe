//! One document a turn, in order.

mod document;
#[cfg(test)]
mod tests;

pub use document::{Document, schema};
pub(crate) use document::{page, text};

use crate::delivery::{Delivery, Stop, asked, over};
use crate::generation::Generations;
use crate::host::{Loss, Outcome};
use crate::ledger::{Ledger, Verdict};
use crate::notice::Notice;
use crate::wire::{Parcel, Post};
use reqwest::header::{HeaderName, HeaderValue};
use sdo_model::incident::Incident;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

/// Documents that wait for one webhook. At a few kilobytes each they stay below ten megabytes, and a receiver that lags a thousand
/// turns behind is not helped by more.
const QUEUE: usize = 1_000;
/// Names a document for the receiver, the same for every try.
const KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// Where notices for a webhook are handed over.
pub(crate) struct Webhook {
    ledger: Mutex<Ledger>,
    queue: mpsc::Sender<Waiting>,
    generations: Generations,
}

/// A document in the queue.
struct Waiting {
    key: String,
    body: Vec<u8>,
    generation: u64,
}

/// Takes documents out of the queue and sends them.
pub(crate) struct Sender<P> {
    delivery: Arc<Delivery<P>>,
    waiting: mpsc::Receiver<Waiting>,
    generations: Generations,
}

/// A webhook, and the task that serves it.
pub(crate) fn webhook<P: Post>(ledger: Ledger, delivery: Arc<Delivery<P>>) -> (Webhook, Sender<P>) {
    let (queue, waiting) = mpsc::channel(QUEUE);
    let generations = Generations::new();
    let webhook = Webhook {
        ledger: Mutex::new(ledger),
        queue,
        generations: generations.clone(),
    };
    let sender = Sender {
        delivery,
        waiting,
        generations,
    };
    (webhook, sender)
}

impl Webhook {
    /// Hands a notice over; never waits. The loss, when there is one.
    pub(crate) fn notify(&self, notice: &Notice, link: Option<&str>) -> Option<Loss> {
        // Before the verdict, which is of no later time then.
        let generation = self.generations.present();
        let verdict = self.ledger().judge(notice);
        match verdict {
            Verdict::Stands | Verdict::Over => {}
            Verdict::Silent | Verdict::Hush => return None,
            Verdict::Full => return Some(Loss::Full),
        }
        let Ok(body) = serde_json::to_vec(&Document::of(notice, link)) else {
            return Some(Loss::Refused);
        };
        let waiting = Waiting {
            key: notice.key(),
            body,
            generation,
        };
        match self.queue.try_send(waiting) {
            Ok(()) => None,
            Err(TrySendError::Full(_)) => Some(Loss::Full),
            Err(TrySendError::Closed(_)) => Some(Loss::Stopped),
        }
    }

    /// Takes it that exactly `open` was told and stands. What waits is not sent any more.
    pub(crate) fn resume(&self, open: &[Incident]) {
        let mut ledger = self.ledger();
        ledger.resume(open);
        self.generations.advance();
    }

    fn ledger(&self) -> std::sync::MutexGuard<'_, Ledger> {
        // Nothing in it can be half done.
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P: Post> Sender<P> {
    /// Works until a stop, and then until the queue is empty or the time for that is over.
    pub(crate) async fn run(mut self, stop: Stop) {
        while let Some(waiting) = self.next(&stop).await {
            let outcome = tokio::select! {
                biased;
                () = self.generations.past(waiting.generation) => self.dropped(&waiting),
                outcome = self.send(&waiting) => outcome,
                () = over(&stop) => Outcome::Lost(Loss::Stopped),
            };
            self.delivery.report(&[waiting.key], outcome);
        }
    }

    async fn next(&mut self, stop: &Stop) -> Option<Waiting> {
        tokio::select! {
            biased;
            waiting = self.waiting.recv() => return waiting,
            _ = asked(stop) => {}
        }
        // Takes nothing more in, and gives out what is there.
        self.waiting.close();
        self.waiting.recv().await
    }

    fn dropped(&self, waiting: &Waiting) -> Outcome {
        let sink = &self.delivery.sink;
        tracing::warn!(
            sink,
            key = waiting.key,
            "this host no longer speaks; the notice is lost"
        );
        Outcome::Lost(Loss::Stopped)
    }

    async fn send(&self, waiting: &Waiting) -> Outcome {
        let key = HeaderValue::from_str(&waiting.key).ok();
        let parcel = Parcel {
            body: waiting.body.clone(),
            headers: key.map(|key| (KEY, key)).into_iter().collect(),
        };
        match self.delivery.deliver(&parcel, std::slice::from_ref(&waiting.key)).await {
            Ok(()) => Outcome::Delivered,
            Err(loss) => Outcome::Lost(loss),
        }
    }
}
