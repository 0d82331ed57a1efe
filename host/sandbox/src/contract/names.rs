//! `names` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::Presence;
use sdo_model::contract::names as domain;
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Copy, Clone, ComponentType, Lower)]
#[component(enum)]
#[repr(u8)]
pub(crate) enum NameSource {
    #[component(name = "env")]
    Env,
    #[component(name = "argument")]
    Argument,
    #[component(name = "config-text")]
    ConfigText,
}

impl From<domain::NameSource> for NameSource {
    fn from(value: domain::NameSource) -> Self {
        match value {
            domain::NameSource::Env => NameSource::Env,
            domain::NameSource::Argument => NameSource::Argument,
            domain::NameSource::ConfigText => NameSource::ConfigText,
        }
    }
}

#[derive(Clone, ComponentType, Lift)]
#[component(record)]
pub(crate) struct NameFilter {
    #[component(name = "namespace")]
    namespace: Option<String>,
    #[component(name = "user")]
    user: Option<u32>,
    #[component(name = "service")]
    service: Option<u32>,
    #[component(name = "presence")]
    presence: Option<Presence>,
    #[component(name = "port-missing")]
    port_missing: Option<bool>,
    #[component(name = "init")]
    init: Option<bool>,
    #[component(name = "limit")]
    limit: u32,
    #[component(name = "skip")]
    skip: u32,
}

impl From<NameFilter> for domain::NameFilter {
    fn from(value: NameFilter) -> Self {
        Self {
            namespace: value.namespace,
            user: value.user,
            service: value.service,
            presence: value.presence.map(|item| item.into()),
            port_missing: value.port_missing,
            init: value.init,
            limit: value.limit,
            skip: value.skip,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct NameRow {
    #[component(name = "user")]
    user: u32,
    #[component(name = "container")]
    container: String,
    #[component(name = "source")]
    source: NameSource,
    #[component(name = "path")]
    path: String,
    #[component(name = "host")]
    host: String,
    #[component(name = "port")]
    port: Option<u16>,
    #[component(name = "presence")]
    presence: Presence,
    #[component(name = "service")]
    service: Option<u32>,
    #[component(name = "port-exists")]
    port_exists: bool,
    #[component(name = "same-named-workload")]
    same_named_workload: Option<u32>,
    #[component(name = "nearest")]
    nearest: Option<String>,
}

impl From<domain::NameRow> for NameRow {
    fn from(value: domain::NameRow) -> Self {
        Self {
            user: value.user,
            container: value.container,
            source: value.source.into(),
            path: value.path,
            host: value.host,
            port: value.port,
            presence: value.presence.into(),
            service: value.service,
            port_exists: value.port_exists,
            same_named_workload: value.same_named_workload,
            nearest: value.nearest,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct NamePage {
    #[component(name = "rows")]
    rows: Vec<NameRow>,
    #[component(name = "total")]
    total: u32,
}

impl From<domain::NamePage> for NamePage {
    fn from(value: domain::NamePage) -> Self {
        Self {
            rows: each(value.rows),
            total: value.total,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/names@0.1.0")?;
    instance.func_wrap(
        "query",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (filter,): (NameFilter,)| {
            let filter: sdo_model::contract::names::NameFilter = filter.into();
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::names::Names::query(view, call, &filter)
            })?;
            Ok::<(NamePage,), wasmtime::Error>((value.into(),))
        },
    )?;
    Ok(())
}
