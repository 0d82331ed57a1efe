//! `wasi:random`: one constant sequence, so that hash maps of a guest iterate alike on every run.

use super::Face;
use crate::host_call::charge;
use crate::outcome::HostStop;
use crate::state::RunState;
use wasmtime::StoreContextMut;

/// Bytes that one call may draw: more than any seed, less than a bomb.
const MAX_BYTES: u64 = 64 << 10;
/// The step of SplitMix64; any odd constant gives the full period.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

pub(super) fn link(face: &mut Face<'_>) -> wasmtime::Result<()> {
    for name in ["get-random-bytes", "get-insecure-random-bytes"] {
        face.answer(name, |store, (len,): (u64,)| Ok((bytes(store, len)?,)))?;
    }
    for name in ["get-random-u64", "get-insecure-random-u64"] {
        face.answer(name, |store, ()| Ok((word(store.data_mut()),)))?;
    }
    for name in ["insecure-seed", "get-insecure-seed"] {
        face.answer(name, |store, ()| {
            Ok(((word(store.data_mut()), word(store.data_mut())),))
        })?;
    }
    Ok(())
}

fn bytes(store: &mut StoreContextMut<'_, RunState>, len: u64) -> wasmtime::Result<Vec<u8>> {
    if len > MAX_BYTES {
        return Err(HostStop::Budget.into());
    }
    let len = usize::try_from(len).unwrap_or(0);
    charge(store, len)?;
    let mut bytes = Vec::with_capacity(len + 8);
    while bytes.len() < len {
        bytes.extend(word(store.data_mut()).to_le_bytes());
    }
    bytes.truncate(len);
    Ok(bytes)
}

/// The next word of the sequence: SplitMix64 from zero.
fn word(state: &mut RunState) -> u64 {
    state.inert.drawn = state.inert.drawn.wrapping_add(1);
    let mixed = state.inert.drawn.wrapping_mul(STEP);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
