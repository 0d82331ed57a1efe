//! What a reading asked of the API server.

use std::time::Duration;

/// Requests and answers of one reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Requests that were answered, refused ones included; retries by the client are not seen here.
    pub requests: u64,
    /// Bytes of answers, after decompression.
    pub bytes: u64,
    /// Wall time from the first request to the last answer.
    pub time: Duration,
}
