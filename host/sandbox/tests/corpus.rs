//! The hostile corpus: each file of `tests/hostile/` and each entry of `generated::TABLE` must end as it says, leave the host alive
//! and the next detector as it was.
//!
//! A file is WebAssembly text with a head:
//!
//! ```text
//! ;; what it does
//! ;; expect: trap stack-overflow
//! ;; limits: fuel: 1000000        (optional)
//! ;; wasi: inert                  (optional)
//! ;; form: component              (optional; else a core module of the detector world)
//! ;; findings: 100                (optional)
//! ;; cured by: handles: 4096      (optional; with this limit it finishes, so it was this limit that ended it)
//! ```

use crate::fixture::{PATIENT, component, encode, policy, settings, verdict, view, well_behaved, words};
use crate::generated;
use sdo_sandbox::{AllocationChoice, Outcome, Sandbox};
use std::fs;
use std::path::Path;
use wit_component::StringEncoding;

/// One hostile thing.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) expect: String,
    pub(crate) limits: String,
    pub(crate) wasi: String,
    pub(crate) cure: Option<String>,
    pub(crate) findings: Option<usize>,
    pub(crate) bytes: Vec<u8>,
}

fn files() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let mut cases: Vec<Case> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "wat"))
        .map(|path| read(&path))
        .collect();
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

fn read(path: &Path) -> Case {
    let text = fs::read_to_string(path).unwrap();
    let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
    let head = |key: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(&format!(";; {key}: ")))
            .map(str::to_owned)
    };
    let bytes = match head("form").as_deref() {
        Some("component") => wat::parse_str(&text).unwrap_or_else(|error| panic!("{name}: {error}")),
        Some("utf16") => encode(&text, StringEncoding::UTF16),
        Some("latin1-utf16") => encode(&text, StringEncoding::CompactUTF16),
        Some(other) => panic!("{name}: no form {other}"),
        None => component(&text),
    };
    Case {
        expect: head("expect").unwrap_or_else(|| panic!("{name} says nothing about its end")),
        limits: head("limits").unwrap_or_default(),
        wasi: head("wasi").unwrap_or_else(|| "none".to_owned()),
        cure: head("cured by"),
        findings: head("findings").map(|count| count.parse().unwrap()),
        name,
        bytes,
    }
}

/// Runs a case; how it ended.
fn run(sandbox: &Sandbox, case: &Case) -> Outcome {
    let limits = match (case.limits.contains("deadline_ms"), case.limits.is_empty()) {
        (true, _) => case.limits.clone(),
        (false, true) => PATIENT.to_owned(),
        (false, false) => format!("{PATIENT}, {}", case.limits),
    };
    let grant = policy(&limits, &case.wasi).grant("hostile");
    match sandbox.load("hostile", &case.bytes, &grant) {
        Err(error) => error.outcome().unwrap_or_else(|| panic!("{}: {error}", case.name)),
        Ok(detector) => {
            let report = sandbox.run(&detector, view());
            assert_eq!(report.answer.is_some(), report.outcome.is_finished(), "{}", case.name);
            if !report.outcome.is_finished() {
                assert_eq!(
                    report.fuel, grant.limits.fuel,
                    "{}: anything but success costs the whole grant",
                    case.name
                );
            }
            if let Some(findings) = case.findings {
                assert_eq!(
                    report.answer.map(|answer| answer.findings.len()),
                    Some(findings),
                    "{}",
                    case.name
                );
            }
            let said = report
                .log
                .lines
                .iter()
                .map(|line| &line.text)
                .chain(&report.trace)
                .chain(&report.panic);
            assert!(
                said.flat_map(|text| text.chars()).all(|c| !c.is_control()),
                "{}: control characters",
                case.name
            );
            report.outcome
        }
    }
}

fn run_all(sandbox: &Sandbox, cases: &[Case]) -> Vec<Outcome> {
    let good = sandbox
        .load("good", &well_behaved(), &policy(PATIENT, "none").grant("good"))
        .unwrap();
    let before = verdict(&sandbox.run(&good, view()));
    assert!(before.contains("pods were counted"), "{before}");
    let check_one = |case: &Case| {
        let outcome = run(sandbox, case);
        assert_eq!(
            verdict(&sandbox.run(&good, view())),
            before,
            "the detector after {} ran differently",
            case.name
        );
        outcome
    };
    for case in cases {
        let Some(cure) = &case.cure else { continue };
        let outcome = run(
            sandbox,
            &Case {
                limits: cure.clone(),
                ..case.clone()
            },
        );
        assert_eq!(outcome, Outcome::Finished, "{} with {cure}", case.name);
    }
    let outcomes: Vec<Outcome> = cases.iter().map(check_one).collect();
    let wrong = cases
        .iter()
        .zip(&outcomes)
        .filter(|(case, outcome)| words(outcome) != case.expect);
    let wrong: Vec<String> = wrong
        .map(|(case, outcome)| {
            format!(
                "{}: expected `{}`, ended `{}`: {outcome}",
                case.name,
                case.expect,
                words(outcome)
            )
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    outcomes
}

#[test]
fn every_hostile_component_ends_as_expected_and_leaves_the_next_one_alone() {
    let cases = files();
    assert!(cases.len() >= 40, "only {} files", cases.len());
    let pooled = run_all(&Sandbox::new(settings(AllocationChoice::Probe)).unwrap(), &cases);
    let on_demand = run_all(&Sandbox::new(settings(AllocationChoice::OnDemand)).unwrap(), &cases);
    assert_eq!(pooled, on_demand);
}

#[test]
fn every_generated_bomb_ends_as_expected_and_leaves_the_next_one_alone() {
    run_all(
        &Sandbox::new(settings(AllocationChoice::Probe)).unwrap(),
        &generated::cases(),
    );
}
