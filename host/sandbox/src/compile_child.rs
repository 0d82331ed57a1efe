//! The compiling child: limits itself, reads a component from standard input, writes code to standard output.
//!
//! A binary reaches it by one hidden argument and calls nothing else:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     sdo_sandbox::compile_child::main()
//! }
//! ```

use crate::engine;
use crate::wire::{HEAD, Request, Status};
use rlimit::Resource;
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::process::ExitCode;

/// Compiles one component and ends. Exit code 0 when it gave an answer, whatever the answer; 2 when it was not asked properly.
pub fn main() -> ExitCode {
    match serve(&mut std::io::stdin().lock(), &mut std::io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(2),
    }
}

fn serve(input: &mut impl Read, output: &mut impl Write) -> Result<()> {
    let mut head = [0; HEAD];
    input.read_exact(&mut head)?;
    let request = Request::decode(&head).ok_or_else(|| Error::from(ErrorKind::InvalidInput))?;
    // Before the first byte of the component is in memory.
    restrict(&request)?;
    let mut component = Vec::new();
    input.take(request.component_bytes.into()).read_to_end(&mut component)?;
    let (status, payload) = compile(&request, &component);
    output.write_all(&[status as u8])?;
    output.write_all(&payload)?;
    output.flush()
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
