//! `sdo check`: a dump and some detectors in, what is wrong out.

use crate::args::{Check, Color, FailOn, Format};
use crate::cluster;
use crate::document::Document;
use crate::dump;
use crate::exit;
use crate::explain;
use crate::failure::Failure;
use crate::library::{Order, Workshop, unknown_rule};
use crate::output;
use crate::render::{self, junit, markdown, sarif, text};
use crate::report::Report;
use crate::snapshot_save::Destination;
use sdo_live::Reading;
use sdo_model::contract::Cluster;
use sdo_pipeline::{Library, Options, check};
use sdo_snapshot::redact::redact;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

/// Runs the command and gives the exit code.
pub(crate) fn run(arguments: &Check, color: &Color) -> Result<u8, Failure> {
    if let Some(rule) = &arguments.explain {
        return explain::run(rule, &arguments.detectors, color);
    }
    let report = report(arguments, color)?;
    output::print(&form(&report, arguments)?, color)?;
    Ok(code(&report, arguments.fail_on))
}

fn report(arguments: &Check, color: &Color) -> Result<Report, Failure> {
    let order = Order::read(&arguments.detectors)?;
    let jobs = arguments.jobs;
    if arguments.cluster.live {
        return live(arguments, order, color);
    }
    // Loading detectors and reading the dump have nothing to do with each other. When the dump is no good, nobody waits for the rest.
    let loading = thread::spawn(move || order.load(jobs));
    let snapshot = dump::read(&arguments.data)?;
    let mut workshop = loading
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
    prepare(&mut workshop, arguments, color)?;
    let report = Report::new(&snapshot);
    Ok(round(workshop, Arc::new(snapshot), report, arguments))
}

/// The same over a cluster. What the detectors may see decides what is asked of the API server, so they are loaded first.
fn live(arguments: &Check, order: Order, color: &Color) -> Result<Report, Failure> {
    let save = arguments
        .save
        .as_deref()
        .map(|path| Destination::new(path, arguments.force));
    let save = save.transpose()?;
    let mut workshop = order.load(arguments.jobs)?;
    prepare(&mut workshop, arguments, color)?;
    let Reading { snapshot, cost } = cluster::read_for(&arguments.cluster, &workshop.library)?;
    if let Some(destination) = save {
        output::note(&destination.write(&snapshot)?.line(), color);
    }
    let report = Report::new(&snapshot).with_cost(cost);
    Ok(round(workshop, Arc::new(snapshot), report, arguments))
}

/// Says what is not as it should be, and leaves the rules that were asked for.
fn prepare(workshop: &mut Workshop, arguments: &Check, color: &Color) -> Result<(), Failure> {
    if let Some(fallback) = workshop.sandbox.pool_fallback() {
        output::note(&fallback.to_string(), color);
    }
    select(&mut workshop.library, &arguments.rule)
}

fn round(workshop: Workshop, view: Arc<dyn Cluster>, report: Report, arguments: &Check) -> Report {
    let options = Options {
        jobs: arguments.jobs,
        namespaces: arguments.namespace.clone(),
        redact,
    };
    let Workshop { sandbox, library } = workshop;
    let started = Instant::now();
    let round = check(&view, &sandbox, &library, &options);
    let millis = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    report
        .with_round(round, &library, millis)
        .filtered(arguments.severity.severity(), &arguments.namespace)
}

/// Keeps the rules that were asked for.
fn select(library: &mut Library, rules: &[String]) -> Result<(), Failure> {
    if rules.is_empty() {
        return Ok(());
    }
    let names = || {
        library
            .ready
            .iter()
            .map(|loaded| &loaded.spec.name)
            .chain(library.failed.iter().map(|run| &run.name))
    };
    if let Some(rule) = rules.iter().find(|rule| !names().any(|name| name == *rule)) {
        return Err(unknown_rule(rule, library));
    }
    library.ready.retain(|loaded| rules.contains(&loaded.spec.name));
    library.failed.retain(|run| rules.contains(&run.name));
    Ok(())
}

fn form(report: &Report, arguments: &Check) -> Result<String, Failure> {
    match arguments.output {
        Format::Text => Ok(text::render(report, output::width())),
        Format::Json => render::json(&Document::from(report)),
        Format::Yaml => render::yaml(&Document::from(report)),
        Format::Sarif => render::json(&sarif::render(report)),
        Format::Junit => junit::render(report, arguments.fail_on.threshold()),
        Format::Markdown => Ok(markdown::render(report)),
    }
}

fn code(report: &Report, fail_on: FailOn) -> u8 {
    match (report.worst(), fail_on.threshold()) {
        (Some(worst), Some(threshold)) if worst >= threshold => exit::FINDINGS,
        _ if report.is_partial() => exit::PARTIAL,
        _ => exit::CLEAN,
    }
}
