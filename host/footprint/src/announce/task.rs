//! The side of the cluster: one Event after another, with patience for a server that is unwell.

use super::announcer::{Announcement, Waiting};
use super::bucket::Budget;
use super::event::{event, namespace};
use super::tally::{Outcome, Tally};
use crate::door::Door;
use crate::error::RequestError;
use crate::lease::{Identity, Role};
use crate::random;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tracing::{Instrument, info_span};

/// How long one request may take: less than lies between the end of a leadership and the next one.
const PATIENCE: Duration = Duration::from_secs(3);
/// Tries for one Event; with the pauses between them they take about a minute.
const TRIES: u32 = 6;
/// The first pause; each is twice as long as the last one, and anything up to half of it comes on top.
const PAUSE: Duration = Duration::from_secs(1);
/// The longest pause, also when the server asks for more: later it is no news.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// How long an announcement waits for this host to lead.
const NEWS: Duration = Duration::from_secs(300);
/// How long the queue may take to empty when the host stops.
const FAREWELL: Duration = Duration::from_secs(3);
/// Events that were left out are summed up in the log this often, not each.
const SUMMARY: Duration = Duration::from_secs(60);

/// Makes the Events. Those that the limits leave out are counted and summed up in the log; the incidents themselves are shown in full
/// where incidents are shown, so no Event of their own tells of them.
pub struct AnnouncerTask {
    door: Door,
    identity: Identity,
    role: watch::Receiver<Role>,
    waiting: mpsc::Receiver<Waiting>,
    tally: Arc<Tally>,
    budget: Budget,
    left_out: LeftOut,
    /// It was said that Events are not welcome.
    unwelcome: bool,
}

#[derive(Default)]
struct LeftOut {
    count: u64,
    told: Option<Instant>,
}

impl AnnouncerTask {
    pub(super) fn new(
        door: Door,
        identity: &Identity,
        role: watch::Receiver<Role>,
        waiting: mpsc::Receiver<Waiting>,
        tally: Arc<Tally>,
    ) -> Self {
        Self {
            door,
            identity: identity.clone(),
            role,
            waiting,
            tally,
            budget: Budget::new(Instant::now()),
            left_out: LeftOut::default(),
            unwelcome: false,
        }
    }

    /// Works until `stop`, or until every [`Announcer`](super::Announcer) is gone and the queue is empty. After `stop`, what waits is
    /// tried once more, for 3 s at most.
    pub async fn run(mut self, stop: impl Future<Output = ()>) {
        let mut stop = pin!(stop);
        let mut current = None;
        loop {
            tokio::select! {
                biased;
                () = &mut stop => break,
                done = self.work(&mut current) => {
                    if done {
                        break;
                    }
                }
            }
        }
        self.waiting.close();
        let _ = timeout(FAREWELL, self.empty(&mut current)).await;
        let lost = u64::from(current.is_some()) + self.waiting.len() as u64;
        (0..lost).for_each(|_| self.tally.add(Outcome::GivenUp));
        self.sum_up(true);
    }

    /// Brings one announcement to its end, which takes as long as it takes; whether it was the last one. One that is interrupted stays
    /// in `current`.
    async fn work(&mut self, current: &mut Option<Waiting>) -> bool {
        if current.is_none() {
            *current = self.waiting.recv().await;
        }
        let Some(waiting) = current.as_ref() else {
            return true;
        };
        let outcome = self.deliver(waiting).await;
        *current = None;
        self.ended(outcome);
        false
    }

    /// What is left is tried once.
    async fn empty(&mut self, current: &mut Option<Waiting>) {
        loop {
            if current.is_none() {
                *current = self.waiting.recv().await;
            }
            let Some(waiting) = current.as_ref() else {
                return;
            };
            let outcome = self.try_once(&waiting.announcement).await;
            *current = None;
            self.ended(outcome);
        }
    }

    async fn try_once(&mut self, announcement: &Announcement) -> Outcome {
        if !self.role.borrow().is_leader_now() {
            return Outcome::NotLeader;
        }
        if !self.budget.take(namespace(announcement), Instant::now()) {
            return Outcome::RateLimited;
        }
        self.attempt(announcement).await.unwrap_or(Outcome::GivenUp)
    }

    async fn deliver(&mut self, waiting: &Waiting) -> Outcome {
        if !self.budget.take(namespace(&waiting.announcement), Instant::now()) {
            return Outcome::RateLimited;
        }
        let mut pause = PAUSE;
        for left in (0..TRIES).rev() {
            if !self.leads_before(waiting.since + NEWS).await {
                return Outcome::NotLeader;
            }
            let error = match self.attempt(&waiting.announcement).await {
                Ok(outcome) => return outcome,
                Err(error) => error,
            };
            if left == 0 {
                break;
            }
            let asked_for = error.retry_after().unwrap_or_default().min(LONGEST_PAUSE);
            sleep(asked_for.max(pause) + random::up_to(pause / 2)).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
        Outcome::GivenUp
    }

    /// Waits until this host leads; whether it does before `end`.
    async fn leads_before(&mut self, end: Instant) -> bool {
        loop {
            if self.role.borrow_and_update().is_leader_now() {
                return true;
            }
            match timeout_at(end, self.role.changed()).await {
                Ok(Ok(())) => {}
                // Nobody tells any more who leads, or nobody told in time.
                Ok(Err(_)) | Err(_) => return false,
            }
        }
    }

    /// One request; the error when another one may fare better.
    async fn attempt(&mut self, announcement: &Announcement) -> Result<Outcome, RequestError> {
        let event = event(announcement, &self.identity);
        let create = self.door.create_event(namespace(announcement), &event, PATIENCE);
        let answer = create.instrument(info_span!("event.create")).await;
        let outcome = match answer {
            Ok(()) => Outcome::Told,
            Err(error) if error.already_exists() => Outcome::AlreadyTold,
            Err(error) if error.may_pass() => {
                tracing::debug!(incident.id = %announcement.incident, %error, "the event waits");
                return Err(error);
            }
            Err(error) if matches!(error.status(), Some(403 | 404)) => {
                self.say_unwelcome(announcement, &error);
                return Ok(Outcome::Unwelcome);
            }
            Err(error) => {
                tracing::warn!(incident.id = %announcement.incident, %error, "the API server does not take the event");
                return Ok(Outcome::Refused);
            }
        };
        self.unwelcome = false;
        Ok(outcome)
    }

    /// A namespace that goes away is nothing to talk about, and a missing permission only once.
    fn say_unwelcome(&mut self, announcement: &Announcement, error: &RequestError) {
        let (object, first) = (&announcement.object, !self.unwelcome);
        match first && error.status() != Some(404) {
            true => tracing::warn!(%object, %error, "events cannot be written"),
            false => tracing::debug!(%object, %error, "the event cannot be written"),
        }
        self.unwelcome = true;
    }

    fn ended(&mut self, outcome: Outcome) {
        self.tally.add(outcome);
        if outcome == Outcome::RateLimited {
            self.left_out.count += 1;
        }
        self.sum_up(false);
    }

    fn sum_up(&mut self, at_last: bool) {
        let now = Instant::now();
        let recent = self.left_out.told.is_some_and(|told| now < told + SUMMARY);
        if self.left_out.count == 0 || (recent && !at_last) {
            return;
        }
        let events = self.left_out.count;
        tracing::warn!(
            events,
            "events were left out, since there are too many at once; the incidents are all there"
        );
        self.left_out = LeftOut {
            count: 0,
            told: Some(now),
        };
    }
}

#[cfg(test)]
mod tests;
