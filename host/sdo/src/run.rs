//! `sdo run`: a host that stays. It watches a cluster, runs detectors when they are due, keeps incidents and tells of them.
//!
//! ```text
//!  Watcher ─► updates ─► Core (a thread: replica, rounds, engine) ─► Told ─► Keeper ─► store, Events, sinks, /v1/events
//!                          │                    ▲                               │
//!                          └─► board, metrics   └──────── leads, stands by ◄────┘
//! ```

mod board;
mod clock;
mod core;
mod gaps;
mod hooks;
mod keeper;
mod logging;
mod marks;
mod process;
mod reload;
mod sight;
mod telemetry;
mod told;
mod window;
mod wiring;

pub(crate) use wiring::store_path;

use crate::args::{Color, Run};
use crate::config::{self, Config};
use crate::exit;
use crate::failure::Failure;
use crate::output;
use std::num::NonZeroUsize;
use std::thread;
use telemetry::Telemetry;

/// Threads for connections and files; detectors have their own.
const IO_THREADS: usize = 2;

/// Runs the command and gives the exit code.
pub(crate) fn run(arguments: &Run, color: &Color) -> Result<u8, Failure> {
    if arguments.print_default_config {
        output::print(config::DEFAULT, color)?;
        return Ok(exit::CLEAN);
    }
    let config = configuration(arguments)?;
    if arguments.check_config {
        output::print("the configuration is valid\n", color)?;
        return Ok(exit::CLEAN);
    }
    let telemetry = Telemetry::start(&config.opentelemetry, config.cluster.name.as_deref())?;
    logging::start(&config.log, telemetry.as_ref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(IO_THREADS)
        .enable_all()
        .build();
    let runtime = runtime.map_err(Failure::internal)?;
    let done = runtime.block_on(wiring::serve(arguments.clone(), config));
    // What still waits for a disk or a server is not waited for.
    runtime.shutdown_background();
    drop(telemetry);
    done.map(|()| exit::CLEAN)
}

/// The configuration: the file, and over it what the command line says.
pub(crate) fn configuration(arguments: &Run) -> Result<Config, Failure> {
    let mut config = match &arguments.config {
        Some(path) => Config::load(path).map_err(Failure::usage)?,
        None => Config::default(),
    };
    if let Some(kubeconfig) = &arguments.kubeconfig {
        config.cluster.kubeconfig = Some(kubeconfig.clone());
    }
    if let Some(context) = &arguments.context {
        config.cluster.context = Some(context.clone());
    }
    Ok(config)
}

/// Threads that run detectors, for a fraction of a second each time: few enough that a large node does not feel it.
pub(crate) fn jobs(config: &Config) -> NonZeroUsize {
    const MOST: NonZeroUsize = NonZeroUsize::new(4).unwrap();
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    config.detectors.jobs.unwrap_or(cores.min(MOST))
}
