//! `roles`.

use super::convert::owned;
use super::page::{Query, answers};
use super::rbac::{named, rule};
use crate::Snapshot;
use crate::object::Role;
use sdo_model::contract::rbac_types::{PolicyRule, RbacFilter, RolePage, RoleRow};
use sdo_model::contract::roles::Roles;
use sdo_model::{Call, Stop};

impl Roles for Snapshot {
    fn query(&self, call: &mut Call, filter: &RbacFilter) -> Result<RolePage, Stop> {
        let (rows, total) = Query::<Role>::new(self, named(filter)).page(call, |_, _| true, row)?;
        Ok(RolePage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &RbacFilter) -> Result<u32, Stop> {
        Query::<Role>::new(self, named(filter)).count(call, |_, _| true)
    }

    fn rules(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Vec<PolicyRule>>, Stop> {
        answers(call, ids, |call, id| {
            let rules = self.seen::<Role>(call, id).map_or(&[][..], |role| &role.rules);
            call.scan(rules.len())?;
            Ok(rules.iter().map(rule).collect())
        })
    }
}

fn row(id: u32, role: &Role) -> RoleRow {
    RoleRow {
        id,
        namespace: owned(&role.meta.namespace),
        name: owned(&role.meta.name),
        rules: u32::try_from(role.rules.len()).unwrap_or(u32::MAX),
    }
}
