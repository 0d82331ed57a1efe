//! The log on standard output.

use crate::config::{Log, LogFormat};
use crate::failure::Failure;
use anyhow::anyhow;
use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::FmtSpan;

/// Begins to log.
///
/// # Errors
/// The level is no filter.
pub(super) fn start(log: &Log) -> Result<(), Failure> {
    let filter = EnvFilter::try_new(&log.level)
        .map_err(|error| Failure::usage(anyhow!("log.level: {:?} is no filter: {error}", log.level)))?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_span_events(FmtSpan::NONE)
        .with_writer(std::io::stdout);
    let started = match log.format {
        LogFormat::Json => lines.json().flatten_event(true).with_current_span(false).try_init(),
        LogFormat::Text => lines.with_ansi(std::io::stdout().is_terminal()).try_init(),
    };
    started.map_err(|error| Failure::internal(anyhow!("start the log: {error}")))
}
