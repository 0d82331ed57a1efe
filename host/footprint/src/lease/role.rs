//! Who leads, as far as this process may believe it.

use std::time::{Duration, SystemTime};
use tokio::time::Instant;

/// Leader or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// This process leads, until then.
    Leader {
        /// The end, unless the claim is renewed before.
        until: Until,
    },
    /// Another one leads, or nobody yet.
    Standby {
        /// Identity of who holds the lease, when one does.
        leader: Option<String>,
    },
}

impl Role {
    /// Whether this process leads at this moment. To be asked before every write: the process may have been stopped since it was
    /// last told, and nobody tells a process that it slept.
    pub fn is_leader_now(&self) -> bool {
        match self {
            Self::Leader { until } => !until.is_past(),
            Self::Standby { .. } => false,
        }
    }
}

/// The end of a leadership.
///
/// Two clocks watch it. The monotonic one cannot be set, but stands still while a machine is suspended or a virtual one is moved;
/// the wall clock goes on. Whichever says that the time is over is believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Until(Option<(Instant, SystemTime)>);

impl Until {
    /// `length` after `from`.
    pub(crate) fn after(from: Now, length: Duration) -> Self {
        Self(Some((from.instant + length, from.wall + length)))
    }

    /// No end: nobody else stands.
    pub(crate) fn never() -> Self {
        Self(None)
    }

    /// Whether it is over.
    pub fn is_past(&self) -> bool {
        self.is_past_at(Now::read())
    }

    fn is_past_at(&self, now: Now) -> bool {
        self.0
            .is_some_and(|(instant, wall)| now.instant >= instant || now.wall >= wall)
    }
}

/// A moment by both clocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Now {
    pub(crate) instant: Instant,
    pub(crate) wall: SystemTime,
}

impl Now {
    pub(crate) fn read() -> Self {
        Self {
            instant: Instant::now(),
            wall: SystemTime::now(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn the_end_is_believed_from_either_clock() {
        let start = Now::read();
        let until = Until::after(start, 6 * SECOND);
        let at = |instant, wall| {
            until.is_past_at(Now {
                instant: start.instant + instant,
                wall: start.wall + wall,
            })
        };
        assert!(!at(5 * SECOND, 5 * SECOND));
        assert!(at(6 * SECOND, 5 * SECOND));
        // Suspended for an hour.
        assert!(at(SECOND, 3_600 * SECOND));
    }

    #[test]
    fn a_wall_clock_set_back_does_not_lengthen_a_leadership() {
        let start = Now::read();
        let past = Now {
            instant: start.instant + 7 * SECOND,
            wall: start.wall - 3_600 * SECOND,
        };
        assert!(Until::after(start, 6 * SECOND).is_past_at(past));
        assert!(!Until::never().is_past_at(past));
    }
}
