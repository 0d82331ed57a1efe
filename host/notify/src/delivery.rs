//! Tries for one parcel, and the pauses between them.

use crate::host::{Host, Loss, Outcome};
use crate::wire::{Failure, Parcel, Post};
use backon::{ExponentialBuilder, Retryable};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use tracing::{Instrument, info_span};

/// The longest pause that a sink may ask for.
const LONGEST_PAUSE: Duration = Duration::from_secs(300);

/// How long a parcel is tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// The first pause. Each is twice as long as the last, and anything up to as long again comes on top.
    pub(crate) first: Duration,
    /// No pause is longer, unless the sink asks for it.
    pub(crate) longest: Duration,
    /// Tries after the first.
    pub(crate) tries: usize,
}

impl Patience {
    /// Seven minutes of pauses, or up to twice that: a receiver that restarts or is updated is waited for.
    pub(crate) const LONG: Self = Self {
        first: Duration::from_secs(1),
        longest: Duration::from_secs(60),
        tries: 12,
    };
    /// Some 15 seconds: for what comes again by itself.
    pub(crate) const SHORT: Self = Self {
        first: Duration::from_secs(1),
        longest: Duration::from_secs(8),
        tries: 4,
    };

    fn pauses(&self) -> ExponentialBuilder {
        ExponentialBuilder::default()
            .with_min_delay(self.first)
            .with_max_delay(self.longest)
            .with_max_times(self.tries)
            .with_jitter()
    }
}

/// A way to one sink.
pub(crate) struct Delivery<P> {
    pub(crate) sink: String,
    pub(crate) post: P,
    pub(crate) host: Arc<dyn Host>,
    pub(crate) patience: Patience,
}

impl<P: Post> Delivery<P> {
    /// Tries until the sink has the parcel, refuses it, or every try failed. `keys` are the notices in it.
    pub(crate) async fn deliver(&self, parcel: &Parcel, keys: &[String]) -> Result<(), Loss> {
        let span = || info_span!("sink.send", sink = self.sink, notices = keys.len());
        let attempt = || async {
            match self.host.leads() {
                true => self.post.post(parcel).instrument(span()).await,
                false => Err(Failure::NotLeading),
            }
        };
        let answer = attempt
            .retry(self.patience.pauses())
            .when(Failure::may_pass)
            .adjust(|failure: &Failure, pause: Option<Duration>| {
                let asked_for = failure.retry_after().unwrap_or_default().min(LONGEST_PAUSE);
                pause.map(|pause| pause.max(asked_for))
            })
            .notify(|failure: &Failure, pause: Duration| {
                tracing::debug!(sink = self.sink, %failure, ?pause, "the notice is sent again");
                self.report(keys, Outcome::Retried);
            })
            .await;
        let failure = match answer {
            Ok(()) => return Ok(()),
            Err(failure) => failure,
        };
        let notices = keys.len();
        tracing::warn!(sink = self.sink, %failure, notices, "the sink could not be told");
        Err(match failure.may_pass() {
            true => Loss::GivenUp,
            false => Loss::Refused,
        })
    }

    pub(crate) fn report(&self, keys: &[String], outcome: Outcome) {
        keys.iter().for_each(|key| self.host.report(&self.sink, key, outcome));
    }
}

/// When a stop was asked for, and by when everything must have come to rest.
pub(crate) type Stop = watch::Receiver<Option<Instant>>;

/// Waits until a stop is asked for: by when.
pub(crate) async fn asked(stop: &Stop) -> Instant {
    let mut stop = stop.clone();
    loop {
        if let Some(deadline) = *stop.borrow_and_update() {
            return deadline;
        }
        if stop.changed().await.is_err() {
            // Nobody is left to ask for anything: nothing is sent any more.
            return Instant::now();
        }
    }
}

/// Waits until a stop was asked for and its time is over.
pub(crate) async fn over(stop: &Stop) {
    sleep_until(asked(stop).await).await;
}

#[cfg(test)]
pub(crate) mod tests;
