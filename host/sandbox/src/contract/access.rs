//! `access` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::rbac_types::PolicyRule;
use sdo_model::contract::access as domain;
use wasmtime::component::{ComponentType, Lower};

#[derive(Copy, Clone, ComponentType, Lower)]
#[component(enum)]
#[repr(u8)]
pub(crate) enum AccessVerdict {
    #[component(name = "allowed")]
    Allowed,
    #[component(name = "denied")]
    Denied,
    #[component(name = "unknown")]
    Unknown,
}

impl From<domain::AccessVerdict> for AccessVerdict {
    fn from(value: domain::AccessVerdict) -> Self {
        match value {
            domain::AccessVerdict::Allowed => AccessVerdict::Allowed,
            domain::AccessVerdict::Denied => AccessVerdict::Denied,
            domain::AccessVerdict::Unknown => AccessVerdict::Unknown,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/access@0.1.0")?;
    instance.func_wrap(
        "can",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>,
         (account_namespace, account, verb, group, resource_name, namespace, name): (
            String,
            String,
            String,
            String,
            String,
            String,
            String,
        )| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::access::Access::can(
                    view,
                    call,
                    &account_namespace,
                    &account,
                    &verb,
                    &group,
                    &resource_name,
                    &namespace,
                    &name,
                )
            })?;
            Ok::<(AccessVerdict,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "rules",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>,
         (account_namespace, account, namespace): (String, String, String)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::access::Access::rules(view, call, &account_namespace, &account, &namespace)
            })?;
            Ok::<(Vec<PolicyRule>,), wasmtime::Error>((each(value),))
        },
    )?;
    Ok(())
}
