//! What became of announcements, for the metrics.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How many announcements ended how, since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The Event was made.
    pub told: u64,
    /// The Event was there already: a retry, or another leader before this one.
    pub already_told: u64,
    /// The object's namespace is gone or going, or the host may not write Events there: 403 and 404.
    pub unwelcome: u64,
    /// The server does not take the Event for what it is: any other 4xx, or a name that no server knows.
    pub refused: u64,
    /// More than the limits on Events allow. The incidents themselves are where they always are.
    pub rate_limited: u64,
    /// The queue was full.
    pub queue_full: u64,
    /// This host did not lead, for longer than an announcement stays news.
    pub not_leader: u64,
    /// The server was away or overloaded for too long, or the host was stopped.
    pub given_up: u64,
}

/// How one announcement ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Told,
    AlreadyTold,
    Unwelcome,
    Refused,
    RateLimited,
    QueueFull,
    NotLeader,
    GivenUp,
}

#[derive(Debug, Default)]
pub(super) struct Tally {
    told: AtomicU64,
    already_told: AtomicU64,
    unwelcome: AtomicU64,
    refused: AtomicU64,
    rate_limited: AtomicU64,
    queue_full: AtomicU64,
    not_leader: AtomicU64,
    given_up: AtomicU64,
}

impl Tally {
    pub(super) fn add(&self, outcome: Outcome) {
        let count = match outcome {
            Outcome::Told => &self.told,
            Outcome::AlreadyTold => &self.already_told,
            Outcome::Unwelcome => &self.unwelcome,
            Outcome::Refused => &self.refused,
            Outcome::RateLimited => &self.rate_limited,
            Outcome::QueueFull => &self.queue_full,
            Outcome::NotLeader => &self.not_leader,
            Outcome::GivenUp => &self.given_up,
        };
        count.fetch_add(1, Relaxed);
    }

    pub(super) fn read(&self) -> Counts {
        Counts {
            told: self.told.load(Relaxed),
            already_told: self.already_told.load(Relaxed),
            unwelcome: self.unwelcome.load(Relaxed),
            refused: self.refused.load(Relaxed),
            rate_limited: self.rate_limited.load(Relaxed),
            queue_full: self.queue_full.load(Relaxed),
            not_leader: self.not_leader.load(Relaxed),
            given_up: self.given_up.load(Relaxed),
        }
    }
}
