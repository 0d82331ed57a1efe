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
    let templates: KindSet = Kind::all()
        .filter(told)
        .filter(|kind| objects.contains(*kind) || holds_templates(&before.store, after, *kind))
        .collect();
    let specs = templates
        .iter()
        .filter(|kind| objects.contains(*kind) || holds_labels(&before.store, after, *kind))
        .collect();
    Held {
        objects,
        templates,
        specs,
    }
}

fn holds_templates(before: &Store, after: &Store, kind: Kind) -> bool {
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
        _ => false,
    }
}

fn holds_labels(before: &Store, after: &Store, kind: Kind) -> bool {
    match kind {
        Kind::Pod => labelled::<Pod>(before, after),
        Kind::Deployment => labelled::<Deployment>(before, after),
        Kind::ReplicaSet => labelled::<ReplicaSet>(before, after),
        Kind::StatefulSet => labelled::<StatefulSet>(before, after),
        Kind::DaemonSet => labelled::<DaemonSet>(before, after),
        Kind::CronJob => labelled::<CronJob>(before, after),
        Kind::Job => labelled::<Job>(before, after),
        _ => false,
    }
}

fn labelled<T: Listed>(before: &Store, after: &Store) -> bool {
    changed::<T>(before, after, |old, new| old.meta().labels == new.meta().labels).is_some()
}

fn in_place<T: Listed>(before: &Store, after: &Store, same: impl Fn(&T, &T) -> bool) -> bool {
    let place = |old: &T, new: &T| {
        let (one, other) = (old.meta(), new.meta());
        one.key() == other.key() && one.uid == other.uid && one.owners == other.owners && same(old, new)
    };
    changed(before, after, place).is_some()
}
