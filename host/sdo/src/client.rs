//! What people ask a running host: how things stand, which incidents there are, what becomes of them.
//!
//! ```text
//!  --url, --token-file ─► Address ─► Wire ─┬► documents of sdo-api, made harmless ─► status, incidents, show
//!                                          └► Frames of /v1/events ─► watch: a line a turn
//! ```

mod address;
mod incidents;
mod show;
mod status;
mod stream;
mod watch;
mod wire;
mod words;

pub(crate) use status::run as status;
pub(crate) use wire::{Presence, presence};

use crate::args::{Color, HostAddress, Incidents, IncidentsCommand};
use crate::failure::Failure;
use address::Address;
use std::future::Future;
use wire::Wire;

/// Runs `sdo incidents` and gives the exit code.
pub(crate) fn incidents(arguments: &Incidents, color: &Color) -> Result<u8, Failure> {
    match &arguments.command {
        None => incidents::run(&arguments.list, color),
        Some(IncidentsCommand::List(list)) => incidents::run(list, color),
        Some(IncidentsCommand::Show(show)) => show::run(show, color),
        Some(IncidentsCommand::Watch(watch)) => watch::run(watch, color),
    }
}

/// A way to ask the host that the command line names.
fn wire(arguments: &HostAddress) -> Result<Wire, Failure> {
    Wire::open(Address::of(arguments)?)
}

/// Waits for an answer on this thread: a command has nothing else to do.
fn wait<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(Failure::internal)?.block_on(work)
}
