//! `quantities` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::types::IntOrPercent;

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/quantities@0.1.0")?;
    instance.func_wrap(
        "parse",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (text,): (String,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::quantities::Quantities::parse(view, call, &text)
            })?;
            Ok::<(Option<i64>,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "resolve",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>,
         (value, total, round_up): (IntOrPercent, u32, bool)| {
            let value: sdo_model::contract::types::IntOrPercent = value.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::quantities::Quantities::resolve(view, call, value, total, round_up)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
