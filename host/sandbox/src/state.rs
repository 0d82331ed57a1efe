//! What a store carries during one run.

use crate::limiter::Limiter;
use crate::limits::Limits;
use crate::log::{Level, Log, plain};
use crate::policy::CustomResources;
use crate::wasi::Inert;
use sdo_model::contract::Cluster;
use sdo_model::{Clock, KindSet};
use std::sync::Arc;

/// Bytes kept of a panic's message, as the contract says.
const PANIC_BYTES: usize = 1 << 10;

/// The state of one run, made for it and dropped with it.
pub(crate) struct RunState {
    /// What the detector looks at.
    pub(crate) view: Arc<dyn Cluster>,
    /// Kinds it may see: those of the interfaces it imports.
    pub(crate) grants: KindSet,
    /// Custom resources that policy grants it.
    pub(crate) custom: CustomResources,
    /// Memory and tables so far.
    pub(crate) limiter: Limiter,
    /// What it may consume.
    pub(crate) limits: Limits,
    /// What it logged.
    pub(crate) log: Log,
    /// What it said before it trapped.
    pub(crate) panic: Option<String>,
    /// How its answers so far depend on the time.
    pub(crate) clock: Clock,
    /// The frozen world of inert WASI.
    pub(crate) inert: Inert,
}

impl RunState {
    /// Keeps a log line, within limits.
    pub(crate) fn log(&mut self, text: &str) {
        self.log.push(&self.limits, Level::Info, text);
    }

    /// Keeps the first panic message; a guest cannot overwrite what it said first.
    pub(crate) fn panic_message(&mut self, text: &str) {
        self.panic.get_or_insert_with(|| plain(text, PANIC_BYTES));
    }
}
