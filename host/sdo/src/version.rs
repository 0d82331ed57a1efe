//! `sdo version`.

use crate::args::Color;
use crate::exit;
use crate::failure::Failure;
use crate::library;
use crate::output;

pub(crate) fn run(color: &Color) -> Result<u8, Failure> {
    let text = format!(
        "sdo {}\ncontract sdo:cluster@0.1.0, sdo:detector@0.1.0\n{} built-in detectors\n",
        env!("CARGO_PKG_VERSION"),
        library::built_in().len()
    );
    output::print(&text, color)?;
    Ok(exit::CLEAN)
}
