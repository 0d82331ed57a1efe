//! The compiling child: limits itself, gives up its privileges, reads a component from standard input, writes code to standard output.
//!
//! A binary reaches it by one hidden argument and calls nothing else:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     sdo_sandbox::compile_child::main()
//! }
//! ```

use crate::engine;
use crate::lockdown;
use crate::wire::{HEAD, Request, Status};
use rlimit::Resource;
use std::fs::File;
use std::io::{self, Error, ErrorKind, Read, Result, Write};
use std::os::fd::AsFd;
use std::process::ExitCode;

/// Compiles one component and ends. Exit code 0 when it gave an answer, whatever the answer; 2 when it was not asked properly.
pub fn main() -> ExitCode {
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody is left to tell when this fails too.
            let _ = writeln!(io::stderr(), "compile a component: {error}");
            ExitCode::from(2)
        }
    }
}

fn serve() -> Result<()> {
    let request = read_request()?;
    // Before the first byte of the component is in memory.
    restrict(&request)?;
    let lockdown = lockdown::apply();
    let mut output = io::stdout().lock();
    // Said now: after the component was read, a child may not be what it was.
    output.write_all(&[lockdown.to_byte()])?;
    output.flush()?;
    if request.component_bytes == 0 {
        return Ok(());
    }
    let mut component = Vec::new();
    let mut input = io::stdin().lock().take(request.component_bytes.into());
    input.read_to_end(&mut component)?;
    let (status, payload) = compile(&request, &component);
    output.write_all(&[status as u8])?;
    output.write_all(&payload)?;
    output.flush()
}

/// Reads what stands before the component and not a byte more, which the standard library's buffer would.
fn read_request() -> Result<Request> {
    let mut input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut head = [0; HEAD];
    input.read_exact(&mut head)?;
    Request::decode(&head)
        .ok_or_else(|| Error::new(ErrorKind::InvalidInput, "no request of this build on standard input"))
}

/// The kernel's limits for this process, which it cannot raise again.
fn restrict(request: &Request) -> Result<()> {
    let cpu = u64::from(request.cpu_seconds);
    Resource::CORE.set(0, 0)?;
    Resource::FSIZE.set(0, 0)?;
    // The soft limit ends with a signal that names the cause, the hard one a second later without.
    Resource::CPU.set(cpu, cpu + 1)?;
    Resource::AS.set(request.memory_bytes, request.memory_bytes)
}

fn compile(request: &Request, component: &[u8]) -> (Status, Vec<u8>) {
    let compiled =
        engine::build_compiler(request.optimisation).and_then(|engine| engine.precompile_component(component));
    match compiled {
        Ok(code) => (Status::Compiled, code),
        Err(error) if is_out_of_memory(&error) => (Status::OutOfMemory, Vec::new()),
        Err(error) => (Status::Refused, error.root_cause().to_string().into_bytes()),
    }
}

fn is_out_of_memory(error: &wasmtime::Error) -> bool {
    error.is::<wasmtime::OutOfMemory>()
        || error
            .downcast_ref::<Error>()
            .is_some_and(|error| error.kind() == ErrorKind::OutOfMemory)
}
