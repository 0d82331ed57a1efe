//! `sdo doctor`: everything that a host needs of this machine and its cluster, looked at one by one, and what to do where it is not
//! as it should be. It changes nothing but the cache of compiled code.

mod cluster;
mod machine;
mod report;
mod store;

use crate::args::{Color, Detectors, Doctor, Form, Run};
use crate::cluster::wanted;
use crate::config::Config;
use crate::failure::Failure;
use crate::library::{Order, Workshop};
use crate::output;
use crate::render::json;
use report::{Check, Report};
use sdo_live::Target;
use sdo_pipeline::Library;
use std::num::NonZeroUsize;

/// Threads that load detectors, as many as `sdo check` takes.
const JOBS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);
/// Detectors that are named as refused.
const MAX_NAMED: usize = 10;

/// Runs the command and gives the exit code.
pub(crate) fn run(arguments: &Doctor, color: &Color) -> Result<u8, Failure> {
    let report = Report {
        checks: examine(arguments),
    };
    let text = match arguments.output {
        Form::Text => report.text(output::width()),
        Form::Json => json(&report.document())?,
    };
    output::print(&text, color)?;
    Ok(report.code())
}

fn examine(arguments: &Doctor) -> Vec<Check> {
    let mut checks = Vec::new();
    match configuration(arguments) {
        Ok((check, config)) => {
            checks.push(check);
            checks.extend(configured(arguments, &config));
        }
        Err(failure) => {
            let check = Check::fail("configuration", failure.to_string());
            checks.push(check.with(
                "see every key with `sdo run --print-default-config`, then do this again: the rest depends on it",
            ));
        }
    }
    checks.extend([machine::cache(), machine::compiler()]);
    checks
}

/// What can be looked at once it is known what is wanted.
fn configured(arguments: &Doctor, config: &Config) -> Vec<Check> {
    let (check, workshop) = detectors(config);
    let target = Target {
        kubeconfig: config.cluster.kubeconfig.clone(),
        context: config.cluster.context.clone(),
    };
    let wanted = workshop.map(|workshop| wanted(&workshop.library));
    let cluster = cluster::examine(&target, wanted.as_ref());
    let mut checks = vec![check];
    checks.extend(store::examine(config, &cluster, &start(arguments)));
    checks.splice(1..1, cluster.checks);
    checks.push(machine::socket(&config.http));
    checks
}

fn configuration(arguments: &Doctor) -> Result<(Check, Config), Failure> {
    let config = crate::run::configuration(&Run {
        config: arguments.config.clone(),
        kubeconfig: arguments.kubeconfig.clone(),
        context: arguments.context.clone(),
        check_config: false,
        print_default_config: false,
    })?;
    config.mutes.engine().map_err(Failure::usage)?;
    let told = match &arguments.config {
        Some(path) => format!("{} is valid", path.display()),
        None => "none is named, every default holds".to_owned(),
    };
    Ok((Check::ok("configuration", told), config))
}

/// Loads what a host would load.
fn detectors(config: &Config) -> (Check, Option<Workshop>) {
    const NAME: &str = "detectors";
    let arguments = Detectors {
        detectors: config.detectors.paths.clone(),
        no_builtin: !config.detectors.builtin,
        policy: config.detectors.policy.clone(),
    };
    let workshop = match Order::read(&arguments).and_then(|order| order.load(JOBS)) {
        Ok(workshop) => workshop,
        Err(failure) => return (Check::fail(NAME, failure.to_string()), None),
    };
    let Library { ready, failed, .. } = &workshop.library;
    let check = match (ready.len(), failed.len()) {
        (0, 0) => Check::fail(NAME, "none is configured, so nothing would be checked")
            .with("set detectors.builtin or detectors.paths"),
        (ready, 0) => Check::ok(NAME, format!("{ready} loaded")),
        (ready, refused) => {
            let names: Vec<&str> = failed.iter().take(MAX_NAMED).map(|run| run.name.as_str()).collect();
            let told = format!("{ready} loaded, {refused} not: {}", names.join(", "));
            Check::warn(NAME, told)
                .with("`sdo detector list` says why; with --detectors and --policy as in the configuration")
        }
    };
    (check, Some(workshop))
}

/// How a host with these arguments is started.
fn start(arguments: &Doctor) -> String {
    let config = arguments
        .config
        .as_deref()
        .map(|path| format!(" --config {}", store::quoted(path)));
    format!("sdo run{}", config.unwrap_or_default())
}
