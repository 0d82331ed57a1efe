//! The clock of the sandbox: one thread that advances the epoch and looks for runs that are stuck in the host.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use wasmtime::Engine;

/// Time between two epochs. A deadline is exact to one tick.
const TICK: Duration = Duration::from_millis(10);

/// Ticks after which a run of `milliseconds` is over. One more than needed: the first tick may come at once.
pub(crate) fn deadline(milliseconds: u64) -> u64 {
    milliseconds.div_ceil(TICK.as_millis() as u64) + 1
}

/// A run that the watchdog knows.
struct Watched {
    id: u64,
    detector: Arc<str>,
    until: Instant,
    reported: bool,
}

#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    next: AtomicU64,
    runs: Mutex<Vec<Watched>>,
}

/// The ticking thread; it ends when this is dropped.
pub(crate) struct Ticker {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// A run on the watchdog's list, until dropped.
pub(crate) struct Watch<'t> {
    shared: &'t Shared,
    id: u64,
}

impl Ticker {
    /// Starts ticking for `engine`.
    pub(crate) fn start(engine: &Engine) -> std::io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let (engine, for_thread) = (engine.weak(), Arc::clone(&shared));
        let thread = std::thread::Builder::new()
            .name("sandbox-ticker".to_owned())
            .spawn(move || {
                while !for_thread.stop.load(Ordering::Relaxed) {
                    for_thread.pause();
                    let Some(engine) = engine.upgrade() else { return };
                    engine.increment_epoch();
                    for_thread.report_overdue(Instant::now());
                }
            })?;
        Ok(Self {
            shared,
            thread: Some(thread),
        })
    }

    /// Puts a run on the watchdog's list.
    pub(crate) fn watch(&self, detector: &Arc<str>, limit: Duration) -> Watch<'_> {
        let id = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let watched = Watched {
            id,
            detector: Arc::clone(detector),
            until: Instant::now() + limit,
            reported: false,
        };
        let mut runs = self.shared.runs.lock().unwrap_or_else(PoisonError::into_inner);
        // Only the first of several: each wake-up is a tick, and one that comes early is all that a deadline allows for.
        let was_idle = runs.is_empty();
        runs.push(watched);
        drop(runs);
        if let Some(thread) = self.thread.as_ref().filter(|_| was_idle) {
            thread.thread().unpark();
        }
        Watch {
            shared: &self.shared,
            id,
        }
    }
}

impl Shared {
    /// Waits for the next tick, or for the next run when there is none: a host at rest does nothing.
    fn pause(&self) {
        let is_idle = self.runs.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
        match is_idle {
            true => std::thread::park(),
            false => std::thread::park_timeout(TICK),
        }
    }

    /// Host code cannot be interrupted: what is overdue is said once, loudly, with its name.
    fn report_overdue(&self, now: Instant) {
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        for run in runs.iter_mut().filter(|run| !run.reported && run.until <= now) {
            run.reported = true;
            tracing::error!(detector = %run.detector, "a detector's run is stuck in the host past its watchdog limit");
        }
    }
}

impl Watch<'_> {
    /// Ends the watch; whether the watchdog had to report the run.
    pub(crate) fn end(self) -> bool {
        let runs = self.shared.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.iter().any(|run| run.id == self.id && run.reported)
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        let mut runs = self.shared.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.retain(|run| run.id != self.id);
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // A ticker that panicked has nothing left to say.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_is_rounded_up_and_one_tick_late() {
        assert_eq!([deadline(1), deadline(10), deadline(11), deadline(250)], [2, 2, 3, 26]);
    }

    #[test]
    fn an_overdue_run_is_reported_once_and_forgotten_when_it_ends() {
        let shared = Shared::default();
        shared.runs.lock().unwrap().push(Watched {
            id: 7,
            detector: "slow".into(),
            until: Instant::now(),
            reported: false,
        });
        shared.report_overdue(Instant::now());
        assert!(shared.runs.lock().unwrap()[0].reported);
        assert!(Watch { shared: &shared, id: 7 }.end());
        assert!(shared.runs.lock().unwrap().is_empty());
    }
}
