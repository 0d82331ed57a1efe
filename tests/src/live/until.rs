//! Waiting for what others do in their own time.

use anyhow::{Result, bail};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(250);

/// Looks until there is something to see. `what` is what is waited for, in words.
///
/// # Errors
/// `look` fails, or sees nothing for as long as `patience`. Its own words for what it saw instead go into the message.
pub fn until<T>(what: &str, patience: Duration, mut look: impl FnMut() -> Result<Result<T, String>>) -> Result<T> {
    let started = Instant::now();
    loop {
        match look()? {
            Ok(seen) => return Ok(seen),
            Err(instead) if started.elapsed() >= patience => {
                bail!("no {what} after {} s: {instead}", patience.as_secs())
            }
            Err(_) => sleep(PAUSE),
        }
    }
}
