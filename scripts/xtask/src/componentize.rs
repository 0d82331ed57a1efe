//! Core modules to components, in process.

use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// Writes `out/NAME.wasm` for each core module `NAME.wasm`, underscores in names become dashes.
pub(crate) fn run(modules: &[PathBuf], out: &Path) -> Result<()> {
    fs::create_dir_all(out).with_context(|| format!("make {}", out.display()))?;
    for module in modules {
        let name = module
            .file_stem()
            .context("a module has a file name")?
            .to_string_lossy()
            .replace('_', "-");
        let bytes = fs::read(module).with_context(|| format!("read {}", module.display()))?;
        let component = encode(&bytes).with_context(|| format!("componentize {}", module.display()))?;
        let target = out.join(format!("{name}.wasm"));
        fs::write(&target, component).with_context(|| format!("write {}", target.display()))?;
    }
    Ok(())
}

fn encode(module: &[u8]) -> Result<Vec<u8>> {
    wit_component::ComponentEncoder::default()
        .validate(true)
        .module(module)?
        .encode()
}
