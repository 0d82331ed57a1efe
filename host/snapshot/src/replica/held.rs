//! What did not change from one snapshot to the next, for the answers that they can share.

use crate::index::changed;
use crate::object::{CronJob, DaemonSet, Deployment, Job, Pod, ReplicaSet, StatefulSet};
use crate::snapshot::Snapshot;
use crate::store::{Listed, Store};
use crate::view::Held;
use sdo_model::{Coverage, Kind, KindSet};
use std::collections::BTreeMap;

/// Compares `before` with the lists and the coverage of what comes after it.
pub(super) fn held(before: &Snapshot, after: &Store, coverage: &BTreeMap<Kind, Coverage>) -> Held {
    let told = |kind: &Kind| match (before.coverage.get(kind), coverage.get(kind)) {
        (Some(old), Some(new)) => (old.state, &old.reason) == (new.state, &new.reason),
        (old, new) => old.is_none() && new.is_none(),
    };
    let same = |kind: &Kind| before.store.is_same_list(after, *kind);
    let objects: KindSet = Kind::all().filter(told).filter(same).collect();
    let mut held = Held {
        objects,
        templates: objects,
        specs: objects,
    };
    for kind in Kind::all().filter(told).filter(|kind| !objects.contains(*kind)) {
        let Some(has_labels) = holds(&before.store, after, kind) else {
            continue;
        };
        held.templates = held.templates.with(kind);
        if has_labels {
            held.specs = held.specs.with(kind);
        }
    }
    held
}

/// Whether objects of a kind with templates hold their labels, too; `None` where they do not hold places, owners and specs.
fn holds(before: &Store, after: &Store, kind: Kind) -> Option<bool> {
    match kind {
        Kind::Pod => in_place::<Pod>(before, after, |old, new| {
            (&old.spec, &old.node_name, &old.hostname, old.has_ended())
                == (&new.spec, &new.node_name, &new.hostname, new.has_ended())
        }),
        Kind::Deployment => in_place::<Deployment>(before, after, |old, new| old.spec == new.spec),
        Kind::ReplicaSet => in_place::<ReplicaSet>(before, after, |old, new| old.spec == new.spec),
        Kind::StatefulSet => in_place::<StatefulSet>(before, after, |old, new| old.spec == new.spec),
        Kind::DaemonSet => in_place::<DaemonSet>(before, after, |old, new| old.spec == new.spec),
        Kind::CronJob => in_place::<CronJob>(before, after, |old, new| old.spec == new.spec),
        // Whether a Job still runs stands in its conditions.
        Kind::Job => in_place::<Job>(before, after, |old, new| {
            old.spec == new.spec && old.status.conditions == new.status.conditions
        }),
        _ => None,
    }
}

fn in_place<T: Listed>(before: &Store, after: &Store, same: impl Fn(&T, &T) -> bool) -> Option<bool> {
    let place = |old: &T, new: &T| {
        let (one, other) = (old.meta(), new.meta());
        one.key() == other.key() && one.uid == other.uid && one.owners == other.owners && same(old, new)
    };
    let changed = changed(before, after, place)?;
    Some(
        changed
            .into_iter()
            .all(|(_, old, new)| old.meta().labels == new.meta().labels),
    )
}
