//! Prints the kinds that a snapshot carries typed, as `kubectl` names them.

use sdo_model::Kind;
use std::io::{self, Write};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for kind in Kind::all().filter(|kind| *kind != Kind::Custom) {
        match kind.group() {
            "" => writeln!(out, "{}", kind.plural())?,
            group => writeln!(out, "{}.{group}", kind.plural())?,
        }
    }
    Ok(())
}
