//! Colours, in one place.

use anstyle::{AnsiColor, Style};
use sdo_model::State;
use sdo_model::finding::Severity;

const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(anstyle::Color::Ansi(colour)))
}

/// Names of sections.
pub(crate) const HEADING: Style = Style::new().bold();
/// What can be skipped.
pub(crate) const DIM: Style = Style::new().dimmed();
/// What is refused or failed.
pub(crate) const BAD: Style = colour(AnsiColor::Red).bold();
/// What is fine.
pub(crate) const GOOD: Style = colour(AnsiColor::Green);
/// Commands to copy.
pub(crate) const COMMAND: Style = colour(AnsiColor::Cyan);

/// The word of a severity.
pub(crate) fn severity_style(severity: Severity) -> Style {
    match severity {
        Severity::Critical => BAD,
        Severity::Warning => colour(AnsiColor::Yellow).bold(),
        Severity::Info => colour(AnsiColor::Blue).bold(),
    }
}

/// The word of a coverage state.
pub(crate) fn state_style(state: State) -> Style {
    match state {
        State::Complete => GOOD,
        State::Partial | State::Missing => colour(AnsiColor::Yellow),
        State::Forbidden => colour(AnsiColor::Red),
    }
}
