//! Why a request came to nothing.

use sdo_live::ReadError;
use std::time::Duration;

/// No client for the cluster.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FootprintError {
    /// The kubeconfig, or the service account of a pod, does not lead to a server.
    #[error(transparent)]
    Configuration(#[from] ReadError),
}

/// A request of this crate without a good answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// Something that would stand in the path of the request cannot: it was not sent.
    #[error("{attempt}: `{word}` is no name that the API server could know")]
    Name {
        /// What was attempted, e.g. `read the lease`.
        attempt: &'static str,
        /// What is no name, at most 63 characters of it.
        word: String,
    },
    /// No whole answer in time; what became of the request is not known.
    #[error("{attempt}: no whole answer within {} ms", .patience.as_millis())]
    Timeout {
        /// What was attempted.
        attempt: &'static str,
        /// How long it was waited.
        patience: Duration,
    },
    /// No answer; what became of the request is not known.
    #[error("{attempt}: the API server cannot be reached: {reason}")]
    Unreachable {
        /// What was attempted.
        attempt: &'static str,
        /// What went wrong.
        reason: String,
    },
    /// The server said no.
    #[error("{attempt}: the API server answered {status}: {message}")]
    Refused {
        /// What was attempted.
        attempt: &'static str,
        /// HTTP status.
        status: u16,
        /// The server's word for it, e.g. `AlreadyExists`; empty where it gave none.
        reason: String,
        /// The server's words for people, at most 300 characters.
        message: String,
        /// When to come again.
        retry_after: Option<Duration>,
    },
    /// The server said yes, and then something that is not what was asked for.
    #[error("{attempt}: the answer of the API server cannot be read: {reason}")]
    Unreadable {
        /// What was attempted.
        attempt: &'static str,
        /// What is wrong with it.
        reason: String,
    },
}

impl RequestError {
    /// HTTP status of a refusal.
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Refused { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// When the server wants to be asked again.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Refused { retry_after, .. } => *retry_after,
            _ => None,
        }
    }

    /// Whether the same request may succeed later: the server is overloaded, unwell or away, or a token is about to be replaced.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Self::Refused { status, .. } => matches!(status, 401 | 408 | 429 | 500..),
            Self::Timeout { .. } | Self::Unreachable { .. } | Self::Unreadable { .. } => true,
            Self::Name { .. } => false,
        }
    }

    /// Whether other credentials, or another connection, may fare better: who asks is not known, or nobody answered.
    pub(crate) fn may_be_credentials(&self) -> bool {
        match self {
            Self::Refused { status, .. } => *status == 401,
            Self::Timeout { .. } | Self::Unreachable { .. } => true,
            Self::Name { .. } | Self::Unreadable { .. } => false,
        }
    }

    /// Whether an object of that name is there already.
    pub(crate) fn already_exists(&self) -> bool {
        matches!(self, Self::Refused { status: 409, reason, .. } if reason == "AlreadyExists")
    }
}
