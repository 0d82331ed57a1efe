//! Rows of the requirements that single detectors prove.

use crate::bench::{Bench, root};
use sdo_detector_sdk::testing::{Case, Verdict, cases};
use sdo_model::Kind;
use sdo_model::contract::detector::Finding;
use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

fn cases_of(rule: &str) -> Vec<Case> {
    cases(&root().join("example-detectors").join(rule))
}

fn findings_of(rule: &str) -> Vec<Finding> {
    let bench = Bench::get();
    let firing = cases_of(rule)
        .into_iter()
        .filter(|case| case.expect.verdict == Verdict::Firing);
    firing
        .flat_map(|case| bench.run(bench.named(rule), case.snapshot()).report.findings)
        .collect()
}

#[test]
fn sdo_34_findings_carry_playbook_references_with_bound_roles() {
    let findings = findings_of("service-without-ready-endpoints");
    assert!(
        findings
            .iter()
            .any(|finding| !finding.playbooks.is_empty() && !finding.bindings.is_empty())
    );
}

#[test]
fn sdo_36_the_primary_object_exists_in_every_finding() {
    let bench = Bench::get();
    for (detector, case) in bench.cases() {
        let run = bench.run(detector, case.snapshot());
        for finding in &run.report.findings {
            assert!(
                run.snapshot.meta(finding.primary).is_some(),
                "{} / {}",
                detector.spec.name,
                case.name
            );
        }
    }
}

#[test]
fn sdo_37_a_finding_routes_to_several_playbooks_or_to_none() {
    let several = findings_of("service-without-ready-endpoints");
    assert!(several.iter().any(|finding| finding.playbooks.len() >= 2));
    let none = findings_of("pods-by-phase");
    assert!(!none.is_empty() && none.iter().all(|finding| finding.playbooks.is_empty()));
}

#[test]
fn sdo_37_every_playbook_that_a_detector_routes_to_is_in_the_tree() {
    let folders = root().join("playbooks");
    for detector in Bench::get().detectors() {
        for name in &detector.spec.playbooks {
            let page = folders.join(name).join("README.md");
            assert!(
                page.is_file(),
                "{} routes to playbook {name}: no {}",
                detector.spec.name,
                page.display()
            );
        }
    }
}

/// The demo dump holds several independent faults; no alert source is involved.
#[test]
fn sdo_13_and_37_detectors_alone_find_the_faults_of_the_demo_dump_and_fire_together() {
    let mut builder = sdo_snapshot::Builder::new("demo");
    let inputs = vec![sdo_snapshot::load::Input::Path(root().join("tests/demo"))];
    sdo_snapshot::load::load(inputs, &mut builder, &Default::default()).expect("the demo dump");
    let round = Bench::get().round_of_all(Arc::new(builder.finish()));
    let rules: BTreeSet<&str> = round.findings.iter().map(|finding| finding.rule.as_str()).collect();
    for rule in [
        "service-selects-nothing",
        "config-reference-missing",
        "image-unpullable",
        "tls-certificate-expired",
    ] {
        assert!(rules.contains(rule), "{rule} is not among {rules:?}");
    }
}

#[test]
fn sdo_55_every_spec_declares_an_interval_and_only_kinds_that_exist() {
    for detector in Bench::get().detectors() {
        let spec = &detector.spec;
        assert!(spec.interval >= 5, "{}", spec.name);
        assert!(!detector.needs().is_empty(), "{} declares no kind", spec.name);
        for kind in &spec.optional_kinds {
            let read = Kind::from_name(kind).is_some_and(|kind| detector.detector.imports().reads().contains(kind));
            assert!(read, "{}: optional kind {kind} is not read", spec.name);
        }
    }
}

#[test]
fn sdo_56_every_detector_has_its_source_and_a_markdown_page_that_is_its_explanation() {
    for detector in Bench::get().detectors() {
        let folder = root().join("example-detectors").join(&detector.spec.name);
        assert!(folder.join("src/lib.rs").is_file(), "{}", detector.spec.name);
        let page = fs::read_to_string(folder.join("README.md")).expect("a README.md");
        assert_eq!(detector.spec.explanation, page, "{}", detector.spec.name);
        assert!(
            page.starts_with(&format!("# {}\n", detector.spec.name)),
            "{}",
            detector.spec.name
        );
    }
}

#[test]
fn sdo_74_a_recovered_or_young_symptom_is_silent() {
    for rule in ["container-crash-looping", "pods-by-phase", "image-unpullable"] {
        let silent = cases_of(rule)
            .into_iter()
            .filter(|case| case.expect.verdict == Verdict::Silent);
        assert!(silent.count() >= 2, "{rule} has too few silent near misses");
    }
}

#[test]
fn sdo_75_every_finding_has_concise_evidence_that_names_a_field() {
    let bench = Bench::get();
    for (detector, case) in bench.cases() {
        for finding in bench.run(detector, case.snapshot()).report.findings {
            let name = format!("{} / {}", detector.spec.name, case.name);
            assert!(
                (1..=10).contains(&finding.evidence.len()),
                "{name}: {} pieces of evidence",
                finding.evidence.len()
            );
            assert!(
                finding.evidence.iter().all(|evidence| !evidence.path.is_empty()),
                "{name}"
            );
            assert!(!finding.summary.is_empty() && !finding.summary.contains('\n'), "{name}");
            assert!(finding.summary.len() <= 300, "{name}: {}", finding.summary);
        }
    }
}

#[test]
fn sdo_76_service_without_ready_endpoints_carries_pod_and_service_detail() {
    let findings = findings_of("service-without-ready-endpoints");
    assert!(!findings.is_empty());
    for finding in findings {
        assert_eq!(Kind::of_id(finding.primary).map(|(kind, _)| kind), Some(Kind::Service));
        let touched: BTreeSet<_> = finding
            .evidence
            .iter()
            .filter_map(|item| Kind::of_id(item.object))
            .map(|(kind, _)| kind)
            .collect();
        assert!(
            touched.contains(&Kind::Pod) && touched.contains(&Kind::Service),
            "{touched:?}"
        );
    }
}

#[test]
fn sdo_77_pods_by_phase_hints_at_events_container_states_logs_and_owner() {
    for finding in findings_of("pods-by-phase") {
        let next = finding.next.join("\n");
        for word in ["describe", "logs", "events"] {
            assert!(next.contains(word), "{next}");
        }
    }
}

#[test]
fn sdo_78_one_component_is_one_rule_and_names_it() {
    let mut seen = BTreeSet::new();
    for detector in Bench::get().detectors() {
        assert!(seen.insert(&detector.spec.name), "{} twice", detector.spec.name);
        assert_eq!(detector.spec.name, detector.detector.name());
    }
}
