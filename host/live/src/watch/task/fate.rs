//! What follows from how an attempt ended, and who is told of it.

use super::{Down, Task};
use crate::watch::backoff::Backoff;
use crate::watch::health::Phase;
use crate::watch::outcome::Outcome;
use crate::watch::places::Place;
use crate::watch::{Reason, Update};
use sdo_model::State;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep, sleep_until};

/// A watch that cannot be kept up for this long is told: until then what is known may well be true, and a server that restarts is no
/// news.
pub(super) const BEARABLE: Duration = Duration::from_secs(10);
/// A watch that ends sooner than this without an event is no watch: asking again at once would be asking for ever.
const TOO_SHORT: Duration = Duration::from_secs(1);

impl Task {
    pub(super) async fn after(&mut self, outcome: Outcome, started: Instant) {
        match outcome {
            Outcome::Ended if self.version.is_some() => self.breathe(started).await,
            Outcome::Ended => self.broken("the list ended before it was whole".to_owned(), None).await,
            Outcome::Expired => self.expired(started).await,
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

    /// Does `work`, and tells in the meantime when the watch has been down for longer than is bearable.
    pub(super) async fn patiently<T>(&mut self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        let untold = self.down.as_ref().filter(|_| !self.told);
        if let Some(end) = untold.map(|down| down.since + BEARABLE) {
            tokio::select! {
                biased;
                () = sleep_until(end) => self.lose().await,
                done = &mut work => return done,
            }
        }
        work.await
    }

    /// The watch is up, and nothing was missed.
    pub(super) async fn up(&mut self) {
        self.backoff = Backoff::default();
        self.tools.health.phase(&self.coverage, Phase::Watching);
        self.back().await;
    }

    /// What is known is how things are.
    pub(super) async fn back(&mut self) {
        self.down = None;
        if std::mem::take(&mut self.told) {
            tracing::info!(resource = %self.coverage, "watch.back");
            self.tools.say(Update::Back(Arc::clone(&self.resource))).await;
        }
    }

    /// The watch is not up: since now, unless it was not up before.
    fn fall(&mut self, why: String) {
        self.tools.health.phase(&self.coverage, Phase::Waiting(why.clone()));
        let since = self.down.as_ref().map_or_else(Instant::now, |down| down.since);
        self.down = Some(Down { since, why });
    }

    /// What is known may be wrong from here on.
    async fn lose(&mut self) {
        let Some(Down { since, why }) = &self.down else { return };
        self.told = true;
        tracing::warn!(resource = %self.coverage, reason = why.as_str(), "watch.lost");
        let reason = format!("not heard of since {} s: {why}", since.elapsed().as_secs());
        let update = Update::Lost(Arc::clone(&self.resource), State::Missing, reason);
        self.tools.say(update).await;
    }

    /// What is known of the resource is of no use any more.
    fn anew(&mut self, reason: Reason) {
        self.version = None;
        self.reason = reason;
    }

    /// Waits when the attempt that began at `started` was over too soon.
    async fn breathe(&mut self, started: Instant) {
        if started.elapsed() < TOO_SHORT {
            let wait = self.backoff.fault(None);
            self.patiently(sleep(wait)).await;
        }
    }

    async fn expired(&mut self, started: Instant) {
        tracing::info!(resource = %self.coverage, "watch.relist");
        self.fall("the server no longer knows where its watch stood".to_owned());
        if self.version.is_some() {
            // The server is there again: the faults before are no reason to be blind for longer.
            self.backoff = Backoff::default();
        }
        self.anew(Reason::Expired);
        self.breathe(started).await;
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
        self.tools.connection.renew().await;
        sleep(wait).await;
    }

    async fn broken(&mut self, reason: String, asked: Option<Duration>) {
        if self.version.is_none() {
            self.reason = Reason::Retry;
        }
        self.fall(reason);
        let wait = self.backoff.fault(asked);
        // It is told when the bearable time is over, not when the wait is.
        self.patiently(sleep(wait)).await;
        if self.told {
            self.tools.connection.renew().await;
        }
    }
}
