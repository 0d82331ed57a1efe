//! `sdo completion`.

use crate::args::{Arguments, Color};
use crate::exit;
use crate::failure::Failure;
use crate::output;
use clap::CommandFactory;
use clap_complete::Shell;

pub(crate) fn run(shell: Shell, color: &Color) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "sdo", &mut script);
    output::print(&String::from_utf8_lossy(&script), color)?;
    Ok(exit::CLEAN)
}
