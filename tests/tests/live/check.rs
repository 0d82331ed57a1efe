//! `sdo check --live` against a real API server.

use crate::turns::together;
use sdo_tests::live::{apply, kubectl, program, run};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The controllers take a moment to make what a fault breaks.
const PATIENCE: Duration = Duration::from_secs(120);
/// Rule and object of each fault in `check.yaml`.
const FAULTS: [(&str, &str); 4] = [
    ("service-selects-nothing", "Service live/web"),
    ("storage-class-missing", "PersistentVolumeClaim live/data"),
    ("config-reference-missing", "Deployment live/mailer"),
    ("request-exceeds-any-node", "Deployment live/giant"),
];

fn apply_file(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/live").join(file);
    apply(&fs::read_to_string(path).unwrap()).unwrap();
}

/// The report of `sdo check ARGUMENTS -o json`.
fn check(arguments: &[&str], input: &str) -> Value {
    let mut command = Command::new(program().unwrap());
    let output = run(command.args(["check", "-o", "json"]).args(arguments), input).unwrap();
    serde_json::from_str(&output.text).unwrap_or_else(|error| panic!("{error}: {}", output.errors))
}

fn live() -> Value {
    check(&["--live"], "")
}

/// Rule and primary object of every finding in the namespace of these tests.
fn findings(report: &Value) -> BTreeSet<(String, String)> {
    let findings = report["findings"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    findings
        .filter(|finding| finding["primary"]["namespace"] == "live")
        .map(|finding| {
            let primary = &finding["primary"];
            let object = format!("{} live/{}", text(&primary["kind"]), text(&primary["name"]));
            (text(&finding["rule"]), object)
        })
        .collect()
}

fn state<'r>(report: &'r Value, kind: &str) -> &'r Value {
    let coverage = report["coverage"].as_array().unwrap();
    coverage.iter().find(|entry| entry["kind"] == kind).unwrap()
}

/// The cluster with the faults in it, once they show.
fn broken() -> &'static BTreeSet<(String, String)> {
    static BROKEN: OnceLock<BTreeSet<(String, String)>> = OnceLock::new();
    BROKEN.get_or_init(|| {
        apply_file("check.yaml");
        let wanted = FAULTS.map(|(rule, object)| (rule.to_owned(), object.to_owned()));
        let started = Instant::now();
        loop {
            let found = findings(&live());
            if wanted.iter().all(|fault| found.contains(fault)) {
                return found;
            }
            assert!(started.elapsed() < PATIENCE, "after {PATIENCE:?} only {found:?}");
            sleep(Duration::from_secs(1));
        }
    })
}

#[test]
fn the_faults_of_a_live_cluster_are_found_by_object_and_rule() {
    let _turn = together();
    let found = broken();
    let strange: Vec<_> = found
        .iter()
        .filter(|(_, object)| !FAULTS.iter().any(|(_, known)| known == object))
        .collect();
    assert!(strange.is_empty(), "{strange:?}");
}

/// A list of several kinds does not tell that a kind without objects was asked for; the cluster does.
#[test]
fn the_cluster_and_a_dump_of_it_give_the_same_findings_where_the_dump_knows() {
    let _turn = together();
    broken();
    let kinds = kubectl(&["api-resources", "--verbs=list", "-o", "name"]).unwrap();
    let kinds: Vec<&str> = kinds.lines().collect();
    let dump = kubectl(&["get", &kinds.join(","), "-A", "-o", "json"]).unwrap();
    let dump = check(&["-"], &dump);
    let (in_dump, in_cluster) = (findings(&dump), findings(&live()));
    assert!(in_dump.is_subset(&in_cluster), "{in_dump:?} {in_cluster:?}");
    assert!(in_dump.len() >= 3, "{in_dump:?}");
    let unknown = dump["unknown"].as_array().unwrap();
    for (rule, object) in in_cluster.difference(&in_dump) {
        assert!(
            unknown.iter().any(|entry| entry["rule"] == rule.as_str()),
            "{rule} about {object}"
        );
    }
}

/// The findings as they were printed.
fn printed(arguments: &[&str]) -> String {
    #[derive(Deserialize)]
    struct Report<'a> {
        #[serde(borrow)]
        findings: &'a RawValue,
    }
    let mut command = Command::new(program().unwrap());
    let output = run(command.args(["check", "-o", "json"]).args(arguments), "").unwrap();
    let report: Report<'_> = serde_json::from_str(&output.text).unwrap();
    report.findings.get().to_owned()
}

#[test]
fn a_snapshot_that_was_saved_live_gives_the_same_findings_again_byte_for_byte() {
    let _turn = together();
    broken();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cluster.tar.gz");
    let file = file.to_str().unwrap();
    let live = printed(&["--live", "--save", file]);
    assert!(live.contains("storage-class-missing"), "{live}");
    assert_eq!(printed(&[file]), live);
}

#[test]
fn every_kind_is_asked_for_once_and_what_it_cost_is_told() {
    let _turn = together();
    let report = live();
    let kinds = report["coverage"].as_array().unwrap();
    let asked = kinds.iter().filter(|entry| entry["state"] == "complete").count() as u64;
    assert!(asked > 20, "{kinds:?}");
    // One request more asks for the version; pages come on top where a kind has more than 500 objects.
    let cost = &report["snapshot"]["cost"];
    let pages: u64 = kinds.iter().map(|entry| entry["count"].as_u64().unwrap() / 500).sum();
    assert_eq!(cost["requests"].as_u64().unwrap(), asked + 1 + pages);
    assert!(cost["bytes"].as_u64().unwrap() > 0);
    assert!(report["snapshot"]["version"].as_str().unwrap().starts_with("v1."));
}

#[test]
fn a_kind_with_more_than_a_page_is_read_to_its_end() {
    let _turn = together();
    broken();
    let maps: Vec<Value> = (0..1200)
        .map(|index| serde_json::json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": format!("many-{index:04}"), "namespace": "live" } }))
        .collect();
    let list = serde_json::json!({ "apiVersion": "v1", "kind": "List", "items": maps });
    let create = ["create", "-f", "-"];
    let errors = run(Command::new("kubectl").args(create), &list.to_string())
        .unwrap()
        .errors;
    assert!(errors.is_empty() || errors.contains("already exists"), "{errors}");
    let report = live();
    let maps = state(&report, "ConfigMap");
    assert_eq!(maps["state"], "complete");
    assert!(maps["count"].as_u64().unwrap() >= 1200, "{maps}");
}

#[test]
fn a_kind_that_may_not_be_read_is_unknown_and_all_others_are_as_before() {
    let _turn = together();
    broken();
    apply_file("reader.yaml");
    let token = kubectl(&["-n", "live", "create", "token", "reader"]).unwrap();
    let config = kubectl(&["config", "view", "--raw", "--minify", "-o", "json"]).unwrap();
    let mut config: Value = serde_json::from_str(&config).unwrap();
    config["users"][0]["user"] = serde_json::json!({ "token": token.trim() });
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), config.to_string()).unwrap();
    let report = check(&["--live", "--kubeconfig", file.path().to_str().unwrap()], "");
    let secrets = state(&report, "Secret");
    assert_eq!(secrets["state"], "forbidden");
    assert!(
        secrets["reason"].as_str().unwrap().contains("secrets is forbidden"),
        "{secrets}"
    );
    let unknown = report["unknown"].as_array().unwrap();
    assert!(
        unknown
            .iter()
            .any(|entry| entry["rule"] == "tls-certificate-expired" && entry["kind"] == "Secret")
    );
    let found = findings(&report);
    for (rule, object) in FAULTS {
        assert!(
            found.contains(&(rule.to_owned(), object.to_owned())),
            "{object} is not among {found:?}"
        );
    }
}
