//! The side of the host: what to announce, and a queue that never makes it wait.

use super::tally::{Counts, Outcome, Tally};
use super::task::AnnouncerTask;
use crate::door::Door;
use crate::lease::{Identity, Role};
use sdo_model::finding::{ObjectName, Severity};
use sdo_model::incident::{IncidentId, Turn};
use std::sync::Arc;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

/// Announcements that wait. The limits on Events let through fewer in a quarter of an hour; more would only come late.
const QUEUE: usize = 256;

/// A turn of an incident, to be told on its primary object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// The primary object.
    pub object: ObjectName,
    /// Its API version as manifests spell it, e.g. `apps/v1`.
    pub api_version: String,
    /// Its uid: `kubectl describe` looks for Events of the object, not for those of a namesake.
    pub uid: String,
    /// The incident.
    pub incident: IncidentId,
    /// Number of the turn in the incident's history. It names the Event together with the incident, so that nothing is told twice.
    pub sequence: u64,
    /// What happened; [`Turn::Opened`], [`Turn::Reopened`] and [`Turn::Closed`] are told, others are not.
    pub turn: Turn,
    /// When, in seconds since 1970, by the cluster's clock.
    pub at: i64,
    /// How bad.
    pub severity: Severity,
    /// The rule.
    pub rule: String,
    /// One line for people.
    pub summary: String,
}

/// What became of an announcement when it was handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// It waits for its turn.
    Queued,
    /// Turns of its sort are not told.
    NotTold,
    /// The queue is full, or its task has ended: it is lost, and counted.
    Full,
}

/// Takes announcements. Clones share one queue.
#[derive(Clone)]
pub struct Announcer {
    queue: mpsc::Sender<Waiting>,
    tally: Arc<Tally>,
}

/// An announcement in the queue.
pub(super) struct Waiting {
    pub(super) announcement: Announcement,
    pub(super) since: Instant,
}

impl Announcer {
    pub(crate) fn new(door: Door, identity: &Identity, role: watch::Receiver<Role>) -> (Self, AnnouncerTask) {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let tally = Arc::new(Tally::default());
        let task = AnnouncerTask::new(door, identity, role, waiting, Arc::clone(&tally));
        (Self { queue, tally }, task)
    }

    /// Hands an announcement over; never waits.
    pub fn announce(&self, announcement: Announcement) -> Offer {
        if !matches!(announcement.turn, Turn::Opened | Turn::Reopened | Turn::Closed) {
            return Offer::NotTold;
        }
        let waiting = Waiting {
            announcement,
            since: Instant::now(),
        };
        match self.queue.try_send(waiting) {
            Ok(()) => Offer::Queued,
            Err(_) => {
                self.tally.add(Outcome::QueueFull);
                Offer::Full
            }
        }
    }

    /// What became of all announcements since the start.
    pub fn counts(&self) -> Counts {
        self.tally.read()
    }
}
