//! Who has the cluster: many tests together, or one alone.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Who has the cluster, and who waits for it.
#[derive(Default)]
struct State {
    together: usize,
    is_alone: bool,
    /// Tests that want it together. They go first: one that wants it alone would otherwise make all of them wait for each other.
    waiting: usize,
}

static STATE: Mutex<State> = Mutex::new(State {
    together: 0,
    is_alone: false,
    waiting: 0,
});
static CHANGED: Condvar = Condvar::new();

/// The cluster stays up for as long as this lives.
pub(crate) struct Together;

/// Nobody else uses the cluster for as long as this lives.
pub(crate) struct Alone;

/// Waits until nobody has the cluster alone.
pub(crate) fn together() -> Together {
    let mut state = lock();
    state.waiting += 1;
    while state.is_alone {
        state = CHANGED.wait(state).unwrap_or_else(PoisonError::into_inner);
    }
    state.waiting -= 1;
    state.together += 1;
    Together
}

/// Waits until nobody else has the cluster.
pub(crate) fn alone() -> Alone {
    let mut state = lock();
    while state.is_alone || state.together > 0 || state.waiting > 0 {
        state = CHANGED.wait(state).unwrap_or_else(PoisonError::into_inner);
    }
    state.is_alone = true;
    Alone
}

impl Drop for Together {
    fn drop(&mut self) {
        lock().together -= 1;
        CHANGED.notify_all();
    }
}

impl Drop for Alone {
    fn drop(&mut self) {
        lock().is_alone = false;
        CHANGED.notify_all();
    }
}

fn lock() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}
