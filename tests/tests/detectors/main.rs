//! Every built-in detector, in the sandbox, over every one of its cases, and over mutations of them.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests: what must not happen ends them, also in the functions that prepare them"
)]

mod bench;
mod corpus;
mod frozen;
mod mutate;
mod rows;
mod wasi;

use bench::{Bench, Run};
use sdo_detector_sdk::testing::{Case, Verdict, judge};
use sdo_model::{Kind, KindSet};
use std::sync::Arc;

/// How many detectors ship at least.
const AT_LEAST: usize = 24;

#[test]
fn at_least_24_detectors_are_built_in() {
    let bench = Bench::get();
    assert!(bench.detectors().count() >= AT_LEAST);
}

#[test]
fn every_case_of_every_detector_gives_its_expected_verdict_in_the_sandbox() {
    let bench = Bench::get();
    let mut wrong = Vec::new();
    for (detector, case) in bench.cases() {
        let run = bench.run(detector, case.snapshot());
        let verdict = judge(&case, &detector.spec, &run.snapshot, &run.report, detector.needs());
        if let Err(difference) = verdict {
            wrong.push(format!("{} / {}: {difference}", detector.spec.name, case.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn sdo_58_shuffled_lists_give_identical_findings_and_the_same_fuel() {
    let bench = Bench::get();
    for (detector, case) in bench.cases().filter(|(_, case)| case.expect.unreadable.is_empty()) {
        let plain = bench.run(detector, case.snapshot());
        for seed in 1..=3 {
            let shuffled = bench.run(detector, mutate::shuffled(&case, seed));
            let name = format!("{} / {} / seed {seed}", detector.spec.name, case.name);
            assert_eq!(shuffled.report, plain.report, "{name}");
            assert_eq!(shuffled.fuel, plain.fuel, "{name}");
            assert_eq!(shuffled.snapshot.digest(), plain.snapshot.digest(), "{name}");
        }
    }
}

#[test]
fn sdo_72_renaming_every_object_keeps_the_verdict() {
    let bench = Bench::get();
    let mut wrong = Vec::new();
    for (detector, case) in bench.cases().filter(|(_, case)| case.expect.unreadable.is_empty()) {
        let plain = bench.run(detector, case.snapshot());
        let renamed = bench.run(detector, mutate::renamed(&case));
        if shape(&renamed) != shape(&plain) {
            let (name, was, is) = (&detector.spec.name, shape(&plain), shape(&renamed));
            wrong.push(format!("{name} / {}: was {was:?}, renamed {is:?}", case.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What must survive a renaming: severities, kinds of primaries, how much evidence and how many effects; sorted, since names order rows.
fn shape(run: &Run) -> Vec<(String, Option<Kind>, usize, usize)> {
    let mut shape: Vec<_> = run
        .report
        .findings
        .iter()
        .map(|finding| {
            let kind = Kind::of_id(finding.primary).map(|(kind, _)| kind);
            (
                format!("{:?}", finding.severity),
                kind,
                finding.evidence.len(),
                finding.effects.len(),
            )
        })
        .collect();
    shape.sort();
    shape
}

#[test]
fn sdo_73_dropping_a_kind_that_is_not_declared_changes_nothing() {
    let bench = Bench::get();
    for (detector, case) in readable_cases(bench) {
        let plain = bench.run(detector, case.snapshot());
        let before = bench.round(detector, plain.snapshot.clone());
        for kind in Kind::all().filter(|kind| !detector.detector.imports().sees().contains(*kind)) {
            let dropped = bench.round(detector, Arc::new(plain.snapshot.without_kind(kind)));
            assert_eq!(
                dropped.findings, before.findings,
                "{} / {} without {kind}",
                detector.spec.name, case.name
            );
            assert_eq!(
                dropped.unknown, before.unknown,
                "{} / {} without {kind}",
                detector.spec.name, case.name
            );
        }
    }
}

#[test]
fn sdo_73_dropping_a_declared_kind_gives_unknown_and_never_a_finding() {
    let bench = Bench::get();
    for (detector, case) in readable_cases(bench) {
        let snapshot = case.snapshot();
        for kind in detector.needs().iter() {
            let round = bench.round(detector, Arc::new(snapshot.without_kind(kind)));
            let name = format!("{} / {} without {kind}", detector.spec.name, case.name);
            assert!(round.findings.is_empty(), "{name}: {:?}", round.findings);
            assert!(
                round.unknown.iter().any(|unknown| unknown.kind == kind.name()),
                "{name}: {:?}",
                round.unknown
            );
        }
    }
}

/// Kinds that only sharpen an answer may be missing, and then no verdict may turn into silence.
#[test]
fn sdo_73_a_finding_that_vanishes_with_a_kind_leaves_an_unknown() {
    let bench = Bench::get();
    let mut silent = Vec::new();
    for (detector, case) in readable_cases(bench) {
        let snapshot = case.snapshot();
        let before = bench.round(detector, Arc::new(case.snapshot())).findings.len();
        let sees = detector.detector.imports().sees();
        // What a spec calls optional it says to do without, in plain words and in `sdo detector inspect`.
        let optional = |kind: Kind| detector.spec.optional_kinds.iter().any(|name| name == kind.name());
        let others = sees
            .iter()
            .filter(|kind| !detector.needs().contains(*kind) && !optional(*kind));
        for kind in others {
            let round = bench.round(detector, Arc::new(snapshot.without_kind(kind)));
            if round.findings.len() < before && round.unknown.is_empty() {
                silent.push(format!("{} / {} without {kind}", detector.spec.name, case.name));
            }
        }
    }
    assert!(silent.is_empty(), "{silent:#?}");
}

fn readable_cases(bench: &'static Bench) -> impl Iterator<Item = (&'static sdo_pipeline::Loaded, Case)> {
    bench
        .cases()
        .filter(|(_, case)| case.expect.unreadable.is_empty() && case.expect.verdict != Verdict::Unknown)
}

#[test]
fn sdo_54_a_run_leaves_the_snapshot_as_it_was() {
    let bench = Bench::get();
    for (detector, case) in bench.cases() {
        let fresh = case.snapshot();
        let run = bench.run(detector, case.snapshot());
        assert_eq!(
            run.snapshot.digest(),
            fresh.digest(),
            "{} / {}",
            detector.spec.name,
            case.name
        );
    }
}

#[test]
fn a_detector_imports_nothing_but_the_contract() {
    for detector in Bench::get().detectors() {
        assert!(detector.detector.imports().wasi.is_empty(), "{}", detector.spec.name);
        assert_ne!(detector.needs(), KindSet::ALL, "{}", detector.spec.name);
    }
}
