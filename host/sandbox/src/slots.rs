//! Bounds the runs that are active at once, so that a pool slot is always free for a run that was let in.

use std::sync::{Condvar, Mutex, PoisonError};

/// Free slots.
pub(crate) struct Slots {
    free: Mutex<u32>,
    freed: Condvar,
}

/// One slot, until dropped.
pub(crate) struct Slot<'s>(&'s Slots);

impl Slots {
    pub(crate) fn new(count: u32) -> Self {
        Self {
            free: Mutex::new(count),
            freed: Condvar::new(),
        }
    }

    /// Waits for a free slot.
    pub(crate) fn take(&self) -> Slot<'_> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = self
            .freed
            .wait_while(free, |free| *free == 0)
            .unwrap_or_else(PoisonError::into_inner);
        *free -= 1;
        Slot(self)
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.freed.notify_one();
    }
}
