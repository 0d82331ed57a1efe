//! `rbac-types`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::ObjectRef;
use crate::call::Price;

/// Which objects. Predicates that are none do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct RbacFilter {
    /// Namespace; ignored for cluster-scoped kinds.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for RbacFilter {
    fn price(&self) -> u64 {
        self.namespace.price() + self.name.price() + self.limit.price() + self.after.price()
    }
}

/// What may be done; `*` stands for all.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PolicyRule {
    /// Verbs.
    pub verbs: Vec<String>,
    /// API groups.
    pub groups: Vec<String>,
    /// Resources.
    pub resources: Vec<String>,
    /// Names the rule is limited to; empty for all.
    pub names: Vec<String>,
    /// URL paths.
    pub urls: Vec<String>,
}

impl Price for PolicyRule {
    fn price(&self) -> u64 {
        self.verbs.price() + self.groups.price() + self.resources.price() + self.names.price() + self.urls.price()
    }
}

/// A Role or ClusterRole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace; empty for a ClusterRole.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Number of rules, aggregated ones included.
    pub rules: u32,
}

impl Price for RoleRow {
    fn price(&self) -> u64 {
        self.id.price() + self.namespace.price() + self.name.price() + self.rules.price()
    }
}

/// Roles and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct RolePage {
    /// The rows.
    pub rows: Vec<RoleRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for RolePage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// Who is bound.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Subject {
    /// `User`, `Group` or `ServiceAccount`.
    pub kind: String,
    /// Namespace of a ServiceAccount; empty otherwise.
    pub namespace: String,
    /// Name.
    pub name: String,
}

impl Price for Subject {
    fn price(&self) -> u64 {
        self.kind.price() + self.namespace.price() + self.name.price()
    }
}

/// A RoleBinding or ClusterRoleBinding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BindingRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace; empty for a ClusterRoleBinding.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// The role it binds.
    pub role: ObjectRef,
    /// Who is bound.
    pub subjects: Vec<Subject>,
}

impl Price for BindingRow {
    fn price(&self) -> u64 {
        self.id.price() + self.namespace.price() + self.name.price() + self.role.price() + self.subjects.price()
    }
}

/// Bindings and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BindingPage {
    /// The rows.
    pub rows: Vec<BindingRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for BindingPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}
