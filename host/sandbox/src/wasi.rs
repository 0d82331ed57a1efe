//! Inert WASI: what a component built for `wasm32-wasip2`, or by componentize-py or componentize-js, needs in order to link, and nothing
//! that has an effect.
//!
//! No files, no environment, no arguments, no sockets, no HTTP. Clocks stand still at the snapshot's time, everything that can
//! be waited for is ready at once, so no guest can block the host. Randomness starts from one constant. Output goes to the bounded
//! log. Handles carry no state, so they cost the host nothing beyond the store's capped table.

mod clocks;
mod command;
mod random;
mod streams;

pub(crate) use streams::flush;

use crate::host_call::charge;
use crate::outcome::HostStop;
use crate::state::RunState;
use std::collections::BTreeSet;
use wasmtime::component::types::ComponentItem;
use wasmtime::component::{Component, Linker, LinkerInstance, ResourceType};
use wasmtime::{Engine, StoreContextMut};

/// Interfaces that can be met without effect. Sockets and HTTP have no inert form.
const INERT: [&str; 20] = [
    "wasi:cli/environment",
    "wasi:cli/exit",
    "wasi:cli/stderr",
    "wasi:cli/stdin",
    "wasi:cli/stdout",
    "wasi:cli/terminal-input",
    "wasi:cli/terminal-output",
    "wasi:cli/terminal-stderr",
    "wasi:cli/terminal-stdin",
    "wasi:cli/terminal-stdout",
    "wasi:clocks/monotonic-clock",
    "wasi:clocks/wall-clock",
    "wasi:filesystem/preopens",
    "wasi:filesystem/types",
    "wasi:io/error",
    "wasi:io/poll",
    "wasi:io/streams",
    "wasi:random/insecure",
    "wasi:random/insecure-seed",
    "wasi:random/random",
];

/// Whether the WASI interface with this full name can be met without effect.
pub(crate) fn is_inert(name: &str) -> bool {
    let (path, version) = name.split_once('@').unwrap_or((name, ""));
    INERT.contains(&path) && version.starts_with("0.2.")
}

/// What inert WASI remembers during one run.
#[derive(Debug, Default)]
pub(crate) struct Inert {
    /// Words drawn from the constant random sequence.
    drawn: u64,
    /// Output that has not reached the end of a line yet.
    line: Vec<u8>,
}

/// One interface of one component: what it asks for, what was given.
struct Face<'l> {
    instance: LinkerInstance<'l, RunState>,
    /// Functions that the component imports and that are not defined yet.
    wanted: BTreeSet<String>,
    /// Its name without the version.
    path: &'l str,
}

impl Face<'_> {
    /// Defines `name`, if the component asks for it, as a function that pays for the call and then answers.
    fn answer<P, R>(
        &mut self,
        name: &str,
        answer: impl Fn(&mut StoreContextMut<'_, RunState>, P) -> wasmtime::Result<R> + Send + Sync + 'static,
    ) -> wasmtime::Result<()>
    where
        P: wasmtime::component::ComponentNamedList + wasmtime::component::Lift + 'static,
        R: wasmtime::component::ComponentNamedList + wasmtime::component::Lower + 'static,
    {
        if !self.wanted.remove(name) {
            return Ok(());
        }
        self.instance
            .func_wrap(name, move |mut store: StoreContextMut<'_, RunState>, params: P| {
                charge(&mut store, 0)?;
                answer(&mut store, params)
            })
    }

    /// What has no inert answer ends the run when it is called.
    fn stop_at_the_rest(mut self) -> wasmtime::Result<()> {
        for name in std::mem::take(&mut self.wanted) {
            self.instance.func_new(&name, |_, _, _, _| Err(HostStop::Wasi.into()))?;
        }
        Ok(())
    }
}

/// Links exactly the WASI interfaces that `component` imports.
pub(crate) fn link(linker: &mut Linker<RunState>, component: &Component) -> wasmtime::Result<()> {
    let engine = component.engine();
    for (name, import) in component.component_type().imports(engine) {
        let ComponentItem::ComponentInstance(instance) = import.ty else {
            continue;
        };
        if is_inert(name) {
            link_interface(linker.instance(name)?, name, &instance, engine)?;
        }
    }
    Ok(())
}

fn link_interface<'l>(
    mut linker: LinkerInstance<'l, RunState>,
    name: &'l str,
    instance: &wasmtime::component::types::ComponentInstance,
    engine: &Engine,
) -> wasmtime::Result<()> {
    let mut wanted = BTreeSet::new();
    for (export, item) in instance.exports(engine) {
        match item.ty {
            ComponentItem::ComponentFunc(_) => {
                wanted.insert(export.to_owned());
            }
            ComponentItem::Resource(_) => linker.resource(export, resource(export), |_, _| Ok(()))?,
            _ => {}
        }
    }
    let path = name.split_once('@').map_or(name, |(path, _)| path);
    let mut face = Face {
        instance: linker,
        wanted,
        path,
    };
    match path {
        path if path.starts_with("wasi:cli/") => command::link(&mut face)?,
        path if path.starts_with("wasi:io/") => streams::link(&mut face)?,
        path if path.starts_with("wasi:clocks/") => clocks::link(&mut face)?,
        path if path.starts_with("wasi:random/") => random::link(&mut face)?,
        // No directory is open, so no other function of the file system can be reached with a handle.
        _ => face.answer("get-directories", |_, ()| {
            Ok((Vec::<(wasmtime::component::Resource<Descriptor>, String)>::new(),))
        })?,
    }
    face.stop_at_the_rest()
}

/// An open file; there is none.
pub(super) struct Descriptor;
/// The listing of a directory; there is none.
struct DirectoryStream;
/// Why a stream failed; none does.
pub(super) struct StreamError;
/// Input that is at its end.
pub(super) struct InputStream;
/// Output into the log.
pub(super) struct OutputStream;
/// Something that is ready.
pub(super) struct Pollable;
/// A terminal for input; there is none.
pub(super) struct TerminalInput;
/// A terminal for output; there is none.
pub(super) struct TerminalOutput;
/// A resource that WASI may grow and that nothing makes.
struct Unmade;

fn resource(name: &str) -> ResourceType {
    match name {
        "descriptor" => ResourceType::host::<Descriptor>(),
        "directory-entry-stream" => ResourceType::host::<DirectoryStream>(),
        "error" => ResourceType::host::<StreamError>(),
        "input-stream" => ResourceType::host::<InputStream>(),
        "output-stream" => ResourceType::host::<OutputStream>(),
        "pollable" => ResourceType::host::<Pollable>(),
        "terminal-input" => ResourceType::host::<TerminalInput>(),
        "terminal-output" => ResourceType::host::<TerminalOutput>(),
        _ => ResourceType::host::<Unmade>(),
    }
}
