//! What is of this time, and what of an earlier one.

use tokio::sync::watch;

/// Times in which this host speaks, by number. Whatever was handed over in one that is past is not sent any more: another host may
/// have spoken since, and what was news then would contradict it.
#[derive(Clone, Debug)]
pub(crate) struct Generations(watch::Sender<u64>);

impl Generations {
    pub(crate) fn new() -> Self {
        Self(watch::Sender::new(0))
    }

    /// The one that is now.
    pub(crate) fn present(&self) -> u64 {
        *self.0.borrow()
    }

    /// Begins the next; all others are past.
    pub(crate) fn advance(&self) {
        self.0.send_modify(|present| *present += 1);
    }

    /// Waits until `generation` is past.
    pub(crate) async fn past(&self, generation: u64) {
        // The sender cannot be gone: it is here.
        let _ = self.0.subscribe().wait_for(|present| *present != generation).await;
    }
}
