//! The Rust forms of the WIT contract, written from `wit/` so that there is one source of truth.
//!
//! Three places get code: `host/model/src/contract` (types, prices, one trait an interface), `host/sandbox/src/contract` (what wasmtime
//! lifts and lowers, and the linker), `detector-sdk/src/native` (the same functions for native tests).

mod blank;
mod glue;
mod model;
mod native;
mod shape;

use anyhow::{Context, Result, bail};
use shape::Contract;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folder of the tree to generated files in it, by file name.
type Output = BTreeMap<&'static str, BTreeMap<String, String>>;

/// Writes every generated file.
pub(crate) fn write(root: &Path) -> Result<()> {
    for (folder, files) in generate(root)? {
        let folder = root.join(folder);
        fs::create_dir_all(&folder)?;
        for (name, text) in files {
            fs::write(folder.join(name), text)?;
        }
    }
    Ok(())
}

/// Fails when a generated file is not what `wit/` says.
pub(crate) fn check(root: &Path) -> Result<()> {
    for (folder, files) in generate(root)? {
        for (name, text) in files {
            let path = root.join(folder).join(&name);
            let found = fs::read_to_string(&path).with_context(|| format!("read {}", path.display()))?;
            if found != text {
                bail!("{folder}/{name} is not what wit/ says; run `cargo run -p xtask -- contract`");
            }
        }
    }
    Ok(())
}

fn generate(root: &Path) -> Result<Output> {
    let contract = Contract::read(&root.join("wit"))?;
    let mut output = Output::new();
    output.insert("host/model/src/contract", model::files(&contract));
    output.insert("host/sandbox/src/contract", glue::files(&contract));
    output.insert("detector-sdk/src/native", native::files(&contract));
    output.insert("host/sandbox/tests/view", blank::files(&contract));
    for files in output.values_mut() {
        format(files)?;
    }
    Ok(output)
}

/// Formats with the tree's own formatter, so that generated files obey `cargo fmt --check`.
fn format(files: &mut BTreeMap<String, String>) -> Result<()> {
    let folder = std::env::temp_dir().join(format!("sdo-contract-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let mut paths: Vec<PathBuf> = Vec::new();
    for (name, text) in files.iter() {
        let path = folder.join(name);
        fs::write(&path, text)?;
        paths.push(path);
    }
    let edition = ["--edition", "2024", "--config", "max_width=120"];
    let status = Command::new("rustfmt")
        .args(edition)
        .args(&paths)
        .status()
        .context("run rustfmt")?;
    if !status.success() {
        bail!("rustfmt refused the generated code in {}", folder.display());
    }
    for (path, text) in paths.iter().zip(files.values_mut()) {
        *text = fs::read_to_string(path)?;
    }
    fs::remove_dir_all(&folder)?;
    Ok(())
}
