//! `objects`: metadata of any object.

mod status;

use super::convert::{KIB, owned, owned_all, pairs, time, within};
use super::page::{Answers, answers, batch};
use crate::Snapshot;
use crate::object::{LAST_APPLIED, Meta};
use crate::text::Map;
use sdo_model::contract::objects::{FieldManager, ObjectMeta, Objects};
use sdo_model::contract::types::{Condition, LabelSelector, ObjectRef, Requirement, SelectorOperator};
use sdo_model::{Call, Kind, Stop};
use std::cmp::Reverse;

impl Objects for Snapshot {
    fn describe(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<ObjectRef>, Stop> {
        answers(call, ids, |call, id| Ok(self.described(call, id).unwrap_or_default()))
    }

    fn find(&self, call: &mut Call, kind: &str, namespace: &str, name: &str) -> Result<Option<u32>, Stop> {
        call.scan(1)?;
        Ok(Kind::from_name(kind).and_then(|kind| self.seen_named(call, kind, namespace, name)))
    }

    fn meta(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Option<ObjectMeta>>, Stop> {
        answers(call, ids, |call, id| self.object_meta(call, id))
    }

    fn labels(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Vec<(String, String)>>, Stop> {
        answers(call, ids, |call, id| {
            Ok(self
                .seen_meta(call, id)
                .map(|meta| pairs(&meta.labels))
                .unwrap_or_default())
        })
    }

    fn annotations(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Vec<(String, String)>>, Stop> {
        answers(call, ids, |call, id| {
            Ok(self.seen_meta(call, id).map(annotations).unwrap_or_default())
        })
    }

    fn managers(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Vec<FieldManager>>, Stop> {
        answers(call, ids, |call, id| {
            Ok(self.seen_meta(call, id).map(managers).unwrap_or_default())
        })
    }

    fn conditions(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Vec<Condition>>, Stop> {
        answers(call, ids, |call, id| self.seen_conditions(call, id))
    }

    fn last_applied(&self, call: &mut Call, id: u32) -> Result<Option<String>, Stop> {
        call.scan(1)?;
        let applied = self
            .seen_meta(call, id)
            .and_then(|meta| meta.annotations.last_applied());
        Ok(applied.map(|text| within(text, 64 * KIB)))
    }

    fn select(&self, call: &mut Call, ids: &[u32], selector: &LabelSelector) -> Result<Vec<u32>, Stop> {
        let ids = batch(ids);
        let tests = 1
            + selector.labels.len()
            + selector
                .expressions
                .iter()
                .map(|one| 1 + one.values.len())
                .sum::<usize>();
        call.scan(ids.len().saturating_mul(tests))?;
        let mut selected = Answers::new(call);
        for id in ids {
            if self
                .seen_meta(call, *id)
                .is_some_and(|meta| selects(selector, &meta.labels))
            {
                selected.push(*id)?;
            }
        }
        selected.paid(call)
    }
}

impl Snapshot {
    fn object_meta(&self, call: &mut Call, id: u32) -> Result<Option<ObjectMeta>, Stop> {
        let Some(meta) = self.seen_meta(call, id) else {
            return Ok(None);
        };
        call.scan(meta.owners.len())?;
        let mut owners: Vec<_> = meta.owners.iter().collect();
        owners.sort_by_key(|owner| !owner.controller);
        Ok(Some(ObjectMeta {
            uid: owned(&meta.uid),
            created: time(meta.created),
            deleted: time(meta.deleted),
            generation: meta.generation.get(),
            observed_generation: self.observed_generation(call, id)?,
            finalizers: owned_all(&meta.finalizers),
            owners: owners
                .into_iter()
                .map(|owner| self.owner_reference(call, meta, owner))
                .collect(),
        }))
    }
}

fn annotations(meta: &Meta) -> Vec<(String, String)> {
    let kept = meta.annotations.iter().filter(|(key, _)| key.as_str() != LAST_APPLIED);
    kept.map(|(key, value)| (owned(key), within(value, KIB))).collect()
}

fn managers(meta: &Meta) -> Vec<FieldManager> {
    let mut managers: Vec<FieldManager> = meta
        .managers
        .iter()
        .map(|entry| FieldManager {
            manager: owned(&entry.manager),
            operation: owned(&entry.operation),
            subresource: owned(&entry.subresource),
            time: time(entry.time),
        })
        .collect();
    managers.sort_by_key(|entry| Reverse(entry.time));
    managers
}

/// Whether `selector` selects what carries `labels`.
fn selects(selector: &LabelSelector, labels: &Map) -> bool {
    selector.labels.iter().all(|(key, value)| labels.has(key, value))
        && selector
            .expressions
            .iter()
            .all(|requirement| holds(requirement, labels))
}

fn holds(requirement: &Requirement, labels: &Map) -> bool {
    let value = labels.get(&requirement.key);
    let listed = value.is_some_and(|value| requirement.values.iter().any(|listed| *value == listed.as_str()));
    match requirement.operator {
        SelectorOperator::InValues => listed,
        SelectorOperator::NotInValues => !listed,
        SelectorOperator::Exists => value.is_some(),
        SelectorOperator::Absent => value.is_none(),
        // Only node affinity compares numbers; a label selector that does is malformed and selects nothing.
        SelectorOperator::Greater | SelectorOperator::Less => false,
    }
}

#[cfg(test)]
mod tests;
