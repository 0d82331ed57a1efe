//! What the four RBAC kinds share: rows, rules with aggregation, and the question whether a rule grants something.

use super::convert::{owned, owned_all};
use super::page::Named;
use crate::Snapshot;
use crate::object::{self, ClusterRole, PolicyRule, Role, RoleReference, Subject};
use crate::text::Text;
use sdo_model::contract::rbac_types::{self, BindingRow, RbacFilter};
use sdo_model::{Call, Kind};

/// The shared part of a filter.
pub(super) fn named(filter: &RbacFilter) -> Named<'_> {
    Named {
        namespace: filter.namespace.as_deref(),
        name: filter.name.as_deref(),
        limit: filter.limit,
        after: filter.after,
        ..Named::default()
    }
}

/// A rule as the contract shows it.
pub(super) fn rule(rule: &PolicyRule) -> rbac_types::PolicyRule {
    rbac_types::PolicyRule {
        verbs: owned_all(&rule.verbs),
        groups: owned_all(&rule.api_groups),
        resources: owned_all(&rule.resources),
        names: owned_all(&rule.resource_names),
        urls: owned_all(&rule.non_resource_urls),
    }
}

/// What a binding binds to whom.
pub(super) struct Binding<'a> {
    pub(super) meta: &'a object::Meta,
    pub(super) role: &'a RoleReference,
    pub(super) subjects: &'a [Subject],
}

impl Snapshot {
    /// A binding as the contract shows it. A role of a namespaced kind lives in the binding's namespace.
    pub(super) fn binding_row(&self, sight: &Call, id: u32, binding: &Binding<'_>) -> BindingRow {
        let namespace = binding.meta.namespace.as_str();
        let kind = if binding.role.kind.as_str() == "Role" {
            Kind::Role
        } else {
            Kind::ClusterRole
        };
        let role_namespace = if kind == Kind::Role { namespace } else { "" };
        BindingRow {
            id,
            namespace: namespace.to_owned(),
            name: owned(&binding.meta.name),
            role: self.reference(sight, kind, role_namespace, &binding.role.name),
            subjects: binding
                .subjects
                .iter()
                .map(|subject| contract_subject(subject, namespace))
                .collect(),
        }
    }

    /// The rules of a ClusterRole, with those of all roles that it gathers, each once, in the order of their roles.
    pub(super) fn cluster_rules<'a>(&'a self, role: &'a ClusterRole) -> Vec<&'a PolicyRule> {
        let mut rules: Vec<&PolicyRule> = Vec::new();
        let mut waiting = vec![role];
        let mut seen: Vec<&str> = Vec::new();
        while let Some(role) = waiting.pop() {
            if seen.contains(&role.meta.name.as_str()) {
                continue;
            }
            seen.push(&role.meta.name);
            for rule in &role.rules {
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
            }
            // A stack gives them back in the order of their names.
            let gathered: Vec<&ClusterRole> = self.gathered(role).collect();
            waiting.extend(gathered.into_iter().rev());
        }
        rules
    }

    /// The ClusterRoles whose labels an aggregated one selects.
    fn gathered<'a>(&'a self, role: &'a ClusterRole) -> impl Iterator<Item = &'a ClusterRole> {
        let selectors = role
            .aggregation_rule
            .iter()
            .flat_map(|rule| rule.cluster_role_selectors.iter())
            .collect::<Vec<_>>();
        let all: &[_] = if selectors.is_empty() {
            &[]
        } else {
            self.all::<ClusterRole>()
        };
        all.iter()
            .map(|other| &**other)
            .filter(move |other| selectors.iter().any(|selector| selector.selects(&other.meta.labels)))
    }

    /// The rules of the role that a binding in `namespace` names; `None` when that role is not in the snapshot.
    pub(super) fn bound_rules(&self, role: &RoleReference, namespace: &str) -> Option<Vec<&PolicyRule>> {
        match role.kind.as_str() {
            "Role" => self
                .find::<Role>(namespace, &role.name)
                .map(|(_, role)| role.rules.iter().collect()),
            _ => self
                .find::<ClusterRole>("", &role.name)
                .map(|(_, role)| self.cluster_rules(role)),
        }
    }
}

fn contract_subject(subject: &Subject, namespace: &str) -> rbac_types::Subject {
    let is_account = subject.kind.as_str() == "ServiceAccount";
    rbac_types::Subject {
        kind: owned(&subject.kind),
        namespace: if is_account {
            subject.namespace.non_empty().unwrap_or(namespace).to_owned()
        } else {
            String::new()
        },
        name: owned(&subject.name),
    }
}

/// Something that somebody wants to do.
pub(super) struct Action<'a> {
    pub(super) verb: &'a str,
    pub(super) group: &'a str,
    pub(super) resource: &'a str,
    /// One object; empty for any.
    pub(super) name: &'a str,
}

impl Action<'_> {
    /// Whether `rule` grants it. A rule for some names does not grant it for any name.
    pub(super) fn is_granted_by(&self, rule: &PolicyRule) -> bool {
        let has = |list: &[Text], wanted: &str| list.iter().any(|word| *word == "*" || *word == *wanted);
        let by_name = rule.resource_names.is_empty() || rule.resource_names.iter().any(|name| *name == *self.name);
        has(&rule.verbs, self.verb) && has(&rule.api_groups, self.group) && self.is_resource_of(rule) && by_name
    }

    /// `*` stands for every resource and subresource, `*/scale` for that subresource of all.
    fn is_resource_of(&self, rule: &PolicyRule) -> bool {
        let of_all = self.resource.split_once('/').map(|(_, sub)| format!("*/{sub}"));
        rule.resources
            .iter()
            .any(|written| *written == "*" || *written == *self.resource || of_all.as_deref() == Some(written.as_str()))
    }
}

/// A service account, as subjects may name it.
pub(super) struct Account<'a> {
    pub(super) namespace: &'a str,
    pub(super) name: &'a str,
}

impl Account<'_> {
    /// Whether one of `subjects` of a binding in `namespace` means this account.
    pub(super) fn is_among(&self, subjects: &[Subject], namespace: &str) -> bool {
        subjects.iter().any(|subject| match subject.kind.as_str() {
            "ServiceAccount" => {
                let own = subject.namespace.non_empty().unwrap_or(namespace);
                subject.name == *self.name && own == self.namespace
            }
            "Group" => self.is_in_group(&subject.name),
            "User" => subject.name == *format!("system:serviceaccount:{}:{}", self.namespace, self.name),
            _ => false,
        })
    }

    fn is_in_group(&self, group: &str) -> bool {
        match group.strip_prefix("system:serviceaccounts") {
            Some("") => true,
            Some(rest) => rest.strip_prefix(':') == Some(self.namespace),
            None => group == "system:authenticated",
        }
    }
}
