//! Whether a node has room: cpu, memory, other resources, one more pod.

use super::subject::Subject;
use super::{Refusal, RefusalReason, What};
use crate::object::Node;
use crate::text::{Amount, Table, Text};
use crate::view::requests::readable;
use crate::view::taken::TakenOn;

/// Resources that every node has: one that does not list them just does not say how much.
const COMMON: [&str; 3] = ["cpu", "memory", "ephemeral-storage"];

/// Too little of one resource.
pub(super) struct Room {
    resource: Text,
    wants: i64,
    has: i64,
    /// What the node has at all is too little, not only what is left.
    never: bool,
}

impl Room {
    /// Whether there is more room here than there.
    pub(super) fn is_larger(&self, other: &Self) -> bool {
        (self.has, &other.resource) > (other.has, &self.resource)
    }

    /// What one node has to offer.
    pub(super) fn of_one(&self) -> String {
        if self.never {
            self.text("the node has", "")
        } else {
            self.text("the node has", " left")
        }
    }

    /// What the best of many nodes has to offer.
    pub(super) fn of_many(&self) -> String {
        if self.never {
            self.text("largest node has", "")
        } else {
            self.text("at most", " left on a node")
        }
    }

    fn text(&self, has: &str, left: &str) -> String {
        let (wants, offers) = readable(&self.resource, self.wants, self.has.max(0));
        format!("requests {wants} {}, {has} {offers}{left}", self.resource)
    }
}

/// The first resource of which there is too little: first of what the node has at all, then of what is left.
pub(super) fn resources(subject: &Subject<'_>, node: &Node, taken: Option<&TakenOn>, index: usize) -> Option<Refusal> {
    let capacity = capacity(node)?;
    let own = subject.node == Some(index);
    let short = |never: bool, resource: &Text| {
        let wants = subject.requests.get(resource).copied().unwrap_or_default();
        let has = has(capacity, resource)?;
        let held = taken
            .and_then(|taken| taken.requests.get(resource))
            .copied()
            .unwrap_or_default();
        let held = if own { held.saturating_sub(wants) } else { held };
        let has = if never { has } else { has.saturating_sub(held) };
        (wants > 0 && wants > has).then(|| Room {
            resource: resource.clone(),
            wants,
            has,
            never,
        })
    };
    let mut wanted: Vec<&Text> = subject.requests.keys().collect();
    wanted.sort_by_key(|name| rank(name));
    let never = wanted.iter().find_map(|resource| short(true, resource));
    let room = never.or_else(|| wanted.iter().find_map(|resource| short(false, resource)))?;
    Some(Refusal {
        reason: reason(&room),
        what: What::Room(room),
    })
}

/// Whether the node takes one more pod.
pub(super) fn place(subject: &Subject<'_>, node: &Node, taken: Option<&TakenOn>, index: usize) -> Option<Refusal> {
    let most = capacity(node)?.get("pods")?.milli? / 1000;
    let own = u32::from(subject.node == Some(index));
    let pods = taken?.pods.saturating_sub(own);
    (i64::from(pods) >= most).then(|| Refusal::new(RefusalReason::PodCount, format!("takes {most} pods, has {pods}")))
}

/// What the node has for pods; `None` when it does not say.
fn capacity(node: &Node) -> Option<&Table<Amount>> {
    let status = &node.status;
    [&status.allocatable, &status.capacity]
        .into_iter()
        .find(|table| !table.is_empty())
}

/// Thousandths of the resource that the node has; `None` when that is not known.
fn has(capacity: &Table<Amount>, resource: &Text) -> Option<i64> {
    match capacity.get(resource) {
        Some(amount) => amount.milli,
        None => (!COMMON.contains(&resource.as_str())).then_some(0),
    }
}

/// cpu, then memory, then the others: the order of the reasons.
fn rank(resource: &str) -> u8 {
    match resource {
        "cpu" => 0,
        "memory" => 1,
        _ => 2,
    }
}

fn reason(room: &Room) -> RefusalReason {
    match (rank(&room.resource), room.never) {
        (0, true) => RefusalReason::CpuNever,
        (1, true) => RefusalReason::MemoryNever,
        (_, true) => RefusalReason::ResourceNever,
        (0, false) => RefusalReason::CpuNow,
        (1, false) => RefusalReason::MemoryNow,
        (_, false) => RefusalReason::ResourceNow,
    }
}
