//! Figures beside goals.

use std::fmt;

/// Rows of what, goal, figure, verdict.
#[derive(Default)]
pub(crate) struct Table {
    rows: Vec<[String; 4]>,
}

impl Table {
    /// A figure with a ceiling.
    pub(crate) fn at_most(&mut self, what: &str, figure: f64, ceiling: f64, unit: &str) {
        let verdict = if figure <= ceiling { "met" } else { "MISSED" };
        self.push(
            what,
            format!("<= {}", with_unit(ceiling, unit)),
            with_unit(figure, unit),
            verdict,
        );
    }

    /// A figure that should be about that much.
    pub(crate) fn about(&mut self, what: &str, figure: f64, goal: f64, tolerance: f64, unit: &str) {
        let verdict = if (figure - goal).abs() <= tolerance {
            "met"
        } else {
            "MISSED"
        };
        self.push(
            what,
            format!("about {}", with_unit(goal, unit)),
            with_unit(figure, unit),
            verdict,
        );
    }

    /// A figure without a goal.
    pub(crate) fn note(&mut self, what: &str, figure: f64, unit: &str) {
        self.push(what, String::new(), with_unit(figure, unit), "");
    }

    fn push(&mut self, what: &str, goal: String, figure: String, verdict: &str) {
        eprintln!("  {what}: {figure} {verdict}");
        self.rows.push([what.to_owned(), goal, figure, verdict.to_owned()]);
    }
}

fn with_unit(value: f64, unit: &str) -> String {
    let number = match value.abs() {
        size if size >= 100.0 || value.fract() == 0.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    };
    format!("{number} {unit}").trim_end().to_owned()
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "| what | target | measured | |\n|---|---|---|---|")?;
        self.rows.iter().try_for_each(|[what, goal, figure, verdict]| {
            writeln!(formatter, "| {what} | {goal} | {figure} | {verdict} |")
        })
    }
}
