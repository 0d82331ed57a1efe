//! `wasi:io`: input at its end, output into the bounded log, everything ready.

use super::{Face, InputStream, OutputStream, Pollable, StreamError};
use crate::host_call::charge;
use crate::state::RunState;
use wasmtime::StoreContextMut;
use wasmtime::component::{ComponentType, Lower, Resource};

/// Bytes that one write may carry; WASI's own helpers write 4 KiB at a time.
const MAX_WRITE: u64 = 4 << 10;
/// Bytes of a line that are collected before it is logged as it stands.
const MAX_LINE: usize = 4 << 10;

/// `wasi:io/streams.stream-error`.
#[derive(ComponentType, Lower)]
#[component(variant)]
enum Failure {
    #[component(name = "last-operation-failed")]
    #[expect(dead_code, reason = "the type must have the case, nothing fails")]
    LastOperationFailed(Resource<StreamError>),
    #[component(name = "closed")]
    Closed,
}

type Input = Resource<InputStream>;
type Output = Resource<OutputStream>;

pub(super) fn link(face: &mut Face<'_>) -> wasmtime::Result<()> {
    link_poll(face)?;
    link_input(face)?;
    link_output(face)?;
    face.answer("[method]error.to-debug-string", |_, (_,): (Resource<StreamError>,)| {
        Ok((String::new(),))
    })
}

fn link_poll(face: &mut Face<'_>) -> wasmtime::Result<()> {
    face.answer("[method]pollable.ready", |_, (_,): (Resource<Pollable>,)| Ok((true,)))?;
    face.answer("[method]pollable.block", |_, (_,): (Resource<Pollable>,)| Ok(()))?;
    face.answer("poll", |store, (pollables,): (Vec<Resource<Pollable>>,)| {
        charge(store, pollables.len() * size_of::<u32>())?;
        Ok(((0..u32::try_from(pollables.len())?).collect::<Vec<u32>>(),))
    })
}

fn link_input(face: &mut Face<'_>) -> wasmtime::Result<()> {
    for name in ["[method]input-stream.read", "[method]input-stream.blocking-read"] {
        face.answer(name, |_, (_, _): (Input, u64)| {
            Ok((Err::<Vec<u8>, _>(Failure::Closed),))
        })?;
    }
    for name in ["[method]input-stream.skip", "[method]input-stream.blocking-skip"] {
        face.answer(name, |_, (_, _): (Input, u64)| Ok((Err::<u64, _>(Failure::Closed),)))?;
    }
    face.answer("[method]input-stream.subscribe", |_, (_,): (Input,)| {
        Ok((Resource::<Pollable>::new_own(0),))
    })
}

fn link_output(face: &mut Face<'_>) -> wasmtime::Result<()> {
    face.answer("[method]output-stream.check-write", |_, (_,): (Output,)| {
        Ok((Ok::<_, Failure>(MAX_WRITE),))
    })?;
    for name in [
        "[method]output-stream.write",
        "[method]output-stream.blocking-write-and-flush",
    ] {
        face.answer(name, |store, (_, bytes): (Output, Vec<u8>)| {
            charge(store, bytes.len())?;
            write(store, &bytes);
            Ok((Ok::<(), Failure>(()),))
        })?;
    }
    for name in ["[method]output-stream.flush", "[method]output-stream.blocking-flush"] {
        face.answer(name, |_, (_,): (Output,)| Ok((Ok::<(), Failure>(()),)))?;
    }
    face.answer("[method]output-stream.subscribe", |_, (_,): (Output,)| {
        Ok((Resource::<Pollable>::new_own(0),))
    })
}

/// Logs each line that is complete, and collects the rest.
fn write(store: &mut StoreContextMut<'_, RunState>, bytes: &[u8]) {
    let state = store.data_mut();
    for part in bytes.split_inclusive(|byte| *byte == b'\n') {
        state.inert.line.extend_from_slice(part);
        if part.ends_with(b"\n") || state.inert.line.len() >= MAX_LINE {
            flush(state);
        }
    }
}

/// Logs what was collected, if anything.
pub(crate) fn flush(state: &mut RunState) {
    let line = std::mem::take(&mut state.inert.line);
    let text = String::from_utf8_lossy(line.trim_ascii_end());
    if !text.is_empty() {
        state.log(&text);
    }
}
