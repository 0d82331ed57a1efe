//! What pod and node say about each other: names, labels, cordon, taints.

use super::subject::Subject;
use super::{Refusal, RefusalReason};
use crate::object::{Node, NodeSelector, PodSpec, Taint};
use crate::view::convert::within;
use crate::view::node_terms::{self, DETAIL};

/// The taint that a cordoned node carries.
const CORDON: &str = "node.kubernetes.io/unschedulable";

/// The first reason of placement for which `node` refuses.
pub(super) fn refusal(subject: &Subject<'_>, node: &Node) -> Option<Refusal> {
    if let Some(name) = subject.pinned
        && node.meta.name != *name
    {
        return Some(Refusal::new(
            RefusalReason::NodeName,
            within(&format!("nodeName={name}"), DETAIL),
        ));
    }
    selector(subject.spec, node)
        .or_else(|| affinity(subject.spec, node))
        .or_else(|| cordon(subject, node))
        .or_else(|| taint(subject, node))
}

/// Whether node selector and required node affinity let `node` through.
pub(super) fn is_selected(spec: &PodSpec, node: &Node) -> bool {
    selector(spec, node).is_none() && required(spec).is_none_or(|selector| node_terms::selects(selector, node))
}

fn selector(spec: &PodSpec, node: &Node) -> Option<Refusal> {
    let (key, value) = spec
        .node_selector
        .iter()
        .find(|(key, value)| !node.meta.labels.has(key, value))?;
    Some(Refusal::new(
        RefusalReason::NodeSelector,
        within(&format!("{key}={value}"), DETAIL),
    ))
}

fn required(spec: &PodSpec) -> Option<&NodeSelector> {
    spec.affinity.as_ref()?.node_affinity.as_ref()?.required.as_ref()
}

fn affinity(spec: &PodSpec, node: &Node) -> Option<Refusal> {
    let unmet = node_terms::refusal(required(spec)?, node)?;
    Some(Refusal::new(RefusalReason::NodeAffinity, unmet))
}

fn cordon(subject: &Subject<'_>, node: &Node) -> Option<Refusal> {
    let taint = Taint {
        key: CORDON.into(),
        effect: "NoSchedule".into(),
        ..Taint::default()
    };
    // Whoever names its node does not ask the scheduler.
    let asked = subject.pinned.is_none() && !tolerates(subject, &taint);
    (asked && node.spec.unschedulable).then(|| Refusal::new(RefusalReason::Unschedulable, "cordoned".to_owned()))
}

fn taint(subject: &Subject<'_>, node: &Node) -> Option<Refusal> {
    let taint = node.spec.taints.iter().find(|taint| refuses(subject, taint))?;
    let value = if taint.value.is_empty() {
        String::new()
    } else {
        format!("={}", taint.value)
    };
    Some(Refusal::new(
        RefusalReason::Taint,
        within(&format!("{}{value}:{}", taint.key, taint.effect), DETAIL),
    ))
}

fn refuses(subject: &Subject<'_>, taint: &Taint) -> bool {
    let binding = match taint.effect.as_str() {
        "NoExecute" => true,
        "NoSchedule" => subject.pinned.is_none(),
        _ => false,
    };
    binding && !tolerates(subject, taint)
}

/// Whether the pod tolerates `taint`.
pub(super) fn tolerates(subject: &Subject<'_>, taint: &Taint) -> bool {
    subject.tolerations.iter().any(|toleration| toleration.tolerates(taint))
}

/// Whether the pod tolerates every taint of `node` that keeps pods away.
pub(super) fn tolerates_all(subject: &Subject<'_>, node: &Node) -> bool {
    let keeps_away = |taint: &&Taint| matches!(taint.effect.as_str(), "NoSchedule" | "NoExecute");
    node.spec
        .taints
        .iter()
        .filter(keeps_away)
        .all(|taint| tolerates(subject, taint))
}
