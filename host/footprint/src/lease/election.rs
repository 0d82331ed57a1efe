//! When to take a lease, and when not to believe in it any more: decisions without a request, a clock or a random number.
//!
//! Why there are never two leaders:
//!
//! 1. Only an answered write makes a leader, and only until `deadline` after that write was *sent*. The server wrote later than that.
//! 2. A claim of somebody else is respected for its whole duration since this process *saw* the lease change, which is later still.
//!    Nothing of this compares clocks of two machines: the times that stand in a lease are for people.
//! 3. A lease is taken by a write that carries the version it is based on, so of two who take an expired one at once one is refused,
//!    and a write that was long on its way changes nothing.
//! 4. Creating carries no version. So nobody takes a lease by creating it: the new one is blank, and waited for like any other. Only
//!    who leads anyway puts itself into a lease that it finds missing.
//! 5. `deadline` is shorter than the duration by more than clocks drift apart in that time.
//!
//! Every write to the object counts as a sign of life, whatever it changed. A lease that is new or was emptied by hand may have been
//! taken from under a leader that does not know yet; only one that its holder gave back is free at once. So the first leader of all
//! waits for a whole duration, and none after it.

use super::terms::{LONGEST_CLAIM, Terms};
use jiff::Timestamp;
use std::time::Duration;
use tokio::time::Instant;

/// Least pause after a request that came to nothing, so that no server is asked without end.
const BREATH: Duration = Duration::from_millis(200);

/// A lease as it was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// Which object: one that is deleted and made again has another.
    pub uid: String,
    /// Its version.
    pub version: String,
    /// Who holds it; empty for nobody.
    pub holder: String,
    /// How long the claim in it stands after a change; `None` when its holder gave it back.
    pub claim: Option<Duration>,
    /// How often it passed from one holder to another.
    pub transitions: i32,
    /// When its holder took it, by the holder's clock.
    pub acquired: Option<Timestamp>,
}

/// What to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The version that it replaces; `None` to create the object.
    pub replaces: Option<String>,
    /// Who holds it from then on; `None` to give it back, or for a blank one.
    pub holder: Option<String>,
    /// How often it passed from one holder to another.
    pub transitions: i32,
    /// When the holder took it; `None` for now.
    pub acquired: Option<Timestamp>,
}

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Read the lease.
    Read {
        /// Not before.
        at: Instant,
    },
    /// Write the lease.
    Write {
        /// Not before.
        at: Instant,
        /// What.
        draft: Draft,
    },
}

impl Action {
    /// Not before this.
    pub fn at(&self) -> Instant {
        match self {
            Self::Read { at } | Self::Write { at, .. } => *at,
        }
    }
}

/// What a candidate knows.
#[derive(Debug)]
pub struct Election {
    me: String,
    terms: Terms,
    seen: Seen,
    /// The version of the last write of this process that was answered.
    confirmed: Option<String>,
    /// Somebody else may lead until then.
    respected: Instant,
    /// This process may lead until then.
    leading: Option<Instant>,
}

#[derive(Debug)]
enum Seen {
    Unknown,
    Absent,
    Lease(Sighting),
}

impl Election {
    /// A candidate that knows nothing yet. `me` is given to no other process, before or after.
    pub fn new(me: &str, terms: Terms, now: Instant) -> Self {
        Self {
            me: me.to_owned(),
            terms,
            seen: Seen::Unknown,
            confirmed: None,
            respected: now,
            leading: None,
        }
    }

    /// The lease was read at `now`; `None` when there is none.
    pub fn observe(&mut self, lease: Option<Sighting>, now: Instant) -> Action {
        if self.is_change(lease.as_ref()) {
            self.respected = self.respected_after(lease.as_ref(), now);
        }
        self.seen = lease.map_or(Seen::Absent, Seen::Lease);
        if self.leads(now) && self.is_nobody_elses() {
            // The answer to a renewal was lost, somebody changed what is not the claim, or the lease was taken away from under this
            // leader: it puts itself back before anybody else may lead.
            return self.write(now);
        }
        self.leading = None;
        match &self.seen {
            Seen::Lease(_) if now < self.respected => Action::Read {
                at: self.respected.min(now + self.terms.retry),
            },
            _ => self.write(now),
        }
    }

    /// A write that was sent at `asked` was answered with `lease` at `now`.
    pub fn wrote(&mut self, lease: Sighting, asked: Instant, now: Instant) -> Action {
        let created = !matches!(self.seen, Seen::Lease(_));
        if lease.holder != self.me || (created && !self.leads(asked)) {
            return self.observe(Some(lease), now);
        }
        self.confirmed = Some(lease.version.clone());
        self.seen = Seen::Lease(lease);
        self.leading = Some(asked + self.terms.deadline);
        self.respected = asked;
        self.write(asked + self.terms.retry)
    }

    /// A write was refused: the lease is not what it was.
    pub fn beaten(&self, now: Instant) -> Action {
        Action::Read { at: now + BREATH }
    }

    /// A request that was sent at `asked` had no good answer by `now`.
    pub fn failed(&self, asked: Instant, now: Instant) -> Action {
        let at = (asked + self.terms.retry).max(now + BREATH);
        match self.leads(at) {
            true => self.write(at),
            false => Action::Read { at },
        }
    }

    /// What gives the lease back, when this process holds it for sure. It leads no longer from this moment on.
    pub fn resign(&mut self, now: Instant) -> Option<Draft> {
        let led = self.leads(now);
        self.leading = None;
        match &self.seen {
            Seen::Lease(lease)
                if lease.holder == self.me && (led || self.confirmed.as_ref() == Some(&lease.version)) =>
            {
                Some(Draft {
                    replaces: Some(lease.version.clone()),
                    holder: None,
                    transitions: lease.transitions,
                    acquired: lease.acquired,
                })
            }
            _ => None,
        }
    }

    /// When this process stops to lead, if it does.
    pub fn leading_until(&self) -> Option<Instant> {
        self.leading
    }

    /// Who held the lease when it was last seen, other than this process.
    pub fn leader(&self) -> Option<&str> {
        match &self.seen {
            Seen::Lease(lease) if !lease.holder.is_empty() && lease.holder != self.me => Some(&lease.holder),
            _ => None,
        }
    }

    fn leads(&self, now: Instant) -> bool {
        self.leading.is_some_and(|until| now < until)
    }

    fn is_change(&self, lease: Option<&Sighting>) -> bool {
        match (&self.seen, lease) {
            (Seen::Lease(before), Some(after)) => (&before.uid, &before.version) != (&after.uid, &after.version),
            (Seen::Absent, None) => false,
            _ => true,
        }
    }

    fn is_nobody_elses(&self) -> bool {
        match &self.seen {
            Seen::Lease(lease) => lease.holder.is_empty() || lease.holder == self.me,
            Seen::Absent => true,
            Seen::Unknown => false,
        }
    }

    /// Until when somebody else may lead, when `lease` is news.
    fn respected_after(&self, lease: Option<&Sighting>, now: Instant) -> Instant {
        let whole = now + self.terms.duration;
        let Some(lease) = lease else {
            return whole;
        };
        let claim = now + lease.claim.unwrap_or_default().min(LONGEST_CLAIM);
        match &self.seen {
            Seen::Unknown => claim,
            Seen::Lease(before) if before.uid == lease.uid => claim,
            // Somebody made it new; the holder of the old one was not asked.
            Seen::Lease(_) | Seen::Absent => claim.max(whole),
        }
    }

    /// Takes, renews or creates, as the lease was last seen. Only who leads creates one that is held.
    fn write(&self, at: Instant) -> Action {
        let holder = Some(self.me.clone());
        let draft = match &self.seen {
            Seen::Lease(lease) if lease.holder == self.me => Draft {
                replaces: Some(lease.version.clone()),
                holder,
                transitions: lease.transitions,
                acquired: lease.acquired,
            },
            Seen::Lease(lease) => Draft {
                replaces: Some(lease.version.clone()),
                holder,
                transitions: lease.transitions.saturating_add(1),
                acquired: None,
            },
            Seen::Unknown | Seen::Absent => Draft {
                replaces: None,
                holder: holder.filter(|_| self.leading.is_some()),
                transitions: 0,
                acquired: None,
            },
        };
        Action::Write { at, draft }
    }
}

#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;
