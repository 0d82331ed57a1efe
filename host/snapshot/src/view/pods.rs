//! `pods`: predicates from the column of pod facts, rows and detail from the pods themselves.

mod detail;
mod row;

pub(super) use row::role_in;

use super::page::{Query, agrees, answers, named};
use crate::object::Pod;
use crate::store::Listed;
use crate::text::Map;
use crate::{PodFacts, Snapshot, Waiting};
use sdo_model::contract::pods::{
    self as contract, ContainerState, PodFilter, PodPage, PodPhase, PodStatus, WaitingReason,
};
use sdo_model::{Call, Clock, Kind, Stop};
use std::cell::Cell;

impl contract::Pods for Snapshot {
    fn query(&self, call: &mut Call, filter: &PodFilter) -> Result<PodPage, Stop> {
        let candidates = self.pod_candidates(call, filter)?;
        let young = Cell::new(Clock::default());
        let passes = |index| self.pod_facts_pass(filter, index, &young);
        let query = Query::<Pod>::new(self, named!(filter))
            .within(candidates.as_deref())
            .sieve(&passes);
        let (rows, total) = query.page(call, |_, pod| statuses_match(filter, pod), row::row)?;
        call.clock().and(young.get());
        Ok(PodPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &PodFilter) -> Result<u32, Stop> {
        let candidates = self.pod_candidates(call, filter)?;
        let young = Cell::new(Clock::default());
        let passes = |index| self.pod_facts_pass(filter, index, &young);
        let query = Query::<Pod>::new(self, named!(filter))
            .within(candidates.as_deref())
            .sieve(&passes);
        let count = query.count(call, |_, pod| statuses_match(filter, pod))?;
        call.clock().and(young.get());
        Ok(count)
    }

    fn containers(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Vec<ContainerState>>, Stop> {
        answers(call, ids, |call, id| {
            Ok(self.seen::<Pod>(call, id).map(detail::containers).unwrap_or_default())
        })
    }

    fn status(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Option<PodStatus>>, Stop> {
        answers(call, ids, |call, id| Ok(self.seen::<Pod>(call, id).map(detail::status)))
    }
}

impl Snapshot {
    /// The pods that indexes leave of all for this filter, ascending; `None` when none narrows it.
    fn pod_candidates(&self, call: &mut Call, filter: &PodFilter) -> Result<Option<Vec<u32>>, Stop> {
        let on_node = filter.node.as_deref().map(|node| self.index().pods_on(node));
        match (filter.owner, on_node) {
            (Some(owner), on_node) => {
                let mut below = self.pods_seen_below(call, owner)?;
                below.retain(|pod| on_node.is_none_or(|on_node| on_node.binary_search(pod).is_ok()));
                Ok(Some(below))
            }
            (None, Some(on_node)) => Ok(Some(on_node.to_vec())),
            (None, None) if filter.labels.is_empty() || filter.name.is_some() => Ok(None),
            (None, None) => self.pods_labelled(call, filter).map(Some),
        }
    }

    /// The indexes of the pods below `owner`, as far as every controller on the way may be read.
    pub(super) fn pods_seen_below(&self, call: &mut Call, owner: u32) -> Result<Vec<u32>, Stop> {
        if !call.may_read_id(owner) {
            return Ok(Vec::new());
        }
        let owners = self.index().owners();
        let below = owners.pods_below(owner);
        call.scan(below.len())?;
        let seen = |pod: &u32| {
            let mut way = owners.chain(Kind::Pod.id(*pod as usize)).take_while(|id| *id != owner);
            way.all(|id| call.may_read_id(id))
        };
        Ok(below.iter().copied().filter(seen).collect())
    }

    /// The indexes of the pods that carry the labels of the filter, ascending. Pods with equal labels are looked at once.
    fn pods_labelled(&self, call: &mut Call, filter: &PodFilter) -> Result<Vec<u32>, Stop> {
        let labels: Map = filter
            .labels
            .iter()
            .map(|(key, value)| (key.as_str().into(), value.as_str().into()))
            .collect();
        let namespaces = match &filter.namespace {
            Some(namespace) => vec![namespace.as_str()],
            None => self.pod_namespaces(),
        };
        let groups: usize = namespaces
            .iter()
            .map(|namespace| self.index().label_groups(namespace).len())
            .sum();
        call.scan(groups.saturating_mul(filter.labels.len()))?;
        Ok(namespaces
            .iter()
            .flat_map(|namespace| self.index().pods_labelled(namespace, &labels))
            .collect())
    }

    /// The namespaces that have pods, in order.
    fn pod_namespaces(&self) -> Vec<&str> {
        let all = Pod::list(&self.store);
        let mut rest = &all[..];
        let mut namespaces = Vec::new();
        while let Some(pod) = rest.first() {
            let namespace = pod.meta.namespace.as_str();
            namespaces.push(namespace);
            let next = rest.partition_point(|pod| pod.meta.namespace.as_str() <= namespace);
            rest = rest.get(next..).unwrap_or_default();
        }
        namespaces
    }

    /// The predicates that the column of facts answers, without a look at the pod. What only its age keeps out goes to `young`.
    fn pod_facts_pass(&self, filter: &PodFilter, index: usize, young: &Cell<Clock>) -> bool {
        let Some(facts) = self.index().pod_facts().get(index) else {
            return false;
        };
        let passes = agrees(filter.ready, facts.ready)
            && agrees(filter.scheduled, facts.scheduled)
            && agrees(filter.deleting, facts.deleting)
            && agrees(filter.active, !facts.has_ended())
            && agrees(filter.phase, phase(facts))
            && agrees(filter.image_unpullable, facts.image_unpullable)
            && facts.max_restarts >= filter.min_restarts
            && filter
                .waiting
                .as_ref()
                .is_none_or(|reason| facts.waiting.contains(Waiting::of(word(reason))))
            && (filter.terminated_reason.is_none() || facts.terminated);
        passes
            && filter
                .created_before
                .is_none_or(|time| self.was_created(facts, time, young))
    }

    /// Whether the pod was there at `time`; when not, when it will be that old.
    fn was_created(&self, facts: &PodFacts, time: i64, young: &Cell<Clock>) -> bool {
        let after = facts.created.map_or(0, |created| created.unix()).saturating_sub(time);
        if after > 0 {
            let mut clock = young.get();
            clock.wait_for(self.now().saturating_add(after));
            young.set(clock);
        }
        after <= 0
    }
}

/// The predicates that only the pod itself answers.
fn statuses_match(filter: &PodFilter, pod: &Pod) -> bool {
    filter
        .waiting
        .as_ref()
        .is_none_or(|reason| waits_for(pod, word(reason)))
        && filter
            .terminated_reason
            .as_ref()
            .is_none_or(|reason| ended_by(pod, reason))
}

fn waits_for(pod: &Pod, reason: &str) -> bool {
    pod.all_statuses().any(|status| {
        status
            .state
            .waiting
            .as_ref()
            .is_some_and(|waiting| waiting.reason == reason)
    })
}

fn ended_by(pod: &Pod, reason: &str) -> bool {
    pod.all_statuses().any(|status| {
        let ends = [&status.state.terminated, &status.last_state.terminated];
        ends.into_iter().flatten().any(|end| end.reason == reason)
    })
}

fn phase(facts: &PodFacts) -> PodPhase {
    match facts.phase {
        crate::PodPhase::Pending => PodPhase::Pending,
        crate::PodPhase::Running => PodPhase::Running,
        crate::PodPhase::Succeeded => PodPhase::Succeeded,
        crate::PodPhase::Failed => PodPhase::Failed,
        crate::PodPhase::Unknown => PodPhase::Unknown,
    }
}

/// The word that the kubelet uses for a reason.
fn word(reason: &WaitingReason) -> &str {
    match reason {
        WaitingReason::CrashLoopBackOff => "CrashLoopBackOff",
        WaitingReason::ImagePullBackOff => "ImagePullBackOff",
        WaitingReason::ErrImagePull => "ErrImagePull",
        WaitingReason::InvalidImageName => "InvalidImageName",
        WaitingReason::CreateContainerConfigError => "CreateContainerConfigError",
        WaitingReason::CreateContainerError => "CreateContainerError",
        WaitingReason::RunContainerError => "RunContainerError",
        WaitingReason::ContainerCreating => "ContainerCreating",
        WaitingReason::PodInitializing => "PodInitializing",
        WaitingReason::Other(word) => word,
    }
}

/// The reason that a word of the kubelet names.
fn reason(word: &str) -> WaitingReason {
    match Waiting::of(word) {
        Waiting::CrashLoopBackOff => WaitingReason::CrashLoopBackOff,
        Waiting::ImagePullBackOff => WaitingReason::ImagePullBackOff,
        Waiting::ErrImagePull => WaitingReason::ErrImagePull,
        Waiting::InvalidImageName => WaitingReason::InvalidImageName,
        Waiting::CreateContainerConfigError => WaitingReason::CreateContainerConfigError,
        Waiting::CreateContainerError => WaitingReason::CreateContainerError,
        Waiting::RunContainerError => WaitingReason::RunContainerError,
        Waiting::ContainerCreating => WaitingReason::ContainerCreating,
        Waiting::PodInitializing => WaitingReason::PodInitializing,
        Waiting::Other => WaitingReason::Other(word.to_owned()),
    }
}

#[cfg(test)]
mod tests;
