//! `objects` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::Condition;
use super::types::LabelSelector;
use super::types::ObjectRef;
use sdo_model::contract::objects as domain;
use wasmtime::component::{ComponentType, Lower};

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ObjectMeta {
    #[component(name = "uid")]
    uid: String,
    #[component(name = "created")]
    created: Option<i64>,
    #[component(name = "deleted")]
    deleted: Option<i64>,
    #[component(name = "generation")]
    generation: i64,
    #[component(name = "observed-generation")]
    observed_generation: Option<i64>,
    #[component(name = "finalizers")]
    finalizers: Vec<String>,
    #[component(name = "owners")]
    owners: Vec<ObjectRef>,
}

impl From<domain::ObjectMeta> for ObjectMeta {
    fn from(value: domain::ObjectMeta) -> Self {
        Self {
            uid: value.uid,
            created: value.created,
            deleted: value.deleted,
            generation: value.generation,
            observed_generation: value.observed_generation,
            finalizers: value.finalizers,
            owners: each(value.owners),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct FieldManager {
    #[component(name = "manager")]
    manager: String,
    #[component(name = "operation")]
    operation: String,
    #[component(name = "subresource")]
    subresource: String,
    #[component(name = "time")]
    time: Option<i64>,
}

impl From<domain::FieldManager> for FieldManager {
    fn from(value: domain::FieldManager) -> Self {
        Self {
            manager: value.manager,
            operation: value.operation,
            subresource: value.subresource,
            time: value.time,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/objects@0.1.0")?;
    instance.func_wrap(
        "describe",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::objects::Objects::describe(view, call, &ids)
            })?;
            Ok::<(Vec<ObjectRef>,), wasmtime::Error>((each(value),))
        },
    )?;
    instance.func_wrap(
        "find",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>,
         (kind, namespace, name): (String, String, String)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::objects::Objects::find(view, call, &kind, &namespace, &name)
            })?;
            Ok::<(Option<u32>,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "meta",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::objects::Objects::meta(view, call, &ids)
            })?;
            Ok::<(Vec<Option<ObjectMeta>>,), wasmtime::Error>((value
                .into_iter()
                .map(|item| item.map(|item| item.into()))
                .collect(),))
        },
    )?;
    instance.func_wrap(
        "labels",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::objects::Objects::labels(view, call, &ids)
            })?;
            Ok::<(Vec<Vec<(String, String)>>,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "annotations",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::objects::Objects::annotations(view, call, &ids)
            })?;
            Ok::<(Vec<Vec<(String, String)>>,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "managers",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::objects::Objects::managers(view, call, &ids)
            })?;
            Ok::<(Vec<Vec<FieldManager>>,), wasmtime::Error>((value.into_iter().map(each).collect(),))
        },
    )?;
    instance.func_wrap(
        "conditions",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::objects::Objects::conditions(view, call, &ids)
            })?;
            Ok::<(Vec<Vec<Condition>>,), wasmtime::Error>((value.into_iter().map(each).collect(),))
        },
    )?;
    instance.func_wrap(
        "last-applied",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (id,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::objects::Objects::last_applied(view, call, id)
            })?;
            Ok::<(Option<String>,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "select",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>,
         (ids, selector): (Vec<u32>, LabelSelector)| {
            let selector: sdo_model::contract::types::LabelSelector = selector.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::objects::Objects::select(view, call, &ids, &selector)
            })?;
            Ok::<(Vec<u32>,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
