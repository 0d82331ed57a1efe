//! What cannot be seen, and since when. What could not be seen when a fault was found is no reason to doubt that it is gone.

use sdo_pipeline::{Round, Unknown};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Gaps that are remembered; 45 rules that each miss every kind are 1,700.
const MOST: usize = 10_000;

/// By rule and kind, since when, in seconds since 1970 by the cluster's clock.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Gaps(BTreeMap<String, BTreeMap<String, i64>>);

impl Gaps {
    /// Takes in the gaps of a round at `now`: those that are new begin, those that are gone end. Whether anything changed.
    pub(super) fn see(&mut self, round: &Round, now: i64) -> bool {
        let mut next = Self::default();
        for Unknown { rule, kind, .. } in round.unknown.iter().take(MOST) {
            let since = self.since(rule, kind).unwrap_or(now);
            next.0.entry(rule.clone()).or_default().insert(kind.clone(), since);
        }
        let changed = next != *self;
        *self = next;
        changed
    }

    /// Since when the rule has not seen all of that kind.
    pub(super) fn since(&self, rule: &str, kind: &str) -> Option<i64> {
        self.0.get(rule)?.get(kind).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(gaps: &[(&str, &str)]) -> Round {
        let unknown = |(rule, kind): &(&str, &str)| Unknown {
            rule: (*rule).to_owned(),
            kind: (*kind).to_owned(),
            reason: String::new(),
        };
        Round {
            unknown: gaps.iter().map(unknown).collect(),
            ..Round::default()
        }
    }

    #[test]
    fn a_gap_keeps_its_beginning_until_it_ends() {
        let mut gaps = Gaps::default();
        assert!(gaps.see(&round(&[("a", "Secret")]), 10));
        assert!(!gaps.see(&round(&[("a", "Secret")]), 20));
        assert_eq!(gaps.since("a", "Secret"), Some(10));
        assert!(gaps.see(&round(&[]), 30));
        assert!(gaps.see(&round(&[("a", "Secret")]), 40));
        assert_eq!(gaps.since("a", "Secret"), Some(40));
    }
}
