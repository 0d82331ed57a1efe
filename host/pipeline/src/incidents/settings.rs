//! How patient the engine is.

/// How long a state must last before it is believed; whichever of the two comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// Runs of the rule in a row that agree, [`Settings::run_spacing`] apart. 0 and 1 believe the first run.
    pub runs: u32,
    /// Seconds, whether or not the rule ran again: a verdict over things that have not changed still stands. 0 believes at once.
    pub seconds: i64,
}

/// The engine's settings. The defaults are those of a person who wants to know within ten seconds and never hear of a rollout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Before an incident opens.
    pub open: Hold,
    /// Before a critical one opens. By default no shorter: draining a node breaks things for seconds, and those are critical too.
    pub open_critical: Hold,
    /// Before an incident closes.
    pub close: Hold,
    /// Seconds between runs that count: under load a rule runs many times a second, and that proves nothing.
    pub run_spacing: i64,
    /// Seconds without sight before an incident is called blind; held it is from the first. A restart should be no news.
    pub blind_after: i64,
    /// Seconds after closing within which the same cause opens the same incident again.
    pub reopen_within: i64,
    /// Openings and closings within [`Settings::flip_window`] that are told; with one more the incident is flapping.
    pub flips: usize,
    /// Seconds for which an opening or closing counts as recent.
    pub flip_window: i64,
    /// Seconds without coming or going until a flapping incident has come to rest.
    pub steady_after: i64,
    /// Seconds between two tellings that only the wording or a lower severity changed, and between two refreshed findings.
    pub change_spacing: i64,
    /// Seconds for which a closed incident is kept in memory.
    pub retention: i64,
}

impl Default for Settings {
    fn default() -> Self {
        let open = Hold { runs: 3, seconds: 10 };
        Self {
            open,
            open_critical: open,
            close: Hold { runs: 3, seconds: 30 },
            run_spacing: 5,
            blind_after: 10,
            reopen_within: 30 * 60,
            flips: 4,
            flip_window: 60 * 60,
            steady_after: 15 * 60,
            change_spacing: 60,
            retention: 7 * 24 * 60 * 60,
        }
    }
}
