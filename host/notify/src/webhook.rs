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
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
    under_way: UnderWay,
}

/// Numbers of notices that were handed over and have not come to an end.
#[derive(Clone, Debug, Default)]
struct UnderWay(Arc<Mutex<BTreeSet<u64>>>);

impl UnderWay {
    fn numbers(&self) -> MutexGuard<'_, BTreeSet<u64>> {
        // A number is in it or not.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A document in the queue.
struct Waiting {
    sequence: u64,
    key: String,
    body: Vec<u8>,
    generation: u64,
}

/// Takes documents out of the queue and sends them.
pub(crate) struct Sender<P> {
    delivery: Arc<Delivery<P>>,
    waiting: mpsc::Receiver<Waiting>,
    generations: Generations,
    under_way: UnderWay,
}

/// A webhook, and the task that serves it.
pub(crate) fn webhook<P: Post>(ledger: Ledger, delivery: Arc<Delivery<P>>) -> (Webhook, Sender<P>) {
    let (queue, waiting) = mpsc::channel(QUEUE);
    let generations = Generations::new();
    let under_way = UnderWay::default();
    let webhook = Webhook {
        ledger: Mutex::new(ledger),
        queue,
        generations: generations.clone(),
        under_way: under_way.clone(),
    };
    let sender = Sender {
        delivery,
        waiting,
        generations,
        under_way,
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
            sequence: notice.sequence,
            key: notice.key(),
            body,
            generation,
        };
        // Before it can come to its end.
        self.under_way.numbers().insert(notice.sequence);
        let loss = match self.queue.try_send(waiting) {
            Ok(()) => return None,
            Err(TrySendError::Full(_)) => Loss::Full,
            Err(TrySendError::Closed(_)) => Loss::Stopped,
        };
        self.under_way.numbers().remove(&notice.sequence);
        Some(loss)
    }

    /// Hands a notice over that another host may have been sending when it ended. An end that was never told may be of a fault that was.
    pub(crate) fn retell(&self, notice: &Notice, link: Option<&str>) -> Option<Loss> {
        self.ledger().recall(notice);
        self.notify(notice, link)
    }

    /// The number of the first notice that is under way.
    pub(crate) fn first_under_way(&self) -> Option<u64> {
        self.under_way.numbers().first().copied()
    }

    /// Takes it that exactly `open` was told and stands. What waits is not sent any more.
    pub(crate) fn resume(&self, open: &[Incident]) {
        let mut ledger = self.ledger();
        ledger.resume(open);
        self.generations.advance();
        self.under_way.numbers().clear();
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
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
            self.came_to(&waiting, outcome);
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

    /// What a stop cut off is not at its end: the next host goes on with it.
    fn came_to(&self, waiting: &Waiting, outcome: Outcome) {
        if outcome != Outcome::Lost(Loss::Stopped) {
            self.under_way.numbers().remove(&waiting.sequence);
        }
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
