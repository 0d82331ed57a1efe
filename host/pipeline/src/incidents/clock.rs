//! The cluster's clock, kept from going back and forth.

use super::limits::SECONDS_UNTIL_CLOCK_SETTLES;

/// What is known of the clock since the start. It is not kept: after a restart the first instant is believed as it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clock {
    /// The latest instant that was believed.
    pub(super) mark: Option<i64>,
    /// Since when the clock has been behind the mark, by itself.
    behind: Option<i64>,
}

impl Clock {
    /// The instant to go by when the clock says `now`: never before the last one, unless the clock has stayed back for a while.
    pub(super) fn read(&mut self, now: i64) -> i64 {
        let mark = self.mark.unwrap_or(now);
        if now >= mark || self.settled(now) {
            *self = Self {
                mark: Some(now),
                behind: None,
            };
            return now;
        }
        mark
    }

    /// When a clock that went back will be believed.
    pub(super) fn settles(&self) -> Option<i64> {
        self.behind
            .map(|since| since.saturating_add(SECONDS_UNTIL_CLOCK_SETTLES))
    }

    fn settled(&mut self, now: i64) -> bool {
        // A second jump back begins the wait anew.
        let since = self.behind.map_or(now, |since| since.min(now));
        self.behind = Some(since);
        now.saturating_sub(since) >= SECONDS_UNTIL_CLOCK_SETTLES
    }
}

/// Seconds from `then` to `now`; none when `then` is yet to come.
pub(super) fn elapsed(now: i64, then: i64) -> i64 {
    now.saturating_sub(then).max(0)
}

/// The earliest of the instants that are yet to come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wake {
    now: i64,
    /// The earliest so far.
    pub(super) at: Option<i64>,
}

impl Wake {
    pub(super) fn after(now: i64) -> Self {
        Self { now, at: None }
    }

    /// Asks to be woken `seconds` after `then`.
    pub(super) fn when(&mut self, then: i64, seconds: i64) {
        self.at(then.saturating_add(seconds));
    }

    /// Takes over what another asks for.
    pub(super) fn merge(&mut self, other: Wake) {
        if let Some(instant) = other.at {
            self.at(instant);
        }
    }

    /// Asks to be woken at `instant`.
    pub(super) fn at(&mut self, instant: i64) {
        // The end of time is how settings say never.
        if instant > self.now && instant < i64::MAX {
            self.at = Some(self.at.map_or(instant, |earliest| earliest.min(instant)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_stays_back_is_believed_after_half_a_minute() {
        let mut clock = Clock::default();
        let table = [
            (1_000, 1_000, None),
            (500, 1_000, Some(530)),
            (529, 1_000, Some(530)),
            // Back once more: the wait begins anew.
            (100, 1_000, Some(130)),
            (129, 1_000, Some(130)),
            (130, 130, None),
            (131, 131, None),
        ];
        for (now, read, settles) in table {
            assert_eq!((clock.read(now), clock.settles()), (read, settles), "at {now}");
        }
    }

    #[test]
    fn a_clock_that_comes_back_at_once_was_never_away() {
        let mut clock = Clock::default();
        let table = [
            (1_000, 1_000),
            (400, 1_000),
            (1_001, 1_001),
            (440, 1_001),
            (1_002, 1_002),
        ];
        for (now, read) in table {
            assert_eq!(clock.read(now), read, "at {now}");
        }
        assert_eq!(clock.settles(), None);
    }

    #[test]
    fn the_earliest_instant_that_is_yet_to_come_is_asked_for() {
        let mut wake = Wake::after(10);
        [9, 10, i64::MAX].into_iter().for_each(|instant| wake.at(instant));
        assert_eq!(wake.at, None);
        wake.when(5, 30);
        wake.when(5, 20);
        wake.when(i64::MAX, 20);
        assert_eq!(wake.at, Some(25));
    }
}
