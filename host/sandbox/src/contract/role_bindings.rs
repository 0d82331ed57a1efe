//! `role-bindings` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::rbac_types::BindingPage;
use super::rbac_types::RbacFilter;

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/role-bindings@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (RbacFilter,)| {
            let filter: sdo_model::contract::rbac_types::RbacFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::role_bindings::RoleBindings::query(view, call, &filter)
            })?;
            Ok::<(BindingPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (RbacFilter,)| {
            let filter: sdo_model::contract::rbac_types::RbacFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::role_bindings::RoleBindings::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
