//! What this process uses, as Linux tells it; nothing where there is no /proc.

use sdo_api::metrics::Process;
use std::fs;

/// Ticks of the kernel in a second, as /proc counts CPU time: 100 on every architecture that this runs on.
const TICKS: f64 = 100.0;
/// Bytes of a page, where /proc counts memory.
const PAGE: u64 = 4096;

/// CPU time, memory and open files; `started` is when the process was started, by its own clock.
pub(super) fn process(started: i64) -> Process {
    let files = fs::read_dir("/proc/self/fd").map_or(0, |entries| entries.count() as u64);
    Process {
        cpu_seconds: fs::read_to_string("/proc/self/stat")
            .ok()
            .and_then(|stat| cpu(&stat))
            .unwrap_or_default(),
        resident_bytes: fs::read_to_string("/proc/self/statm")
            .ok()
            .and_then(|statm| resident(&statm))
            .unwrap_or_default(),
        open_files: files,
        started,
    }
}

/// The 14th and 15th fields; the second one, the name in parentheses, may hold spaces.
fn cpu(stat: &str) -> Option<f64> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(11);
    let (user, system): (f64, f64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some((user + system) / TICKS)
}

fn resident(statm: &str) -> Option<u64> {
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * PAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_spaces_and_parentheses_does_not_shift_the_fields() {
        let stat = "7 (a ) b) S 1 7 7 0 -1 4194304 100 0 0 0 250 50 0 0 20 0 4 0 1 2 3";
        assert_eq!(cpu(stat), Some(3.0));
        assert_eq!(resident("100 20 3 4"), Some(20 * PAGE));
    }
}
