//! Components built when a contract version was released still load, and give the same findings.
//!
//! `tests/frozen/VERSION/NAME/` holds `component.wasm`, `cluster.yaml` and `report.txt`. Components are never rebuilt; a report is only ever
//! written once (`SDO_BLESS=1`), when its component is added.

use crate::bench::{Bench, root};
use sdo_model::contract::Cluster;
use sdo_sandbox::Policy;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const NOW: &str = "2026-11-30T18:00:00Z";

#[test]
fn every_frozen_component_loads_and_gives_the_same_report() {
    let folders: Vec<PathBuf> = folders(&root().join("tests/frozen"))
        .iter()
        .flat_map(|version| folders(version))
        .collect();
    assert!(folders.len() >= 3, "only {} frozen components", folders.len());
    for folder in folders {
        let report = run(&folder);
        let path = folder.join("report.txt");
        if std::env::var_os("SDO_BLESS").is_some() && !path.exists() {
            fs::write(&path, &report).expect("the report can be written");
        }
        assert_eq!(
            report,
            fs::read_to_string(&path).expect("the frozen report"),
            "{}",
            folder.display()
        );
    }
}

fn folders(parent: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = fs::read_dir(parent)
        .expect("the frozen components")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders
}

fn run(folder: &Path) -> String {
    let name = folder.file_name().expect("a name").to_string_lossy();
    let grant = Policy::embedded().expect("the default policy").grant(&name);
    let sandbox = Bench::get().sandbox();
    let bytes = fs::read(folder.join("component.wasm")).expect("a component");
    let detector = sandbox
        .load(&name, &bytes, &grant)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let cluster = fs::read(folder.join("cluster.yaml")).expect("a cluster");
    let snapshot = sdo_snapshot::fixture(&cluster, Default::default(), Some(NOW)).expect("a snapshot");
    let view: Arc<dyn Cluster> = Arc::new(snapshot);
    let run = sandbox.run(&detector, view);
    format!(
        "{:#?}\n",
        run.answer.unwrap_or_else(|| panic!("{name}: {}", run.outcome))
    )
}
