//! `names`: host names in configuration, and the Services that they mean.

mod collect;
mod container;
mod index;
pub(super) mod mention;
mod shell;
mod text;
pub(super) mod words;

use super::memo::ByGrants;
use super::page::{Answers, agrees, limit};
use crate::Snapshot;
pub(in crate::view) use collect::CONCERNED;
use collect::User;
use index::{Name, NameIndex};
use sdo_model::contract::names::{NameFilter, NamePage, NameRow, Names};
use sdo_model::contract::types::Presence;
use sdo_model::{Call, Kind, KindSet, Stop};
use std::sync::Arc;

/// Names and what they mean.
pub(crate) type NameMemo = ByGrants<NameIndex>;
/// Whose names they are: known again when only Services changed.
pub(crate) type UserMemo = ByGrants<Vec<User>>;

impl Snapshot {
    fn names(&self, call: &Call) -> Arc<NameIndex> {
        let grants: KindSet = collect::CONCERNED
            .into_iter()
            .chain([Kind::Service])
            .filter(|kind| call.may_read(*kind))
            .collect();
        self.memo.names.get(grants, || {
            let users = self.memo.name_users.get(grants, || collect::users(self, grants));
            NameIndex::of(self, grants, users)
        })
    }
}

impl Names for Snapshot {
    fn query(&self, call: &mut Call, filter: &NameFilter) -> Result<NamePage, Stop> {
        let names = self.names(call);
        let candidates = names.candidates(filter);
        call.scan(candidates.len())?;
        let mut rows = Answers::new(call);
        let mut total = 0;
        for name in candidates.names(&names) {
            if !matches(filter, &names, name) {
                continue;
            }
            if total >= filter.skip && rows.len() < limit(filter.limit) {
                rows.push(self.name_row(call, &names, name)?)?;
            }
            total += 1;
        }
        Ok(NamePage {
            rows: rows.paid(call)?,
            total,
        })
    }
}

fn matches(filter: &NameFilter, names: &NameIndex, name: &Name) -> bool {
    let service = filter.service.is_none_or(|id| name.service == Some(id));
    let user = names.user(name);
    service
        && filter.user.is_none_or(|id| user.is_some_and(|user| user.id == id))
        && filter
            .namespace
            .as_deref()
            .is_none_or(|namespace| user.is_some_and(|user| user.namespace.as_str() == namespace))
        && agrees(filter.presence, name.presence)
        && agrees(filter.port_missing, !name.port_exists)
        && filter
            .init
            .is_none_or(|init| names.used(name).is_some_and(|used| used.init == init))
}

impl Snapshot {
    fn name_row(&self, call: &mut Call, names: &NameIndex, name: &Name) -> Result<NameRow, Stop> {
        let (user, used) = (names.user(name), names.used(name));
        let nearest = match (name.presence, &name.wanted) {
            (Presence::Absent, Some((namespace, wanted))) => {
                call.scan(self.in_namespace::<crate::object::Service>(namespace).len())?;
                self.nearest_service(namespace, wanted)
            }
            _ => None,
        };
        Ok(NameRow {
            user: user.map_or(Kind::Pod.id(usize::MAX), |user| user.id),
            container: used.map(|used| used.container.to_string()).unwrap_or_default(),
            source: used.map_or(sdo_model::contract::names::NameSource::Env, |used| used.source),
            path: used.map(|used| used.path.clone()).unwrap_or_default(),
            host: used.map(|used| used.mention.host.clone()).unwrap_or_default(),
            port: used.and_then(|used| used.mention.port),
            presence: name.presence,
            service: name.service,
            port_exists: name.port_exists,
            same_named_workload: name.workload,
            nearest,
        })
    }
}

#[cfg(test)]
mod tests;
