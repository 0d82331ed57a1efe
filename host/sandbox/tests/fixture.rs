//! Builds components from text and sandboxes to run them in.

use crate::view::View;
use sdo_model::contract::Cluster;
use sdo_model::contract::detector::Report;
use sdo_sandbox::RunReport;
use sdo_sandbox::{AllocationChoice, Compiler, Detector, LoadError, Optimisation, Outcome, Policy, Sandbox, Settings};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::{Resolve, WorldId};

static CONTRACT: LazyLock<(Resolve, WorldId)> = LazyLock::new(|| {
    let wit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../wit");
    let mut resolve = Resolve::default();
    resolve.push_dir(wit.join("cluster@0.1.0")).unwrap();
    let (detector, _) = resolve.push_dir(wit.join("detector@0.1.0")).unwrap();
    let world = resolve.select_world(&[detector], Some("detector")).unwrap();
    (resolve, world)
});

/// A component of the detector world around a core module in text.
pub(crate) fn component(core: &str) -> Vec<u8> {
    encode(core, StringEncoding::UTF8)
}

/// The same, with another encoding of text.
pub(crate) fn encode(core: &str, encoding: StringEncoding) -> Vec<u8> {
    let mut module = wat::parse_str(core).unwrap();
    let (resolve, world) = &*CONTRACT;
    embed_component_metadata(&mut module, resolve, *world, encoding, false).unwrap();
    ComponentEncoder::default()
        .validate(true)
        .module(&module)
        .unwrap()
        .encode()
        .unwrap()
}

/// A component of the detector world that does `detect`; `extra` are imports, functions and data.
pub(crate) fn detector(extra: &str, detect: &str) -> Vec<u8> {
    component(&format!(
        "(module {extra}
           (memory (export \"memory\") 1)
           (global $next (mut i32) (i32.const 32768))
           (func (export \"cabi_realloc\") (param i32 i32 i32 i32) (result i32)
             (global.get $next)
             (global.set $next (i32.and (i32.const -8) (i32.add (i32.const 7) (i32.add (global.get $next) (local.get 3))))))
           (func (export \"spec\") (result i32) (i32.const 1024))
           (func (export \"detect\") (result i32) {detect}))"
    ))
}

/// The compiling child of this crate.
pub(crate) fn compiler() -> Compiler {
    Compiler {
        program: PathBuf::from(env!("CARGO_BIN_EXE_compile-child")),
        args: Vec::new(),
    }
}

pub(crate) fn settings(allocation: AllocationChoice) -> Settings {
    Settings {
        compiler: compiler(),
        cache: None,
        optimisation: Optimisation::Speed,
        allocation,
    }
}

pub(crate) fn sandbox() -> Sandbox {
    Sandbox::new(settings(AllocationChoice::Probe)).unwrap()
}

/// A policy that grants everything and leaves wall time to the fuel, because test machines are busy.
pub(crate) fn policy(limits: &str, wasi: &str) -> Policy {
    let text = include_str!("../src/policy/default.yaml")
        .replace("limits: {}", &format!("limits: {{ {limits} }}"))
        .replace("wasi: none", &format!("wasi: {wasi}"));
    Policy::parse(&text).unwrap()
}

pub(crate) const PATIENT: &str = "deadline_ms: 30000, watchdog_ms: 120000";

pub(crate) fn load(sandbox: &Sandbox, bytes: &[u8]) -> Result<Detector, LoadError> {
    sandbox.load("test", bytes, &policy(PATIENT, "none").grant("test"))
}

pub(crate) fn view() -> Arc<dyn Cluster> {
    Arc::new(View::default())
}

/// Loads and runs; what keeps it from running is its outcome.
pub(crate) fn outcome(sandbox: &Sandbox, bytes: &[u8]) -> Outcome {
    match load(sandbox, bytes) {
        Ok(detector) => sandbox.run(&detector, view()).outcome,
        Err(error) => error.outcome().unwrap(),
    }
}

/// What of a report must be equal between two runs.
pub(crate) fn verdict(report: &RunReport<Report>) -> String {
    format!(
        "{:?} {:?} {:?} {} {:?}",
        report.outcome, report.answer, report.cut, report.fuel, report.log
    )
}

/// The outcome as the corpus writes it, e.g. `trap stack-overflow`.
pub(crate) fn words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Trap { kind } => format!("trap {}", serde_json::to_value(kind).unwrap().as_str().unwrap()),
        Outcome::Refused { why } => format!("refused {}", why.code()),
        Outcome::CompileLimit { limit } => {
            let limit = serde_json::to_value(limit).unwrap();
            format!("compile-limit {}", limit.as_object().unwrap().keys().next().unwrap())
        }
        other => other.code().to_owned(),
    }
}

/// A detector that behaves: it counts the pods and reports that it did.
pub(crate) fn well_behaved() -> Vec<u8> {
    detector(
        "(import \"sdo:cluster/pods@0.1.0\" \"count\" (func $count (param i32) (result i32)))
         (import \"sdo:cluster/snapshot@0.1.0\" \"now\" (func $now (result i64)))
         (data (i32.const 64) \"pods were counted\")",
        "(i32.store8 (i32.const 4096) (i32.const 2))
         (i32.store (i32.const 4100) (i32.const 64))
         (i32.store (i32.const 4104) (i32.const 17))
         (i32.store (i32.const 4108) (call $count (i32.const 2048)))
         (i32.store8 (i32.const 4152) (i32.const 1))
         (i64.store (i32.const 4160) (call $now))
         (i32.store (i32.const 1536) (i32.const 4096))
         (i32.store (i32.const 1540) (i32.const 1))
         (i32.const 1536)",
    )
}
