//! `wasi:cli`: no arguments, no environment, no terminal; output that goes to the log.

use super::{Face, InputStream, OutputStream, TerminalInput, TerminalOutput};
use crate::outcome::HostStop;
use wasmtime::component::Resource;

pub(super) fn link(face: &mut Face<'_>) -> wasmtime::Result<()> {
    face.answer("get-environment", |_, ()| Ok((Vec::<(String, String)>::new(),)))?;
    face.answer("get-arguments", |_, ()| Ok((Vec::<String>::new(),)))?;
    face.answer("initial-cwd", |_, ()| Ok((None::<String>,)))?;
    face.answer("exit", |_, (_,): (Result<(), ()>,)| Err::<(), _>(HostStop::Exit.into()))?;
    face.answer("get-stdin", |_, ()| Ok((Resource::<InputStream>::new_own(0),)))?;
    face.answer("get-stdout", |_, ()| Ok((Resource::<OutputStream>::new_own(0),)))?;
    face.answer("get-stderr", |_, ()| Ok((Resource::<OutputStream>::new_own(0),)))?;
    face.answer("get-terminal-stdin", |_, ()| Ok((None::<Resource<TerminalInput>>,)))?;
    face.answer("get-terminal-stdout", |_, ()| Ok((None::<Resource<TerminalOutput>>,)))?;
    face.answer("get-terminal-stderr", |_, ()| Ok((None::<Resource<TerminalOutput>>,)))
}
