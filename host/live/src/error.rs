//! Why there is no snapshot at all. What cannot be read of single kinds is coverage, not an error.

use sdo_snapshot::redact::redact;

/// A cluster that could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The kubeconfig, or the service account of a pod, does not lead to a server.
    #[error("cannot tell which cluster to read, or as whom: {0}; see --kubeconfig and --context")]
    Configuration(String),
    /// The server does not answer, or not as an API server.
    #[error("cannot talk to the API server {server}: {reason}")]
    Unreachable {
        /// Its address.
        server: String,
        /// What went wrong, from the outermost cause to the innermost.
        reason: String,
    },
    /// The server answers and lets nothing be read.
    #[error("nothing could be read from the API server {server}: {reason}; {advice}")]
    NothingReadable {
        /// Its address.
        server: String,
        /// The server's words for the first kind.
        reason: String,
        /// What to do about it.
        advice: &'static str,
    },
    /// The system gives no thread.
    #[error("start a thread for the connection")]
    Thread(#[from] std::io::Error),
}

/// An error and all of its causes, on one line and without what looks like a credential.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let words = next.to_string();
        // Most layers repeat what is below them.
        if !text.contains(&words) {
            text = format!("{text}: {words}");
        }
        cause = next.source();
    }
    redact(&text).into_owned()
}
