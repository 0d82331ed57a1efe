//! Pods that ended badly, that nobody hears of, or that do not start.

use sdo_detector_sdk::prelude::*;
use std::collections::BTreeMap;

/// Seconds a pod may wait for a node.
const TO_SCHEDULE: u32 = 120;
/// Seconds a scheduled pod may take to run.
const TO_START: i64 = 300;
/// Seconds after which a scheduling gate is no longer just a queue.
const GATED: i64 = 3600;
/// Restarts that another rule calls a loop.
const LOOP: u32 = 3;
/// Members that a finding describes one by one.
const DESCRIBED: usize = 3;

/// One pod of a finding: how bad, and why in one line.
struct Member {
    pod: pods::PodRow,
    severity: Severity,
    why: String,
}

/// Answers that hold for all pods of one owner.
#[derive(Default)]
struct Told {
    /// Whether a rule of its own names why the owner's pods cannot be placed, by what the scheduler says of them.
    placement: BTreeMap<(ObjectId, String), bool>,
    /// Whether the owner needs an object that is not there.
    absent: BTreeMap<ObjectId, bool>,
}

fn detect(report: &mut Report) {
    let mut by_owner: BTreeMap<ObjectId, Vec<Member>> = BTreeMap::new();
    let mut told = Told::default();
    for pod in candidates() {
        let owner = workloads::top_owners(&[pod.id]).pop();
        let top = owner.as_ref().and_then(|owner| owner.id).unwrap_or(pod.id);
        let bare = owner.is_none_or(|owner| owner.kind == "Pod");
        if let Some((severity, why)) = judge(&pod, top, bare, &mut told) {
            by_owner.entry(top).or_default().push(Member { pod, severity, why });
        }
    }
    for (owner, members) in by_owner {
        tell(report, owner, members);
    }
}

fn candidates() -> impl Iterator<Item = pods::PodRow> {
    let of = |phase| pods::PodFilter {
        phase: Some(phase),
        deleting: Some(false),
        ..default()
    };
    let waiting = pods::PodFilter {
        created_before: Some(snapshot::ago(TO_SCHEDULE)),
        ..of(pods::PodPhase::Pending)
    };
    of(pods::PodPhase::Failed)
        .rows()
        .chain(of(pods::PodPhase::Unknown).rows())
        .chain(waiting.rows())
}

fn judge(pod: &pods::PodRow, top: ObjectId, bare: bool, told: &mut Told) -> Option<(Severity, String)> {
    match pod.phase {
        pods::PodPhase::Failed => failed(pod, bare),
        pods::PodPhase::Unknown => Some((
            Severity::Warning,
            "its kubelet has not reported it for long".to_string(),
        )),
        _ => pending(pod, top, told),
    }
}

/// A failed pod matters when nothing replaces it. A Job decides over its own tries, and has a rule of its own.
fn failed(pod: &pods::PodRow, bare: bool) -> Option<(Severity, String)> {
    let tried = workloads::owner_chain(pod.id)
        .first()
        .is_some_and(|owner| owner.kind == "Job");
    let severity = if bare { Severity::Warning } else { Severity::Info };
    (!tried).then(|| (severity, ending(pod)))
}

fn ending(pod: &pods::PodRow) -> String {
    let message = pods::status(&[pod.id])
        .pop()
        .flatten()
        .map(|status| status.message)
        .unwrap_or_default();
    let states = pods::containers(&[pod.id]).pop().unwrap_or_default();
    let end = states.iter().find_map(|container| match &container.current {
        pods::ContainerPhase::Terminated(end) if end.exit_code != 0 => Some(format!(
            "container {} ended with exit {} ({})",
            container.name, end.exit_code, end.reason
        )),
        _ => None,
    });
    match (pod.reason.as_str(), end) {
        ("", Some(end)) => end,
        ("", None) if message.is_empty() => "no container tells why".to_string(),
        ("", None) => message,
        (reason, _) => format!("{reason}: {message}"),
    }
}

fn pending(pod: &pods::PodRow, top: ObjectId, told: &mut Told) -> Option<(Severity, String)> {
    let status = pods::status(&[pod.id]).pop().flatten()?;
    let is_old = |age: i64| snapshot::has_come(pod.created.saturating_add(age));
    if let Some(gate) = status.gates.first() {
        let severity = if is_old(GATED) {
            Severity::Warning
        } else {
            Severity::Info
        };
        return Some((severity, format!("held by scheduling gate {gate}")));
    }
    if told_elsewhere(pod, top, told) {
        return None;
    }
    if pod.node.is_none() {
        // Pods of one owner of which the scheduler says the same are refused for the same.
        let asked = (top, status.unschedulable.clone());
        let is_told = *told.placement.entry(asked).or_insert_with(|| placement_told(pod.id));
        return (!is_told).then(|| (Severity::Warning, unplaced(&status.unschedulable)));
    }
    if is_old(TO_START) { starting(pod, top) } else { None }
}

fn unplaced(words: &str) -> String {
    let words = if words.is_empty() {
        "no scheduler has looked at it"
    } else {
        words
    };
    format!("not scheduled: {words}")
}

/// Each of these refusals has a rule that names what decided; what is left are other pods' places and spread, and pods that would fit.
fn placement_told(pod: ObjectId) -> bool {
    use scheduling::RefusalReason as Reason;
    let Some(fit) = scheduling::fit(pod) else {
        return false;
    };
    let affinity = templates::placement(&[pod])
        .into_iter()
        .flatten()
        .flat_map(|placement| placement.affinity);
    let apart = affinity
        .into_iter()
        .any(|term| term.anti && term.required && term.selects_itself);
    let told = |reason: Reason| match reason {
        Reason::Spread => false,
        Reason::PodAffinity => apart,
        _ => true,
    };
    fit.nodes > 0 && fit.fits == 0 && fit.refusals.iter().all(|refusal| told(refusal.reason))
}

/// Rules of their own name images that cannot be pulled and objects that a template needs and nobody made.
fn told_elsewhere(pod: &pods::PodRow, top: ObjectId, told: &mut Told) -> bool {
    let image = pods::PodFilter {
        namespace: Some(pod.namespace.clone()),
        name: Some(pod.name.clone()),
        image_unpullable: Some(true),
        ..default()
    };
    let absent = references::ReferenceFilter {
        user: Some(top),
        optional: Some(false),
        presence: Some(Presence::Absent),
        ..default()
    };
    let needs = || references::query(&absent).total > 0;
    pods::count(&image) > 0 || *told.absent.entry(top).or_insert_with(needs)
}

/// Where it stands on its node. Containers that end again and again, and waits for a name that nobody has, are told by rules of their own.
fn starting(pod: &pods::PodRow, top: ObjectId) -> Option<(Severity, String)> {
    let waits = names::NameFilter {
        user: Some(top),
        init: Some(true),
        presence: Some(Presence::Absent),
        ..default()
    };
    let loops = pod.containers.iter().any(|container| container.restarts >= LOOP);
    if loops || names::query(&waits).total > 0 {
        return None;
    }
    let states = pods::containers(&[pod.id]).pop().unwrap_or_default();
    let nothing = || (Severity::Warning, "scheduled, and no container has started".to_string());
    Some(states.iter().find_map(stuck).unwrap_or_else(nothing))
}

fn stuck(container: &pods::ContainerState) -> Option<(Severity, String)> {
    let name = &container.name;
    let ended = |end: &pods::Termination| format!("exit {} ({})", end.exit_code, end.reason);
    match &container.current {
        pods::ContainerPhase::Waiting(waiting) if waiting_word(&waiting.reason) != "PodInitializing" => {
            let last = container
                .last
                .as_ref()
                .map(|end| format!(", last {}", ended(end)))
                .unwrap_or_default();
            Some((
                Severity::Warning,
                format!("container {name} waits with {}{last}", waiting_word(&waiting.reason)),
            ))
        }
        pods::ContainerPhase::Terminated(end) if end.exit_code != 0 => {
            Some((Severity::Warning, format!("container {name} ended with {}", ended(end))))
        }
        pods::ContainerPhase::Running(_) if container.role == ContainerRole::Init => {
            Some((Severity::Info, format!("init container {name} still runs")))
        }
        _ => None,
    }
}

fn tell(report: &mut Report, owner: ObjectId, mut members: Vec<Member>) {
    // Stable: members arrive by phase, then by name.
    members.sort_by_key(|member| member.severity);
    let Some(worst) = members.first() else {
        return;
    };
    let severity = worst.severity;
    let since = members.iter().map(|member| member.pod.created).min();
    let draft = report.finding(severity, owner, format!("{}: {}", phases(&members), worst.why));
    for member in members.iter().take(DESCRIBED) {
        let phase = word(member.pod.phase);
        draft.evidence(member.pod.id, "status.phase", format!("{phase}: {}", member.why));
        last_warning(draft, member.pod.id);
    }
    let pod = &worst.pod;
    draft
        .effects(members.iter().map(|member| member.pod.id).filter(|pod| *pod != owner))
        .since(since);
    draft.next(format!(
        "kubectl -n {} describe pod {} (events, container states, owner)",
        pod.namespace, pod.name
    ));
    draft.next(format!(
        "kubectl -n {} logs {} --all-containers --tail=50",
        pod.namespace, pod.name
    ));
}

fn last_warning(draft: &mut Draft, pod: ObjectId) {
    let filter = events::EventFilter {
        about: Some(pod),
        warning: Some(true),
        limit: 1,
        ..default()
    };
    if let Some(event) = events::query(&filter).rows.into_iter().next() {
        draft.evidence(event.id, "message", format!("{}: {}", event.reason, event.message));
    }
}

/// `2 pods Pending, 1 pod Failed`.
fn phases(members: &[Member]) -> String {
    let count = |phase| members.iter().filter(|member| member.pod.phase == phase).count();
    let all = [pods::PodPhase::Failed, pods::PodPhase::Unknown, pods::PodPhase::Pending];
    let told = all.into_iter().filter(|phase| count(*phase) > 0);
    told.map(|phase| format!("{} {}", counted(count(phase), "pod"), word(phase)))
        .collect::<Vec<_>>()
        .join(", ")
}

fn word(phase: pods::PodPhase) -> &'static str {
    match phase {
        pods::PodPhase::Failed => "Failed",
        pods::PodPhase::Unknown => "Unknown",
        _ => "Pending",
    }
}

detector! {
    name: "pods-by-phase",
    version: "0.1.0",
    title: "Pods failed, are lost, or do not start",
    explanation: include_str!("../README.md"),
    optional_kinds: ["Event", "Node", "Service"],
    detect: detect,
}
