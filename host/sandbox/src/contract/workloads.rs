//! `workloads` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::ObjectRef;
use sdo_model::contract::workloads as domain;
use wasmtime::component::{ComponentType, Lower};

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Revision {
    #[component(name = "id")]
    id: u32,
    #[component(name = "number")]
    number: i64,
    #[component(name = "replicas")]
    replicas: u32,
    #[component(name = "ready")]
    ready: u32,
}

impl From<domain::Revision> for Revision {
    fn from(value: domain::Revision) -> Self {
        Self {
            id: value.id,
            number: value.number,
            replicas: value.replicas,
            ready: value.ready,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/workloads@0.1.0")?;
    instance.func_wrap(
        "top-owners",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::workloads::Workloads::top_owners(view, call, &ids)
            })?;
            Ok::<(Vec<ObjectRef>,), wasmtime::Error>((each(value),))
        },
    )?;
    instance.func_wrap(
        "owner-chain",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (id,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::workloads::Workloads::owner_chain(view, call, id)
            })?;
            Ok::<(Vec<ObjectRef>,), wasmtime::Error>((each(value),))
        },
    )?;
    instance.func_wrap(
        "pods-of",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (id,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::workloads::Workloads::pods_of(view, call, id)
            })?;
            Ok::<(Vec<u32>,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "revisions",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (id,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::workloads::Workloads::revisions(view, call, id)
            })?;
            Ok::<(Vec<Revision>,), wasmtime::Error>((each(value),))
        },
    )?;
    Ok(())
}
