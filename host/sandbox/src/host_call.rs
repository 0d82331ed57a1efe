//! The one way from a guest into the host: priced, contained, without effect.

use crate::outcome::HostStop;
use crate::state::RunState;
use sdo_model::call::{Price, price};
use sdo_model::contract::Cluster;
use sdo_model::{Call, Stop};
use std::panic::{AssertUnwindSafe, catch_unwind};
use wasmtime::StoreContextMut;

/// Answers one call of the guest from the snapshot.
///
/// The call itself, the work and the value handed over are charged to the guest's fuel, each before it is done. A panic of the
/// host ends the run, not the process.
///
/// # Errors
/// [`HostStop::Budget`] when the fuel does not cover it, [`HostStop::Panicked`]; both end the run.
pub(crate) fn host_call<T: Price>(
    store: &mut StoreContextMut<'_, RunState>,
    work: impl FnOnce(&dyn Cluster, &mut Call) -> Result<T, Stop>,
) -> wasmtime::Result<T> {
    let fuel = store.get_fuel()?;
    let state = store.data();
    let mut call = Call::new(fuel, state.grants);
    // Nothing that the closure may leave half done outlives the run: the view is immutable and the account is ours.
    let answer = catch_unwind(AssertUnwindSafe(|| {
        call.charge(price::CALL)?;
        let value = work(&*state.view, &mut call)?;
        call.charge(value.price())?;
        Ok(value)
    }));
    store.set_fuel(call.left())?;
    store.data_mut().clock.and(*call.clock());
    match answer {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(Stop::Exhausted)) => Err(HostStop::Budget.into()),
        Err(_) => Err(HostStop::Panicked.into()),
    }
}

/// Charges work that needs no answer from the snapshot.
///
/// # Errors
/// [`HostStop::Budget`] when the fuel does not cover it.
pub(crate) fn charge(store: &mut StoreContextMut<'_, RunState>, bytes: usize) -> wasmtime::Result<()> {
    let cost = price::CALL + (bytes as u64).saturating_mul(price::BYTE);
    let left = store.get_fuel()?.checked_sub(cost);
    store.set_fuel(left.unwrap_or(0))?;
    left.map(|_| ()).ok_or_else(|| HostStop::Budget.into())
}
