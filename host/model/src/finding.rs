//! What a detector reports, after the host has resolved every object it names.

use serde::Serialize;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Advice.
    Info,
    /// Degraded, or will fail at the next restart, rollout, drain or expiry.
    Warning,
    /// Something that people use does not work now, cannot start, or data is at risk.
    Critical,
}

impl Severity {
    /// The word that JSON output uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Critical => "critical",
        }
    }
}
