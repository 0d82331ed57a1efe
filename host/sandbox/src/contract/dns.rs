//! `dns` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use sdo_model::contract::dns as domain;
use wasmtime::component::{ComponentType, Lower};

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Plugin {
    #[component(name = "name")]
    name: String,
    #[component(name = "args")]
    args: Vec<String>,
    #[component(name = "block")]
    block: Vec<String>,
}

impl From<domain::Plugin> for Plugin {
    fn from(value: domain::Plugin) -> Self {
        Self {
            name: value.name,
            args: value.args,
            block: value.block,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ServerBlock {
    #[component(name = "config-map")]
    config_map: u32,
    #[component(name = "key")]
    key: String,
    #[component(name = "zones")]
    zones: Vec<String>,
    #[component(name = "port")]
    port: u16,
    #[component(name = "plugins")]
    plugins: Vec<Plugin>,
}

impl From<domain::ServerBlock> for ServerBlock {
    fn from(value: domain::ServerBlock) -> Self {
        Self {
            config_map: value.config_map,
            key: value.key,
            zones: value.zones,
            port: value.port,
            plugins: each(value.plugins),
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/dns@0.1.0")?;
    instance.func_wrap(
        "server-blocks",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (): ()| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::dns::Dns::server_blocks(view, call)
            })?;
            Ok::<(Vec<ServerBlock>,), wasmtime::Error>((each(value),))
        },
    )?;
    Ok(())
}
