//! The findings of a round by cause, and what can be said of a cause by them.

use super::limits::MAX_FINGERPRINTS;
use super::memory::{Scope, Track};
use super::sight::{Sight, Verdict};
use sdo_model::finding::Finding;
use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// What is seen of a cause.
pub(super) enum View<'a> {
    /// It stands.
    Fires(&'a Group<'a>),
    /// It stands, as an effect of this cause.
    Explained(&'a str),
    /// It is gone.
    Clear,
    /// Nobody can tell, for this reason.
    Unseen(&'a str),
    /// Nobody looks for it any more.
    Unloaded,
}

/// The findings of one cause.
pub(super) struct Group<'a> {
    /// The worst of them; of equals the first by fingerprint.
    pub(super) worst: &'a Finding,
    /// All, worst first, one a fingerprint.
    pub(super) members: Vec<&'a Finding>,
}

/// A sight, by cause.
pub(super) struct Picture<'a> {
    rules: &'a BTreeMap<String, Verdict>,
    groups: BTreeMap<&'a str, Group<'a>>,
    /// Rule and fingerprint of what is folded, and under which cause; few rounds ask for it.
    folded: OnceCell<BTreeMap<(&'a str, &'a str), &'a str>>,
}

impl<'a> Picture<'a> {
    pub(super) fn of(sight: &Sight<'a>) -> Self {
        let mut sorted: Vec<&Finding> = sight.findings.iter().collect();
        sorted.sort_by(|a, b| worst_first(a, b));
        let mut fingerprints = BTreeSet::new();
        let mut groups: BTreeMap<&str, Group<'_>> = BTreeMap::new();
        for finding in sorted {
            if !fingerprints.insert((finding.cause.as_str(), finding.fingerprint.as_str())) {
                continue;
            }
            match groups.entry(&finding.cause) {
                Entry::Occupied(mut group) => group.get_mut().members.push(finding),
                Entry::Vacant(entry) => {
                    entry.insert(Group {
                        worst: finding,
                        members: vec![finding],
                    });
                }
            }
        }
        Self {
            rules: sight.rules,
            groups,
            folded: OnceCell::new(),
        }
    }

    /// The causes that are listed, by cause.
    pub(super) fn groups(&self) -> &BTreeMap<&'a str, Group<'a>> {
        &self.groups
    }

    /// Whether `rule` ran in this round.
    pub(super) fn ran(&self, rule: &str) -> bool {
        self.rules.get(rule).is_some_and(|verdict| verdict.ran)
    }

    /// Since when `rule` does not see all, when that is known.
    pub(super) fn blurred(&self, rule: &str) -> Option<i64> {
        self.rules.get(rule)?.gap.as_ref()?.since
    }

    /// What is seen of a cause that was last found at `found`.
    pub(super) fn view(&self, track: &Track, found: i64) -> View<'_> {
        let Some(verdict) = self.rules.get(&track.rule) else {
            // A host that has loaded nothing has removed nothing.
            return match self.rules.is_empty() {
                true => View::Unseen("no detector is loaded"),
                false => View::Unloaded,
            };
        };
        let group = self.groups.get(track.cause.as_str());
        let gap = verdict.gap.as_ref().filter(|gap| match group {
            Some(group) => gap.reach.touches(&group.scope()),
            None => gap.reach.touches(&track.scope),
        });
        match (gap, group) {
            (Some(gap), _) if gap.stale => View::Unseen(&gap.reason),
            (_, Some(group)) => View::Fires(group),
            (gap, None) => match (self.explained(track), gap.filter(|gap| gap.hides(found))) {
                (Some(cause), _) => View::Explained(cause),
                (None, Some(gap)) => View::Unseen(&gap.reason),
                (None, None) => View::Clear,
            },
        }
    }

    /// The listed cause that explains a track: the one that was seen to fold it, as long as that one stands. Later findings of the
    /// same cause, about pods that were made since, go unlisted under it too.
    fn explained(&self, track: &Track) -> Option<&'a str> {
        let known = track.explained.as_deref();
        if let Some((cause, _)) = known.and_then(|cause| self.groups.get_key_value(cause)) {
            return Some(cause);
        }
        let folded = self.folded.get_or_init(|| self.fold());
        let under = |fingerprint: &String| folded.get(&(track.rule.as_str(), fingerprint.as_str())).copied();
        track.fingerprints.iter().find_map(under)
    }

    fn fold(&self) -> BTreeMap<(&'a str, &'a str), &'a str> {
        let mut folded = BTreeMap::new();
        for finding in self.groups.values().flat_map(|group| &group.members) {
            for effect in &finding.effects {
                if let (Some(rule), Some(fingerprint)) = (&effect.rule, &effect.fingerprint) {
                    folded
                        .entry((rule.as_str(), fingerprint.as_str()))
                        .or_insert(finding.cause.as_str());
                }
            }
        }
        folded
    }
}

impl<'a> Group<'a> {
    /// The finding to show when `shown` is the fingerprint of the one that people know: that one, unless another is worse now. Which
    /// pod of a Deployment stands for it is no news.
    pub(super) fn shown(&self, shown: Option<&str>) -> &'a Finding {
        let worst = self
            .members
            .iter()
            .filter(|one| one.severity == self.worst.severity)
            .copied();
        let mut same = worst.filter(|one| Some(one.fingerprint.as_str()) == shown);
        same.next().unwrap_or(self.worst)
    }

    pub(super) fn scope(&self) -> Scope {
        Scope::of(self.members.iter().copied())
    }

    pub(super) fn fingerprints(&self) -> Vec<String> {
        let members = self.members.iter().take(MAX_FINGERPRINTS);
        members.map(|finding| finding.fingerprint.clone()).collect()
    }

    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.members.len()).unwrap_or(u32::MAX)
    }
}

/// An order of all findings in which only equal ones are equal, so that the order in which they come never shows.
fn worst_first(a: &Finding, b: &Finding) -> Ordering {
    let severity = b.severity.cmp(&a.severity);
    let name = || (&a.fingerprint, &a.summary, &a.primary).cmp(&(&b.fingerprint, &b.summary, &b.primary));
    let whole = || format!("{a:?}").cmp(&format!("{b:?}"));
    severity.then_with(name).then_with(whole)
}
