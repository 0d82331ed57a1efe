//! Chores of this tree.
//!
//! - `xtask contract [--check]` writes the Rust forms of the WIT contract; with `--check` it only says whether they are current.
//! - `xtask componentize CORE.wasm... --out DIR` turns core modules into components.

mod componentize;
mod contract;

use anyhow::{Result, bail};
use std::path::{Path, PathBuf};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["contract"] => contract::write(&root()),
        ["contract", "--check"] => contract::check(&root()),
        ["componentize", "--out", out, modules @ ..] => {
            let modules: Vec<PathBuf> = modules.iter().map(PathBuf::from).collect();
            componentize::run(&modules, Path::new(out))
        }
        _ => bail!("usage: xtask contract [--check] | xtask componentize --out DIR CORE.wasm..."),
    }
}

/// The top of the tree.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
