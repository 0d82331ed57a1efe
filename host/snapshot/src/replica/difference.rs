//! Whether a new copy of an object says anything new.
//!
//! Kubelets renew their Lease every ten seconds and their Node's heartbeats every few minutes, and leaders renew theirs every two.
//! Such writes say that somebody is alive. Their silence says something, and a detector asks for it by time (`has-come`); each
//! single one is no reason to look at the cluster again. They are kept all the same: the next snapshot has them.

use super::log::Logged;
use crate::object::{Annotations, Lease, Manager, Meta, Node};
use crate::text::List;
use std::any::Any;

/// Where clients before Leases kept a leader election.
const LEADER: &str = "control-plane.alpha.kubernetes.io/leader";

/// How two copies of an object differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Difference {
    /// Not in what is stored.
    None,
    /// In signs of life only.
    Quiet,
    /// In what detectors look at.
    Material,
}

impl Difference {
    pub(super) fn between<T: Logged>(old: &T, new: &T) -> Self {
        if old == new {
            return Difference::None;
        }
        let mut hushed = new.clone();
        hush(hushed.meta_mut(), old.meta());
        let (old_any, new_any): (&dyn Any, &mut dyn Any) = (old, &mut hushed);
        if let (Some(old), Some(new)) = (old_any.downcast_ref::<Lease>(), new_any.downcast_mut::<Lease>()) {
            hush_lease(new, old);
        }
        if let (Some(old), Some(new)) = (old_any.downcast_ref::<Node>(), new_any.downcast_mut::<Node>()) {
            hush_node(new, old);
        }
        match hushed == *old {
            true => Difference::Quiet,
            false => Difference::Material,
        }
    }
}

fn hush(new: &mut Meta, old: &Meta) {
    new.resource_version = old.resource_version;
    if same_but_for_status_times(&new.managers, &old.managers) {
        new.managers = old.managers.clone();
    }
    if new.annotations.contains(LEADER) && without_leader(&new.annotations) == without_leader(&old.annotations) {
        new.annotations = old.annotations.clone();
        new.managers = old.managers.clone();
    }
}

fn without_leader(annotations: &Annotations) -> Annotations {
    annotations.without(LEADER)
}

/// Writers and what they write are the same; when they last wrote a status says nothing that the status does not.
fn same_but_for_status_times(new: &List<Manager>, old: &List<Manager>) -> bool {
    let same = |(new, old): (&Manager, &Manager)| {
        let writer =
            (&new.manager, &new.operation, &new.subresource) == (&old.manager, &old.operation, &old.subresource);
        writer && (new.time == old.time || !new.subresource.is_empty())
    };
    new.len() == old.len() && new.iter().zip(old.iter()).all(same)
}

fn hush_lease(new: &mut Lease, old: &Lease) {
    new.spec.renew_time = old.spec.renew_time;
    new.meta.managers = old.meta.managers.clone();
}

fn hush_node(new: &mut Node, old: &Node) {
    let heartbeat = |name: &str| {
        let mut conditions = old.status.conditions.iter();
        conditions
            .find(|condition| condition.name.as_str() == name)
            .map(|condition| condition.last_heartbeat_time)
    };
    let hushed = new.status.conditions.iter().cloned().map(|mut condition| {
        if let Some(time) = heartbeat(&condition.name) {
            condition.last_heartbeat_time = time;
        }
        condition
    });
    new.status.conditions = hushed.collect();
}
