//! `sdo detector inspect`: what a component can read and consume, told from its bytes, not from its promises.

use crate::args::{Color, Inspect, Listing};
use crate::detector::source;
use crate::exit;
use crate::failure::Failure;
use crate::library::{Order, from_file, unknown_rule};
use crate::output;
use crate::render::style::{BAD, DIM, GOOD, HEADING};
use crate::render::{self, table, trouble};
use sdo_model::contract::{Interface, detector::DetectorSpec};
use sdo_pipeline::{Loaded, Source, one_line};
use sdo_sandbox::limits::TABLE;
use sdo_sandbox::{Imports, Limits, Policy, admission};
use serde::Serialize;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::Path;

/// Bytes of a text of the spec.
const MAX_TEXT: usize = 2_000;

/// Everything that is known about a component.
#[derive(Serialize)]
struct Inspection {
    name: String,
    source: String,
    digest: String,
    bytes: u64,
    /// Interfaces it imports, with what they show in words.
    reads: Vec<Read>,
    wasi: Vec<String>,
    verdict: Verdict,
    spec: Option<Spec>,
    limits: Vec<Consumption>,
}

#[derive(Serialize)]
struct Read {
    interface: String,
    functions: Vec<String>,
    shows: String,
}

#[derive(Serialize)]
struct Verdict {
    allowed: bool,
    reason: String,
}

#[derive(Serialize)]
struct Spec {
    rule: String,
    version: String,
    title: String,
    interval_seconds: u32,
    optional_kinds: Vec<String>,
    custom_resources: Vec<String>,
    playbooks: Vec<String>,
}

#[derive(Serialize)]
struct Consumption {
    limit: &'static str,
    value: u64,
    unit: &'static str,
    why: &'static str,
}

pub(crate) fn run(arguments: &Inspect, color: &Color) -> Result<u8, Failure> {
    let inspection = inspect(arguments)?;
    let text = match arguments.output {
        Listing::Text => text(&inspection),
        Listing::Json => render::json(&inspection)?,
        Listing::Yaml => render::yaml(&inspection)?,
    };
    output::print(&text, color)?;
    Ok(if inspection.verdict.allowed {
        exit::CLEAN
    } else {
        exit::FINDINGS
    })
}

fn inspect(arguments: &Inspect) -> Result<Inspection, Failure> {
    let path = Path::new(&arguments.subject);
    let looks_like_a_file =
        path.exists() || arguments.subject.contains('/') || path.extension().is_some_and(|name| name == "wasm");
    let mut order = Order::read(&arguments.detectors)?;
    if !looks_like_a_file {
        return by_rule(&arguments.subject, order);
    }
    let source = from_file(path).map_err(Failure::usage)?;
    let policy = order.policy().clone();
    let digest = admission::Digest::of(&source.bytes).to_string();
    order.add(source.clone());
    let library = order.load(NonZeroUsize::MIN)?.library;
    let loaded = library.ready.iter().find(|loaded| loaded.origin == source.origin);
    let failed = library.failed.iter().find(|run| run.digest == digest);
    let verdict = match failed {
        Some(run) if loaded.is_none() => Verdict {
            allowed: false,
            reason: trouble(run),
        },
        _ => Verdict {
            allowed: true,
            reason: String::new(),
        },
    };
    Ok(describe(&source, &policy, loaded, verdict))
}

fn by_rule(rule: &str, order: Order) -> Result<Inspection, Failure> {
    let policy = order.policy().clone();
    let library = order.load(NonZeroUsize::MIN)?.library;
    let loaded = library
        .ready
        .iter()
        .find(|loaded| loaded.spec.name == rule)
        .ok_or_else(|| unknown_rule(rule, &library))?;
    Ok(Inspection {
        name: loaded.detector.name().to_owned(),
        source: source(&loaded.origin),
        digest: loaded.detector.digest().to_string(),
        bytes: loaded.detector.size(),
        reads: reads(loaded.detector.imports()),
        wasi: loaded
            .detector
            .imports()
            .wasi
            .keys()
            .map(|name| one_line(name, MAX_TEXT))
            .collect(),
        verdict: Verdict {
            allowed: true,
            reason: String::new(),
        },
        spec: Some(spec(&loaded.spec)),
        limits: limits(&policy.grant(loaded.detector.name()).limits),
    })
}

/// What can be told even of a component that is refused.
fn describe(file: &Source, policy: &Policy, loaded: Option<&Loaded>, verdict: Verdict) -> Inspection {
    let granted = policy.grant(&file.name).limits;
    let imports = admission::inspect(&file.bytes, &granted)
        .map(|admitted| admitted.imports)
        .unwrap_or_default();
    Inspection {
        name: one_line(&file.name, MAX_TEXT),
        source: source(&file.origin),
        digest: admission::Digest::of(&file.bytes).to_string(),
        bytes: file.bytes.len() as u64,
        reads: reads(&imports),
        wasi: imports.wasi.keys().map(|name| one_line(name, MAX_TEXT)).collect(),
        verdict,
        spec: loaded.map(|loaded| spec(&loaded.spec)),
        limits: limits(&granted),
    }
}

fn reads(imports: &Imports) -> Vec<Read> {
    let called = imports
        .cluster
        .iter()
        .filter(|(_, import)| !import.functions.is_empty());
    let read = called.map(|(name, import)| Read {
        interface: name.clone(),
        functions: import.functions.iter().cloned().collect(),
        shows: Interface::named(name)
            .map(|interface| interface.summary.to_owned())
            .unwrap_or_default(),
    });
    read.collect()
}

fn spec(spec: &DetectorSpec) -> Spec {
    let clean = |text: &String| one_line(text, MAX_TEXT);
    let list = |texts: &[String]| texts.iter().map(clean).collect();
    Spec {
        rule: clean(&spec.name),
        version: clean(&spec.version),
        title: clean(&spec.title),
        interval_seconds: spec.interval,
        optional_kinds: list(&spec.optional_kinds),
        custom_resources: list(&spec.custom_resources),
        playbooks: list(&spec.playbooks),
    }
}

fn limits(limits: &Limits) -> Vec<Consumption> {
    let row = |limit: &sdo_sandbox::limits::Limit| Consumption {
        limit: limit.name,
        value: limits.get(limit.name).unwrap_or(limit.default),
        unit: limit.unit,
        why: limit.why,
    };
    TABLE.iter().map(row).collect()
}

fn text(inspection: &Inspection) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{HEADING}{}{HEADING:#} {}", inspection.name, inspection.source);
    let _ = writeln!(text, "{}, {} bytes", inspection.digest, inspection.bytes);
    let _ = match inspection.verdict.allowed {
        true => writeln!(text, "policy: {GOOD}allowed{GOOD:#}"),
        false => writeln!(
            text,
            "policy: {BAD}not allowed{BAD:#}: it {}",
            inspection.verdict.reason
        ),
    };
    text.push_str(&spec_text(inspection));
    let _ = writeln!(text, "\n{HEADING}It can read{HEADING:#}");
    if inspection.reads.is_empty() {
        text.push_str("  nothing of the cluster\n");
    }
    for read in &inspection.reads {
        let _ = writeln!(
            text,
            "  {}\n    {DIM}{}: {}{DIM:#}",
            read.shows,
            read.interface,
            read.functions.join(", ")
        );
    }
    if !inspection.wasi.is_empty() {
        let _ = writeln!(
            text,
            "\n{HEADING}WASI imports{HEADING:#} (answered without effect where policy allows them)\n  {}",
            inspection.wasi.join("\n  ")
        );
    }
    let _ = writeln!(
        text,
        "\n{HEADING}It can never{HEADING:#} read a Secret's value, a file, the environment, the clock or the network, or change anything."
    );
    let _ = write!(
        text,
        "\n{HEADING}Limits of a run{HEADING:#}\n{}",
        limits_text(&inspection.limits)
    );
    text
}

fn spec_text(inspection: &Inspection) -> String {
    let Some(spec) = &inspection.spec else {
        return String::new();
    };
    let mut text = format!(
        "\n{HEADING}It says of itself{HEADING:#}\n  rule {}, version {}: {}\n",
        spec.rule, spec.version, spec.title
    );
    let _ = writeln!(
        text,
        "  runs every {} s when nothing it reads has changed",
        spec.interval_seconds
    );
    for (what, list) in [
        ("can do without", &spec.optional_kinds),
        ("custom resources", &spec.custom_resources),
        ("playbooks", &spec.playbooks),
    ] {
        if !list.is_empty() {
            let _ = writeln!(text, "  {what}: {}", list.join(", "));
        }
    }
    text
}

fn limits_text(limits: &[Consumption]) -> String {
    let header = ["LIMIT", "VALUE", "UNIT", "WHY"].map(str::to_owned).to_vec();
    let row = |limit: &Consumption| {
        vec![
            limit.limit.to_owned(),
            limit.value.to_string(),
            limit.unit.to_owned(),
            limit.why.to_owned(),
        ]
    };
    table::render(header, limits.iter().map(row).collect())
}
