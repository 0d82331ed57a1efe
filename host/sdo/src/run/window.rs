//! When a round is due after a change: soon, and not once for each of many.

use std::time::{Duration, Instant};

/// Changes that come this soon after the first belong to one round: a rollout touches a Deployment, a ReplicaSet and Pods at once.
const QUIET: Duration = Duration::from_millis(50);
/// After a round comes a rest of half its length: where changes never end, rounds take two thirds of the time.
const REST: u32 = 2;
/// No change waits longer than this for its round to begin.
const LONGEST: Duration = Duration::from_millis(500);
/// Arrivals that are remembered; a storm is measured by its beginning.
const MOST: usize = 1_024;

/// Changes that wait for a round. What arrived while a round ran has waited that long already when the round ends.
#[derive(Debug, Default)]
pub(super) struct Window {
    arrivals: Vec<Instant>,
    rested: Option<Instant>,
    /// There is something to do then.
    again: Option<Instant>,
}

impl Window {
    /// Something changed, and the host heard of it at `at`.
    pub(super) fn open(&mut self, at: Instant) {
        if self.arrivals.len() < MOST {
            self.arrivals.push(at);
        }
    }

    /// When the round is due.
    pub(super) fn due(&self) -> Option<Instant> {
        let quiet = self.arrivals.iter().min().map(|first| *first + QUIET);
        let due = [quiet, self.again].into_iter().flatten().min()?;
        Some(self.rested.map_or(due, |rested| rested.max(due)))
    }

    /// The round begins; answers when its changes arrived.
    pub(super) fn close(&mut self) -> Vec<Instant> {
        self.again = None;
        std::mem::take(&mut self.arrivals)
    }

    /// There is something to do at `at`, though nothing changes.
    pub(super) fn again(&mut self, at: Instant) {
        self.again = Some(self.again.map_or(at, |before| before.min(at)));
    }

    /// A round ended that took so long.
    pub(super) fn took(&mut self, cost: Duration, ended: Instant) {
        self.rested = Some(ended + (cost / REST).min(LONGEST));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_waits_a_moment_from_the_first_arrival() {
        let start = Instant::now();
        let mut window = Window::default();
        assert_eq!(window.due(), None);
        window.open(start + QUIET);
        // Two watches are read side by side.
        window.open(start);
        assert_eq!(window.due(), Some(start + QUIET));
        assert_eq!(window.close(), [start + QUIET, start]);
        assert_eq!(window.due(), None);
    }

    #[test]
    fn what_a_round_left_undone_is_due_after_a_rest() {
        let start = Instant::now();
        let mut window = Window::default();
        window.took(QUIET * 2, start);
        window.again(start);
        assert_eq!(window.due(), Some(start + QUIET));
        assert!(window.close().is_empty());
        assert_eq!(window.due(), None);
    }

    #[test]
    fn rounds_rest_half_as_long_as_they_take_and_never_too_long() {
        let start = Instant::now();
        let mut window = Window::default();
        for (cost, due) in [(QUIET / 5, QUIET), (QUIET * 2, QUIET * 3), (LONGEST * 4, LONGEST * 5)] {
            // The change arrives as the round begins.
            window.open(start);
            window.took(cost, start + cost);
            assert_eq!(window.due(), Some(start + due), "{cost:?}");
            window.close();
        }
    }
}
