//! What the notifier asks of the host, and what it tells it.

/// The host, as the notifier sees it. Called from tasks that send: it must not block.
pub trait Host: Send + Sync + 'static {
    /// Whether this host may speak at this moment: of several, only the leader does. What is to be sent waits until it may, or is
    /// dropped when [`Notifier::resume`](crate::Notifier::resume) begins anew.
    fn leads(&self) -> bool {
        true
    }

    /// What became of the notice with that key, at that sink.
    fn report(&self, sink: &str, key: &str, outcome: Outcome) {
        let _ = (sink, key, outcome);
    }
}

/// What became of a notice at a sink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The sink has it.
    Delivered,
    /// A try failed; another one follows.
    Retried,
    /// The sink will never have it.
    Lost(Loss),
}

/// Why a notice is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Loss {
    /// More waited for the sink than it may.
    Full,
    /// The sink refuses it for what it is.
    Refused,
    /// Every try failed.
    GivenUp,
    /// The host stopped, or no longer spoke, before it was delivered.
    Stopped,
}

impl Outcome {
    /// The word that metrics use.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Delivered => "delivered",
            Self::Retried => "retried",
            Self::Lost(Loss::Full) => "lost-full",
            Self::Lost(Loss::Refused) => "lost-refused",
            Self::Lost(Loss::GivenUp) => "lost-given-up",
            Self::Lost(Loss::Stopped) => "lost-stopped",
        }
    }
}
