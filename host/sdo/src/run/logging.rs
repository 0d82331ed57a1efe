//! The log on standard output, and spans for a collector.

use super::telemetry::Telemetry;
use crate::config::{Log, LogFormat};
use crate::failure::Failure;
use anyhow::anyhow;
use std::io::{IsTerminal, stdout};
use tracing::Subscriber;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

/// Whose spans a collector gets: the project's own, not those of the libraries that send them.
const OWN: &str = "sdo";

/// Begins to log.
///
/// # Errors
/// The level is no filter.
pub(super) fn start(log: &Log, telemetry: Option<&Telemetry>) -> Result<(), Failure> {
    let filter = EnvFilter::try_new(&log.level)
        .map_err(|error| Failure::usage(anyhow!("log.level: {:?} is no filter: {error}", log.level)))?;
    let started = tracing_subscriber::registry()
        .with(lines(log.format).with_filter(filter))
        .with(telemetry.map(spans))
        .try_init();
    started.map_err(|error| Failure::internal(anyhow!("start the log: {error}")))
}

fn lines<S: Subscriber + for<'a> LookupSpan<'a>>(format: LogFormat) -> Box<dyn Layer<S> + Send + Sync> {
    let lines = fmt::layer().with_writer(stdout);
    match format {
        LogFormat::Json => lines.json().flatten_event(true).with_current_span(false).boxed(),
        LogFormat::Text => lines.with_ansi(stdout().is_terminal()).boxed(),
    }
}

/// Every span that a collector gets is at level `info`, whatever the log shows.
pub(super) fn spans<S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync>(telemetry: &Telemetry) -> impl Layer<S> {
    tracing_opentelemetry::layer()
        .with_tracer(telemetry.tracer())
        .with_filter(Targets::new().with_target(OWN, tracing::Level::INFO))
}
