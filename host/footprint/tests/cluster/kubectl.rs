//! What an administrator does.

use sdo_footprint::Footprint;
use sdo_live::Target;
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Runs `kubectl`; its output when it succeeds, and its errors when not.
pub(crate) fn try_kubectl(arguments: &[&str], input: &str) -> Result<String, String> {
    let mut child = Command::new("kubectl")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("kubectl is found");
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    match output.status.success() {
        true => Ok(String::from_utf8(output.stdout).unwrap()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

pub(crate) fn kubectl(arguments: &[&str]) -> String {
    try_kubectl(arguments, "").unwrap_or_else(|error| panic!("kubectl {arguments:?}: {error}"))
}

pub(crate) fn apply(objects: &Value) {
    try_kubectl(&["apply", "-f", "-"], &objects.to_string()).unwrap_or_else(|error| panic!("{error}"));
}

pub(crate) fn get(arguments: &[&str]) -> Value {
    let output = kubectl(&[&["get", "-o", "json"], arguments].concat());
    serde_json::from_str(&output).unwrap()
}

/// A namespace as new.
pub(crate) fn namespace(name: &str) {
    kubectl(&["delete", "namespace", name, "--ignore-not-found"]);
    kubectl(&["create", "namespace", name]);
    let started = Instant::now();
    while try_kubectl(&["-n", name, "get", "serviceaccount", "default"], "").is_err() {
        assert!(started.elapsed() < PATIENCE, "no default service account in {name}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The kubeconfig of these tests, as one document.
pub(crate) fn config() -> Value {
    let config = kubectl(&["config", "view", "--raw", "--minify", "--flatten", "-o", "json"]);
    serde_json::from_str(&config).unwrap()
}

/// A footprint by `config`, and the file that must outlive it.
pub(crate) async fn footprint(config: &Value) -> (Footprint, NamedTempFile) {
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(config.to_string().as_bytes()).unwrap();
    let target = Target {
        kubeconfig: Some(file.path().to_owned()),
        context: None,
    };
    (Footprint::open(&target).await.unwrap(), file)
}

/// `config` with the token of a service account in place of what was there.
pub(crate) fn as_account(config: &Value, namespace: &str, account: &str) -> Value {
    let token = kubectl(&["-n", namespace, "create", "token", account]);
    let mut config = config.clone();
    config["users"][0]["user"] = json!({ "token": token.trim() });
    config
}
