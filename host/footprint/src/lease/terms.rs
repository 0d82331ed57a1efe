//! The three times of an election.

use std::time::Duration;

/// A claim of a stranger is respected no longer than this after its last sign of life: a mistaken number must not stop all hosts.
pub(crate) const LONGEST_CLAIM: Duration = Duration::from_secs(300);
/// A wait may be longer by this share, so that candidates do not meet at the server again and again.
pub(crate) const JITTER: f64 = 0.2;
/// From the moment a leader must have stepped down to the moment when others may take the lease: what it sent before must have
/// ended by then, and clocks do not run at quite the same speed.
const MARGIN: Duration = Duration::from_secs(1);

/// How long a claim stands, how long its holder trusts it, and how often both are looked at.
///
/// From the death of a leader to its successor it takes at most `duration`, a jittered `retry` and two requests: 12.4 s by default and
/// what the requests take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    pub(crate) duration: Duration,
    pub(crate) deadline: Duration,
    pub(crate) retry: Duration,
}

/// Times that do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TermsError {
    /// Leases count whole seconds.
    #[error("the lease duration must be whole seconds, 3 to 300")]
    Duration,
    /// A leader would still lead when others may take its lease.
    #[error("the renew deadline must be at least 1 s shorter than the lease duration")]
    Deadline,
    /// One lost request would end a leadership.
    #[error("the retry period must be between 100 ms and two fifths of the renew deadline")]
    Retry,
}

impl Terms {
    /// `duration` since its last sign of life a claim stands; a leader that could not renew within `deadline` steps down; both look
    /// every `retry`.
    ///
    /// # Errors
    /// With these times there could be two leaders, or none for no reason.
    pub fn new(duration: Duration, deadline: Duration, retry: Duration) -> Result<Self, TermsError> {
        let whole = duration.subsec_nanos() == 0;
        if !whole || duration < Duration::from_secs(3) || duration > LONGEST_CLAIM {
            return Err(TermsError::Duration);
        }
        if deadline + MARGIN > duration {
            return Err(TermsError::Deadline);
        }
        if retry < Duration::from_millis(100) || retry.mul_f64(2.0 * (1.0 + JITTER)) > deadline {
            return Err(TermsError::Retry);
        }
        Ok(Self {
            duration,
            deadline,
            retry,
        })
    }

    /// How long one request may take, so that a lost answer leaves time to be refused, to look and to write again.
    pub(crate) fn patience(&self) -> Duration {
        self.deadline / 3
    }
}

/// 10 s, 6 s and 2 s.
impl Default for Terms {
    fn default() -> Self {
        Self {
            duration: Duration::from_secs(10),
            deadline: Duration::from_secs(6),
            retry: Duration::from_secs(2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_that_allow_two_leaders_or_none_are_refused() {
        let seconds = Duration::from_secs;
        let of = |duration, deadline, retry| Terms::new(seconds(duration), seconds(deadline), seconds(retry));
        assert_eq!(of(10, 6, 2), Ok(Terms::default()));
        assert_eq!(of(10, 10, 2), Err(TermsError::Deadline));
        assert_eq!(of(10, 6, 3), Err(TermsError::Retry));
        assert_eq!(of(10, 6, 0), Err(TermsError::Retry));
        assert_eq!(of(1, 0, 0), Err(TermsError::Duration));
        assert_eq!(of(3_600, 6, 2), Err(TermsError::Duration));
        let half = Terms::new(Duration::from_millis(10_500), seconds(6), seconds(2));
        assert_eq!(half, Err(TermsError::Duration));
    }
}
