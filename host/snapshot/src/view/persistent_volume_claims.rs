//! `persistent-volume-claims`, joined with their class and their users.

use super::convert::{created, owned, owned_all};
use super::nearest::nearest;
use super::page::{Query, agrees, named};
use crate::Snapshot;
use crate::object::{PersistentVolumeClaim, StorageClass};
use crate::text::{Amount, Table, Text};
use sdo_model::contract::persistent_volume_claims::{
    ClaimFilter, ClaimPage, ClaimPhase, ClaimRow, PersistentVolumeClaims, Presence,
};
use sdo_model::{Call, Kind, State, Stop};

/// Where the class stood before it had a field.
const CLASS_ANNOTATION: &str = "volume.beta.kubernetes.io/storage-class";

impl PersistentVolumeClaims for Snapshot {
    fn query(&self, call: &mut Call, filter: &ClaimFilter) -> Result<ClaimPage, Stop> {
        let question = Question::of(self, call, filter);
        let query = Query::<PersistentVolumeClaim>::new(self, named!(filter));
        let (rows, total) = query.page(
            call,
            |_, claim| question.matches(claim),
            |id, claim| question.row(id, claim),
        )?;
        Ok(ClaimPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &ClaimFilter) -> Result<u32, Stop> {
        let question = Question::of(self, call, filter);
        Query::<PersistentVolumeClaim>::new(self, named!(filter)).count(call, |_, claim| question.matches(claim))
    }

    fn users(&self, call: &mut Call, id: u32) -> Result<Vec<u32>, Stop> {
        let Some(claim) = self
            .seen::<PersistentVolumeClaim>(call, id)
            .filter(|_| call.may_read(Kind::Pod))
        else {
            return Ok(Vec::new());
        };
        let pods = self.index().pods_using_claim(&claim.meta.namespace, &claim.meta.name);
        call.scan(pods.len())?;
        Ok(pods.iter().map(|pod| Kind::Pod.id(*pod as usize)).collect())
    }

    fn nearest_class(&self, call: &mut Call, id: u32) -> Result<Option<String>, Stop> {
        let claim = self.seen::<PersistentVolumeClaim>(call, id);
        let Some(wanted) = claim.and_then(class_of).and_then(Text::non_empty) else {
            return Ok(None);
        };
        if self.presence(call, Kind::StorageClass, "", wanted) != Presence::Absent {
            return Ok(None);
        }
        let classes = self.all::<StorageClass>();
        call.scan(classes.len())?;
        Ok(nearest(wanted, classes.iter().map(|class| class.meta.name.as_str())).map(str::to_owned))
    }
}

/// The class that a claim names: `None` for the default one, empty for none at all.
fn class_of(claim: &PersistentVolumeClaim) -> Option<&Text> {
    claim
        .spec
        .storage_class_name
        .as_ref()
        .or_else(|| claim.meta.annotations.get(CLASS_ANNOTATION))
}

/// One question: what is asked, and what may be seen for the answer.
struct Question<'a> {
    snapshot: &'a Snapshot,
    filter: &'a ClaimFilter,
    /// What claims without a class get: the default class, when one is known.
    default_class: Option<&'a StorageClass>,
    /// What it means that a class is not found.
    class_absence: Presence,
    sees_classes: bool,
    sees_pods: bool,
}

impl<'a> Question<'a> {
    fn of(snapshot: &'a Snapshot, call: &Call, filter: &'a ClaimFilter) -> Self {
        let sees_classes = call.may_read(Kind::StorageClass);
        let classes = snapshot.all::<StorageClass>().iter().map(|class| &**class);
        // Of several default classes the newest counts, as in admission.
        let default_class = classes
            .filter(|class| sees_classes && class.is_default())
            .max_by_key(|class| class.meta.created);
        let class_absence = snapshot.absence(call, Kind::StorageClass, "");
        Self {
            snapshot,
            filter,
            default_class,
            class_absence,
            sees_classes,
            sees_pods: call.may_read(Kind::Pod),
        }
    }

    fn matches(&self, claim: &PersistentVolumeClaim) -> bool {
        agrees(self.filter.phase, phase(claim))
            && self
                .filter
                .class_presence
                .is_none_or(|wanted| wanted == self.class_presence(claim))
            && self
                .filter
                .used
                .is_none_or(|wanted| self.is_used(claim) == Some(wanted))
    }

    fn class(&self, claim: &PersistentVolumeClaim) -> Option<&'a StorageClass> {
        let Some(name) = class_of(claim) else {
            return self.default_class;
        };
        self.sees_classes
            .then(|| self.snapshot.find::<StorageClass>("", name))?
            .map(|(_, class)| class)
    }

    fn class_presence(&self, claim: &PersistentVolumeClaim) -> Presence {
        let wants_none = class_of(claim).is_some_and(|name| name.is_empty());
        if wants_none || self.class(claim).is_some() {
            return Presence::Present;
        }
        self.class_absence
    }

    fn users(&self, claim: &PersistentVolumeClaim) -> usize {
        let meta = &claim.meta;
        if self.sees_pods {
            self.snapshot
                .index()
                .pods_using_claim(&meta.namespace, &meta.name)
                .len()
        } else {
            0
        }
    }

    /// Whether a pod uses it; `None` when that cannot be told.
    fn is_used(&self, claim: &PersistentVolumeClaim) -> Option<bool> {
        let complete = || self.snapshot.state(Kind::Pod, Some(&claim.meta.namespace)) == State::Complete;
        match self.users(claim) {
            0 => (self.sees_pods && complete()).then_some(false),
            _ => Some(true),
        }
    }

    fn row(&self, id: u32, claim: &PersistentVolumeClaim) -> ClaimRow {
        let spec = &claim.spec;
        ClaimRow {
            id,
            namespace: owned(&claim.meta.namespace),
            name: owned(&claim.meta.name),
            phase: phase(claim),
            storage_class: class_of(claim).map(owned),
            class_presence: self.class_presence(claim),
            waits_for_consumer: self.class(claim).is_some_and(StorageClass::waits_for_consumer),
            volume: owned(&spec.volume_name),
            access_modes: owned_all(&spec.access_modes),
            requested: storage(&spec.resources.requests),
            block: spec.volume_mode == "Block",
            users: u32::try_from(self.users(claim)).unwrap_or(u32::MAX),
            created: created(&claim.meta),
        }
    }
}

fn phase(claim: &PersistentVolumeClaim) -> ClaimPhase {
    match claim.status.phase.as_str() {
        "Bound" => ClaimPhase::Bound,
        "Lost" => ClaimPhase::Lost,
        _ => ClaimPhase::Pending,
    }
}

/// Bytes of storage in a list of resources; 0 when there is none.
pub(super) fn storage(resources: &Table<Amount>) -> u64 {
    let milli = resources
        .get("storage")
        .and_then(|amount| amount.milli)
        .unwrap_or_default();
    u64::try_from(milli / 1000).unwrap_or_default()
}

#[cfg(test)]
mod tests;
