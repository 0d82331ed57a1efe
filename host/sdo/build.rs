//! Embeds the built-in detectors: every `*.wasm` of `target/detectors`, or of the folder that `SDO_BUILTIN_DETECTORS` names.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

const OVERRIDE: &str = "SDO_BUILTIN_DETECTORS";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-env-changed={OVERRIDE}");
    let named = env::var_os(OVERRIDE).map(PathBuf::from);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join(named.as_deref().unwrap_or(Path::new("target/detectors")));
    println!("cargo:rerun-if-changed={}", folder.display());
    let files = components(&folder)?;
    // An empty folder that somebody named is a decision; the default one without detectors is a forgotten step.
    if files.is_empty() && named.is_none() {
        return Err(format!("no *.wasm in {}: run scripts/build-detectors first", folder.display()).into());
    }
    let mut source = String::from("&[\n");
    for file in &files {
        println!("cargo:rerun-if-changed={}", file.display());
        let name = file
            .file_stem()
            .and_then(|name| name.to_str())
            .ok_or("the name of a detector's file is no UTF-8")?;
        writeln!(
            source,
            "    ({name:?}, include_bytes!({:?}).as_slice()),",
            file.display().to_string()
        )?;
    }
    source.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("builtin.rs"), source)?;
    Ok(())
}

fn components(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let entries = fs::read_dir(folder).map_err(|error| {
        format!(
            "the built-in detectors are not built ({}: {error}): run scripts/build-detectors first",
            folder.display()
        )
    })?;
    let paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()?;
    let mut files: Vec<PathBuf> = paths
        .into_iter()
        .filter(|path| path.extension().is_some_and(|name| name == "wasm"))
        .collect();
    files = files.iter().map(fs::canonicalize).collect::<Result<_, _>>()?;
    files.sort();
    Ok(files)
}
