//! Required affinity and anti-affinity between pods, by topology.

use super::subject::Subject;
use super::{Refusal, RefusalReason};
use crate::Snapshot;
use crate::object::{LabelSelector, Namespace, Node, Pod, PodAffinityTerm, Requirement};
use crate::text::{Map, Text};
use crate::view::convert::within;
use crate::view::node_terms::{DETAIL, shown};
use crate::view::taken::Taken;
use sdo_model::{Call, Kind, Stop};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Where the pods are that the subject must be with, or must not be with.
#[derive(Default)]
pub(super) struct Neighbours<'a> {
    /// Each required term, and the values of its topology key where a pod is that meets all terms.
    wanted: Vec<Places<'a>>,
    /// No pod meets all terms, but the subject itself would: the first of a group may go anywhere.
    first_of_group: bool,
    /// Each term of anti-affinity, and the values of its key where such a pod is.
    shunned: Vec<Places<'a>>,
    /// Topology key and value that a pod over there keeps the subject out of, with that pod's term.
    shut: HashMap<(&'a str, &'a str), String>,
}

struct Places<'a> {
    key: &'a str,
    detail: String,
    values: HashSet<&'a str>,
}

impl Places<'_> {
    fn includes(&self, node: &Node) -> bool {
        node.meta
            .labels
            .get(self.key)
            .is_some_and(|value| self.values.contains(value.as_str()))
    }

    fn refusal(&self) -> Refusal {
        Refusal::new(RefusalReason::PodAffinity, self.detail.clone())
    }
}

impl<'a> Neighbours<'a> {
    /// Finds everybody who matters to `subject`.
    pub(super) fn of(
        snapshot: &'a Snapshot,
        call: &mut Call,
        subject: &Subject<'a>,
        taken: Option<&Taken>,
    ) -> Result<Self, Stop> {
        let mut all = Self::default();
        let Some(taken) = taken else {
            return Ok(all);
        };
        all.attract(snapshot, call, subject)?;
        for term in subject.spec.required_anti_affinity() {
            let pods = matching(snapshot, call, subject, term)?;
            all.shunned.push(places(snapshot, term, pods, "keeps away from"));
        }
        all.shut_out(snapshot, call, subject, taken)?;
        Ok(all)
    }

    fn attract(&mut self, snapshot: &'a Snapshot, call: &mut Call, subject: &Subject<'a>) -> Result<(), Stop> {
        let terms = subject.spec.required_affinity();
        let mut meeting_all: Option<BTreeSet<u32>> = None;
        for term in terms {
            let pods = matching(snapshot, call, subject, term)?;
            meeting_all = Some(match meeting_all {
                Some(known) => known.intersection(&pods).copied().collect(),
                None => pods,
            });
        }
        let pods = meeting_all.unwrap_or_default();
        self.wanted = terms
            .iter()
            .map(|term| places(snapshot, term, pods.clone(), "needs"))
            .collect();
        let sight = Sight {
            snapshot,
            sees_namespaces: call.may_read(Kind::Namespace),
        };
        let nobody = self.wanted.iter().all(|places| places.values.is_empty());
        self.first_of_group = nobody && terms.iter().all(|term| sight.meets(term, subject.namespace, subject));
        Ok(())
    }

    /// Pods with anti-affinity of their own keep the subject out of where they are.
    fn shut_out(
        &mut self,
        snapshot: &'a Snapshot,
        call: &mut Call,
        subject: &Subject<'a>,
        taken: &Taken,
    ) -> Result<(), Stop> {
        call.scan(taken.shunning().len())?;
        let sight = Sight {
            snapshot,
            sees_namespaces: call.may_read(Kind::Namespace),
        };
        let mut last: Option<(&Pod, Vec<&PodAffinityTerm>)> = None;
        for (index, node) in taken.shunning().iter().filter(|(index, _)| subject.pod != Some(*index)) {
            let (Some(pod), Some(node)) = (snapshot.at::<Pod>(*index as usize), snapshot.at::<Node>(*node as usize))
            else {
                continue;
            };
            // Pods of one owner follow each other and say the same.
            let twin = last
                .take()
                .filter(|(known, _)| known.spec.same(&pod.spec) && known.meta.namespace == pod.meta.namespace);
            let terms = match twin {
                Some((_, terms)) => terms,
                None => {
                    let all = pod.spec.required_anti_affinity().iter();
                    all.filter(|term| sight.meets(term, &pod.meta.namespace, subject))
                        .collect()
                }
            };
            for term in &terms {
                if let Some(value) = node.meta.labels.get(&term.topology_key) {
                    let place = (term.topology_key.as_str(), value.as_str());
                    self.shut
                        .entry(place)
                        .or_insert_with(|| detail(term, &format!("pods of {} keep away from", pod.meta.namespace)));
                }
            }
            last = Some((pod, terms));
        }
        Ok(())
    }

    /// Whether `node` is where the subject must not be, or not where it must be.
    pub(super) fn refusal(&self, node: &Node) -> Option<Refusal> {
        let lacking = self.wanted.iter().find(|places| match self.first_of_group {
            true => !node.meta.labels.contains(places.key),
            false => !places.includes(node),
        });
        let wrong = lacking.or_else(|| self.shunned.iter().find(|places| places.includes(node)));
        wrong.map(Places::refusal).or_else(|| self.shut_refusal(node))
    }

    fn shut_refusal(&self, node: &Node) -> Option<Refusal> {
        if self.shut.is_empty() {
            return None;
        }
        let labels = node
            .meta
            .labels
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()));
        let detail = labels.filter_map(|place| self.shut.get(&place)).min()?;
        Some(Refusal::new(RefusalReason::PodAffinity, detail.clone()))
    }
}

fn places<'a>(snapshot: &'a Snapshot, term: &'a PodAffinityTerm, pods: BTreeSet<u32>, verb: &str) -> Places<'a> {
    let key = term.topology_key.as_str();
    let node = |pod: u32| snapshot.find::<Node>("", &snapshot.at::<Pod>(pod as usize)?.node_name);
    let values = pods
        .into_iter()
        .filter_map(|pod| node(pod)?.1.meta.labels.get(key).map(Text::as_str));
    Places {
        key,
        detail: detail(term, verb),
        values: values.collect(),
    }
}

/// `needs app=cache in its zone`: the term as people say it.
fn detail(term: &PodAffinityTerm, verb: &str) -> String {
    let selector = term.label_selector.as_ref().map(selector).unwrap_or_default();
    within(
        &format!("{verb} pods with {selector} per {}", term.topology_key),
        DETAIL,
    )
}

/// A label selector as people write it.
pub(super) fn selector(selector: &LabelSelector) -> String {
    let labels = selector.labels.iter().map(|(key, value)| format!("{key}={value}"));
    let all: Vec<String> = labels.chain(selector.expressions.iter().map(shown)).collect();
    if all.is_empty() {
        "any labels".to_owned()
    } else {
        all.join(",")
    }
}

/// The bound pods, not ended and not the subject itself, that `term` of the subject selects.
fn matching(
    snapshot: &Snapshot,
    call: &mut Call,
    subject: &Subject<'_>,
    term: &PodAffinityTerm,
) -> Result<BTreeSet<u32>, Stop> {
    let Some(selector) = effective(term.label_selector.as_ref(), &term.match_label_keys, subject.labels) else {
        return Ok(BTreeSet::new());
    };
    let sight = Sight {
        snapshot,
        sees_namespaces: call.may_read(Kind::Namespace),
    };
    let mut found = BTreeSet::new();
    for namespace in sight.namespaces(term, subject.namespace) {
        call.scan(snapshot.in_namespace::<Pod>(namespace).len())?;
        let pods = snapshot.index().pods_selected(namespace, &selector);
        found.extend(
            pods.into_iter()
                .filter(|pod| subject.pod != Some(*pod) && is_placed(snapshot, *pod)),
        );
    }
    Ok(found)
}

/// Whether the pod at `index` is bound and has not ended.
pub(super) fn is_placed(snapshot: &Snapshot, index: u32) -> bool {
    let facts = snapshot.index().pod_facts().get(index as usize);
    let bound = snapshot
        .at::<Pod>(index as usize)
        .is_some_and(|pod| !pod.node_name.is_empty());
    bound && facts.is_some_and(|facts| !facts.has_ended())
}

/// A selector narrowed to pods that share the subject's values of `keys`; an absent one selects nothing.
pub(super) fn effective(selector: Option<&LabelSelector>, keys: &[Text], labels: &Map) -> Option<LabelSelector> {
    let selector = selector?;
    let same = |key: &Text| {
        let values = std::iter::once(labels.get(key)?.clone()).collect();
        Some(Requirement {
            key: key.clone(),
            operator: "In".into(),
            values,
        })
    };
    let expressions = selector
        .expressions
        .iter()
        .cloned()
        .chain(keys.iter().filter_map(same))
        .collect();
    Some(LabelSelector {
        labels: selector.labels.clone(),
        expressions,
    })
}

/// Namespaces, as far as they may be seen.
struct Sight<'a> {
    snapshot: &'a Snapshot,
    sees_namespaces: bool,
}

impl<'a> Sight<'a> {
    /// Whether a term of a pod in `namespace` selects the subject.
    fn meets(&self, term: &PodAffinityTerm, namespace: &str, subject: &Subject<'_>) -> bool {
        let selects = term
            .label_selector
            .as_ref()
            .is_some_and(|selector| selector.selects(subject.labels));
        selects && self.covers(term, namespace, subject.namespace)
    }

    /// Whether a term of a pod in `own` is about pods of `namespace`.
    fn covers(&self, term: &PodAffinityTerm, own: &str, namespace: &str) -> bool {
        match &term.namespace_selector {
            None if term.namespaces.is_empty() => own == namespace,
            None => term.namespaces.iter().any(|name| *name == namespace),
            Some(selector) => {
                term.namespaces.iter().any(|name| *name == namespace)
                    || selector.is_empty()
                    || self.selects(selector, namespace)
            }
        }
    }

    /// A namespace whose labels are out of sight is not taken for selected.
    fn selects(&self, selector: &LabelSelector, namespace: &str) -> bool {
        let found = self
            .snapshot
            .find::<Namespace>("", namespace)
            .filter(|_| self.sees_namespaces);
        found.is_some_and(|(_, found)| selector.selects(&found.meta.labels))
    }

    /// The namespaces with pods that a term of a pod in `own` is about.
    fn namespaces(&self, term: &PodAffinityTerm, own: &str) -> Vec<&'a str> {
        let pods = self.snapshot.all::<Pod>();
        let mut names = Vec::new();
        let mut start = 0;
        while let Some(pod) = pods.get(start) {
            let namespace = pod.meta.namespace.as_str();
            if self.covers(term, own, namespace) {
                names.push(namespace);
            }
            start = self.snapshot.in_namespace::<Pod>(namespace).end.max(start + 1);
        }
        names
    }
}
