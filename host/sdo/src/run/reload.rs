//! Configuration and detectors, loaded again without a restart: on SIGHUP, and when a file changes.

mod files;

use super::core::Order as Command;
use super::{configuration, jobs};
use crate::args::{Detectors as DetectorArguments, Run};
use crate::cluster::wanted;
use crate::config::Config;
use crate::failure::Failure;
use crate::library::{Order, Workshop};
use anyhow::anyhow;
pub(super) use files::Files;
use sdo_api::Metrics;
use sdo_live::{Wanted, Watcher};
use sdo_pipeline::Library;
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

/// What was loaded.
pub(super) struct Loaded {
    pub(super) config: Config,
    pub(super) workshop: Workshop,
    pub(super) wanted: Wanted,
}

/// What is in force, and how to replace it.
pub(super) struct Reload {
    arguments: Run,
    config: Config,
    /// Components that the set in force does without, by name and digest.
    refused: BTreeSet<(String, String)>,
    files: Files,
    metrics: Arc<Metrics>,
}

impl Reload {
    /// `files` are from before `loaded` was read.
    pub(super) fn new(arguments: Run, loaded: &Loaded, files: Files, metrics: Arc<Metrics>) -> Self {
        metrics.reloaded(true);
        Self {
            arguments,
            config: loaded.config.clone(),
            refused: refused(&loaded.workshop.library),
            files,
            metrics,
        }
    }

    /// Waits until something that was loaded has changed.
    pub(super) async fn changed(&mut self) {
        self.files.changed().await;
    }

    /// Loads everything again and puts it in force, or says why not.
    pub(super) async fn again(&mut self, watcher: &mut Watcher, orders: &mpsc::Sender<Command>) {
        let done = self.replace(watcher, orders).await;
        if let Err(error) = &done {
            tracing::error!(%error, "host.reload");
        }
        self.metrics.reloaded(done.is_ok());
    }

    async fn replace(&mut self, watcher: &mut Watcher, orders: &mpsc::Sender<Command>) -> Result<(), Failure> {
        let own = self.arguments.clone();
        // Before anything is read: what changes while it is compiled counts.
        let files = Files::of(&own, &configuration(&own)?);
        let loaded = spawn_blocking(move || load(&own)).await.map_err(Failure::internal)??;
        let refused = refused(&loaded.workshop.library);
        if let Some((name, _)) = refused.difference(&self.refused).next() {
            return Err(Failure::usage(anyhow!(
                "the detector {name} does not load; what was loaded before stays in force"
            )));
        }
        let mutes = loaded.config.mutes.engine().map_err(Failure::usage)?;
        tracing::info!(detectors = loaded.workshop.library.ready.len(), "host.reload");
        let parts = self.config.needs_restart(&loaded.config);
        if !parts.is_empty() {
            tracing::warn!(parts = parts.join(", "), "host.restart_needed");
        }
        watcher.want(&loaded.wanted);
        let settings = Box::new((loaded.config.incidents.settings(), mutes));
        let names = loaded.wanted.names();
        // Nobody takes orders any more only when the host stops.
        let _ = orders.send(Command::Configure(settings)).await;
        let _ = orders.send(Command::Library(Box::new(loaded.workshop), names)).await;
        // What needs a restart is compared with what the host was started with.
        self.config = Config {
            incidents: loaded.config.incidents,
            mutes: loaded.config.mutes,
            detectors: loaded.config.detectors,
            ..self.config.clone()
        };
        self.refused = refused;
        self.files = files;
        Ok(())
    }
}

fn refused(library: &Library) -> BTreeSet<(String, String)> {
    let failed = library.failed.iter();
    failed.map(|run| (run.name.clone(), run.digest.clone())).collect()
}

/// Reads the configuration and loads the detectors. Compiles, so not on a thread that serves connections.
///
/// # Errors
/// Something of it is not accepted; what was loaded before stays as it is.
pub(super) fn load(arguments: &Run) -> Result<Loaded, Failure> {
    let config = configuration(arguments)?;
    let order = Order::read(&detectors(&config))?;
    let workshop = order.load(jobs(&config))?;
    if let Some(fallback) = workshop.sandbox.pool_fallback() {
        tracing::warn!(%fallback, "sandbox.pool");
    }
    for failed in &workshop.library.failed {
        tracing::error!(
            detector = failed.name,
            status = failed.status.code(),
            note = failed.note,
            "detector.refused"
        );
    }
    let wanted = wanted(&workshop.library);
    Ok(Loaded {
        config,
        workshop,
        wanted,
    })
}

fn detectors(config: &Config) -> DetectorArguments {
    DetectorArguments {
        detectors: config.detectors.paths.clone(),
        no_builtin: !config.detectors.builtin,
        policy: config.detectors.policy.clone(),
    }
}
