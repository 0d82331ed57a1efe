//! `certificates` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::certificates as domain;
use wasmtime::component::{ComponentType, Lower};

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Certificate {
    #[component(name = "path")]
    path: String,
    #[component(name = "subject")]
    subject: String,
    #[component(name = "issuer")]
    issuer: String,
    #[component(name = "not-before")]
    not_before: i64,
    #[component(name = "not-after")]
    not_after: i64,
    #[component(name = "dns-names")]
    dns_names: Vec<String>,
    #[component(name = "self-signed")]
    self_signed: bool,
    #[component(name = "public-key")]
    public_key: String,
    #[component(name = "key-id")]
    key_id: String,
    #[component(name = "authority-key-id")]
    authority_key_id: String,
}

impl From<domain::Certificate> for Certificate {
    fn from(value: domain::Certificate) -> Self {
        Self {
            path: value.path,
            subject: value.subject,
            issuer: value.issuer,
            not_before: value.not_before,
            not_after: value.not_after,
            dns_names: value.dns_names,
            self_signed: value.self_signed,
            public_key: value.public_key,
            key_id: value.key_id,
            authority_key_id: value.authority_key_id,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/certificates@0.1.0")?;
    instance.func_wrap(
        "of",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::certificates::Certificates::of(view, call, &ids)
            })?;
            Ok::<(Vec<Vec<Certificate>>,), wasmtime::Error>((value.into_iter().map(each).collect(),))
        },
    )?;
    instance.func_wrap(
        "covers-host",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (secret, host): (u32, String)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::certificates::Certificates::covers_host(view, call, secret, &host)
            })?;
            Ok::<(Option<bool>,), wasmtime::Error>((value,))
        },
    )?;
    Ok(())
}
