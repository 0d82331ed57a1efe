//! What stands, told to an Alertmanager again and again.
//!
//! An Alertmanager forgets what it is not reminded of, so there is no queue that could overflow: there is a board of what stands now,
//! and of ends that were not delivered yet. Each change is sent soon, everything with each repetition.

mod alert;
mod board;
#[cfg(test)]
mod tests;

use crate::delivery::{Delivery, Stop, asked, over};
use crate::generation::Generations;
use crate::host::{Loss, Outcome};
use crate::ledger::{Ledger, Verdict};
use crate::notice::Notice;
use crate::wire::{Parcel, Post};
use alert::Alert;
use board::{Batch, Board};
use jiff::Timestamp;
use sdo_model::incident::Incident;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval, sleep};

/// Changes that come within this time travel together.
const TOGETHER: Duration = Duration::from_millis(100);
/// Alerts of one request.
const BATCH: usize = 64;

/// Where notices for an Alertmanager are handed over.
#[derive(Clone)]
pub(crate) struct Alertmanager {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    changed: Notify,
    generations: Generations,
}

struct State {
    ledger: Ledger,
    board: Board,
}

/// Sends what is on the board.
pub(crate) struct Sender<P> {
    shared: Arc<Shared>,
    delivery: Arc<Delivery<P>>,
    repeat: Duration,
}

/// An Alertmanager, and the task that serves it.
pub(crate) fn alertmanager<P: Post>(
    ledger: Ledger,
    delivery: Arc<Delivery<P>>,
    repeat: Duration,
) -> (Alertmanager, Sender<P>) {
    let shared = Arc::new(Shared {
        state: Mutex::new(State {
            ledger,
            board: Board::default(),
        }),
        changed: Notify::new(),
        generations: Generations::new(),
    });
    let alertmanager = Alertmanager {
        shared: Arc::clone(&shared),
    };
    let sender = Sender {
        shared,
        delivery,
        repeat,
    };
    (alertmanager, sender)
}

impl Alertmanager {
    /// Hands a notice over; never waits. The loss, when there is one.
    pub(crate) fn notify(&self, notice: &Notice, link: Option<&str>) -> Option<Loss> {
        let now = Timestamp::now();
        let mut state = self.shared.state();
        let State { ledger, board } = &mut *state;
        let incident = &notice.incident;
        match ledger.judge(notice) {
            Verdict::Silent => return None,
            Verdict::Hush => {
                board.hush(incident.id);
                return None;
            }
            Verdict::Full => return Some(Loss::Full),
            Verdict::Stands => {
                let alert = Alert::of(incident, &notice.cluster, link, now);
                board.stands(incident.id, alert, Some(notice.key()), now);
            }
            Verdict::Over => {
                let alert = Alert::of(incident, &notice.cluster, link, now);
                board.over(incident.id, alert.ended(incident.closed, now), notice.key(), now);
            }
        }
        drop(state);
        self.shared.changed.notify_one();
        None
    }

    /// Takes it that exactly `open` was told and stands. The notices that are lost by that: what is on its way is not tried again.
    pub(crate) fn resume(&self, open: &[Incident], cluster: &str, link: Option<&str>) -> Vec<String> {
        let now = Timestamp::now();
        let mut state = self.shared.state();
        let State { ledger, board } = &mut *state;
        let lost = board.clear();
        for incident in ledger.resume(open) {
            board.stands(incident.id, Alert::of(incident, cluster, link, now), None, now);
        }
        self.shared.generations.advance();
        drop(state);
        self.shared.changed.notify_one();
        lost
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // Every change of it is whole before anything can fail.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P: Post> Sender<P> {
    /// Works until a stop; then sends what was not sent yet, in the time there is.
    pub(crate) async fn run(self, stop: Stop) {
        let mut repetition = interval(self.repeat);
        repetition.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let all = tokio::select! {
                biased;
                _ = asked(&stop) => break,
                _ = repetition.tick() => true,
                () = self.shared.changed.notified() => {
                    sleep(TOGETHER).await;
                    false
                }
            };
            tokio::select! {
                biased;
                () = self.send(all) => {}
                // The board keeps what was on its way.
                _ = asked(&stop) => break,
            }
        }
        tokio::select! {
            biased;
            () = self.send(false) => {}
            () = over(&stop) => {}
        }
        let left = self.shared.state().board.keys_not_sent();
        self.delivery.report(&left, Outcome::Lost(Loss::Stopped));
    }

    async fn send(&self, all: bool) {
        let generations = &self.shared.generations;
        let generation = generations.present();
        tokio::select! {
            biased;
            // What is on its way was on a board that is no more; whoever cleared it asks for what is on it now.
            () = generations.past(generation) => {}
            () = self.send_board(all) => {}
        }
    }

    async fn send_board(&self, all: bool) {
        if !self.delivery.host.leads() {
            return;
        }
        let (batches, too_old) = self.shared.state().board.due(all, BATCH, Timestamp::now());
        self.delivery.report(&too_old, Outcome::Lost(Loss::GivenUp));
        for batch in batches {
            if !self.send_batch(&batch).await {
                // The next repetition comes soon enough, and the others would fare the same.
                return;
            }
        }
    }

    /// Whether the Alertmanager is there.
    async fn send_batch(&self, batch: &Batch) -> bool {
        let Ok(body) = serde_json::to_vec(&batch.alerts) else {
            return true;
        };
        let parcel = Parcel {
            body,
            headers: Vec::new(),
        };
        let answer = self.delivery.deliver(&parcel, &batch.keys).await;
        let outcome = match answer {
            Ok(()) => Outcome::Delivered,
            // They stay on the board.
            Err(Loss::GivenUp) => return false,
            Err(loss) => Outcome::Lost(loss),
        };
        self.shared.state().board.sent(batch);
        self.delivery.report(&batch.keys, outcome);
        true
    }
}
