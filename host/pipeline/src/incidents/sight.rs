//! What the engine is shown: findings, and what each rule's verdict is worth.

use super::memory::Scope;
use super::mutes::Mutes;
use sdo_model::finding::Finding;
use std::collections::{BTreeMap, BTreeSet};

/// The whole picture at one instant.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// The folded findings of all detectors as they stand; for a detector that did not run again, those of its last run.
    pub findings: &'a [Finding],
    /// Every rule that is loaded, or should be. A rule that is not here is taken to be removed: its incidents close after a hold.
    pub rules: &'a BTreeMap<String, Verdict>,
    /// What nobody wants to hear of.
    pub mutes: &'a Mutes,
}

/// What a rule's verdict is worth in this round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// It was reached in this round, not kept from an earlier one.
    pub ran: bool,
    /// What it does not cover.
    pub gap: Option<Gap>,
}

/// What a verdict does not cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Why, for people, e.g. `Pod: forbidden` or `not run since the start`.
    pub reason: String,
    /// Where.
    pub reach: Reach,
    /// Findings there are old: they were true once and prove nothing now. When `false`, what was found is there, and only what was
    /// not found may be there all the same.
    pub stale: bool,
    /// Since when, in seconds since 1970. What was found although this could not be seen is gone when it is no longer found; `None` for a
    /// gap that counts whenever it began.
    pub since: Option<i64>,
}

/// A set of namespaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// These.
    In(BTreeSet<String>),
    /// All but these.
    Outside(BTreeSet<String>),
}

impl Verdict {
    /// The rule ran in this round and saw all that it needs.
    pub fn ran() -> Self {
        Self { ran: true, gap: None }
    }

    /// The rule did not run again because nothing that it reads has changed.
    pub fn stands() -> Self {
        Self::default()
    }

    /// There is no verdict: a kind is missing or forbidden, the detector failed or waits, the connection is lost.
    pub fn none(reason: impl Into<String>) -> Self {
        let gap = Gap {
            reason: reason.into(),
            reach: Reach::everywhere(),
            stale: true,
            since: None,
        };
        Self {
            ran: false,
            gap: Some(gap),
        }
    }

    /// The same verdict over a part of the cluster: `reach` was not seen in full.
    #[must_use]
    pub fn except(self, reach: Reach, reason: impl Into<String>) -> Self {
        self.with(Gap {
            reason: reason.into(),
            reach,
            stale: false,
            since: None,
        })
    }

    /// The same, and it has been so `since` then.
    #[must_use]
    pub fn except_since(self, reach: Reach, reason: impl Into<String>, since: i64) -> Self {
        self.with(Gap {
            reason: reason.into(),
            reach,
            stale: false,
            since: Some(since),
        })
    }

    fn with(mut self, gap: Gap) -> Self {
        self.gap = Some(match self.gap {
            Some(other) => other.and(gap),
            None => gap,
        });
        self
    }
}

impl Gap {
    /// Whether it leaves open what became of something that was found `since` then and is not found now.
    pub(super) fn hides(&self, since: i64) -> bool {
        self.stale || self.since.is_none_or(|began| began > since)
    }

    /// Both together: where either reaches, as bad as the worse, and as young as the younger.
    #[must_use]
    pub fn and(self, other: Gap) -> Gap {
        let reason = match self.reason == other.reason {
            true => self.reason,
            false => format!("{}; {}", self.reason, other.reason),
        };
        Gap {
            reason,
            reach: self.reach.or(other.reach),
            stale: self.stale || other.stale,
            since: self.since.zip(other.since).map(|(one, other)| one.max(other)),
        }
    }
}

impl Reach {
    /// Every namespace, and what has none.
    pub fn everywhere() -> Self {
        Reach::Outside(BTreeSet::new())
    }

    /// Where either reaches.
    #[must_use]
    pub fn or(self, other: Reach) -> Reach {
        match (self, other) {
            (Reach::In(a), Reach::In(b)) => Reach::In(&a | &b),
            (Reach::Outside(a), Reach::Outside(b)) => Reach::Outside(&a & &b),
            (Reach::In(seen_not), Reach::Outside(seen)) | (Reach::Outside(seen), Reach::In(seen_not)) => {
                Reach::Outside(&seen - &seen_not)
            }
        }
    }

    /// Whether something that lies in `scope` may lie here too. What has no namespace may hang on any.
    pub(super) fn touches(&self, scope: &Scope) -> bool {
        let holds = |namespace: &String| match self {
            Reach::In(namespaces) => namespaces.contains(namespace),
            Reach::Outside(namespaces) => !namespaces.contains(namespace),
        };
        match scope {
            Scope::Cluster => !matches!(self, Reach::In(namespaces) if namespaces.is_empty()),
            Scope::Namespaces(namespaces) => namespaces.iter().any(holds),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn touches(reach: &Reach) -> String {
        let namespaces = ["a", "b", "c", "d"].into_iter();
        namespaces
            .filter(|name| reach.touches(&Scope::Namespaces(set(&[name]))))
            .collect()
    }

    #[test]
    fn two_gaps_reach_where_either_does() {
        let reaches = [
            Reach::In(set(&["a", "b"])),
            Reach::In(set(&["b", "c"])),
            Reach::Outside(set(&["a", "b"])),
            Reach::Outside(set(&["b", "c"])),
            Reach::everywhere(),
        ];
        for one in &reaches {
            for other in &reaches {
                let both: BTreeSet<char> = touches(one).chars().chain(touches(other).chars()).collect();
                let both: String = both.into_iter().collect();
                assert_eq!(touches(&one.clone().or(other.clone())), both, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn what_has_no_namespace_or_many_may_hang_on_any() {
        assert!(Reach::In(set(&["a"])).touches(&Scope::Cluster));
        assert!(Reach::Outside(set(&["a"])).touches(&Scope::Cluster));
        assert!(!Reach::In(set(&[])).touches(&Scope::Cluster));
        assert!(Reach::In(set(&["a"])).touches(&Scope::Namespaces(set(&["a", "z"]))));
        assert!(!Reach::Outside(set(&["a", "z"])).touches(&Scope::Namespaces(set(&["a", "z"]))));
    }

    #[test]
    fn gaps_together_are_as_bad_as_the_worse_and_give_each_reason_once() {
        let partial = Verdict::ran().except(Reach::In(set(&["a"])), "Pod: partial");
        let twice = partial.clone().except(Reach::In(set(&["b"])), "Pod: partial");
        let gap = twice.gap.unwrap();
        assert_eq!((gap.reason.as_str(), gap.stale), ("Pod: partial", false));
        assert_eq!(gap.reach, Reach::In(set(&["a", "b"])));
        let gap = gap.and(Verdict::none("backing off").gap.unwrap());
        assert_eq!((gap.reason.as_str(), gap.stale), ("Pod: partial; backing off", true));
        assert_eq!(gap.reach, Reach::everywhere());
        assert!(partial.ran && !Verdict::none("").ran && !Verdict::stands().ran);
    }
}
