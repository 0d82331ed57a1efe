//! `dns`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
use crate::call::Price;
use crate::call::{Call, Stop};

/// A plugin line with its block.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Plugin {
    /// Plugin, e.g. `forward`.
    pub name: String,
    /// Arguments on the line.
    pub args: Vec<String>,
    /// Lines of its block, trimmed; empty when it has none.
    pub block: Vec<String>,
}

impl Price for Plugin {
    fn price(&self) -> u64 {
        self.name.price() + self.args.price() + self.block.price()
    }
}

/// One server block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerBlock {
    /// ConfigMap it stands in.
    pub config_map: ObjectId,
    /// Key of that ConfigMap.
    pub key: String,
    /// Zones, without scheme and port, lower case, without the last dot; `.` for all.
    pub zones: Vec<String>,
    /// Port.
    pub port: u16,
    /// Plugins in order.
    pub plugins: Vec<Plugin>,
}

impl Price for ServerBlock {
    fn price(&self) -> u64 {
        self.config_map.price() + self.key.price() + self.zones.price() + self.port.price() + self.plugins.price()
    }
}

/// The cluster's DNS configuration: Corefile blocks and their plugins.
///
/// Reads: ConfigMap.
pub trait Dns {
    /// Server blocks of every Corefile of the cluster's DNS (ConfigMaps in `kube-system` or `openshift-dns` that hold one), in order; empty when there is none. What cannot be parsed is left out.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn server_blocks(&self, call: &mut Call) -> Result<Vec<ServerBlock>, Stop>;
}
