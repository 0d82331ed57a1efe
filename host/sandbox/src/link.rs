//! What a detector can call: the contract, its two diagnostics, and inert WASI where granted. Nothing else is ever defined.

use crate::contract;
use crate::contract::custom_resources::{ReadError, ResourceFilter};
use crate::host_call::{charge, host_call};
use crate::interfaces::{DETECTOR, VERSION, full_name};
use crate::log::plain;
use crate::state::RunState;
use sdo_model::contract::custom_resources::CustomResources;
use wasmtime::component::{Component, Linker};
use wasmtime::{Engine, StoreContextMut};

/// Bytes of a refused group or kind that a message repeats.
const MAX_NAME: usize = 253;

/// A linker for components without WASI; made once, never cloned.
pub(crate) fn pure(engine: &Engine) -> wasmtime::Result<Linker<RunState>> {
    let mut linker = Linker::new(engine);
    contract::link(&mut linker)?;
    link_diagnostics(&mut linker)?;
    link_custom_resources(&mut linker)?;
    Ok(linker)
}

/// A linker for one component that policy grants inert WASI.
pub(crate) fn with_inert_wasi(component: &Component) -> wasmtime::Result<Linker<RunState>> {
    let mut linker = pure(component.engine())?;
    crate::wasi::link(&mut linker, component)?;
    Ok(linker)
}

fn link_diagnostics(linker: &mut Linker<RunState>) -> wasmtime::Result<()> {
    linker.instance(&format!("{DETECTOR}/types@{VERSION}"))?;
    let mut diagnostics = linker.instance(&format!("{DETECTOR}/diagnostics@{VERSION}"))?;
    diagnostics.func_wrap("log", |mut store: StoreContextMut<'_, RunState>, (text,): (String,)| {
        charge(&mut store, text.len())?;
        store.data_mut().log(&text);
        Ok(())
    })?;
    diagnostics.func_wrap(
        "panic-message",
        |mut store: StoreContextMut<'_, RunState>, (text,): (String,)| {
            charge(&mut store, text.len())?;
            store.data_mut().panic_message(&text);
            Ok(())
        },
    )
}

/// Custom resources have a permission for each group and kind, which the kinds of a [`sdo_model::Call`] cannot carry: these two
/// functions stand before the generated ones and ask policy first.
fn link_custom_resources(linker: &mut Linker<RunState>) -> wasmtime::Result<()> {
    linker.allow_shadowing(true);
    let mut instance = linker.instance(&full_name("custom-resources"))?;
    instance.func_wrap(
        "query-json",
        |mut store: StoreContextMut<'_, RunState>,
         (group, kind, filter, fields): (String, String, ResourceFilter, Vec<String>)| {
            if let Some(denied) = denied(&mut store, &group, &kind)? {
                return Ok((Err(denied),));
            }
            let filter = filter.into();
            let answer = host_call(&mut store, |view, call| {
                CustomResources::query_json(view, call, &group, &kind, &filter, &fields)
            })?;
            Ok((answer.map_err(ReadError::from),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: StoreContextMut<'_, RunState>, (group, kind, filter): (String, String, ResourceFilter)| {
            if let Some(denied) = denied(&mut store, &group, &kind)? {
                return Ok((Err(denied),));
            }
            let filter = filter.into();
            let answer = host_call(&mut store, |view, call| {
                CustomResources::count(view, call, &group, &kind, &filter)
            })?;
            Ok((answer.map_err(ReadError::from),))
        },
    )?;
    linker.allow_shadowing(false);
    Ok(())
}

/// The refusal, when policy does not grant this group and kind. It is the same whether such objects exist or not.
fn denied(store: &mut StoreContextMut<'_, RunState>, group: &str, kind: &str) -> wasmtime::Result<Option<ReadError>> {
    if store.data().custom.allows(group, kind) {
        return Ok(None);
    }
    let text = format!(
        "{}/{} is not granted to this detector",
        plain(group, MAX_NAME),
        plain(kind, MAX_NAME)
    );
    charge(store, text.len())?;
    Ok(Some(ReadError::Denied(text)))
}
