//! JUnit XML, for CI: one suite a rule, one case a finding.

use crate::failure::Failure;
use crate::render::trouble;
use crate::report::Report;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use sdo_model::finding::Severity;
use sdo_pipeline::{DetectorRun, Finding, Status};

/// The report as XML. Findings at or over `threshold` fail, milder ones pass with their text as output.
///
/// # Errors
/// When the XML cannot be written.
pub fn render(report: &Report, threshold: Option<Severity>) -> Result<String, Failure> {
    let mut xml = quick_junit::Report::new("sdo check");
    for run in &report.round.detectors {
        let mut suite = TestSuite::new(run.name.as_str());
        let findings = report.round.findings.iter().filter(|finding| finding.rule == run.name);
        suite.add_test_cases(findings.map(|finding| case(finding, threshold)));
        if let Some(state) = state(run, report) {
            suite.add_test_case(state);
        } else if suite.test_cases.is_empty() {
            suite.add_test_case(TestCase::new("no finding", TestCaseStatus::success()));
        }
        xml.add_test_suite(suite);
    }
    let text = xml.to_string().map_err(Failure::internal)?;
    Ok(text.trim_end().to_owned() + "\n")
}

fn case(finding: &Finding, threshold: Option<Severity>) -> TestCase {
    let fails = threshold.is_some_and(|threshold| finding.severity >= threshold);
    let mut status = if fails {
        TestCaseStatus::non_success(NonSuccessKind::Failure)
    } else {
        TestCaseStatus::success()
    };
    if fails {
        status
            .set_type(finding.severity.as_str())
            .set_message(finding.summary.as_str())
            .set_description(details(finding));
    }
    let mut case = TestCase::new(finding.primary.to_string(), status);
    case.set_classname(finding.rule.as_str());
    if !fails {
        case.set_system_out(format!(
            "{}: {}\n{}",
            finding.severity.as_str(),
            finding.summary,
            details(finding)
        ));
    }
    case
}

fn details(finding: &Finding) -> String {
    let evidence = finding
        .evidence
        .iter()
        .map(|fact| format!("{} {}: {}\n", fact.object, fact.path, fact.value));
    let effects = finding
        .effects
        .iter()
        .map(|effect| format!("explains {}\n", effect.object));
    let next = finding.next.iter().map(|next| format!("next: {next}\n"));
    evidence.chain(effects).chain(next).collect()
}

/// A detector that did not finish is an error, a verdict that is unknown is skipped; neither passes.
fn state(run: &DetectorRun, report: &Report) -> Option<TestCase> {
    if !run.status.is_good() {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_type(run.status.code()).set_message(trouble(run));
        return Some(TestCase::new("detector", status));
    }
    let unknown = report.round.unknown.iter().filter(|entry| entry.rule == run.name);
    let reasons: Vec<String> = unknown
        .map(|entry| format!("{} {}", entry.kind, entry.reason))
        .collect();
    if reasons.is_empty() && run.status != Status::NotRun {
        return None;
    }
    let mut status = TestCaseStatus::skipped();
    status.set_message(format!("unknown: {}", reasons.join("; ")));
    Some(TestCase::new("coverage", status))
}
