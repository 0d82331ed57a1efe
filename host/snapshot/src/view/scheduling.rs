//! `scheduling`: which nodes a pod could run on, and why not on the others.
//!
//! Where to start: [`Weighing::refusal`], which asks every question in the order of the contract's reasons.

mod neighbours;
mod placement;
mod room;
mod spread;
mod subject;

use super::memo::Fit;
use super::page::MOST;
use super::taken::Taken;
use crate::Snapshot;
use crate::object::Node;
use neighbours::Neighbours;
use room::Room;
use sdo_model::contract::scheduling::{FitReport, NodeRefusal, RefusalCount, RefusalReason, Scheduling};
use sdo_model::{Call, Kind, KindSet, Stop};
use spread::Spreads;
use std::collections::BTreeMap;
use std::sync::PoisonError;
use subject::Subject;

/// A node is weighed by a dozen questions, not just looked at.
const LOOKS_PER_NODE: usize = 16;

impl Scheduling for Snapshot {
    fn fit(&self, call: &mut Call, id: u32) -> Result<Option<FitReport>, Stop> {
        let asked = (id, Kind::all().filter(|kind| call.may_read(*kind)).collect::<KindSet>());
        let fits = || self.memo.fits.lock().unwrap_or_else(PoisonError::into_inner);
        let known = fits().get(&asked).cloned();
        if let Some(known) = known {
            call.charge(known.price)?;
            return Ok(known.report);
        }
        let before = call.left();
        let report = self.weigh(call, id)?;
        let price = before - call.left();
        let fit = Fit {
            report: report.clone(),
            price,
        };
        fits().insert(asked, fit);
        Ok(report)
    }

    fn refusals(&self, call: &mut Call, id: u32) -> Result<Vec<NodeRefusal>, Stop> {
        let Some(weighing) = Weighing::of(self, call, id)? else {
            return Ok(Vec::new());
        };
        let refused = weighing.nodes().filter_map(|(index, node)| {
            let refusal = weighing.refusal(index, node)?;
            Some(NodeRefusal {
                node: Kind::Node.id(index),
                reason: refusal.reason,
                detail: refusal.detail(),
            })
        });
        Ok(refused.take(MOST).collect())
    }
}

impl Snapshot {
    fn weigh(&self, call: &mut Call, id: u32) -> Result<Option<FitReport>, Stop> {
        let Some(weighing) = Weighing::of(self, call, id)? else {
            return Ok(None);
        };
        let nodes = weighing.nodes();
        let mut tally = Tally::default();
        let refused = nodes.clone().filter_map(|(index, node)| weighing.refusal(index, node));
        let count = refused.map(|refusal| tally.add(refusal)).count();
        let nodes = nodes.count();
        Ok(Some(FitReport {
            nodes: number(nodes),
            fits: number(nodes - count),
            refusals: tally.counts(),
        }))
    }
}

/// Why one node refuses.
struct Refusal {
    reason: RefusalReason,
    what: What,
}

/// What decided.
enum What {
    Text(String),
    Room(Room),
}

impl Refusal {
    fn new(reason: RefusalReason, detail: String) -> Self {
        Self {
            reason,
            what: What::Text(detail),
        }
    }

    fn detail(&self) -> String {
        match &self.what {
            What::Text(text) => text.clone(),
            What::Room(room) => room.of_one(),
        }
    }
}

/// One pod to be placed, and all that its place depends on.
struct Weighing<'a> {
    snapshot: &'a Snapshot,
    subject: Subject<'a>,
    /// `None` where pods may not be read: nothing is known to be taken then.
    taken: Option<&'a Taken>,
    neighbours: Neighbours<'a>,
    spreads: Spreads<'a>,
    /// Kinds that may be named.
    grants: KindSet,
}

impl<'a> Weighing<'a> {
    /// Prepares weighing the pod, or one more pod of the workload, behind `id`; `None` when it cannot be seen.
    fn of(snapshot: &'a Snapshot, call: &mut Call, id: u32) -> Result<Option<Self>, Stop> {
        let Some(subject) = Subject::of(snapshot, call, id) else {
            return Ok(None);
        };
        if !call.may_read(Kind::Node) {
            return Ok(None);
        }
        call.scan(snapshot.count(Kind::Node).saturating_mul(LOOKS_PER_NODE))?;
        let taken = call.may_read(Kind::Pod).then(|| snapshot.taken());
        let neighbours = Neighbours::of(snapshot, call, &subject, taken)?;
        let spreads = Spreads::of(snapshot, call, &subject)?;
        let grants = Kind::all().filter(|kind| call.may_read(*kind)).collect();
        Ok(Some(Self {
            snapshot,
            subject,
            taken,
            neighbours,
            spreads,
            grants,
        }))
    }

    fn nodes(&self) -> impl Iterator<Item = (usize, &'a Node)> + Clone + use<'a> {
        self.snapshot.all::<Node>().iter().map(|node| &**node).enumerate()
    }

    /// The first reason for which the node at `index` refuses, in the order of the contract.
    fn refusal(&self, index: usize, node: &Node) -> Option<Refusal> {
        let subject = &self.subject;
        placement::refusal(subject, node)
            .or_else(|| room::resources(subject, node, self.taken.map(|taken| taken.on(index)), index))
            .or_else(|| self.host_port(index))
            .or_else(|| subject.volume_refusal(node))
            .or_else(|| self.neighbours.refusal(node))
            .or_else(|| self.spreads.refusal(node))
            .or_else(|| room::place(subject, node, self.taken.map(|taken| taken.on(index)), index))
    }

    fn host_port(&self, index: usize) -> Option<Refusal> {
        let taken = &self.taken?.on(index).ports;
        let conflict = |(port, pod): &&(_, u32)| {
            self.subject.pod != Some(*pod) && self.subject.ports.iter().any(|wanted| wanted.conflicts(port))
        };
        let (port, pod) = taken.iter().find(conflict)?;
        let detail = format!("{}/{} taken by {}", port.port, port.protocol, self.owner(*pod));
        Some(Refusal::new(RefusalReason::HostPort, detail))
    }

    /// The workload of a pod, or the pod itself where that may not be named.
    fn owner(&self, pod: u32) -> String {
        let pod = pod as usize;
        let top = self.snapshot.index().owners().top_of_pod(pod);
        let named = Kind::of_id(top).filter(|(kind, _)| self.grants.contains(*kind));
        let (kind, index) = named.unwrap_or((Kind::Pod, pod));
        let id = kind.id(index);
        let (namespace, name) = self.snapshot.meta(id).map(crate::object::Meta::key).unwrap_or_default();
        format!("{kind} {namespace}/{name}")
    }
}

/// Refusals counted by reason.
#[derive(Default)]
struct Tally(BTreeMap<RefusalReason, Reason>);

/// The refusals of one reason: how many, how often for which detail, and where there was the most room.
#[derive(Default)]
struct Reason {
    nodes: u32,
    details: BTreeMap<String, u32>,
    most_room: Option<Room>,
}

impl Tally {
    fn add(&mut self, refusal: Refusal) {
        let reason = self.0.entry(refusal.reason).or_default();
        reason.nodes += 1;
        match refusal.what {
            What::Text(text) => *reason.details.entry(text).or_default() += 1,
            What::Room(room) => {
                let larger = reason.most_room.as_ref().is_none_or(|most| room.is_larger(most));
                reason.most_room = if larger { Some(room) } else { reason.most_room.take() };
            }
        }
    }

    /// Most nodes first; equal counts in the order of the reasons.
    fn counts(self) -> Vec<RefusalCount> {
        let count = |(reason, counted): (RefusalReason, Reason)| RefusalCount {
            reason,
            nodes: counted.nodes,
            detail: counted.detail(),
        };
        let mut counts: Vec<RefusalCount> = self.0.into_iter().map(count).collect();
        counts.sort_by_key(|count| std::cmp::Reverse(count.nodes));
        counts
    }
}

impl Reason {
    /// The most frequent detail, the first in bytewise order of equally frequent ones.
    fn detail(&self) -> String {
        if let Some(room) = &self.most_room {
            return room.of_many();
        }
        let most = self.details.iter().rev().max_by_key(|(_, nodes)| **nodes);
        most.map(|(detail, _)| detail.clone()).unwrap_or_default()
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
