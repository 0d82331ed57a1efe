use super::*;
use crate::plain::{Plain, finding};
use sdo_model::contract::detector::Severity::Critical;
use sdo_model::contract::detector::{Evidence, Finding as Raw, Unknown as RawUnknown};
use sdo_model::{Kind, KindSet, State};
use sdo_sandbox::{Cut, TrapKind};
use std::borrow::Cow;

fn answered(findings: Vec<Raw>, unknown: Vec<RawUnknown>) -> RunReport<Report> {
    RunReport {
        outcome: Outcome::Finished,
        answer: Some(Report { findings, unknown }),
        cut: Cut::default(),
        log: Default::default(),
        panic: None,
        trace: Vec::new(),
        fuel: 7,
        micros: 1,
        peak_memory: 0,
        clock: sdo_model::Clock::default(),
        overdue: false,
    }
}

fn trapped() -> RunReport<Report> {
    let outcome = Outcome::Trap {
        kind: TrapKind::Unreachable,
    };
    RunReport {
        outcome,
        answer: None,
        panic: Some("index out of\nbounds".to_owned()),
        ..answered(Vec::new(), Vec::new())
    }
}

fn candidate<'r>(rule: &str, needs: &[Kind], run: impl Fn() -> RunReport<Report> + Send + Sync + 'r) -> Candidate<'r> {
    Candidate {
        rule: rule.to_owned(),
        digest: format!("sha256:{rule}"),
        needs: needs.iter().copied().collect(),
        sees: KindSet::ALL.without(Kind::Secret),
        custom: Vec::new(),
        run: Box::new(run),
    }
}

fn options(jobs: usize, namespaces: &[&str]) -> Options {
    Options {
        jobs: NonZeroUsize::new(jobs).unwrap(),
        namespaces: namespaces.iter().map(|name| (*name).to_owned()).collect(),
        redact: |text| Cow::Owned(text.replace("hunter2", "***")),
    }
}

fn unknown(round: &Round) -> Vec<String> {
    round
        .unknown
        .iter()
        .map(|entry| format!("{} {}: {}", entry.rule, entry.kind, entry.reason))
        .collect()
}

#[test]
fn a_detector_whose_kind_is_unreadable_does_not_run_and_is_unknown() {
    for (state, word) in [(State::Missing, "missing"), (State::Forbidden, "forbidden")] {
        let mut cluster = Plain::default();
        cluster.cover("ConfigMap", None, state);
        let never = candidate("needs-config", &[Kind::Pod, Kind::ConfigMap], || {
            unreachable!("it must not run")
        });
        let round = round(&cluster, &[never], &options(1, &[]));
        assert_eq!(
            unknown(&round),
            [format!("needs-config ConfigMap: {word}: the collector said so")]
        );
        assert_eq!(round.detectors[0].status, Status::NotRun);
        assert!(round.findings.is_empty());
    }
}

#[test]
fn partial_coverage_keeps_the_findings_and_says_so() {
    let mut cluster = Plain::default();
    let web = cluster.add(Kind::Service, "demo/web");
    cluster.cover("Service", None, State::Partial);
    let runs = candidate("rule", &[Kind::Service], move || {
        answered(vec![finding(Critical, web, &[])], Vec::new())
    });
    let round = round(&cluster, &[runs], &options(1, &[]));
    assert_eq!(round.findings.len(), 1);
    assert_eq!(unknown(&round), ["rule Service: partial: the collector said so"]);
}

#[test]
fn only_the_namespaces_asked_for_have_to_be_known() {
    let mut cluster = Plain::default();
    cluster.cover("Service", None, State::Partial);
    cluster.cover("Service", Some("demo"), State::Complete);
    cluster.cover("Service", Some("dark"), State::Forbidden);
    let count = |namespaces: &[&str]| {
        let silent = candidate("rule", &[Kind::Service], || answered(Vec::new(), Vec::new()));
        round(&cluster, &[silent], &options(1, namespaces)).unknown.len()
    };
    assert_eq!((count(&["demo"]), count(&["demo", "dark"])), (0, 1));
}

#[test]
fn what_a_detector_could_not_decide_is_kept_once() {
    let entry = RawUnknown {
        kind: "Secret".to_owned(),
        reason: "namespace\ndark".to_owned(),
    };
    let unsure = candidate("rule", &[], || answered(Vec::new(), vec![entry.clone(), entry.clone()]));
    assert_eq!(
        unknown(&round(&Plain::default(), &[unsure], &options(1, &[]))),
        ["rule Secret: namespace\\ndark"]
    );
}

#[test]
fn a_finding_about_nothing_is_dropped_and_its_detector_named() {
    let mut cluster = Plain::default();
    let web = cluster.add(Kind::Service, "demo/web");
    let secret = cluster.add(Kind::Secret, "demo/key");
    let findings = vec![
        finding(Critical, Kind::Pod.id(9), &[]),
        finding(Critical, web, &[secret]),
        finding(Critical, secret, &[]),
    ];
    let stray = candidate("rule", &[], move || answered(findings.clone(), Vec::new()));
    let round = round(&cluster, &[stray], &options(1, &[]));
    assert_eq!(
        round
            .findings
            .iter()
            .map(|finding| finding.primary.name.as_str())
            .collect::<Vec<_>>(),
        ["web"]
    );
    assert!(
        round.findings[0].effects.is_empty(),
        "a Secret it may not read must not be named"
    );
    assert_eq!(round.detectors[0].status, Status::Ran(Outcome::BadOutput));
    assert!(
        round.detectors[0].note.starts_with("2 of the objects"),
        "{}",
        round.detectors[0].note
    );
}

#[test]
fn one_bad_detector_says_nothing_about_the_next() {
    let mut cluster = Plain::default();
    let web = cluster.add(Kind::Service, "demo/web");
    let good = candidate("good", &[], move || {
        answered(vec![finding(Critical, web, &[])], Vec::new())
    });
    let round = round(&cluster, &[candidate("evil", &[], trapped), good], &options(2, &[]));
    assert_eq!(round.findings.len(), 1);
    let shown: Vec<_> = round
        .detectors
        .iter()
        .map(|run| (run.name.as_str(), run.status.code(), run.note.as_str()))
        .collect();
    assert_eq!(
        shown,
        [
            ("evil", "trap", "it said: index out of\\nbounds"),
            ("good", "finished", "")
        ]
    );
}

#[test]
fn texts_are_masked_escaped_and_the_owner_is_added() {
    let mut cluster = Plain::default();
    let web = cluster.add(Kind::Deployment, "demo/web");
    let pod = cluster.pod("demo/web-1", "n1", &[web]);
    let raw = Raw {
        summary: "uses hunter2\u{1b}[2J".to_owned(),
        evidence: vec![Evidence {
            object: pod,
            path: "spec.env".to_owned(),
            value: "hunter2".to_owned(),
        }],
        ..finding(Critical, pod, &[])
    };
    let round = round(
        &cluster,
        &[candidate("rule", &[], move || answered(vec![raw.clone()], Vec::new()))],
        &options(1, &[]),
    );
    let finding = &round.findings[0];
    assert_eq!(finding.summary, "uses ***\\u{1b}[2J");
    assert_eq!(finding.evidence[0].value, "***");
    assert_eq!(
        (
            finding.related[0].object.to_string().as_str(),
            finding.related[0].role.as_str()
        ),
        ("Deployment demo/web", "owner")
    );
}

#[test]
fn the_same_fault_twice_is_one_finding_with_the_effects_of_both() {
    let mut cluster = Plain::default();
    let web = cluster.add(Kind::Service, "demo/web");
    let pods = [cluster.pod("demo/a", "", &[]), cluster.pod("demo/b", "", &[])];
    let twice = move || {
        answered(
            pods.iter().map(|pod| finding(Critical, web, &[*pod])).collect(),
            Vec::new(),
        )
    };
    let round = round(&cluster, &[candidate("rule", &[], twice)], &options(1, &[]));
    assert_eq!((round.findings.len(), round.findings[0].effects.len()), (1, 2));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut cluster = Plain::default();
    let services: Vec<u32> = (0..20)
        .map(|index| cluster.add(Kind::Service, &format!("demo/s{index}")))
        .collect();
    let with = |jobs| {
        let candidate = |(index, id): (usize, &u32)| {
            let id = *id;
            candidate(&format!("rule-{index}"), &[], move || {
                answered(vec![finding(Critical, id, &[])], Vec::new())
            })
        };
        let candidates: Vec<_> = services.iter().enumerate().map(candidate).collect();
        round(&cluster, &candidates, &options(jobs, &[]))
    };
    assert_eq!(with(1), with(8));
}
