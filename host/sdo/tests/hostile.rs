//! A hostile component among the detectors of a check: it is named, and the findings of all others stand.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests: what must not happen ends them, also in the functions that prepare them"
)]

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::{Resolve, WorldId};

/// Name, what `detect` does, and how that may end. A busy machine reaches the deadline before the fuel is gone.
const HOSTILE: &[(&str, &str, &[&str])] = &[
    (
        "never-returns",
        "(loop $again (br $again)) unreachable",
        &["out-of-fuel", "deadline"],
    ),
    ("gives-up", "unreachable", &["trap"]),
    ("leaves-its-memory", "(i32.load (i32.const -4))", &["trap"]),
    (
        "wants-all-memory",
        "(loop $again (drop (memory.grow (i32.const 64))) (br $again)) unreachable",
        &["memory", "out-of-fuel", "deadline"],
    ),
    ("answers-nonsense", "(i32.const -4)", &["bad-output", "trap"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The contract, and its world of detectors.
fn contract() -> (Resolve, WorldId) {
    let mut resolve = Resolve::default();
    resolve.push_dir(root().join("wit/cluster@0.1.0")).unwrap();
    let (detector, _) = resolve.push_dir(root().join("wit/detector@0.1.0")).unwrap();
    let world = resolve.select_world(&[detector], Some("detector")).unwrap();
    (resolve, world)
}

/// A component of the detector world whose spec gives its name and whose `detect` is `body`.
fn component((resolve, world): &(Resolve, WorldId), name: &str, body: &str) -> Vec<u8> {
    let length = format!("\\{:02x}\\00\\00\\00", name.len());
    let core = format!(
        "(module (memory (export \"memory\") 1)
           (data (i32.const 64) \"{name}\") (data (i32.const 1024) \"\\40\\00\\00\\00{length}\")
           (func (export \"cabi_realloc\") (param i32 i32 i32 i32) (result i32) unreachable)
           (func (export \"spec\") (result i32) (i32.const 1024))
           (func (export \"detect\") (result i32) {body}))"
    );
    let mut module = wat::parse_str(core).unwrap();
    embed_component_metadata(&mut module, resolve, *world, StringEncoding::UTF8, false).unwrap();
    ComponentEncoder::default().module(&module).unwrap().encode().unwrap()
}

/// The report on the demo dump, with the detectors of `folder` beside the built-in ones.
fn check(folder: Option<&Path>) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sdo"));
    command.args(["check", "-o", "json"]).arg(root().join("tests/demo"));
    if let Some(folder) = folder {
        command.arg("--detectors").arg(folder);
    }
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(i32::from(sdo::exit::FINDINGS)), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_hostile_component_is_named_and_the_findings_of_the_others_stand() {
    let (folder, contract) = (tempfile::tempdir().unwrap(), contract());
    for (name, body, _) in HOSTILE {
        fs::write(
            folder.path().join(format!("{name}.wasm")),
            component(&contract, name, body),
        )
        .unwrap();
    }
    let (without, with) = (check(None), check(Some(folder.path())));
    assert_eq!(with["findings"], without["findings"]);
    assert!(!without["findings"].as_array().unwrap().is_empty());
    let detectors = with["detectors"].as_array().unwrap();
    for (name, _, outcomes) in HOSTILE {
        let run = detectors.iter().find(|run| run["name"] == *name).unwrap();
        let outcome = run["outcome"].as_str().unwrap();
        assert!(outcomes.contains(&outcome), "{name}: {run}");
    }
}
