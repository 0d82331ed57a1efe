//! Every form of one report against the files of `tests/golden`; `SDO_BLESS=1` writes them anew.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests: what must not happen ends them, also in the functions that prepare them"
)]

use sdo::document::{Document, schema};
use sdo::render::{junit, markdown, sarif, text};
use sdo::{KindCoverage, Report, RuleText};
use sdo_model::State;
use sdo_model::finding::Severity;
use sdo_pipeline::{DetectorRun, Effect, Evidence, Finding, ObjectName, Related, Round, Status, Unknown};
use sdo_sandbox::{Cut, Outcome, TrapKind};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// 2026-11-30 18:03:01 UTC.
const NOW: i64 = 1_796_061_781;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn compare(path: &Path, actual: &str) {
    if env::var_os("SDO_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        return fs::write(path, actual).unwrap();
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert_eq!(
        actual,
        expected,
        "{} differs; SDO_BLESS=1 writes it anew",
        path.display()
    );
}

fn golden(name: &str, actual: &str) {
    compare(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name),
        actual,
    );
}

fn object(kind: &str, namespace: &str, name: &str) -> ObjectName {
    ObjectName {
        kind: kind.into(),
        namespace: namespace.into(),
        name: name.into(),
        group: String::new(),
    }
}

fn effect(object: ObjectName) -> Effect {
    Effect {
        object,
        rule: None,
        severity: None,
        summary: None,
        fingerprint: None,
    }
}

fn finding(rule: &str, severity: Severity, primary: ObjectName, summary: &str) -> Finding {
    Finding {
        rule: rule.into(),
        severity,
        summary: summary.into(),
        primary,
        related: Vec::new(),
        evidence: Vec::new(),
        fingerprint: "0123456789abcdef".into(),
        cause: "0123456789abcdef".into(),
        effects: Vec::new(),
        next: Vec::new(),
        since: None,
        playbooks: Vec::new(),
        bindings: Vec::new(),
        metadata: Vec::new(),
    }
}

fn selects_nothing() -> Finding {
    let web = object("Service", "demo", "web");
    let deployment = object("Deployment", "demo", "web");
    Finding {
        related: vec![
            Related {
                object: object("Ingress", "demo", "front"),
                role: "entry".into(),
            },
            Related {
                object: deployment.clone(),
                role: "target".into(),
            },
        ],
        evidence: vec![
            Evidence {
                object: web.clone(),
                path: "spec.selector".into(),
                value: "app=web-ui".into(),
            },
            Evidence {
                object: deployment,
                path: "spec.template.metadata.labels".into(),
                value: "app=web".into(),
            },
        ],
        next: vec!["kubectl -n demo get pods -l app=web --show-labels".into()],
        since: Some(NOW - 189),
        ..finding(
            "service-selects-nothing",
            Severity::Critical,
            web,
            "selects app=web-ui, but the pods of Deployment demo/web carry app=web",
        )
    }
}

fn config_missing() -> Finding {
    let pods = ["2xkcp", "gh6wt", "r9vjs", "zzzzz"]
        .map(|end| effect(object("Pod", "demo", &format!("mailer-84d7c6b8f5-{end}"))));
    let folded = Effect {
        rule: Some("replicas-missing".into()),
        severity: Some(Severity::Critical),
        summary: Some("0 of 3 replicas are ready".into()),
        fingerprint: Some("fedcba9876543210".into()),
        ..effect(object("Deployment", "demo", "mailer"))
    };
    Finding {
        effects: [folded].into_iter().chain(pods).collect(),
        playbooks: vec!["restore-config".into()],
        metadata: vec![("nearest".into(), "mailer-conf".into())],
        ..finding(
            "config-reference-missing",
            Severity::Critical,
            object("Deployment", "demo", "mailer"),
            "needs ConfigMap mailer-config (envFrom of container app), which does not exist; nearest: mailer-conf",
        )
    }
}

/// What a hostile cluster could make of a summary, after the pipeline made it safe.
fn hostile() -> Finding {
    finding(
        "pods-by-phase",
        Severity::Info,
        object("Pod", "demo", "日本-\\u{202e}x"),
        "says ![x](https://evil.example) <b>@all</b>\\nCRITICAL Pod a/b `rm` ]]> \\u{1b}[31m",
    )
}

fn run(name: &str, status: Status) -> DetectorRun {
    DetectorRun {
        name: name.into(),
        digest: format!("sha256:{name}"),
        status,
        note: String::new(),
        fuel: 1_000,
        micros: 50,
        cut: Cut::default(),
    }
}

fn covered(kind: &str, state: State, count: usize, reason: &str) -> KindCoverage {
    KindCoverage {
        kind: kind.into(),
        state,
        count,
        reason: reason.into(),
    }
}

fn report() -> Report {
    let unknown = |rule: &str, kind: &str, reason: &str| Unknown {
        rule: rule.into(),
        kind: kind.into(),
        reason: reason.into(),
    };
    let finished = || Status::Ran(Outcome::Finished);
    let names = ["config-reference-missing", "pods-by-phase", "service-selects-nothing"];
    let mut detectors: Vec<DetectorRun> = names.iter().map(|name| run(name, finished())).collect();
    let trap = Status::Ran(Outcome::Trap {
        kind: TrapKind::Unreachable,
    });
    detectors.insert(
        1,
        DetectorRun {
            note: "it said: index out of bounds".into(),
            ..run("evil", trap)
        },
    );
    detectors.push(run("tls-certificate-expired", Status::NotRun));
    let text = |name: &&str| {
        let explanation = "## Invariant\n\nSee [the docs](https://kubernetes.io).".to_owned();
        (
            (*name).to_owned(),
            RuleText {
                title: format!("Title of {name}"),
                explanation,
                version: "0.1.0".into(),
            },
        )
    };
    Report {
        digest: "ab".repeat(32),
        time: Some(NOW),
        source: "dumps/broken cluster.tar.gz".into(),
        version: "v1.36.3".into(),
        kubelets: BTreeSet::from(["v1.36.2".to_owned()]),
        nodes: 3,
        objects: 214,
        coverage: vec![
            covered("Pod", State::Complete, 14, ""),
            covered("Service", State::Partial, 3, "only namespace demo was collected"),
            covered(
                "Secret",
                State::Forbidden,
                0,
                "secrets is forbidden: User \"viewer\" cannot list resource",
            ),
            covered("Event", State::Missing, 0, "not in the snapshot"),
        ],
        needed: ["Pod", "Service", "Secret"].map(str::to_owned).to_vec(),
        problems: vec![(
            "dump/pods.json".into(),
            "line 7: the document ends in the middle".into(),
        )],
        more_problems: 0,
        round: Round {
            findings: vec![config_missing(), selects_nothing(), hostile()],
            unknown: vec![
                unknown(
                    "service-selects-nothing",
                    "Service",
                    "partial: only namespace demo was collected",
                ),
                unknown("tls-certificate-expired", "Secret", "forbidden: secrets is forbidden"),
            ],
            detectors,
        },
        hidden: 0,
        rules: names.iter().map(text).collect(),
        millis: 9,
        cost: None,
    }
}

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn text_says_everything_worst_first() {
    golden("check.txt", &plain(&text::render(&report(), 100)));
}

#[test]
fn text_fits_a_narrow_terminal() {
    let shown = plain(&text::render(&report(), 50));
    golden("check-narrow.txt", &shown);
}

#[test]
fn nothing_found_is_said_with_its_coverage() {
    let mut clean = report();
    clean.round = Round {
        detectors: vec![run("service-selects-nothing", Status::Ran(Outcome::Finished))],
        ..Round::default()
    };
    clean.coverage.truncate(1);
    clean.problems.clear();
    golden("check-clean.txt", &plain(&text::render(&clean, 100)));
    clean.cost = Some(sdo_live::Cost {
        requests: 39,
        bytes: 12_340_000,
        time: std::time::Duration::from_millis(420),
    });
    golden("check-live.txt", &plain(&text::render(&clean, 100)));
}

#[test]
fn json_has_the_documented_shape() {
    let json = serde_json::to_string_pretty(&Document::from(&report())).unwrap() + "\n";
    golden("check.json", &json);
}

#[test]
fn the_schema_of_the_configuration_in_docs_is_that_of_the_types() {
    let schema = serde_json::to_value(sdo::config::schema()).unwrap();
    compare(
        &root().join("docs/schema/config.json"),
        &(serde_json::to_string_pretty(&schema).unwrap() + "\n"),
    );
    let written: serde_json::Value = serde_yaml_ng::from_str(sdo::config::DEFAULT).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(&written).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn the_schema_in_docs_is_that_of_the_types_and_accepts_a_real_report() {
    let schema = serde_json::to_value(schema()).unwrap();
    compare(
        &root().join("docs/schema/check.json"),
        &(serde_json::to_string_pretty(&schema).unwrap() + "\n"),
    );
    let document = serde_json::to_value(Document::from(&report())).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&document)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    let mut wrong = document;
    wrong["findings"][0]["severity"] = "fatal".into();
    assert!(!validator.is_valid(&wrong));
}

#[test]
fn sarif_carries_fingerprints_and_no_links() {
    let log = sarif::render(&report());
    assert_eq!(
        log["runs"][0]["results"][0]["partialFingerprints"]["sdo/v1"],
        "0123456789abcdef"
    );
    golden("check.sarif", &(serde_json::to_string_pretty(&log).unwrap() + "\n"));
}

#[test]
fn junit_fails_at_the_threshold_and_skips_what_is_unknown() {
    golden(
        "check.junit.xml",
        &junit::render(&report(), Some(Severity::Critical)).unwrap(),
    );
}

#[test]
fn markdown_makes_no_link_image_or_mention_of_cluster_text() {
    let page = markdown::render(&report());
    golden("check.md", &page);
    assert!(!page.contains("](http") && !page.contains("<b>") && !page.contains("@all"));
}

#[test]
fn filters_keep_what_concerns_a_namespace_and_count_what_they_hide() {
    let shown = report().filtered(Severity::Critical, &["demo".to_owned()]);
    assert_eq!((shown.round.findings.len(), shown.hidden), (2, 1));
    assert_eq!(report().filtered(Severity::Info, &["other".to_owned()]).hidden, 3);
}
