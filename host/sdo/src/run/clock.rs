//! The cluster's clock: what the API server said, and the time since by this machine's clock that cannot be set.

use std::time::{Duration, Instant};

/// The server tells whole seconds, and several servers may differ by a little; a step of more than this is a clock that was set.
const STEP: i64 = 2;

/// The API server's time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ServerClock {
    told: Option<(i64, Instant)>,
}

impl ServerClock {
    /// The server said `unix`, in seconds since 1970, at `at`.
    pub(super) fn told(&mut self, unix: i64, at: Instant) {
        let expected = self.at(at);
        // What was told was cut to the second: of two that agree, the later one is nearer to the truth.
        let keeps = expected.is_some_and(|expected| expected >= unix && expected - unix <= STEP);
        if !keeps {
            self.told = Some((unix, at));
        }
    }

    /// Now, in seconds since 1970; `None` before the server told.
    pub(super) fn now(&self) -> Option<i64> {
        self.at(Instant::now())
    }

    /// When it will be `unix` at the server; now when that has come.
    pub(super) fn instant_of(&self, unix: i64) -> Option<Instant> {
        let (told, at) = self.told?;
        let ahead = u64::try_from(unix.saturating_sub(told)).unwrap_or_default();
        // Far beyond the life of any host, and within what an instant can hold.
        Some(at + Duration::from_secs(ahead.min(1 << 30)))
    }

    fn at(&self, at: Instant) -> Option<i64> {
        let (told, since) = self.told?;
        let elapsed = at.saturating_duration_since(since).as_secs();
        Some(told.saturating_add(i64::try_from(elapsed).unwrap_or(i64::MAX)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_on_between_two_words_of_the_server_and_follows_one_that_was_set() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut clock = ServerClock::default();
        assert_eq!(clock.now(), None);
        clock.told(1_000, start);
        assert_eq!(clock.at(after(5)), Some(1_005));
        // A word that was cut to the second, and one of another server that is slightly behind.
        clock.told(1_009, after(10));
        assert_eq!(clock.at(after(10)), Some(1_010));
        clock.told(1_012, after(11));
        assert_eq!(clock.at(after(11)), Some(1_012));
        // An hour back, and an hour ahead.
        clock.told(0, after(20));
        assert_eq!(clock.at(after(21)), Some(1));
        clock.told(9_000, after(30));
        assert_eq!(clock.at(after(30)), Some(9_000));
        assert_eq!(clock.instant_of(9_010), Some(after(40)));
    }
}
