//! The contract answered in this process, for native tests.

pub mod cluster;

use sdo_model::contract::{Cluster, Interface};
use sdo_model::{Call, KindSet, Stop};
use std::cell::RefCell;
use std::sync::Arc;

thread_local! {
    static CURRENT: RefCell<Option<Current>> = const { RefCell::new(None) };
}

struct Current {
    view: Arc<dyn Cluster>,
    reads: KindSet,
}

/// Runs `action` with `view` as the snapshot that [`crate::cluster`] reads; gives its result and the kinds it needed.
pub fn with_view<T>(view: Arc<dyn Cluster>, action: impl FnOnce() -> T) -> (T, KindSet) {
    CURRENT.with_borrow_mut(|current| {
        *current = Some(Current {
            view,
            reads: KindSet::EMPTY,
        })
    });
    let value = action();
    let reads = CURRENT.with_borrow_mut(|current| current.take().map_or(KindSet::EMPTY, |current| current.reads));
    (value, reads)
}

/// Asks the current snapshot through one interface.
///
/// # Panics
/// When no snapshot is set: reads happen only inside [`with_view`].
pub(crate) fn ask<T>(interface: &str, question: impl FnOnce(&dyn Cluster, &mut Call) -> Result<T, Stop>) -> T {
    let view = CURRENT.with_borrow_mut(|current| {
        let current = current.as_mut().expect("a detector reads only while a test runs it");
        let reads = Interface::named(interface).map_or(KindSet::EMPTY, |interface| interface.reads);
        current.reads = current.reads.union(reads);
        Arc::clone(&current.view)
    });
    question(view.as_ref(), &mut Call::unlimited()).expect("an unlimited call is never stopped")
}
