//! How long a task waits before it tries again.

use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};
use std::time::Duration;

/// The first wait after a fault. The connection of every resource may have broken at once: jitter spreads them.
const FIRST: Duration = Duration::from_millis(500);
/// The longest wait after faults that pass by themselves: an API server that restarts is back within seconds.
const LONGEST: Duration = Duration::from_secs(20);
/// Waits of a resource that is refused or not served: only a person changes that, and should see the effect soon.
const FIRST_REFUSED: Duration = Duration::from_secs(5);
const LONGEST_REFUSED: Duration = Duration::from_secs(120);
/// The longest wait that a server can impose.
const LONGEST_ASKED: Duration = Duration::from_secs(60);

/// Waits that grow.
pub(super) struct Backoff {
    faults: ExponentialBackoff,
    refusals: ExponentialBackoff,
}

impl Default for Backoff {
    fn default() -> Self {
        Self {
            faults: growing(FIRST, LONGEST),
            refusals: growing(FIRST_REFUSED, LONGEST_REFUSED),
        }
    }
}

impl Backoff {
    /// After a fault; `asked` is what the server asked for.
    pub(super) fn fault(&mut self, asked: Option<Duration>) -> Duration {
        let own = self.faults.next().unwrap_or(LONGEST);
        own.max(asked.unwrap_or_default().min(LONGEST_ASKED))
    }

    /// After a refusal.
    pub(super) fn refusal(&mut self) -> Duration {
        self.refusals.next().unwrap_or(LONGEST_REFUSED)
    }
}

fn growing(first: Duration, longest: Duration) -> ExponentialBackoff {
    ExponentialBuilder::new()
        .with_min_delay(first)
        .with_max_delay(longest)
        .with_factor(2.0)
        .with_jitter()
        .without_max_times()
        .build()
}
