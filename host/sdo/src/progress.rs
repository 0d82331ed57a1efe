//! A bar for loads that take a while.

use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};
use sdo_snapshot::load::Progress;
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// A load that is over before this needs no bar, only a flicker.
const PATIENCE: Duration = Duration::from_millis(300);

/// A bar on standard error; none when that is no terminal.
pub(crate) struct Bar {
    started: Instant,
    bar: Option<ProgressBar>,
}

impl Bar {
    pub(crate) fn new() -> Self {
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            let style = ProgressStyle::with_template("reading {wide_bar} {msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        Self {
            started: Instant::now(),
            bar,
        }
    }

    /// Called from the thread that reads.
    pub(crate) fn show(&self, progress: Progress) {
        let Some(bar) = &self.bar else { return };
        if self.started.elapsed() < PATIENCE {
            return;
        }
        if bar.is_hidden() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        if let Some(total) = progress.bytes_total {
            bar.set_length(total);
        }
        bar.set_message(format!(
            "{}, {} files",
            HumanBytes(progress.bytes_read),
            progress.members
        ));
        bar.set_position(progress.bytes_read);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
