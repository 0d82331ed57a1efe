//! Topology spread constraints that must hold.

use super::neighbours::{effective, is_placed};
use super::placement::{is_selected, tolerates_all};
use super::subject::Subject;
use super::{Refusal, RefusalReason};
use crate::Snapshot;
use crate::object::{LabelSelector, Node, Pod, Spread};
use crate::view::convert::within;
use crate::view::node_terms::DETAIL;
use sdo_model::{Call, Kind, Stop};
use std::collections::HashMap;

/// The constraints of a pod, and how its fellows are spread.
#[derive(Default)]
pub(super) struct Spreads<'a>(Vec<Counted<'a>>);

struct Counted<'a> {
    constraint: &'a Spread,
    /// Fellows in each domain of the nodes that count.
    domains: HashMap<&'a str, i64>,
    /// The pod is one of those it is spread among.
    counts_itself: bool,
}

impl<'a> Spreads<'a> {
    /// Counts the fellows of `subject`; nothing where pods may not be read.
    pub(super) fn of(snapshot: &'a Snapshot, call: &mut Call, subject: &Subject<'a>) -> Result<Self, Stop> {
        let all = &subject.spec.topology_spread_constraints;
        let hard: Vec<&'a Spread> = all
            .iter()
            .filter(|constraint| constraint.when_unsatisfiable != "ScheduleAnyway")
            .collect();
        if hard.is_empty() || !call.may_read(Kind::Pod) {
            return Ok(Self::default());
        }
        let mut counted = Vec::new();
        for constraint in &hard {
            call.scan(snapshot.count(Kind::Node) + snapshot.in_namespace::<Pod>(subject.namespace).len())?;
            counted.push(Counted::of(snapshot, subject, constraint, &hard));
        }
        Ok(Self(counted))
    }

    /// The first constraint that a pod on `node` would break.
    pub(super) fn refusal(&self, node: &Node) -> Option<Refusal> {
        let broken = self.0.iter().find_map(|counted| counted.broken(node))?;
        Some(Refusal::new(RefusalReason::Spread, within(&broken, DETAIL)))
    }
}

impl<'a> Counted<'a> {
    fn of(snapshot: &'a Snapshot, subject: &Subject<'_>, constraint: &'a Spread, hard: &[&Spread]) -> Self {
        let selector = effective(
            constraint.label_selector.as_ref(),
            &constraint.match_label_keys,
            subject.labels,
        );
        let key = constraint.topology_key.as_str();
        let mut domains: HashMap<&str, i64> = HashMap::new();
        let mut counting: HashMap<&str, &str> = HashMap::new();
        for node in snapshot
            .all::<Node>()
            .iter()
            .filter(|node| takes_part(subject, constraint, hard, node))
        {
            if let Some(value) = node.meta.labels.get(key) {
                domains.entry(value).or_default();
                counting.insert(&node.meta.name, value);
            }
        }
        for pod in selector
            .iter()
            .flat_map(|selector| fellows(snapshot, subject, selector))
        {
            let domain = snapshot
                .at::<Pod>(pod as usize)
                .and_then(|pod| counting.get(pod.node_name.as_str()));
            if let Some(count) = domain.and_then(|domain| domains.get_mut(domain)) {
                *count += 1;
            }
        }
        let counts_itself = selector.is_some_and(|selector| selector.selects(subject.labels));
        Self {
            constraint,
            domains,
            counts_itself,
        }
    }

    /// What is wrong with one more pod on `node`.
    fn broken(&self, node: &Node) -> Option<String> {
        let key = &self.constraint.topology_key;
        let Some(value) = node.meta.labels.get(key) else {
            return Some(format!("no label {key}"));
        };
        let here = self.domains.get(value.as_str()).copied().unwrap_or_default() + i64::from(self.counts_itself);
        let most = self.constraint.max_skew.get();
        let skew = here - self.least();
        (skew > most).then(|| format!("maxSkew {most} per {key}"))
    }

    /// Fellows in the emptiest domain; none while there are fewer domains than wanted.
    fn least(&self) -> i64 {
        let wanted = self.constraint.min_domains.map_or(1, |domains| domains.get());
        let enough = i64::try_from(self.domains.len()).is_ok_and(|domains| domains >= wanted);
        if enough {
            self.domains.values().copied().min().unwrap_or_default()
        } else {
            0
        }
    }
}

/// Whether pods on `node` count for `constraint`: it has every topology key, and its policies let the subject go there.
fn takes_part(subject: &Subject<'_>, constraint: &Spread, hard: &[&Spread], node: &Node) -> bool {
    let has_keys = hard
        .iter()
        .all(|constraint| node.meta.labels.contains(&constraint.topology_key));
    let selected = constraint.node_affinity_policy == "Ignore" || is_selected(subject.spec, node);
    let tolerated = constraint.node_taints_policy != "Honor" || tolerates_all(subject, node);
    has_keys && selected && tolerated
}

/// Bound pods of the namespace that the subject is spread among; those on their way out do not count.
fn fellows(snapshot: &Snapshot, subject: &Subject<'_>, selector: &LabelSelector) -> Vec<u32> {
    let facts = snapshot.index().pod_facts();
    let stays = |pod: u32| facts.get(pod as usize).is_some_and(|facts| !facts.deleting);
    let mut pods = snapshot.index().pods_selected(subject.namespace, selector);
    pods.retain(|pod| subject.pod != Some(*pod) && is_placed(snapshot, *pod) && stays(*pod));
    pods
}
