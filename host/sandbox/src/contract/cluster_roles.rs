//! `cluster-roles` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::rbac_types::PolicyRule;
use super::rbac_types::RbacFilter;
use super::rbac_types::RolePage;

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/cluster-roles@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (RbacFilter,)| {
            let filter: sdo_model::contract::rbac_types::RbacFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::cluster_roles::ClusterRoles::query(view, call, &filter)
            })?;
            Ok::<(RolePage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (RbacFilter,)| {
            let filter: sdo_model::contract::rbac_types::RbacFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::cluster_roles::ClusterRoles::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "rules",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::cluster_roles::ClusterRoles::rules(view, call, &ids)
            })?;
            Ok::<(Vec<Vec<PolicyRule>>,), wasmtime::Error>((value.into_iter().map(each).collect(),))
        },
    )?;
    Ok(())
}
