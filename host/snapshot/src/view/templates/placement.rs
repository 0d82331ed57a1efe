//! Where a pod may run.

use super::Template;
use crate::object::{self, Affinity, LabelSelector, NodeSelectorTerm, PodAffinity, PodAffinityTerm};
use crate::view::convert::{owned, owned_all, pairs, requirements, selector};
use sdo_model::contract::templates::{AffinityTerm, PodPlacement, Spread, Toleration};
use sdo_model::contract::types::{self, Requirement, SelectorOperator};

pub(super) fn placement(template: Template<'_>) -> PodPlacement {
    let spec = template.spec;
    let node_name = template.pod.map_or(&spec.node_name, |pod| &pod.node_name);
    PodPlacement {
        node_name: owned(node_name),
        node_selector: pairs(&spec.node_selector),
        node_terms: spec.affinity.as_deref().map(node_terms).unwrap_or_default(),
        tolerations: spec.tolerations.iter().map(toleration).collect(),
        affinity: spec
            .affinity
            .as_deref()
            .map(|affinity| pod_terms(&template, affinity))
            .unwrap_or_default(),
        spreads: spec.topology_spread_constraints.iter().map(spread).collect(),
        priority_class: owned(&spec.priority_class_name),
        priority: spec.priority.map(|priority| priority.i32()),
        scheduler: spec
            .scheduler_name
            .non_empty()
            .unwrap_or("default-scheduler")
            .to_owned(),
    }
}

/// A requirement that nothing meets, for what selects nothing: without it the empty list would read as "everything".
fn nothing(key: &str) -> Requirement {
    Requirement {
        key: key.to_owned(),
        operator: SelectorOperator::InValues,
        values: Vec::new(),
    }
}

fn node_terms(affinity: &Affinity) -> Vec<Vec<Requirement>> {
    let required = affinity
        .node_affinity
        .as_ref()
        .and_then(|nodes| nodes.required.as_ref());
    let Some(selector) = required else {
        return Vec::new();
    };
    match selector.terms.is_empty() {
        true => vec![vec![nothing("metadata.name")]],
        false => selector.terms.iter().map(node_term).collect(),
    }
}

fn node_term(term: &NodeSelectorTerm) -> Vec<Requirement> {
    let mut all = requirements(&term.expressions);
    all.extend(requirements(&term.fields));
    if all.is_empty() {
        vec![nothing("metadata.name")]
    } else {
        all
    }
}

fn toleration(toleration: &object::Toleration) -> Toleration {
    Toleration {
        key: owned(&toleration.key),
        value: if toleration.exists() {
            String::new()
        } else {
            owned(&toleration.value)
        },
        exists: toleration.exists(),
        effect: owned(&toleration.effect),
    }
}

fn spread(spread: &object::Spread) -> Spread {
    Spread {
        topology_key: owned(&spread.topology_key),
        max_skew: spread.max_skew.u32(),
        // `DoNotSchedule` is the default.
        required: spread.when_unsatisfiable != "ScheduleAnyway",
    }
}

fn pod_terms(template: &Template<'_>, affinity: &Affinity) -> Vec<AffinityTerm> {
    let near = affinity
        .pod_affinity
        .iter()
        .flat_map(|pods| terms(pods).map(|term| (false, term)));
    let away = affinity
        .pod_anti_affinity
        .iter()
        .flat_map(|pods| terms(pods).map(|term| (true, term)));
    near.chain(away)
        .map(|(anti, (required, term))| pod_term(template, term, anti, required))
        .collect()
}

/// The terms of a pod affinity, each with whether it is required.
pub(super) fn terms(affinity: &PodAffinity) -> impl Iterator<Item = (bool, &PodAffinityTerm)> {
    let required = affinity.required.iter().map(|term| (true, term));
    required.chain(affinity.preferred.iter().map(|weighted| (false, &weighted.term)))
}

fn pod_term(template: &Template<'_>, term: &PodAffinityTerm, anti: bool, required: bool) -> AffinityTerm {
    AffinityTerm {
        anti,
        required,
        topology_key: owned(&term.topology_key),
        selector: term.label_selector.as_ref().map_or_else(no_pod, selector),
        namespaces: owned_all(&term.namespaces),
        selects_itself: selects_itself(template, term),
    }
}

/// An absent selector selects no pod, where an empty one selects all.
fn no_pod() -> types::LabelSelector {
    types::LabelSelector {
        labels: Vec::new(),
        expressions: vec![nothing("")],
    }
}

fn selects_itself(template: &Template<'_>, term: &PodAffinityTerm) -> bool {
    let own = term.namespaces.is_empty() && term.namespace_selector.is_none();
    let named = term
        .namespaces
        .iter()
        .any(|namespace| namespace.as_str() == template.namespace);
    let all = term.namespace_selector.as_ref().is_some_and(LabelSelector::is_empty);
    let selected = term
        .label_selector
        .as_ref()
        .is_some_and(|selector| selector.selects(template.labels));
    selected && (own || named || all)
}
