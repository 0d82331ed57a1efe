//! `access`: what a service account may do, by every binding that counts.

use super::rbac::{Account, Action, Binding, rule};
use crate::Snapshot;
use crate::object::{ClusterRole, ClusterRoleBinding, PolicyRule, RoleBinding};
use sdo_model::contract::access::{Access, AccessVerdict};
use sdo_model::contract::rbac_types;
use sdo_model::{Call, Kind, State, Stop};

/// The most rules of one answer.
const MOST: usize = 500;

impl Access for Snapshot {
    fn can(
        &self,
        call: &mut Call,
        account_namespace: &str,
        account: &str,
        verb: &str,
        group: &str,
        resource: &str,
        namespace: &str,
        name: &str,
    ) -> Result<AccessVerdict, Stop> {
        let account = Account {
            namespace: account_namespace,
            name: account,
        };
        let action = Action {
            verb,
            group,
            resource,
            name,
        };
        let granted = self.granted(call, &account, namespace)?;
        let is_granted = granted.rules.iter().any(|rule| action.is_granted_by(rule));
        Ok(match (is_granted, granted.is_whole) {
            (true, _) => AccessVerdict::Allowed,
            (false, true) => AccessVerdict::Denied,
            (false, false) => AccessVerdict::Unknown,
        })
    }

    fn rules(
        &self,
        call: &mut Call,
        account_namespace: &str,
        account: &str,
        namespace: &str,
    ) -> Result<Vec<rbac_types::PolicyRule>, Stop> {
        let granted = self.granted(
            call,
            &Account {
                namespace: account_namespace,
                name: account,
            },
            namespace,
        )?;
        Ok(granted.rules.into_iter().take(MOST).map(rule).collect())
    }
}

/// What bindings grant.
struct Granted<'a> {
    rules: Vec<&'a PolicyRule>,
    /// Nothing that could grant more is unknown.
    is_whole: bool,
}

impl Snapshot {
    /// The rules that count for `account` in `namespace`, or in the whole cluster when that is empty.
    fn granted(&self, call: &mut Call, account: &Account<'_>, namespace: &str) -> Result<Granted<'_>, Stop> {
        let mut granted = Granted {
            rules: Vec::new(),
            is_whole: self.knows(call, Kind::ClusterRoleBinding, ""),
        };
        let of_cluster: &[_] = if call.may_read(Kind::ClusterRoleBinding) {
            self.all::<ClusterRoleBinding>()
        } else {
            &[]
        };
        call.scan(of_cluster.len())?;
        for binding in of_cluster {
            let binding = Binding {
                meta: &binding.meta,
                role: &binding.role_ref,
                subjects: &binding.subjects,
            };
            self.grant(call, account, "", &binding, &mut granted)?;
        }
        if namespace.is_empty() {
            return Ok(granted);
        }
        granted.is_whole &= self.knows(call, Kind::RoleBinding, namespace);
        let range = if call.may_read(Kind::RoleBinding) {
            self.in_namespace::<RoleBinding>(namespace)
        } else {
            0..0
        };
        call.scan(range.len())?;
        for binding in range.filter_map(|at| self.at::<RoleBinding>(at)) {
            let binding = Binding {
                meta: &binding.meta,
                role: &binding.role_ref,
                subjects: &binding.subjects,
            };
            self.grant(call, account, namespace, &binding, &mut granted)?;
        }
        Ok(granted)
    }

    /// Adds what one binding grants. A role that is not there grants nothing, but may be there all the same.
    fn grant<'a>(
        &'a self,
        call: &mut Call,
        account: &Account<'_>,
        namespace: &str,
        binding: &Binding<'a>,
        granted: &mut Granted<'a>,
    ) -> Result<(), Stop> {
        if !account.is_among(binding.subjects, namespace) {
            return Ok(());
        }
        let kind = if binding.role.kind.as_str() == "Role" {
            Kind::Role
        } else {
            Kind::ClusterRole
        };
        let is_aggregated = kind == Kind::ClusterRole
            && self
                .find::<ClusterRole>("", &binding.role.name)
                .is_some_and(|(_, role)| role.aggregation_rule.is_some());
        if is_aggregated {
            call.scan(self.all::<ClusterRole>().len())?;
        }
        let rules = if call.may_read(kind) {
            self.bound_rules(binding.role, namespace)
        } else {
            None
        };
        let is_known = self.knows(call, kind, namespace);
        granted.is_whole &= is_known || rules.is_some() && !is_aggregated;
        let rules = rules.unwrap_or_default();
        call.scan(rules.len())?;
        granted.rules.extend(rules);
        Ok(())
    }

    /// Whether all objects of `kind` that can matter in `namespace` are known.
    fn knows(&self, call: &Call, kind: Kind, namespace: &str) -> bool {
        let namespace = Some(namespace).filter(|namespace| kind.is_namespaced() && !namespace.is_empty());
        call.may_read(kind) && self.state(kind, namespace) == State::Complete
    }
}

#[cfg(test)]
mod tests;
