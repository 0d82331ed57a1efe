//! How many Events may be made. A cluster that breaks at once in a hundred places needs a person, not a hundred Events.

use std::collections::HashMap;
use std::time::Duration;
use tokio::time::Instant;

/// Of all Events.
const OVERALL: Rate = Rate {
    burst: 20.0,
    per_minute: 10.0,
};
/// Of one namespace, so that a noisy one leaves room for the others.
const PER_NAMESPACE: Rate = Rate {
    burst: 10.0,
    per_minute: 5.0,
};
/// Namespaces that are kept in mind; those that were quiet long enough are forgotten first.
const MAX_NAMESPACES: usize = 1_000;

#[derive(Clone, Copy, Debug)]
struct Rate {
    burst: f64,
    per_minute: f64,
}

/// What may still be made.
#[derive(Debug)]
pub(super) struct Budget {
    overall: Bucket,
    namespaces: HashMap<String, Bucket>,
}

impl Budget {
    pub(super) fn new(now: Instant) -> Self {
        Self {
            overall: Bucket::full(OVERALL, now),
            namespaces: HashMap::new(),
        }
    }

    /// Takes leave to make one Event in `namespace`, or says no. A no costs nothing.
    pub(super) fn take(&mut self, namespace: &str, now: Instant) -> bool {
        if self.namespaces.len() >= MAX_NAMESPACES && !self.namespaces.contains_key(namespace) {
            self.namespaces.retain(|_, bucket| !bucket.is_full(PER_NAMESPACE, now));
            if self.namespaces.len() >= MAX_NAMESPACES {
                return false;
            }
        }
        let fresh = || Bucket::full(PER_NAMESPACE, now);
        let bucket = self.namespaces.entry(namespace.to_owned()).or_insert_with(fresh);
        let both = bucket.level(PER_NAMESPACE, now) >= 1.0 && self.overall.level(OVERALL, now) >= 1.0;
        if both {
            bucket.tokens -= 1.0;
            self.overall.tokens -= 1.0;
        }
        both
    }
}

#[derive(Debug)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Bucket {
    fn full(rate: Rate, now: Instant) -> Self {
        Self {
            tokens: rate.burst,
            at: now,
        }
    }

    /// Tokens at `now`.
    fn level(&mut self, rate: Rate, now: Instant) -> f64 {
        let passed: Duration = now.saturating_duration_since(self.at);
        self.tokens = (self.tokens + passed.as_secs_f64() * rate.per_minute / 60.0).min(rate.burst);
        self.at = self.at.max(now);
        self.tokens
    }

    fn is_full(&mut self, rate: Rate, now: Instant) -> bool {
        self.level(rate, now) >= rate.burst
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(budget: &mut Budget, namespaces: &[&str], times: usize, now: Instant) -> usize {
        let all = namespaces.iter().cycle().take(times);
        all.filter(|namespace| budget.take(namespace, now)).count()
    }

    #[test]
    fn a_storm_gets_a_burst_and_then_a_trickle() {
        let start = Instant::now();
        let mut budget = Budget::new(start);
        let namespaces = ["a", "b", "c", "d"];
        assert_eq!(taken(&mut budget, &namespaces, 500, start), 20);
        let later = start + Duration::from_secs(60);
        assert_eq!(taken(&mut budget, &namespaces, 500, later), 10);
        let much_later = later + Duration::from_secs(86_400);
        assert_eq!(taken(&mut budget, &namespaces, 500, much_later), 20);
    }

    #[test]
    fn one_namespace_leaves_room_for_others() {
        let start = Instant::now();
        let mut budget = Budget::new(start);
        assert_eq!(taken(&mut budget, &["noisy"], 500, start), 10);
        assert_eq!(taken(&mut budget, &["quiet"], 5, start), 5);
    }

    #[test]
    fn namespaces_without_end_take_no_memory_without_end() {
        let mut now = Instant::now();
        let mut budget = Budget::new(now);
        for index in 0..10 * MAX_NAMESPACES {
            now += Duration::from_secs(1);
            budget.take(&format!("n{index}"), now);
            assert!(budget.namespaces.len() <= MAX_NAMESPACES);
        }
        assert!(budget.take("last", now + Duration::from_secs(60)));
    }
}
