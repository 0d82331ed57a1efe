//! What was found, a line each.

use crate::exit;
use crate::render::style::{BAD, COMMAND, DIM, GOOD, HEADING, severity_style};
use crate::render::wrap::paragraph;
use anstyle::Style;
use sdo_model::finding::Severity;
use sdo_pipeline::one_line;
use serde::Serialize;
use std::fmt::Write;

/// Bytes of what is told of one check, and of one thing to do; the longest is an error of the store with its path.
const MAX_TEXT: usize = 2_000;
/// Columns of the longest word for how something stands and two spaces.
const WORDS: usize = 6;
/// Columns of the longest name of a check and two spaces.
const NAMES: usize = 15;

/// How something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum State {
    /// As it should be.
    Ok,
    /// Not looked at, because something else is in the way.
    Skipped,
    /// A host runs, and not as well as it could.
    Warn,
    /// A host does not run, or not for long.
    Fail,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Check {
    /// What: a word that stays.
    pub(super) check: &'static str,
    pub(super) state: State,
    /// What was found.
    pub(super) about: String,
    /// What to do, step by step; empty when nothing is to be done.
    #[serde(rename = "do")]
    pub(super) steps: Vec<String>,
}

/// Everything that was looked at.
pub(super) struct Report {
    pub(super) checks: Vec<Check>,
}

/// The shape of `-o json`.
#[derive(Serialize)]
pub(super) struct Document<'r> {
    worst: State,
    checks: &'r [Check],
}

impl Check {
    pub(super) fn ok(check: &'static str, about: impl AsRef<str>) -> Self {
        Self::new(check, State::Ok, about)
    }

    pub(super) fn skipped(check: &'static str, about: impl AsRef<str>) -> Self {
        Self::new(check, State::Skipped, about)
    }

    pub(super) fn warn(check: &'static str, about: impl AsRef<str>) -> Self {
        Self::new(check, State::Warn, about)
    }

    pub(super) fn fail(check: &'static str, about: impl AsRef<str>) -> Self {
        Self::new(check, State::Fail, about)
    }

    /// One more step.
    pub(super) fn with(mut self, step: impl AsRef<str>) -> Self {
        self.steps.push(one_line(step.as_ref(), MAX_TEXT));
        self
    }

    fn new(check: &'static str, state: State, about: impl AsRef<str>) -> Self {
        Self {
            check,
            state,
            about: one_line(about.as_ref(), MAX_TEXT),
            steps: Vec::new(),
        }
    }
}

impl Report {
    /// For people. Steps are not wrapped: most hold a command, and that is copied.
    pub(super) fn text(&self, width: usize) -> String {
        let mut text = String::new();
        for check in &self.checks {
            let (word, style) = word(check.state);
            // Continued below what is told, not below its name.
            let indent = " ".repeat(WORDS + NAMES);
            let told = paragraph(&check.about, &indent, width);
            let _ = write!(
                text,
                "{style}{word:<WORDS$}{style:#}{HEADING}{:<NAMES$}{HEADING:#}{}",
                check.check,
                told.strip_prefix(&indent).unwrap_or(&told)
            );
            for step in &check.steps {
                let _ = writeln!(text, "{:WORDS$}{COMMAND}do:{COMMAND:#} {step}", "");
            }
        }
        let count = |state: State| self.checks.iter().filter(|check| check.state == state).count();
        let _ = writeln!(
            text,
            "\n{} ok, {} to be looked after, {} wrong, {} skipped",
            count(State::Ok),
            count(State::Warn),
            count(State::Fail),
            count(State::Skipped)
        );
        text
    }

    pub(super) fn document(&self) -> Document<'_> {
        Document {
            worst: self.worst(),
            checks: &self.checks,
        }
    }

    pub(super) fn code(&self) -> u8 {
        match self.worst() {
            State::Ok => exit::CLEAN,
            State::Skipped | State::Warn => exit::PARTIAL,
            State::Fail => exit::USAGE,
        }
    }

    fn worst(&self) -> State {
        self.checks.iter().map(|check| check.state).max().unwrap_or(State::Ok)
    }
}

fn word(state: State) -> (&'static str, Style) {
    match state {
        State::Ok => ("ok", GOOD),
        State::Skipped => ("skip", DIM),
        State::Warn => ("warn", severity_style(Severity::Warning)),
        State::Fail => ("fail", BAD),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_check_decides_the_exit_code() {
        let code = |states: &[State]| {
            let checks = states.iter().map(|state| Check::new("store", *state, "")).collect();
            Report { checks }.code()
        };
        assert_eq!(code(&[State::Ok, State::Ok]), exit::CLEAN);
        assert_eq!(code(&[State::Ok, State::Skipped]), exit::PARTIAL);
        assert_eq!(code(&[State::Warn, State::Ok]), exit::PARTIAL);
        assert_eq!(code(&[State::Warn, State::Fail, State::Ok]), exit::USAGE);
    }

    #[test]
    fn a_check_is_a_line_and_its_steps_are_whole_lines_below() {
        let long = format!("mv {}", "x".repeat(200));
        let check = Check::fail("store", "it is\ndamaged").with(&long);
        let text = anstream::adapter::strip_str(&Report { checks: vec![check] }.text(60)).to_string();
        assert!(
            text.starts_with("fail  store          it is\\ndamaged\n      do: mv xxx"),
            "{text}"
        );
        assert!(text.contains(&format!("do: {long}\n")), "{text}");
    }
}
