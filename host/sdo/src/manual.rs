//! `sdo man`.

use crate::args::{Arguments, Color};
use crate::exit;
use crate::failure::Failure;
use crate::output;
use anyhow::Context;
use clap::CommandFactory;
use std::fs;
use std::path::Path;

pub(crate) fn run(folder: Option<&Path>, color: &Color) -> Result<u8, Failure> {
    match folder {
        Some(folder) => write_all(folder).map_err(Failure::usage)?,
        None => output::print(&page().map_err(Failure::internal)?, color)?,
    }
    Ok(exit::CLEAN)
}

fn page() -> anyhow::Result<String> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Arguments::command())
        .render(&mut page)
        .context("render the manual page")?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

fn write_all(folder: &Path) -> anyhow::Result<()> {
    let shown = || folder.display();
    fs::create_dir_all(folder).with_context(|| format!("make folder {}", shown()))?;
    clap_mangen::generate_to(Arguments::command(), folder)
        .with_context(|| format!("write manual pages into {}", shown()))
}
