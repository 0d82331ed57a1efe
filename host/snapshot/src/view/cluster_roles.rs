//! `cluster-roles`.

use super::convert::owned;
use super::page::{Query, answers};
use super::rbac::{named, rule};
use crate::Snapshot;
use crate::object::ClusterRole;
use sdo_model::contract::cluster_roles::ClusterRoles;
use sdo_model::contract::rbac_types::{PolicyRule, RbacFilter, RolePage, RoleRow};
use sdo_model::{Call, Stop};

impl ClusterRoles for Snapshot {
    fn query(&self, call: &mut Call, filter: &RbacFilter) -> Result<RolePage, Stop> {
        self.pay_for_aggregation(call)?;
        let (rows, total) = Query::<ClusterRole>::new(self, named(filter)).page(
            call,
            |_, _| true,
            |id, role| self.role_row(id, role),
        )?;
        Ok(RolePage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &RbacFilter) -> Result<u32, Stop> {
        Query::<ClusterRole>::new(self, named(filter)).count(call, |_, _| true)
    }

    fn rules(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Vec<PolicyRule>>, Stop> {
        answers(call, ids, |call, id| {
            let Some(role) = self.seen::<ClusterRole>(call, id) else {
                return Ok(Vec::new());
            };
            if role.aggregation_rule.is_some() {
                self.pay_for_aggregation(call)?;
            }
            call.scan(role.rules.len())?;
            Ok(self.cluster_rules(role).into_iter().map(rule).collect())
        })
    }
}

impl Snapshot {
    /// Gathering the rules of an aggregated role looks at every ClusterRole.
    fn pay_for_aggregation(&self, call: &mut Call) -> Result<(), Stop> {
        call.scan(self.all::<ClusterRole>().len())
    }

    fn role_row(&self, id: u32, role: &ClusterRole) -> RoleRow {
        let rules = if role.aggregation_rule.is_some() {
            self.cluster_rules(role).len()
        } else {
            role.rules.len()
        };
        RoleRow {
            id,
            namespace: String::new(),
            name: owned(&role.meta.name),
            rules: u32::try_from(rules).unwrap_or(u32::MAX),
        }
    }
}
