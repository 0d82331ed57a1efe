//! Times and durations as people say them.

use jiff::Timestamp;
use jiff::tz::TimeZone;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// `2026-11-30 18:03 UTC`.
pub(crate) fn date(seconds: i64) -> String {
    let time = Timestamp::from_second(seconds)
        .unwrap_or(Timestamp::UNIX_EPOCH)
        .to_zoned(TimeZone::UTC);
    time.strftime("%Y-%m-%d %H:%M UTC").to_string()
}

/// The two largest units: `42 s`, `3 min`, `2 h 5 min`, `6 d 4 h`, `90 d`.
pub(crate) fn duration(seconds: i64) -> String {
    let seconds = seconds.max(0);
    let two = |large: i64, unit: &str, small: i64, small_unit: &str| match seconds % large / small {
        0 => format!("{} {unit}", seconds / large),
        rest => format!("{} {unit} {rest} {small_unit}", seconds / large),
    };
    match seconds {
        0..MINUTE => format!("{seconds} s"),
        MINUTE..HOUR => format!("{} min", seconds / MINUTE),
        HOUR..DAY => two(HOUR, "h", MINUTE, "min"),
        // Past two weeks nobody counts hours.
        _ if seconds < 14 * DAY => two(DAY, "d", HOUR, "h"),
        _ => format!("{} d", seconds / DAY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_at_most_two_units() {
        let cases = [
            (0, "0 s"),
            (59, "59 s"),
            (200, "3 min"),
            (7_500, "2 h 5 min"),
            (3_600, "1 h"),
            (532_800, "6 d 4 h"),
            (9_000_000, "104 d"),
        ];
        for (seconds, words) in cases {
            assert_eq!(duration(seconds), words);
        }
    }
}
