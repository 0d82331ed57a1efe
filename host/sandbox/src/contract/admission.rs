//! `admission` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::webhook_types::WebhookRow;

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/admission@0.1.0")?;
    instance.func_wrap(
        "matching",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>,
         (group, version, resource_name, operation, namespace, labels): (
            String,
            String,
            String,
            String,
            String,
            Vec<(String, String)>,
        )| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::admission::Admission::matching(
                    view,
                    call,
                    &group,
                    &version,
                    &resource_name,
                    &operation,
                    &namespace,
                    &labels,
                )
            })?;
            Ok::<(Vec<WebhookRow>,), wasmtime::Error>((each(value),))
        },
    )?;
    Ok(())
}
