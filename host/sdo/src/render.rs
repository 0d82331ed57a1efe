//! The forms that a report can take.

pub mod junit;
pub mod markdown;
pub mod sarif;
pub(crate) mod style;
pub(crate) mod table;
pub mod text;
pub(crate) mod time;
pub(crate) mod wrap;

use crate::failure::Failure;
use sdo_pipeline::{DetectorRun, Status};
use serde::Serialize;

/// Indented JSON with a final newline.
pub(crate) fn json(value: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value).map_err(Failure::internal)?;
    Ok(text + "\n")
}

/// YAML with a final newline.
pub(crate) fn yaml(value: &impl Serialize) -> Result<String, Failure> {
    let text =
        serde_saphyr::to_string(value).map_err(|error| Failure::internal(anyhow::anyhow!("write YAML: {error}")))?;
    Ok(format!("{}\n", text.trim_end()))
}

/// What is to be said about a detector beside its findings, as the end of "detector X ..."; empty when all is well.
pub(crate) fn trouble(run: &DetectorRun) -> String {
    let how = match &run.status {
        Status::Ran(outcome) if outcome.is_finished() => String::new(),
        Status::Ran(outcome) => outcome.to_string(),
        Status::NotRun => "did not run: a kind it needs was not readable".to_owned(),
        Status::HostError(error) => format!("could not be loaded: {error}"),
    };
    match (how.is_empty(), run.note.is_empty()) {
        (true, _) => run.note.clone(),
        (false, true) => how,
        (false, false) => format!("{how} ({})", run.note),
    }
}
