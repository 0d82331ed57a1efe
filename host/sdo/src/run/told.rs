//! What the core hands on after a round.

use sdo_model::Kind;
use sdo_model::finding::ObjectName;
use sdo_pipeline::incidents::Step;
use sdo_snapshot::Snapshot;
use sdo_snapshot::object::Untyped;

/// What one round changed, for the keeper.
pub(super) struct Told {
    /// The leadership under which it was worked out; what belongs to an earlier one is void.
    pub(super) term: u64,
    /// The cluster's time.
    pub(super) at: i64,
    /// Changes for the store, and what to tell.
    pub(super) step: Step,
    /// What cannot be seen and since when, as the store keeps it; `None` when it did not change.
    pub(super) gaps: Option<String>,
    /// The primary objects of what is told, in the order of the step's entries.
    pub(super) objects: Vec<Option<Identity>>,
}

/// What an Event must know of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    pub(super) api_version: String,
    pub(super) uid: String,
}

impl Identity {
    /// Of an object that is in the snapshot.
    pub(super) fn of(snapshot: &Snapshot, object: &ObjectName) -> Option<Self> {
        match Kind::from_group_name(&object.group, &object.kind) {
            None => {
                let range = snapshot.customs(&object.group, &object.kind);
                let mut all = snapshot.all::<Untyped>().get(range)?.iter();
                let found = all.find(|one| one.meta.key() == (object.namespace.as_str(), object.name.as_str()))?;
                Some(Self {
                    api_version: format!("{}/{}", found.group, found.version),
                    uid: found.meta.uid.to_string(),
                })
            }
            Some(kind) => {
                let id = snapshot.find_id(kind, &object.namespace, &object.name)?;
                Some(Self {
                    api_version: sdo_live::api_version(kind),
                    uid: snapshot.meta(id)?.uid.to_string(),
                })
            }
        }
    }
}
