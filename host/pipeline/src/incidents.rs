//! From rounds of findings to incidents that people can live with.
//!
//! **What it does.** Each round the [`Engine`] is shown everything that stands now ([`Sight`]) and what each rule's verdict is worth
//! ([`Verdict`]). It holds a fault back until it has stood long enough, keeps one incident for a cause, waits before it believes that
//! a fault is gone, opens the same incident again when the fault comes back soon, stops telling of one that comes and goes, and
//! lets nothing close an incident that nobody can see.
//!
//! **What it deliberately does not.** It reads no clock and no file, runs no detector and tells nobody. The same memory, sight and
//! instant give the same [`Step`], whatever the order of the findings.
//!
//! **Where to start.** [`Engine::round`]; then `visit.rs` for what may become of one cause, and the stories in `tests/` for examples.
//!
//! ```text
//!  findings, verdicts, mutes ─► Picture ─► Visit, one a cause ─► Step ─► the store, and whoever tells people
//!                                             ▲                    │
//!                                             └────── Memory ◄─────┘
//! ```

mod clock;
mod ending;
mod firing;
mod limits;
mod memory;
mod mutes;
mod picture;
mod round;
mod settings;
mod sight;
mod step;
mod unseen;
mod visit;

pub use memory::{Memory, Scope, Track};
pub use mutes::{Mutes, Pattern, Suppression, Window};
pub use settings::{Hold, Settings};
pub use sight::{Gap, Reach, Sight, Verdict};
pub use step::Step;

use clock::Clock;
use round::Round;

/// Turns what stands into what people are told.
#[derive(Clone, Debug)]
pub struct Engine {
    settings: Settings,
    memory: Memory,
    clock: Clock,
    wake: Option<i64>,
}

impl Engine {
    /// An engine that goes on from `memory`: [`Memory::default`] at the very first start, else what the store holds.
    pub fn new(settings: Settings, memory: Memory) -> Self {
        Self {
            settings,
            memory,
            clock: Clock::default(),
            wake: None,
        }
    }

    /// Takes in what stands at `now`, in seconds since 1970 by the cluster's clock, and says what changed by it.
    ///
    /// A step must reach the store whole or not at all, and in order. When it cannot, keep it and lay the next over it with
    /// [`Step::then`]: the engine itself has gone on.
    ///
    /// A clock that goes back opens and closes nothing: time stands still until it is clear that the clock stays where it is, then
    /// all waiting begins anew. A jump forward is time that has passed.
    pub fn round(&mut self, sight: &Sight<'_>, now: i64) -> Step {
        let now = self.clock.read(now);
        let (step, wake) = Round::new(&self.settings, &self.memory, sight, now).run();
        self.memory.apply(&step);
        self.wake = self.clock.settles().or(wake);
        step
    }

    /// When the engine has to be shown the cluster again although nothing happens there: the earliest instant at which a hold, a
    /// mute, a rest or a retention ends. `None` when nothing is due, and before the first round, which is due at once.
    pub fn next_wake(&self) -> Option<i64> {
        self.wake
    }

    /// What it remembers.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Takes other settings from the next round on; what was opened or closed by the old ones stays so.
    pub fn configure(&mut self, settings: Settings) {
        self.settings = settings;
    }
}

#[cfg(test)]
mod tests;
