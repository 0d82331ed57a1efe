//! `sdo policy rbac` for a detector that reads custom resources: policy decides, a cluster knows the name.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests: what must not happen ends them, also in the functions that prepare them"
)]

use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use tempfile::TempDir;
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::Resolve;

/// What the detector reads.
const RESOURCE: &str = "example.org/Gateway";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A component that counts the custom resources that its spec lists.
fn component() -> Vec<u8> {
    let mut resolve = Resolve::default();
    resolve.push_dir(root().join("wit/cluster@0.1.0")).unwrap();
    let (detector, _) = resolve.push_dir(root().join("wit/detector@0.1.0")).unwrap();
    let world = resolve.select_world(&[detector], Some("detector")).unwrap();
    // The spec lies at 1024: its name first, the list of custom resources 44 bytes further.
    let core = format!(
        "(module
           (import \"sdo:cluster/custom-resources@0.1.0\" \"count\" (func $count
             (param i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32)))
           (memory (export \"memory\") 1)
           (data (i32.const 64) \"gateways-counted\") (data (i32.const 128) \"{RESOURCE}\")
           (data (i32.const 256) \"\\80\\00\\00\\00\\{:02x}\\00\\00\\00\")
           (data (i32.const 1024) \"\\40\\00\\00\\00\\10\\00\\00\\00\")
           (data (i32.const 1068) \"\\00\\01\\00\\00\\01\\00\\00\\00\")
           (func (export \"cabi_realloc\") (param i32 i32 i32 i32) (result i32) unreachable)
           (func (export \"spec\") (result i32) (i32.const 1024))
           (func (export \"detect\") (result i32)
             {} (call $count) unreachable))",
        RESOURCE.len(),
        "(i32.const 0) ".repeat(16),
    );
    let mut module = wat::parse_str(core).unwrap();
    embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8, false).unwrap();
    ComponentEncoder::default().module(&module).unwrap().encode().unwrap()
}

/// A folder with the component and a policy that grants these custom resources.
fn folder(granted: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("gateways-counted.wasm"), component()).unwrap();
    let policy = sdo_sandbox::policy::DEFAULT.replace("\n  custom: []\n", &format!("\n  custom: [{granted}]\n"));
    fs::write(folder.path().join("policy.yaml"), policy).unwrap();
    folder
}

/// The YAML that the command prints, and its rules.
fn roles(folder: &TempDir, flags: &[&str]) -> (String, Value) {
    let file = |name: &str| folder.path().join(name);
    let mut command = Command::new(env!("CARGO_BIN_EXE_sdo"));
    command.args(["policy", "rbac", "--no-builtin", "--detectors"]);
    command
        .arg(file("gateways-counted.wasm"))
        .arg("--policy")
        .arg(file("policy.yaml"));
    let output = command.args(flags).output().unwrap();
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).unwrap();
    let documents: Vec<Value> = serde_saphyr::from_multiple(&text).unwrap();
    let role = documents
        .iter()
        .find(|document| document["kind"] == "ClusterRole")
        .unwrap();
    let rules = role["rules"].clone();
    (text, rules)
}

fn reads(plural: &str) -> Value {
    json!([{ "apiGroups": ["example.org"], "resources": [plural], "verbs": ["list", "watch"] }])
}

/// An API server that serves one group, and a kubeconfig that names it.
fn server(folder: &TempDir, kind: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || listener.incoming().for_each(|stream| answer(stream.unwrap(), kind)));
    let config = json!({
        "apiVersion": "v1", "kind": "Config", "current-context": "c",
        "contexts": [{ "name": "c", "context": { "cluster": "c", "user": "u" } }],
        "clusters": [{ "name": "c", "cluster": { "server": format!("http://{address}") } }],
        "users": [{ "name": "u", "user": {} }],
    });
    let file = folder.path().join("kubeconfig");
    fs::write(&file, config.to_string()).unwrap();
    file.to_str().unwrap().to_owned()
}

fn answer(mut stream: TcpStream, kind: &str) {
    let lines: Vec<String> = BufReader::new(stream.try_clone().unwrap())
        .lines()
        .map(Result::unwrap)
        .take_while(|line| !line.is_empty())
        .collect();
    let body = match lines[0].split(' ').nth(1) {
        Some("/apis/example.org") => json!({ "preferredVersion": { "version": "v1" } }),
        _ => json!({ "resources": [{ "name": "gateways", "kind": kind }] }),
    };
    let body = body.to_string();
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).unwrap();
}

#[test]
fn without_a_cluster_the_name_is_guessed_and_the_text_says_so() {
    let folder = folder("{ group: example.org, kind: Gateway }");
    let (text, rules) = roles(&folder, &[]);
    assert_eq!(rules, reads("gatewaies"));
    assert!(
        text.contains("# The plural of Gateway is as Kubernetes guesses it; --live asks the cluster.\n"),
        "{text}"
    );
    assert!(text.contains("# Needed by gateways-counted.\n"), "{text}");
}

#[test]
fn a_cluster_says_what_its_custom_resource_is_called() {
    let folder = folder("{ group: example.org, kind: Gateway }");
    let kubeconfig = server(&folder, "Gateway");
    let (text, rules) = roles(&folder, &["--live", "--kubeconfig", &kubeconfig]);
    assert_eq!(rules, reads("gateways"));
    assert!(!text.contains("guess"), "{text}");
}

#[test]
fn a_custom_resource_that_no_cluster_serves_is_guessed_and_the_text_says_why() {
    let folder = folder("{ group: example.org, kind: Gateway }");
    let kubeconfig = server(&folder, "Doorway");
    let (text, rules) = roles(&folder, &["--live", "--kubeconfig", &kubeconfig]);
    assert_eq!(rules, reads("gatewaies"));
    assert!(text.contains("guesses it: the API server does not serve it"), "{text}");
}

#[test]
fn what_policy_does_not_grant_is_in_no_role_whatever_a_spec_lists() {
    let folder = folder("{ group: example.org, kind: Other }");
    assert_eq!(roles(&folder, &[]).1, json!([]));
}
