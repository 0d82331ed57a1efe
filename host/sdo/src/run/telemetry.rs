//! Spans to an OpenTelemetry collector, where one is named.
//!
//! Batches leave on a thread of the exporter: a collector that is slow or away keeps nothing waiting, and costs spans alone.

use crate::config::OpenTelemetry;
use crate::failure::Failure;
use anyhow::anyhow;
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{SdkTracerProvider, Tracer};
use sdo_notify::Address;
use std::time::Duration;

/// As what the host is known there, unless `OTEL_SERVICE_NAME` says otherwise.
const SERVICE: &str = "sdo";
/// What waits is sent for this long when the host stops.
const LAST_SPANS: Duration = Duration::from_secs(5);

/// A way to a collector. What waits is sent when this goes out of scope.
pub(super) struct Telemetry(SdkTracerProvider);

impl Telemetry {
    /// Opens the way; `None` where no collector is named. Not from within a runtime: the exporter has one of its own.
    ///
    /// # Errors
    /// No client can be made for it.
    pub(super) fn start(settings: &OpenTelemetry, cluster: Option<&str>) -> Result<Option<Self>, Failure> {
        let Some(endpoint) = &settings.endpoint else {
            return Ok(None);
        };
        // Only the first call does anything, and only where nobody chose before; the whole program has one TLS.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let exporter = SpanExporter::builder()
            .with_http()
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(traces(endpoint))
            .build();
        let exporter = exporter.map_err(|error| Failure::usage(anyhow!("opentelemetry.endpoint: {error}")))?;
        let cluster = cluster.map(|name| KeyValue::new("k8s.cluster.name", name.to_owned()));
        let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        let mut resource = Resource::builder();
        if std::env::var_os("OTEL_SERVICE_NAME").is_none() {
            resource = resource.with_service_name(SERVICE);
        }
        let resource = resource.with_attributes([version].into_iter().chain(cluster)).build();
        let provider = SdkTracerProvider::builder()
            .with_resource(resource)
            .with_batch_exporter(exporter)
            .build();
        Ok(Some(Self(provider)))
    }

    pub(super) fn tracer(&self) -> Tracer {
        self.0.tracer(SERVICE)
    }
}

impl Drop for Telemetry {
    fn drop(&mut self) {
        if let Err(error) = self.0.shutdown_with_timeout(LAST_SPANS) {
            tracing::warn!(%error, "opentelemetry.stop");
        }
    }
}

/// Where a collector takes spans, as OTLP over HTTP has it.
fn traces(endpoint: &Address) -> String {
    let mut url = endpoint.url().clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend(["v1", "traces"]);
    }
    url.into()
}

#[cfg(test)]
mod tests;
