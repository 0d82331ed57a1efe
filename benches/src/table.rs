//! Figures beside goals.

use std::fmt;
use std::time::{Duration, Instant};

/// Rows of name, figure, goal.
#[derive(Default)]
pub(crate) struct Table {
    rows: Vec<[String; 4]>,
}

impl Table {
    /// A figure with a ceiling, both in `unit`.
    pub(crate) fn add(&mut self, name: &str, figure: f64, unit: &str, ceiling: Option<f64>) {
        let goal = ceiling.map_or_else(String::new, |goal| format!("<= {} {unit}", number(goal)));
        let verdict = ceiling.map_or("", |goal| if figure <= goal { "met" } else { "MISSED" });
        self.rows.push([
            name.to_owned(),
            format!("{} {unit}", number(figure)),
            goal,
            verdict.to_owned(),
        ]);
    }
}

/// Three significant digits.
fn number(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        value if value >= 1.0 => format!("{value:.2}"),
        value => format!("{value:.3}"),
    }
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "| what | measured | goal | |\n|---|---|---|---|")?;
        self.rows.iter().try_for_each(|[name, figure, goal, verdict]| {
            writeln!(formatter, "| {name} | {figure} | {goal} | {verdict} |")
        })
    }
}

/// The median time of `runs` calls, after one that is not counted.
pub(crate) fn median(runs: usize, mut action: impl FnMut()) -> Duration {
    action();
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            action();
            start.elapsed()
        })
        .collect();
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Milliseconds.
pub(crate) fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
