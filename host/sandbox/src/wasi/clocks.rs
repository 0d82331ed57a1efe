//! `wasi:clocks`: time stands still at the snapshot's time, and no wait takes any.

use super::{Face, Pollable};
use crate::host_call::host_call;
use crate::state::RunState;
use sdo_model::contract::snapshot::Snapshot;
use wasmtime::StoreContextMut;
use wasmtime::component::{ComponentType, Lower, Resource};

/// A point in time, as `wasi:clocks/wall-clock` has it.
#[derive(Clone, Copy, ComponentType, Lower)]
#[component(record)]
struct Datetime {
    seconds: u64,
    nanoseconds: u32,
}

pub(super) fn link(face: &mut Face<'_>) -> wasmtime::Result<()> {
    face.answer("subscribe-instant", |_, (_,): (u64,)| {
        Ok((Resource::<Pollable>::new_own(0),))
    })?;
    face.answer("subscribe-duration", |_, (_,): (u64,)| {
        Ok((Resource::<Pollable>::new_own(0),))
    })?;
    // The two clocks give their functions the same names.
    match face.path {
        "wasi:clocks/wall-clock" => {
            face.answer("now", |store, ()| Ok((snapshot_time(store)?,)))?;
            face.answer("resolution", |_, ()| {
                Ok((Datetime {
                    seconds: 1,
                    nanoseconds: 0,
                },))
            })
        }
        _ => {
            face.answer("now", |_, ()| Ok((0u64,)))?;
            face.answer("resolution", |_, ()| Ok((1u64,)))
        }
    }
}

fn snapshot_time(store: &mut StoreContextMut<'_, RunState>) -> wasmtime::Result<Datetime> {
    let seconds = host_call(store, |view, call| Snapshot::now(view, call))?;
    Ok(Datetime {
        seconds: u64::try_from(seconds).unwrap_or(0),
        nanoseconds: 0,
    })
}
