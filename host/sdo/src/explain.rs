//! `sdo check --explain RULE`.

use crate::args::{Color, Detectors};
use crate::exit;
use crate::failure::Failure;
use crate::library::{Order, unknown_rule};
use crate::output;
use crate::render::style::HEADING;
use sdo_pipeline::one_line;
use std::fmt::Write;
use std::num::NonZeroUsize;

/// Bytes of a line of the explanation.
const MAX_LINE: usize = 4_000;

pub(crate) fn run(rule: &str, detectors: &Detectors, color: &Color) -> Result<u8, Failure> {
    let library = Order::read(detectors)?.load(NonZeroUsize::MIN)?.library;
    let loaded = library
        .ready
        .iter()
        .find(|loaded| loaded.spec.name == rule)
        .ok_or_else(|| unknown_rule(rule, &library))?;
    let spec = &loaded.spec;
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{HEADING}{}{HEADING:#} {}\n{}\n",
        spec.name,
        one_line(&spec.version, MAX_LINE),
        one_line(&spec.title, MAX_LINE)
    );
    for line in spec.explanation.trim().lines() {
        let _ = writeln!(text, "{}", one_line(line, MAX_LINE));
    }
    let names = |kinds: sdo_model::KindSet| kinds.iter().map(|kind| kind.plural()).collect::<Vec<_>>().join(", ");
    let sharpened = loaded.detector.grants().minus(loaded.needs());
    let _ = writeln!(text, "\nNeeds: {}", names(loaded.needs()));
    if !sharpened.is_empty() {
        let _ = writeln!(text, "Uses where readable: {}", names(sharpened));
    }
    output::print(&text, color)?;
    Ok(exit::CLEAN)
}
