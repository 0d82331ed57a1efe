//! A component built for `wasm32-wasip2`: refused by the default policy, harmless under one that grants inert WASI.

use crate::bench::{Bench, root};
use sdo_model::contract::Cluster;
use sdo_sandbox::{LoadError, Outcome, Policy};
use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

const NAMESPACE: &str = "apiVersion: v1\nkind: Namespace\nmetadata: { name: demo, uid: n, creationTimestamp: 2026-11-30T17:00:00Z }\nstatus: { phase: Active }\n";
const NOW: &str = "2026-11-30T18:00:00Z";
const NOW_UNIX: &str = "1796061600";

fn component() -> Vec<u8> {
    let path = root().join("target/test-guests/wasi-detector.wasm");
    fs::read(path).expect("target/test-guests/wasi-detector.wasm, made by scripts/test")
}

#[test]
fn a_component_with_wasi_imports_is_refused_with_the_reason_where_policy_grants_none() {
    let grant = Policy::embedded().expect("the default policy").grant("wasi-detector");
    let refused = Bench::get()
        .sandbox()
        .load("wasi-detector", &component(), &grant)
        .err()
        .expect("a refusal");
    let LoadError::Refused(reason) = &refused else {
        panic!("{refused}")
    };
    let text = reason.to_string();
    assert!(text.contains("wasi:") && text.contains("inert"), "{text}");
}

#[test]
fn inert_wasi_gives_frozen_clocks_constant_randomness_and_nothing_else() {
    let grant = Policy::parse("default: { interfaces: [namespaces], wasi: inert }")
        .expect("a policy")
        .grant("wasi-detector");
    let sandbox = Bench::get().sandbox();
    let detector = sandbox.load("wasi-detector", &component(), &grant).expect("it loads");
    let snapshot = sdo_snapshot::fixture(NAMESPACE.as_bytes(), Default::default(), Some(NOW)).expect("a cluster");
    let view: Arc<dyn Cluster> = Arc::new(snapshot);
    let first = sandbox.run(&detector, Arc::clone(&view));
    let second = sandbox.run(&detector, view);
    assert_eq!(first.outcome, Outcome::Finished, "{:?}", first.panic);
    assert_eq!((&first.answer, first.fuel), (&second.answer, second.fuel));
    let report = first.answer.expect("a report");
    let notes: BTreeMap<_, _> = report.findings[0].metadata.iter().cloned().collect();
    assert_eq!(notes["clock"], NOW_UNIX);
    for (name, value) in [("environment", "0"), ("arguments", "0"), ("file", "false")] {
        assert_eq!(notes[name], value, "{name}");
    }
    assert!(
        first.log.lines.iter().any(|line| line.text.contains("standard output")),
        "{:?}",
        first.log
    );
}
