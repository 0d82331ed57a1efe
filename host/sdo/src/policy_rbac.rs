//! `sdo policy rbac`: what the loaded detectors and the configuration need of a cluster, as the objects that grant it.

mod manifest;
mod reader;
mod role;
#[cfg(test)]
mod tests;

use crate::args::{Color, Detectors, ManifestFormat, Rbac};
use crate::cluster;
use crate::config::{Access, Config};
use crate::exit;
use crate::failure::Failure;
use crate::library::Order;
use crate::output;
use crate::render::{json, trouble};
use anyhow::anyhow;
use reader::{Names, Reader};
use role::{Lease, Wishes};
use sdo_live::Target;
use sdo_pipeline::Library;
use std::num::NonZeroUsize;

/// Threads that load detectors, as many as `sdo check` takes.
const JOBS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);

/// Runs the command and gives the exit code.
pub(crate) fn run(arguments: &Rbac, color: &Color) -> Result<u8, Failure> {
    let config = arguments
        .config
        .as_deref()
        .map(Config::load)
        .transpose()
        .map_err(Failure::usage)?;
    let detectors = match &config {
        Some(config) => named_by(config),
        None => arguments.detectors.clone(),
    };
    let wishes = wishes(arguments, &config.unwrap_or_default())?;
    let library = Order::read(&detectors)?.load(JOBS)?.library;
    let names = names(arguments, &library)?;
    let readers: Vec<Reader> = library.ready.iter().map(|loaded| Reader::of(loaded, &names)).collect();
    let documents = role::documents(&readers, &wishes);
    let text = match arguments.output {
        ManifestFormat::Yaml => manifest::yaml(&documents)?,
        ManifestFormat::Json => json(&manifest::list(&documents))?,
    };
    output::print(&text, color)?;
    Ok(code(&library, color))
}

/// What the configuration says of detectors, in the words of the command line.
fn named_by(config: &Config) -> Detectors {
    let Config { detectors, .. } = config;
    Detectors {
        detectors: detectors.paths.clone(),
        no_builtin: !detectors.builtin,
        policy: detectors.policy.clone(),
    }
}

fn wishes(arguments: &Rbac, config: &Config) -> Result<Wishes, Failure> {
    let leadership = &config.leadership;
    let lease = Lease {
        namespace: leadership
            .namespace
            .clone()
            .unwrap_or_else(|| arguments.namespace.clone()),
        name: leadership.lease.clone(),
    };
    let is_held = arguments.leases || leadership.enabled;
    if is_held && !(is_name(&lease.namespace) && is_name(&lease.name)) {
        return Err(Failure::usage(anyhow!(
            "leadership names the Lease {:?} in namespace {:?}; both have lower case letters, digits, dashes and dots",
            lease.name,
            lease.namespace
        )));
    }
    Ok(Wishes {
        namespace: arguments.namespace.clone(),
        name: arguments.name.clone(),
        events: arguments.events || config.events.enabled,
        tokens: arguments.tokens || config.http.access == Access::Token,
        lease: is_held.then_some(lease),
        secrets: !arguments.without_secrets,
    })
}

/// What the custom resources are called; where no cluster is asked, as they usually are.
fn names(arguments: &Rbac, library: &Library) -> Result<Names, Failure> {
    let custom = cluster::wanted(library).custom;
    if !arguments.live || custom.is_empty() {
        return Ok(Names::usual(&custom));
    }
    let target = Target {
        kubeconfig: arguments.kubeconfig.clone(),
        context: arguments.context.clone(),
    };
    let served = sdo_live::served_plurals(&target, &custom).map_err(cluster::failure)?;
    Ok(Names::served(&custom, served))
}

fn code(library: &Library, color: &Color) -> u8 {
    for run in &library.failed {
        output::note(
            &format!("detector {} {}; what it reads is left out", run.name, trouble(run)),
            color,
        );
    }
    match library.failed.is_empty() {
        true => exit::CLEAN,
        false => exit::PARTIAL,
    }
}

/// Whether Kubernetes takes it for a name, and a comment for a word.
fn is_name(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'.');
    !text.is_empty() && text.len() <= 253 && text.bytes().all(plain)
}
