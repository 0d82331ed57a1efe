//! `references`: what pods and workloads need by name, over every template once.

mod index;
mod needs;
mod templates;

pub(crate) use index::References as ReferenceIndex;

use super::memo::ByGrants;
use super::nearest::nearest;
use super::page::{Answers, agrees, limit};
use crate::Snapshot;
use crate::object::{ConfigMap, PersistentVolumeClaim, PriorityClass, Secret, ServiceAccount};
use crate::store::Listed;
use crate::text::Text;
use index::{Reference, concerned};
use needs::Need;
use sdo_model::contract::references::{ReferenceFilter, ReferencePage, ReferenceRow, References};
use sdo_model::contract::types::Presence;
use sdo_model::{Call, Kind, Stop};
use std::sync::Arc;
use templates::User;

/// References that were worked out so far.
pub(crate) type ReferenceMemo = ByGrants<ReferenceIndex>;

impl Snapshot {
    fn references(&self, call: &Call) -> Arc<ReferenceIndex> {
        let grants = concerned(|kind| call.may_read(kind));
        self.memo.references.get(grants, || ReferenceIndex::of(self, grants))
    }
}

impl References for Snapshot {
    fn query(&self, call: &mut Call, filter: &ReferenceFilter) -> Result<ReferencePage, Stop> {
        let all = self.references(call);
        let candidates = all.candidates(filter.user, filter.name.as_deref(), filter.presence);
        call.scan(candidates.len())?;
        let mut rows = Answers::new(call);
        let mut total = 0;
        for position in 0..candidates.len() {
            let Some(row) = candidates.at(position).and_then(|place| all.row(place)) else {
                continue;
            };
            let Some((user, need)) = all.parts(row).filter(|(user, need)| matches(filter, row, user, need)) else {
                continue;
            };
            if total >= filter.skip && rows.len() < limit(filter.limit) {
                rows.push(self.reference_row(call, row, user, need)?)?;
            }
            total += 1;
        }
        Ok(ReferencePage {
            rows: rows.paid(call)?,
            total,
        })
    }

    fn users_of(&self, call: &mut Call, id: u32) -> Result<Vec<u32>, Stop> {
        let all = self.references(call);
        let (rows, users) = all.users_of(id);
        call.scan(rows)?;
        let mut users: Vec<u32> = users.collect();
        users.dedup();
        Ok(users)
    }
}

fn matches(filter: &ReferenceFilter, row: &Reference, user: &User, need: &Need) -> bool {
    agrees(filter.namespace.as_deref(), &*user.namespace)
        && agrees(filter.kind.as_deref(), need.kind.name())
        && agrees(filter.name.as_deref(), &*need.name)
        && agrees(filter.optional, need.optional)
        && agrees(filter.presence, row.presence)
        && agrees(filter.user, user.id)
}

impl Snapshot {
    fn reference_row(&self, call: &mut Call, row: &Reference, user: &User, need: &Need) -> Result<ReferenceRow, Stop> {
        let namespace = if need.kind.is_namespaced() {
            user.namespace.as_str()
        } else {
            ""
        };
        let nearest = match row.presence {
            Presence::Absent if row.key_missing => self.nearest_key(call, row, &need.key)?,
            Presence::Absent => self.nearest_object(call, need.kind, namespace, &need.name)?,
            _ => None,
        };
        Ok(ReferenceRow {
            user: user.id,
            kind: need.kind.name().to_owned(),
            namespace: namespace.to_owned(),
            name: need.name.to_string(),
            key: need.key.to_string(),
            path: need.path.clone(),
            optional: need.optional,
            presence: row.presence,
            key_missing: row.key_missing,
            target: row.target,
            nearest,
        })
    }

    fn nearest_key(&self, call: &mut Call, row: &Reference, key: &str) -> Result<Option<String>, Stop> {
        let target = row.target.unwrap_or(u32::MAX);
        let keys: Vec<&str> = match (self.by_id::<ConfigMap>(target), self.by_id::<Secret>(target)) {
            (Some(map), _) => map
                .data
                .keys()
                .chain(map.binary_data.iter())
                .map(Text::as_str)
                .collect(),
            (_, Some(secret)) => secret.keys.iter().map(Text::as_str).collect(),
            _ => Vec::new(),
        };
        call.scan(keys.len())?;
        Ok(nearest(key, keys).map(str::to_owned))
    }

    /// The existing object of the kind in the namespace whose name is nearest.
    fn nearest_object(&self, call: &mut Call, kind: Kind, namespace: &str, name: &str) -> Result<Option<String>, Stop> {
        match kind {
            Kind::ConfigMap => self.nearest_of::<ConfigMap>(call, namespace, name),
            Kind::Secret => self.nearest_of::<Secret>(call, namespace, name),
            Kind::PersistentVolumeClaim => self.nearest_of::<PersistentVolumeClaim>(call, namespace, name),
            Kind::ServiceAccount => self.nearest_of::<ServiceAccount>(call, namespace, name),
            Kind::PriorityClass => self.nearest_of::<PriorityClass>(call, namespace, name),
            _ => Ok(None),
        }
    }

    fn nearest_of<T: Listed>(&self, call: &mut Call, namespace: &str, name: &str) -> Result<Option<String>, Stop> {
        let here = self
            .all::<T>()
            .get(self.in_namespace::<T>(namespace))
            .unwrap_or_default();
        call.scan(here.len())?;
        Ok(nearest(name, here.iter().map(|object| object.meta().name.as_str())).map(str::to_owned))
    }
}

#[cfg(test)]
mod tests;
