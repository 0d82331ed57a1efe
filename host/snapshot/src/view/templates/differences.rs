//! What differs between two templates.

use super::Template;
use super::facts::{Fact, Facts};
use crate::view::convert::within;
use crate::view::page::Answers;
use sdo_model::contract::templates::Difference;
use sdo_model::{Call, Stop};
use std::collections::BTreeSet;

/// Differences that are told.
const MOST: usize = 100;
/// The longest value that is told, in bytes.
const VALUE: usize = 256;
/// Facts of a container that a comparison goes through, about.
const FACTS_EACH: usize = 16;

pub(super) fn differences(
    call: &mut Call,
    before: &Template<'_>,
    after: &Template<'_>,
) -> Result<Vec<Difference>, Stop> {
    if std::ptr::eq(before.spec, after.spec) {
        return Ok(Vec::new());
    }
    call.scan((before.containers() + after.containers()) * FACTS_EACH)?;
    let comparison = Comparison {
        before: Facts::of(before),
        after: Facts::of(after),
        admitted: Admitted::of(before, after),
    };
    let mut told = Answers::new(call);
    for difference in comparison.parts().into_iter().chain(comparison.facts()).take(MOST) {
        told.push(difference)?;
    }
    let mut told = told.paid(call)?;
    told.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(told)
}

/// Which side went through admission alone: what only a pod has beside its template was put there, not changed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Admitted {
    Neither,
    Before,
    After,
}

impl Admitted {
    fn of(before: &Template<'_>, after: &Template<'_>) -> Self {
        match (before.pod.is_some(), after.pod.is_some()) {
            (true, false) => Admitted::Before,
            (false, true) => Admitted::After,
            _ => Admitted::Neither,
        }
    }
}

struct Comparison {
    before: Facts,
    after: Facts,
    admitted: Admitted,
}

impl Comparison {
    /// Containers and probes that only one side has.
    fn parts(&self) -> Vec<Difference> {
        let told = self.lone_parts().filter(|path| self.is_change(path));
        told.map(|path| difference(path, self.before.part(path), self.after.part(path)))
            .collect()
    }

    fn lone_parts(&self) -> impl Iterator<Item = &String> {
        let gone = self
            .before
            .parts
            .keys()
            .filter(|path| !self.after.parts.contains_key(*path));
        let new = self
            .after
            .parts
            .keys()
            .filter(|path| !self.before.parts.contains_key(*path));
        // A lone container stands for its probes.
        gone.chain(new).filter(|path| !self.lone_within(path))
    }

    fn lone_within(&self, path: &str) -> bool {
        let parent = path.rsplit_once('.').map(|(parent, _)| parent);
        parent.is_some_and(|parent| self.before.parts.contains_key(parent) != self.after.parts.contains_key(parent))
    }

    /// Whether a part of one side alone is a change, and no addition of admission or a sidecar that was only added.
    fn is_change(&self, path: &str) -> bool {
        let added = self.after.parts.get(path);
        let admitted = if added.is_some() {
            Admitted::After
        } else {
            Admitted::Before
        };
        self.admitted != admitted && !added.is_some_and(|part| part.sidecar)
    }

    /// Facts that differ, of the parts that both sides have.
    fn facts(&self) -> impl Iterator<Item = Difference> {
        let lone: Vec<String> = self.lone_parts().map(|path| format!("{path}.")).collect();
        let paths: BTreeSet<&String> = self.before.facts.keys().chain(self.after.facts.keys()).collect();
        paths
            .into_iter()
            .filter(move |path| !lone.iter().any(|part| path.starts_with(part.as_str())))
            .filter_map(|path| self.fact(path))
    }

    fn fact(&self, path: &str) -> Option<Difference> {
        let (before, after) = (self.before.facts.get(path), self.after.facts.get(path));
        let admitted = match (before, after) {
            (Some(one), Some(other)) if one.compared == other.compared => return None,
            (None, Some(_)) => self.admitted == Admitted::After,
            (Some(_), None) => self.admitted == Admitted::Before,
            _ => self.admitted != Admitted::Neither && is_daemon_placement(path, before, after),
        };
        (!admitted).then(|| difference(path, before.map(Fact::shown), after.map(Fact::shown)))
    }
}

/// The DaemonSet controller writes the node of each pod over the node affinity of its template.
fn is_daemon_placement(path: &str, before: Option<&Fact>, after: Option<&Fact>) -> bool {
    let names_a_node = |fact: Option<&Fact>| fact.is_some_and(|fact| fact.compared.starts_with("metadata.name="));
    path == "spec.affinity.nodeAffinity" && (names_a_node(before) || names_a_node(after))
}

fn difference(path: &str, before: Option<&str>, after: Option<&str>) -> Difference {
    let told = |value: Option<&str>| within(&crate::redact::redact(value.unwrap_or_default()), VALUE);
    Difference {
        path: path.to_owned(),
        before: told(before),
        after: told(after),
    }
}
