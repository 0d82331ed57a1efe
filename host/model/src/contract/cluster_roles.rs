//! `cluster-roles`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::rbac_types::PolicyRule;
pub use super::rbac_types::RbacFilter;
pub use super::rbac_types::RolePage;
pub use super::types::ObjectId;
use crate::call::{Call, Stop};

/// ClusterRoles.
///
/// Reads: ClusterRole.
pub trait ClusterRoles {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &RbacFilter) -> Result<RolePage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &RbacFilter) -> Result<u32, Stop>;

    /// Rules of each, aggregated ones included, in the order of `ids`; empty for an unseen id. At most 1000 ids.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn rules(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Vec<PolicyRule>>, Stop>;
}
