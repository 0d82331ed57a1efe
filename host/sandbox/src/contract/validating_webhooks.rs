//! `validating-webhooks` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::webhook_types::WebhookFilter;
use super::webhook_types::WebhookPage;
use super::webhook_types::WebhookScope;

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/validating-webhooks@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (WebhookFilter,)| {
            let filter: sdo_model::contract::webhook_types::WebhookFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::validating_webhooks::ValidatingWebhooks::query(view, call, &filter)
            })?;
            Ok::<(WebhookPage,), wasmtime::Error>((value.into(),))
        },
    )?;
    instance.func_wrap(
        "count",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (WebhookFilter,)| {
            let filter: sdo_model::contract::webhook_types::WebhookFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::validating_webhooks::ValidatingWebhooks::count(view, call, &filter)
            })?;
            Ok::<(u32,), wasmtime::Error>((value,))
        },
    )?;
    instance.func_wrap(
        "scopes",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (id,): (u32,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::validating_webhooks::ValidatingWebhooks::scopes(view, call, id)
            })?;
            Ok::<(Vec<WebhookScope>,), wasmtime::Error>((each(value),))
        },
    )?;
    Ok(())
}
