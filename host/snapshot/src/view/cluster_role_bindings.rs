//! `cluster-role-bindings`.

use super::page::Query;
use super::rbac::{Binding, named};
use super::sight::sight;
use crate::Snapshot;
use crate::object::ClusterRoleBinding;
use sdo_model::contract::cluster_role_bindings::ClusterRoleBindings;
use sdo_model::contract::rbac_types::{BindingPage, RbacFilter};
use sdo_model::{Call, Stop};

impl ClusterRoleBindings for Snapshot {
    fn query(&self, call: &mut Call, filter: &RbacFilter) -> Result<BindingPage, Stop> {
        let sight = sight(call);
        let row = |id, binding: &ClusterRoleBinding| {
            let binding = Binding {
                meta: &binding.meta,
                role: &binding.role_ref,
                subjects: &binding.subjects,
            };
            self.binding_row(&sight, id, &binding)
        };
        let (rows, total) = Query::<ClusterRoleBinding>::new(self, named(filter)).page(call, |_, _| true, row)?;
        Ok(BindingPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &RbacFilter) -> Result<u32, Stop> {
        Query::<ClusterRoleBinding>::new(self, named(filter)).count(call, |_, _| true)
    }
}
