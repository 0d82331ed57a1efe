//! What requests share.

use crate::access::{Access, Checked};
use crate::feed::Feed;
use crate::history::History;
use crate::metrics::Metrics;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, watch};

/// Readers of `/v1/events` at once: people with the page open and a few programs.
pub(crate) const MAX_STREAMS: usize = 32;
/// Requests that are worked on at once. Rendering takes CPU from the host's own loop; more wait their turn.
const MAX_WORK: usize = 8;
/// How long the host's loop may stand still: longer than any round, shorter than people want to wait for a restart.
const STUCK_AFTER: Duration = Duration::from_secs(30);

/// How the interface behaves.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Who may read.
    pub access: Access,
    /// Names besides `localhost` under which an open interface may be asked, without port. With tokens every name will do.
    pub names: Vec<String>,
    /// How long the host may not [`beat`](crate::Publisher::beat) before `/healthz` fails.
    pub stuck_after: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            access: Access::Open,
            names: Vec::new(),
            stuck_after: STUCK_AFTER,
        }
    }
}

/// The interface, ready to be served once. Two addresses with different access take two of these over one [`Feed`].
pub struct Api {
    pub(crate) shared: Arc<Shared>,
}

impl fmt::Debug for Api {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = &self.shared.settings;
        formatter
            .debug_struct("Api")
            .field("settings", settings)
            .finish_non_exhaustive()
    }
}

impl Api {
    /// Over what the host publishes, counts and keeps.
    pub fn new(settings: Settings, feed: Feed, metrics: Arc<Metrics>, history: Arc<dyn History>) -> Self {
        let checked = match &settings.access {
            Access::Open => None,
            Access::Token(authenticator) => Some(Checked::new(Arc::clone(authenticator))),
        };
        let shared = Shared {
            settings,
            feed,
            metrics,
            history,
            checked,
            streams: Arc::new(Semaphore::new(MAX_STREAMS)),
            work: Semaphore::new(MAX_WORK),
            stop: watch::Sender::new(false),
        };
        Self {
            shared: Arc::new(shared),
        }
    }
}

/// What every request sees.
pub(crate) struct Shared {
    pub(crate) settings: Settings,
    pub(crate) feed: Feed,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) history: Arc<dyn History>,
    /// Set when tokens are needed.
    pub(crate) checked: Option<Checked>,
    pub(crate) streams: Arc<Semaphore>,
    pub(crate) work: Semaphore,
    /// Becomes true when the interface is about to close.
    pub(crate) stop: watch::Sender<bool>,
}

impl Shared {
    /// How long the host's loop has stood still, when that is too long.
    pub(crate) fn silent(&self) -> Option<Duration> {
        Some(self.feed.silence()).filter(|silence| *silence > self.settings.stuck_after)
    }
}
