//! The walls W1 to W7 of `ARCHITECTURE.md`, held against the crate graph that cargo sees and the sources of the model crate.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests: what must not happen ends them, also in the functions that prepare them"
)]

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Kubernetes clients. `kube-core` is not among them: it holds types and selectors, and can reach no server.
const KUBERNETES_CLIENTS: &[&str] = &["kube", "kube-client", "kube-runtime"];
/// Clients of model providers.
const MODEL_CLIENTS: &[&str] = &["genai", "async-openai", "rig-core", "anthropic-sdk", "ollama-rs"];
/// What planning and domain code must never reach.
const RUNTIMES: &[&str] = &[
    "tokio",
    "kube",
    "kube-client",
    "kube-runtime",
    "sqlx",
    "sqlx-core",
    "wasmtime",
    "reqwest",
    "hyper",
    "ureq",
];
/// Crates that face a model, an agent or the network.
const FACING_OUT: &[&str] = &["sdo-responder", "sdo-api", "sdo-notify"];

/// What a detector may be built from: the SDK, and well-kept crates that only compute.
const DETECTOR_CRATES: &[&str] = &["sdo-detector-sdk", "regex-lite", "serde_json"];

/// Heavy or dangerous crates and the only workspace members that may depend on them.
const SINGLE_USERS: &[(&str, &str, &[&str])] = &[
    ("W1", "sdo-cluster-write", &["sdo-executor-core"]),
    ("W1", "sdo-executor-core", &["sdo-executor"]),
    ("W2", "kube", &["sdo-live", "sdo-footprint", "sdo-cluster-write"]),
    ("W2", "kube-client", &["sdo-live", "sdo-footprint", "sdo-cluster-write"]),
    (
        "W2",
        "kube-runtime",
        &["sdo-live", "sdo-footprint", "sdo-cluster-write"],
    ),
    ("W2", "sdo-footprint", &["sdo"]),
    ("W7", "wasmtime", &["sdo-sandbox"]),
    ("W7", "wasmtime-wasi", &["sdo-sandbox"]),
    ("W7", "git2", &["sdo-memory"]),
    ("W7", "sqlx", &["sdo-store"]),
    ("W7", "genai", &["sdo-responder"]),
];

/// Who depends on whom, by package name; dev-dependencies left out, every feature on.
#[derive(Clone, Default)]
struct Graph {
    edges: BTreeMap<String, BTreeSet<String>>,
    members: BTreeSet<String>,
    binaries: BTreeSet<String>,
}

impl Graph {
    fn read() -> Self {
        let metadata = MetadataCommand::new()
            .manifest_path(root().join("Cargo.toml"))
            .features(cargo_metadata::CargoOpt::AllFeatures)
            // Not offline: a build fetches no crates of other platforms, and their edges count too.
            .other_options(vec!["--locked".to_owned()])
            .exec()
            .expect("cargo metadata answers");
        Self::from_metadata(&metadata)
    }

    fn from_metadata(metadata: &Metadata) -> Self {
        let names: BTreeMap<_, String> = metadata
            .packages
            .iter()
            .map(|package| (package.id.clone(), package.name.to_string()))
            .collect();
        let mut graph = Graph::default();
        for package in metadata.workspace_packages() {
            graph.members.insert(package.name.to_string());
            if package.targets.iter().any(|target| target.is_bin()) {
                graph.binaries.insert(package.name.to_string());
            }
        }
        for node in &metadata.resolve.as_ref().expect("a resolved graph").nodes {
            let real = node.deps.iter().filter(|dependency| {
                dependency
                    .dep_kinds
                    .iter()
                    .any(|kind| kind.kind != DependencyKind::Development)
            });
            let targets = real.map(|dependency| names[&dependency.pkg].clone());
            graph.edges.entry(names[&node.id].clone()).or_default().extend(targets);
        }
        graph
    }

    fn with_edge(&self, from: &str, to: &str) -> Self {
        let mut graph = self.clone();
        graph.members.insert(from.to_owned());
        graph.edges.entry(from.to_owned()).or_default().insert(to.to_owned());
        if matches!(from, "sdo" | "sdo-executor") {
            graph.binaries.insert(from.to_owned());
        }
        graph
    }

    fn closure(&self, from: &str) -> BTreeSet<&str> {
        let mut seen = BTreeSet::new();
        let mut todo = vec![from];
        while let Some(name) = todo.pop() {
            for next in self.edges.get(name).into_iter().flatten() {
                if seen.insert(next.as_str()) {
                    todo.push(next);
                }
            }
        }
        seen
    }

    fn member_parents<'a>(&'a self, of: &'a str) -> impl Iterator<Item = &'a String> {
        self.members
            .iter()
            .filter(move |member| self.edges.get(*member).is_some_and(|edges| edges.contains(of)))
    }
}

fn violations(graph: &Graph) -> Vec<String> {
    let mut found = Vec::new();
    for (wall, guarded, allowed) in SINGLE_USERS {
        for parent in graph
            .member_parents(guarded)
            .filter(|parent| !allowed.contains(&parent.as_str()))
        {
            found.push(format!(
                "{wall}: {parent} depends on {guarded}; only {} may",
                allowed.join(", ")
            ));
        }
    }
    for outward in FACING_OUT {
        forbid(graph, "W2", outward, KUBERNETES_CLIENTS, &mut found);
    }
    for binary in &graph.binaries {
        let closure = graph.closure(binary);
        if closure.contains("sdo-cluster-write") && MODEL_CLIENTS.iter().any(|client| closure.contains(client)) {
            found.push(format!("W3: {binary} links a model client and the writing crate"));
        }
    }
    forbid(
        graph,
        "W5",
        "sdo-responder",
        &["sdo-executor-core", "sdo-cluster-write"],
        &mut found,
    );
    for pure in ["sdo-model", "sdo-runbook"] {
        forbid(graph, "W6", pure, RUNTIMES, &mut found);
    }
    found
}

fn forbid(graph: &Graph, wall: &str, from: &str, forbidden: &[&str], found: &mut Vec<String>) {
    let closure = graph.closure(from);
    let reached = forbidden.iter().filter(|name| closure.contains(*name));
    found.extend(reached.map(|name| format!("{wall}: {from} reaches {name}")));
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn the_crate_graph_respects_every_wall() {
    assert_eq!(violations(&Graph::read()), Vec::<String>::new());
}

/// Each line of `walls/planted.txt` is an edge that must not be, with the wall that forbids it.
#[test]
fn every_planted_forbidden_edge_is_found() {
    let graph = Graph::read();
    let planted = fs::read_to_string(root().join("tests/walls/planted.txt")).expect("the planted edges");
    for line in planted.lines().filter(|line| !line.starts_with('#')) {
        let (wall, chain) = line.split_once(": ").expect("`WALL: FROM -> TO`");
        let crates: Vec<&str> = chain.split(" -> ").collect();
        let broken = crates
            .windows(2)
            .fold(graph.clone(), |graph, pair| graph.with_edge(pair[0], pair[1]));
        let found = violations(&broken);
        assert!(
            found.iter().any(|text| text.starts_with(wall)),
            "`{line}` went unnoticed: {found:?}"
        );
    }
}

/// The direct dependencies of every member, as a reviewed list. `SDO_BLESS=1` rewrites it.
#[test]
fn every_edge_of_the_workspace_is_on_the_reviewed_list() {
    let graph = Graph::read();
    let examples = example_detectors();
    let mut text = String::new();
    for member in graph.members.iter().filter(|member| !examples.contains(*member)) {
        let edges: Vec<&str> = graph.edges[member].iter().map(String::as_str).collect();
        text += &format!("{member}: {}\n", edges.join(" "));
    }
    let path = root().join("tests/walls/edges.txt");
    if env::var_os("SDO_BLESS").is_some() {
        fs::write(&path, &text).expect("the list can be written");
    }
    let listed = fs::read_to_string(&path).expect("the reviewed list");
    assert_eq!(text, listed, "review the new edge, then run with SDO_BLESS=1");
}

#[test]
fn an_example_detector_depends_on_the_sdk_and_allow_listed_crates_only() {
    let graph = Graph::read();
    for example in example_detectors() {
        let foreign = graph.edges[&example]
            .iter()
            .filter(|name| !DETECTOR_CRATES.contains(&name.as_str()));
        assert_eq!(foreign.collect::<Vec<_>>(), Vec::<&String>::new(), "{example}");
    }
}

fn example_detectors() -> BTreeSet<String> {
    let entries = fs::read_dir(root().join("example-detectors")).expect("the example detectors");
    entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect()
}

/// W4: a view that can only be asked through `&self` cannot change what it shows.
#[test]
fn no_trait_of_the_model_crate_takes_a_mutable_receiver() {
    for path in rust_files(&root().join("host/model/src")) {
        let text = fs::read_to_string(&path).expect("a source file");
        assert_eq!(mutable_trait_methods(&text), Vec::<String>::new(), "{}", path.display());
    }
}

#[test]
fn a_trait_with_a_mutable_receiver_is_noticed() {
    assert_eq!(
        mutable_trait_methods("pub trait Write { fn scale(&mut self, replicas: u32); }"),
        ["Write::scale"]
    );
}

fn mutable_trait_methods(source: &str) -> Vec<String> {
    let file = syn::parse_file(source).expect("Rust");
    let traits = file.items.iter().filter_map(|item| {
        if let syn::Item::Trait(item) = item {
            Some(item)
        } else {
            None
        }
    });
    traits
        .flat_map(|item| item.items.iter().map(move |method| (item, method)))
        .filter_map(|(item, method)| match method {
            syn::TraitItem::Fn(method) => Some((item, &method.sig)),
            _ => None,
        })
        .filter(|(_, sig)| sig.receiver().is_some_and(|receiver| receiver.mutability.is_some()))
        .map(|(item, sig)| format!("{}::{}", item.ident, sig.ident))
        .collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .expect("a source folder")
        .map(|entry| entry.expect("an entry").path());
    entries
        .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}
