//! What nobody wants to hear of: suppressions, maintenance windows, annotations.

use super::clock::Wake;
use super::memory::namespace_of;
use sdo_model::finding::{Finding, ObjectName};
use sdo_model::incident::Mute;
use std::collections::{BTreeMap, BTreeSet};

/// All mutes in force, or planned. Whoever reads them from a file or from the cluster bounds their number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mutes {
    /// Faults that are known and accepted.
    pub suppressions: Vec<Suppression>,
    /// Times in which faults are expected.
    pub windows: Vec<Window>,
    /// Objects that carry the annotation `sdo.dev/mute`, and when it ends; `None` when nothing ends it. It holds for findings about
    /// the object, about what it owns and, on a namespace, about all that is in it.
    pub annotated: BTreeMap<ObjectName, Option<i64>>,
}

/// A fault that is known and accepted. All conditions that are given must hold; one without any holds for everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suppression {
    /// What people see as the reason for silence.
    pub name: String,
    /// Rules.
    pub rule: Option<Pattern>,
    /// Namespaces of the primary object.
    pub namespace: Option<Pattern>,
    /// Kind of the primary object, of one of its owners or of its namespace; upper and lower case are one.
    pub kind: Option<String>,
    /// Names of the primary object, of one of its owners or of its namespace; with a kind, both must be one object's.
    pub object: Option<Pattern>,
    /// When it ends, in seconds since 1970; at that instant it holds no more.
    pub until: Option<i64>,
}

/// A time in which faults are expected, once. Whoever knows of recurring ones gives the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// What people see as the reason for silence.
    pub name: String,
    /// Its first instant, in seconds since 1970.
    pub from: i64,
    /// The first instant after it.
    pub until: i64,
    /// Namespaces of the primary object; empty for all, and for objects that have none.
    pub namespaces: Vec<Pattern>,
    /// Rules; empty for all.
    pub rules: Vec<Pattern>,
}

/// A name, or with a `*` at its end all names that begin so.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern(String);

impl From<&str> for Pattern {
    fn from(text: &str) -> Self {
        Pattern(text.to_owned())
    }
}

impl Pattern {
    /// Whether `name` is meant.
    pub fn matches(&self, name: &str) -> bool {
        match self.0.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == self.0,
        }
    }
}

impl Mutes {
    /// The mute of an incident with these findings. It takes one for each of them: what nobody accepted must be told.
    pub(super) fn of<'a>(&self, findings: impl IntoIterator<Item = &'a Finding>, now: i64) -> Option<Mute> {
        let each: Option<Vec<Mute>> = findings.into_iter().map(|finding| self.longest(finding, now)).collect();
        each?.into_iter().min_by_key(order)
    }

    /// Asks to be woken when one begins or ends.
    pub(super) fn wake(&self, wake: &mut Wake) {
        let windows = self.windows.iter().flat_map(|window| [window.from, window.until]);
        let suppressions = self.suppressions.iter().filter_map(|suppression| suppression.until);
        let annotated = self.annotated.values().filter_map(|until| *until);
        windows
            .chain(suppressions)
            .chain(annotated)
            .for_each(|instant| wake.at(instant));
    }

    /// Of all that hold for `finding`, the one that lasts longest.
    fn longest(&self, finding: &Finding, now: i64) -> Option<Mute> {
        let rank = |mute: &Mute| {
            let (until, by) = order(mute);
            (until, std::cmp::Reverse(by))
        };
        if *self == Mutes::default() {
            return None;
        }
        let targets = targets(finding);
        let suppressions = self.suppressions.iter().filter_map(|one| one.mute(finding, &targets));
        let windows = self.windows.iter().filter_map(|one| one.mute(finding, now));
        let annotations = targets.iter().filter_map(|target| self.annotation(target));
        let lasting = suppressions.chain(windows).chain(annotations);
        lasting
            .filter(|mute| mute.until.is_none_or(|until| now < until))
            .max_by_key(rank)
    }

    fn annotation(&self, object: &ObjectName) -> Option<Mute> {
        let until = *self.annotated.get(object)?;
        let by = format!("annotation on {object}");
        Some(Mute { by, until })
    }
}

impl Suppression {
    fn mute(&self, finding: &Finding, targets: &BTreeSet<ObjectName>) -> Option<Mute> {
        let any = |pattern: &Option<Pattern>, name: &str| pattern.as_ref().is_none_or(|pattern| pattern.matches(name));
        let kind = |kind: &str| self.kind.as_ref().is_none_or(|own| own.eq_ignore_ascii_case(kind));
        let holds = any(&self.rule, &finding.rule)
            && any(&self.namespace, namespace_of(&finding.primary))
            && targets
                .iter()
                .any(|target| kind(&target.kind) && any(&self.object, &target.name));
        holds.then(|| Mute {
            by: self.name.clone(),
            until: self.until,
        })
    }
}

impl Window {
    fn mute(&self, finding: &Finding, now: i64) -> Option<Mute> {
        let any =
            |patterns: &[Pattern], name: &str| patterns.is_empty() || patterns.iter().any(|one| one.matches(name));
        let holds = self.from <= now
            && any(&self.rules, &finding.rule)
            && any(&self.namespaces, namespace_of(&finding.primary));
        holds.then(|| Mute {
            by: self.name.clone(),
            until: Some(self.until),
        })
    }
}

/// Later ends are greater, and no end is the greatest.
fn order(mute: &Mute) -> (i64, String) {
    (mute.until.unwrap_or(i64::MAX), mute.by.clone())
}

/// What a person may have muted to mute `finding`: its object, the owners of that, their namespace.
fn targets(finding: &Finding) -> BTreeSet<ObjectName> {
    let owners = finding.related.iter().filter(|related| related.role == "owner");
    let mut targets: BTreeSet<ObjectName> = owners.map(|owner| owner.object.clone()).collect();
    targets.insert(finding.primary.clone());
    if !finding.primary.namespace.is_empty() {
        targets.insert(ObjectName {
            kind: "Namespace".to_owned(),
            name: finding.primary.namespace.clone(),
            ..ObjectName::default()
        });
    }
    targets
}

#[cfg(test)]
mod tests;
