//! `access`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::rbac_types::PolicyRule;
use crate::call::Price;
use crate::call::{Call, Stop};

/// An answer about a permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccessVerdict {
    /// Some binding grants it.
    Allowed,
    /// No binding grants it, and all RBAC objects that count are known.
    Denied,
    /// A role or binding that counts is not known.
    Unknown,
}

impl Price for AccessVerdict {
    fn price(&self) -> u64 {
        0
    }
}

/// Effective RBAC of a service account: bindings, roles and aggregation worked out by the host.
///
/// Reads: Role, RoleBinding, ClusterRole, ClusterRoleBinding.
pub trait Access {
    /// May the service account do `verb` on `resource-name` of `group` in `namespace` (empty for cluster-wide)? `name` narrows to one object, empty for any. Groups of service accounts are honoured.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn can(
        &self,
        call: &mut Call,
        account_namespace: &str,
        account: &str,
        verb: &str,
        group: &str,
        resource_name: &str,
        namespace: &str,
        name: &str,
    ) -> Result<AccessVerdict, Stop>;

    /// Every rule that counts for the service account in `namespace` (empty for cluster-wide), in the order of bindings; empty when none. At most 500.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn rules(
        &self,
        call: &mut Call,
        account_namespace: &str,
        account: &str,
        namespace: &str,
    ) -> Result<Vec<PolicyRule>, Stop>;
}
