//! `role-bindings`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::rbac_types::BindingPage;
pub use super::rbac_types::RbacFilter;
use crate::call::{Call, Stop};

/// RoleBindings.
///
/// Reads: RoleBinding.
pub trait RoleBindings {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &RbacFilter) -> Result<BindingPage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &RbacFilter) -> Result<u32, Stop>;
}
