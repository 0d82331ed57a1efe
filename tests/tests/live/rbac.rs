//! `deploy/` against a real API server: the role is exact, manifests and chart are the same objects, and a cluster takes them.

use crate::turns::together;
use sdo_tests::live::{Output, kubectl, run, until};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use std::{env, fs};
use tempfile::NamedTempFile;

/// Controllers make pods, and the API server takes in new roles, within moments.
const PATIENCE: Duration = Duration::from_secs(60);
/// As which release the chart is the manifests.
const NAME: &str = "sdo";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn deploy(path: &str) -> String {
    root().join("deploy").join(path).to_str().unwrap().to_owned()
}

/// What `sdo ARGUMENTS` gives, of the program that was built beside this test.
fn sdo(arguments: &[&str]) -> Output {
    let test = env::current_exe().unwrap();
    let program = test.parent().unwrap().parent().unwrap().join("sdo");
    run(Command::new(program).args(arguments), "").unwrap()
}

fn documents(text: &str) -> Vec<Value> {
    let documents = serde_yaml_ng::Deserializer::from_str(text);
    let values = documents.map(|document| Value::deserialize(document).unwrap());
    values.filter(|value| !value.is_null()).collect()
}

/// Objects in the cluster; they go when this does.
struct Applied(String);

impl Applied {
    fn new(objects: impl Into<String>) -> Self {
        let applied = Self(objects.into());
        let arguments = ["apply", "--server-side", "--force-conflicts", "-f", "-"];
        let output = run(Command::new("kubectl").args(arguments), &applied.0).unwrap();
        assert_eq!(output.code, Some(0), "{}", output.errors);
        applied
    }

    /// A namespace that takes only pods of the strictest standard.
    fn namespace(name: &str) -> Self {
        let labels = json!({ "pod-security.kubernetes.io/enforce": "restricted" });
        let metadata = json!({ "name": name, "labels": labels });
        Self::new(json!({ "apiVersion": "v1", "kind": "Namespace", "metadata": metadata }).to_string())
    }
}

impl Drop for Applied {
    fn drop(&mut self) {
        let arguments = ["delete", "--ignore-not-found", "--wait=false", "-f", "-"];
        match run(Command::new("kubectl").args(arguments), &self.0) {
            Ok(output) if output.code == Some(0) => {}
            other => eprintln!("{other:?}"),
        }
    }
}

/// A kubeconfig of a service account.
fn kubeconfig(namespace: &str, account: &str) -> NamedTempFile {
    let token = kubectl(&["-n", namespace, "create", "token", account]).unwrap();
    let config = kubectl(&["config", "view", "--raw", "--minify", "-o", "json"]).unwrap();
    let mut config: Value = serde_json::from_str(&config).unwrap();
    config["users"][0]["user"] = json!({ "token": token.trim() });
    let file = NamedTempFile::new().unwrap();
    fs::write(file.path(), config.to_string()).unwrap();
    file
}

/// That exactly these kinds cannot be read with the token of an account, and so many can. A role that was just bound may take a
/// moment. Kinds that no detector reads are not asked for.
fn assert_reads(namespace: &str, account: &str, complete: usize, forbidden: &[&str]) {
    let config = kubeconfig(namespace, account);
    let path = config.path().to_str().unwrap();
    let arguments = ["check", "--live", "-o", "json", "--kubeconfig", path];
    let read = until("right coverage", PATIENCE, || {
        let output = sdo(&arguments);
        let Ok(report) = serde_json::from_str::<Value>(&output.text) else {
            return Ok(Err(output.errors));
        };
        let kinds = |state: &str| -> Vec<String> {
            let coverage = report["coverage"].as_array().unwrap().iter();
            let those = coverage.filter(|entry| entry["state"] == state);
            those.map(|entry| text(&entry["kind"])).collect()
        };
        let (read, refused) = (kinds("complete"), kinds("forbidden"));
        Ok(match refused == forbidden && read.len() == complete {
            true => Ok(()),
            false => Err(format!("{refused:?} is refused, {} kinds are read", read.len())),
        })
    });
    read.unwrap();
}

/// How many kinds the role of the manifests lets its account read.
fn granted() -> usize {
    let roles = documents(&fs::read_to_string(deploy("manifests/rbac.yaml")).unwrap());
    let rules = roles.iter().filter(|role| role["kind"] == "ClusterRole");
    let rules = rules.flat_map(|role| role["rules"].as_array().unwrap());
    rules.filter(|rule| rule["verbs"] == json!(["list", "watch"])).count()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// `verb group/resource[name]` for each permission of a rule.
fn permissions(rule: &Value) -> Vec<String> {
    let words = |key: &str| -> Vec<String> {
        let words = rule[key].as_array().into_iter().flatten();
        words.map(text).collect()
    };
    let names = match words("resourceNames") {
        names if names.is_empty() => vec![String::new()],
        names => names,
    };
    let mut permissions = Vec::new();
    for verb in words("verbs") {
        for group in words("apiGroups") {
            for resource in words("resources") {
                permissions.extend(names.iter().map(|name| format!("{verb} {group}/{resource}[{name}]")));
            }
        }
    }
    permissions
}

/// What the API server lets an account do to resources, less what it lets everybody ask about himself.
fn allowed(account: &NamedTempFile, namespace: &str) -> BTreeSet<String> {
    let review = json!({
        "apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectRulesReview", "spec": { "namespace": namespace }
    });
    let mut command = Command::new("kubectl");
    command.arg("--kubeconfig").arg(account.path());
    // The account may not read the definitions against which kubectl would check what it sends.
    let create = ["create", "--validate=false", "-o", "json", "-f", "-"];
    let output = run(command.args(create), &review.to_string()).unwrap();
    assert_eq!(output.code, Some(0), "{}", output.errors);
    let answer: Value = serde_json::from_str(&output.text).unwrap();
    assert_eq!(answer["status"]["incomplete"], false, "{answer}");
    let rules = answer["status"]["resourceRules"].as_array().unwrap().iter();
    let all = rules.flat_map(permissions);
    all.filter(|permission| !permission.contains("/selfsubject")).collect()
}

/// That the account may do what the manifest says, and nothing else.
fn assert_rights() {
    let account = kubeconfig(NAME, NAME);
    let roles = documents(&fs::read_to_string(deploy("manifests/rbac.yaml")).unwrap());
    let of = |kind: &str| -> BTreeSet<String> {
        let roles = roles.iter().filter(|role| role["kind"] == kind);
        roles
            .flat_map(|role| role["rules"].as_array().unwrap())
            .flat_map(permissions)
            .collect()
    };
    let (everywhere, here) = (of("ClusterRole"), of("Role"));
    let is_read = |permission: &&String| permission.starts_with("list ") || permission.starts_with("watch ");
    let writes: Vec<&String> = everywhere.iter().filter(|permission| !is_read(permission)).collect();
    assert_eq!(
        writes,
        [
            "create authentication.k8s.io/tokenreviews[]",
            "create authorization.k8s.io/subjectaccessreviews[]",
            "create events.k8s.io/events[]"
        ]
    );
    assert_eq!(allowed(&account, "default"), everywhere);
    assert_eq!(allowed(&account, NAME), everywhere.union(&here).cloned().collect());
}

fn helm(arguments: &[&str]) -> String {
    static HELM: OnceLock<String> = OnceLock::new();
    let helm = HELM.get_or_init(|| {
        let output = run(&mut Command::new(root().join("scripts/helm")), "").unwrap();
        assert_eq!(output.code, Some(0), "{}", output.errors);
        output.text.trim().to_owned()
    });
    let output = run(Command::new(helm).args(arguments), "").unwrap();
    assert_eq!(
        output.code,
        Some(0),
        "helm {arguments:?}: {}{}",
        output.errors,
        output.text
    );
    output.text
}

/// Objects by kind and name, without what only says who made them: labels of the objects, comments and layout of `sdo.yaml`.
fn substance(objects: Vec<Value>) -> BTreeMap<String, Value> {
    let named = objects.into_iter().map(|mut object| {
        object["metadata"].as_object_mut().unwrap().remove("labels");
        let configuration = object["data"]["sdo.yaml"]
            .as_str()
            .map(|text| serde_yaml_ng::from_str(text).unwrap());
        if let Some(configuration) = configuration {
            object["data"]["sdo.yaml"] = configuration;
        }
        (
            format!("{} {}", text(&object["kind"]), text(&object["metadata"]["name"])),
            object,
        )
    });
    named.collect()
}

/// That a Deployment has its pods: admission let them in.
fn assert_let_in(namespace: &str, name: &str, pods: u64) {
    let made = until("pods", PATIENCE, || {
        let deployment = kubectl(&["-n", namespace, "get", "deployment", name, "-o", "json"])?;
        let deployment: Value = serde_json::from_str(&deployment)?;
        let status = &deployment["status"];
        Ok(match status["replicas"].as_u64() {
            Some(made) if made > 0 => Ok(made),
            _ => Err(status.to_string()),
        })
    });
    assert_eq!(made.unwrap(), pods);
}

#[test]
fn a_cluster_takes_the_manifests_and_their_account_can_do_what_they_say_and_nothing_else() {
    let _turn = together();
    let _applied = Applied::new(kubectl(&["kustomize", &deploy("manifests")]).unwrap());
    assert_let_in(NAME, NAME, 1);
    assert_reads(NAME, NAME, granted(), &["Secret"]);
    assert_rights();
}

#[test]
fn with_what_the_command_prints_every_kind_is_read() {
    let _turn = together();
    let _namespace = Applied::namespace("reads-all");
    let roles = sdo(&["policy", "rbac", "--namespace", "reads-all", "--name", "reads-all"]);
    assert_eq!(roles.code, Some(0), "{}", roles.errors);
    let _applied = Applied::new(roles.text);
    assert_reads("reads-all", "reads-all", granted() + 1, &[]);
}

#[test]
fn the_chart_with_its_default_values_is_the_manifests() {
    helm(&["lint", "--strict", &deploy("helm/sdo")]);
    let chart = helm(&["template", NAME, &deploy("helm/sdo"), "--namespace", NAME]);
    let mut manifests = substance(documents(&kubectl(&["kustomize", &deploy("manifests")]).unwrap()));
    // A release is put into a namespace that is there.
    assert!(manifests.remove("Namespace sdo").is_some());
    let chart = substance(documents(&chart));
    assert_eq!(chart.keys().collect::<Vec<_>>(), manifests.keys().collect::<Vec<_>>());
    for (name, object) in &chart {
        assert_eq!(object, &manifests[name], "{name}");
    }
}

#[test]
fn a_cluster_takes_the_chart_with_every_part_of_it_and_its_account_reads_every_kind() {
    let _turn = together();
    let _namespace = Applied::namespace("charted");
    let values = "replicas=2,persistence.enabled=false,rbac.secrets=true,podLabels.team=a,podAnnotations.a=b,\
                  networkPolicy.apiServer[0].ipBlock.cidr=10.0.0.1/32,service.annotations.a=b,serviceAccount.annotations.a=b,\
                  rbac.extraRules[0].apiGroups[0]=cert-manager.io,rbac.extraRules[0].resources[0]=certificates,\
                  rbac.extraRules[0].verbs[0]=list,rbac.extraRules[0].verbs[1]=watch";
    let chart = deploy("helm/sdo");
    let _applied = Applied::new(helm(&[
        "template",
        "eyes",
        &chart,
        "--namespace",
        "charted",
        "--set",
        values,
    ]));
    assert_let_in("charted", "eyes-sdo", 2);
    assert_reads("charted", "eyes-sdo", granted() + 1, &[]);
}

#[test]
fn a_cluster_takes_the_sidecar_and_lets_its_pods_in() {
    let _turn = together();
    let _namespace = Applied::namespace("shop");
    let roles = sdo(&[
        "policy",
        "rbac",
        "--namespace",
        "shop",
        "--name",
        "shop-sdo",
        "--leases",
    ]);
    assert_eq!(roles.code, Some(0), "{}", roles.errors);
    let _roles = Applied::new(roles.text);
    let _applied = Applied::new(fs::read_to_string(deploy("manifests/sidecar.yaml")).unwrap());
    assert_let_in("shop", "shop", 2);
}

#[test]
fn the_components_leave_the_volume_out_and_let_secrets_in() {
    let objects = substance(documents(&kubectl(&["kustomize", &deploy("example")]).unwrap()));
    assert!(!objects.contains_key("PersistentVolumeClaim sdo"));
    let pod = &objects["Deployment sdo"]["spec"]["template"]["spec"];
    let volumes = pod["volumes"].as_array().unwrap();
    assert!(
        volumes.contains(&json!({ "name": "state", "emptyDir": { "sizeLimit": "3Gi" } })),
        "{volumes:?}"
    );
    let rules = objects["ClusterRole sdo"]["rules"].as_array().unwrap();
    assert!(rules.iter().any(|rule| rule["resources"] == json!(["secrets"])));
}
