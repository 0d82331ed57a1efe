//! What stands in `deploy/` against what the program says; `SDO_BLESS=1` writes it anew.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests: what must not happen ends them, also in the functions that prepare them"
)]

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

fn deploy(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(path)
}

fn compare(path: &Path, actual: &str) {
    if env::var_os("SDO_BLESS").is_some() {
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

fn documents(text: &str) -> Vec<Value> {
    serde_saphyr::from_multiple(text).unwrap()
}

fn manifests(path: &str) -> Vec<Value> {
    documents(&fs::read_to_string(deploy(path)).unwrap())
}

/// The `sdo.yaml` of each ConfigMap in a manifest.
fn configurations(path: &str) -> Vec<String> {
    let documents = manifests(path);
    let texts = documents
        .iter()
        .filter_map(|document| document["data"]["sdo.yaml"].as_str());
    texts.map(str::to_owned).collect()
}

/// What `sdo policy rbac` prints for a configuration.
fn roles(configuration: &str, flags: &[&str]) -> String {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), configuration).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sdo"));
    command
        .args(["policy", "rbac", "--config"])
        .arg(file.path())
        .args(flags);
    let output = command.stdin(Stdio::null()).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), errors.as_ref()), (Some(0), ""), "{flags:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The rules of the role that detectors need, as they are written.
fn rules(roles: &str) -> &str {
    let role = roles
        .split("---\n")
        .find(|document| document.contains("kind: ClusterRole\n"))
        .unwrap();
    role.split_once("rules:\n").unwrap().1
}

fn role<'d>(documents: &'d [Value], name: &str) -> &'d Value {
    documents
        .iter()
        .find(|document| document["kind"] == "ClusterRole" && document["metadata"]["name"] == name)
        .unwrap()
}

#[test]
fn the_roles_of_manifests_and_chart_are_what_the_command_prints() {
    let configuration = &configurations("manifests/configmap.yaml")[0];
    let roles = roles(configuration, &["--without-secrets"]);
    compare(&deploy("manifests/rbac.yaml"), &roles);
    let rules: String = rules(&roles)
        .lines()
        .map(|line| line.strip_prefix("  ").unwrap().to_owned() + "\n")
        .collect();
    let rules = format!("# Made by the test that makes manifests/rbac.yaml; do not edit.\n{rules}");
    compare(&deploy("helm/sdo/files/rules.yaml"), &rules);
}

#[test]
fn what_detectors_need_is_listed_and_watched_by_name_and_nothing_else() {
    let roles = manifests("manifests/rbac.yaml");
    let rules = role(&roles, "sdo")["rules"].as_array().unwrap();
    assert!(rules.len() > 20, "{rules:?}");
    for rule in rules {
        assert_eq!(rule["verbs"], json!(["list", "watch"]), "{rule}");
        let words = [&rule["apiGroups"][0], &rule["resources"][0]];
        assert!(words.iter().all(|word| !word.as_str().unwrap().contains('*')), "{rule}");
        assert_ne!(rule["resources"], json!(["secrets"]));
    }
}

#[test]
fn the_component_for_secrets_adds_what_the_role_has_with_them() {
    let configuration = &configurations("manifests/configmap.yaml")[0];
    let with = documents(&roles(configuration, &[]));
    let without = manifests("manifests/rbac.yaml");
    let mut rules = role(&without, "sdo")["rules"].as_array().unwrap().clone();
    let component = &manifests("components/secrets/kustomization.yaml")[0];
    let patch = documents(component["patches"][0]["patch"].as_str().unwrap());
    rules.push(patch[0][0]["value"].clone());
    let sorted = |rules: &[Value]| {
        let mut rules: Vec<String> = rules.iter().map(Value::to_string).collect();
        rules.sort();
        rules
    };
    assert_eq!(sorted(&rules), sorted(role(&with, "sdo")["rules"].as_array().unwrap()));
}

#[test]
fn the_roles_of_the_sidecar_are_bound_to_the_account_that_its_pod_uses() {
    let configuration = &configurations("manifests/sidecar.yaml")[0];
    let roles = documents(&roles(configuration, &["--namespace", "shop", "--name", "shop-sdo"]));
    let sidecar = manifests("manifests/sidecar.yaml");
    let pod = &sidecar
        .iter()
        .find(|document| document["kind"] == "Deployment")
        .unwrap()["spec"]["template"]["spec"];
    let account = json!({ "kind": "ServiceAccount", "name": pod["serviceAccountName"], "namespace": "shop" });
    let bindings: Vec<&Value> = roles
        .iter()
        .filter(|document| document["subjects"].is_array())
        .collect();
    assert_eq!(bindings.len(), 3);
    assert!(
        bindings.iter().all(|binding| binding["subjects"] == json!([account])),
        "{bindings:?}"
    );
}

/// What no edit of a manifest may lose.
#[test]
fn every_pod_runs_without_privileges_and_shows_its_token_to_sdo_alone() {
    for (path, name) in [("manifests/deployment.yaml", "sdo"), ("manifests/sidecar.yaml", "shop")] {
        let documents = manifests(path);
        let deployment = documents
            .iter()
            .find(|document| document["kind"] == "Deployment")
            .unwrap();
        assert_eq!(deployment["metadata"]["name"], name);
        let pod = &deployment["spec"]["template"]["spec"];
        assert_eq!(pod["securityContext"]["runAsNonRoot"], true);
        assert_eq!(pod["securityContext"]["seccompProfile"]["type"], "RuntimeDefault");
        let containers = [&pod["initContainers"], &pod["containers"]];
        let containers: Vec<&Value> = containers.iter().filter_map(|list| list.as_array()).flatten().collect();
        for container in &containers {
            let context = &container["securityContext"];
            assert_eq!(context["allowPrivilegeEscalation"], false, "{path}");
            assert_eq!(context["readOnlyRootFilesystem"], true, "{path}");
            assert_eq!(context["capabilities"], json!({ "drop": ["ALL"] }), "{path}");
        }
        assert!(
            pod["automountServiceAccountToken"] == false || containers.len() == 1,
            "{path}"
        );
    }
}

/// Numbers that stand in two places.
#[test]
fn manifests_chart_and_program_have_one_version_and_one_port() {
    let version = env!("CARGO_PKG_VERSION");
    for path in ["manifests/deployment.yaml", "manifests/sidecar.yaml"] {
        let text = fs::read_to_string(deploy(path)).unwrap();
        assert!(
            text.contains(&format!("image: ghcr.io/sdo-project/sdo:{version}\n")),
            "{path}"
        );
    }
    let chart = &manifests("helm/sdo/Chart.yaml")[0];
    assert_eq!(
        (&chart["version"], &chart["appVersion"]),
        (&json!(version), &json!(version))
    );
    let values = &manifests("helm/sdo/values.yaml")[0];
    let configuration: Value = serde_saphyr::from_str(&configurations("manifests/configmap.yaml")[0]).unwrap();
    assert_eq!(values["config"], configuration);
    assert_eq!(configuration["http"]["listen"], "0.0.0.0:7780");
    assert_eq!(manifests("manifests/service.yaml")[0]["spec"]["ports"][0]["port"], 7780);
}

#[test]
fn the_seccomp_profile_allows_by_name_and_refuses_what_would_lead_out() {
    let profile: Value = serde_json::from_str(&fs::read_to_string(deploy("seccomp/sdo.json")).unwrap()).unwrap();
    assert_eq!(profile["defaultAction"], "SCMP_ACT_ERRNO");
    let groups = profile["syscalls"].as_array().unwrap();
    assert!(groups.iter().all(|group| group["action"] == "SCMP_ACT_ALLOW"));
    let free: Vec<&str> = groups
        .iter()
        .filter(|group| group["args"].is_null())
        .flat_map(|group| group["names"].as_array().unwrap())
        .filter_map(Value::as_str)
        .collect();
    for call in [
        "ptrace",
        "mount",
        "unshare",
        "setns",
        "bpf",
        "keyctl",
        "socket",
        "clone",
        "clone3",
        "io_uring_setup",
        "process_vm_readv",
    ] {
        assert!(!free.contains(&call), "{call}");
    }
    // Those by which the compiling child locks itself up.
    for call in [
        "seccomp",
        "prctl",
        "landlock_create_ruleset",
        "landlock_add_rule",
        "landlock_restrict_self",
    ] {
        assert!(free.contains(&call), "{call}");
    }
}
