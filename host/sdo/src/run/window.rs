//! When a round is due after a change: soon, and not once for each of many.

use std::time::{Duration, Instant};

/// Changes that come this soon after the first belong to one round: a rollout touches a Deployment, a ReplicaSet and Pods at once.
const QUIET: Duration = Duration::from_millis(50);
/// Under load no change waits longer than this for its round to begin.
const LONGEST: Duration = Duration::from_millis(500);
/// After a round of so long, changes are gathered this many times as long: rounds take half of the time when changes never end.
const SHARE: u32 = 1;

/// Changes that wait for a round.
#[derive(Debug, Default)]
pub(super) struct Window {
    opened: Option<Instant>,
    cost: Duration,
}

impl Window {
    /// Something changed.
    pub(super) fn open(&mut self, at: Instant) {
        self.opened.get_or_insert(at);
    }

    /// When the round is due.
    pub(super) fn due(&self) -> Option<Instant> {
        Some(self.opened? + (self.cost * SHARE).clamp(QUIET, LONGEST))
    }

    /// The round begins; answers when the first change came.
    pub(super) fn close(&mut self) -> Option<Instant> {
        self.opened.take()
    }

    /// The round took so long.
    pub(super) fn took(&mut self, cost: Duration) {
        self.cost = cost;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_waits_a_moment_and_longer_when_rounds_are_long_but_never_too_long() {
        let start = Instant::now();
        let mut window = Window::default();
        assert_eq!(window.due(), None);
        window.open(start);
        window.open(start + QUIET);
        assert_eq!(window.due(), Some(start + QUIET));
        window.took(QUIET * 3);
        assert_eq!(window.due(), Some(start + QUIET * 3 * SHARE));
        window.took(LONGEST);
        assert_eq!(window.due(), Some(start + LONGEST));
        assert_eq!(window.close(), Some(start));
        assert_eq!(window.due(), None);
    }
}
