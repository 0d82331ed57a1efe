//! Why a command ended without doing its work, and with which exit code.

use crate::exit;
use sdo_pipeline::one_line;
use std::fmt;

/// Bytes of an error message; the longest lists what is supported.
const MAX_MESSAGE: usize = 4_000;

/// An error for a person and an exit code for a script.
#[derive(Debug)]
pub struct Failure {
    /// One of [`exit`].
    pub code: u8,
    /// What was tried, what is wrong, what would be right.
    pub error: anyhow::Error,
}

impl Failure {
    /// Something the caller has to put right.
    pub fn usage(error: impl Into<anyhow::Error>) -> Self {
        Self {
            code: exit::USAGE,
            error: error.into(),
        }
    }

    /// Nothing to check.
    pub fn no_data(error: impl Into<anyhow::Error>) -> Self {
        Self {
            code: exit::NO_DATA,
            error: error.into(),
        }
    }

    /// A fault of this program or machine.
    pub fn internal(error: impl Into<anyhow::Error>) -> Self {
        Self {
            code: exit::INTERNAL,
            error: error.into(),
        }
    }
}

/// The message and its causes on one line; file names in it are somebody else's text.
impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&one_line(&format!("{:#}", self.error), MAX_MESSAGE))
    }
}
