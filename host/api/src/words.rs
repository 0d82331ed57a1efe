//! Numbers, times and durations as people say them.

use jiff::Timestamp;
use jiff::tz::TimeZone;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// `2026-11-30 18:03:05 UTC`.
pub(crate) fn date(seconds: i64) -> String {
    let time = Timestamp::from_second(seconds)
        .unwrap_or(Timestamp::UNIX_EPOCH)
        .to_zoned(TimeZone::UTC);
    time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string()
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

/// `3 min ago`; `just now` for what is not over a second old, or lies ahead by the other clock.
pub(crate) fn ago(seconds: i64) -> String {
    match seconds {
        ..1 => "just now".to_owned(),
        _ => format!("{} ago", duration(seconds)),
    }
}

/// `1,234,567`.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `512 bytes`, `5.1 MB`: powers of ten.
pub(crate) fn bytes(number: u64) -> String {
    let scaled = |unit: f64, word: &str| format!("{:.1} {word}", number as f64 / unit);
    match number {
        0..1_000 => format!("{number} bytes"),
        1_000..1_000_000 => scaled(1e3, "kB"),
        1_000_000..1_000_000_000 => scaled(1e6, "MB"),
        _ => scaled(1e9, "GB"),
    }
}

/// `850 µs`, `12 ms`, `1.5 s`.
pub(crate) fn micros(micros: u64) -> String {
    match micros {
        0..1_000 => format!("{micros} µs"),
        1_000..1_000_000 => format!("{} ms", micros / 1_000),
        _ => format!("{:.1} s", micros as f64 / 1e6),
    }
}

/// `1 incident`, `2 incidents`, `0 incidents`.
pub(crate) fn count(number: usize, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        _ => format!("{} {one}s", thousands(number as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_at_most_two_units() {
        let cases = [
            (-5, "0 s"),
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
        assert_eq!(ago(0), "just now");
        assert_eq!(ago(61), "1 min ago");
    }

    #[test]
    fn numbers_are_grouped_and_scaled() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(bytes(5_120_000), "5.1 MB");
        assert_eq!(micros(12_700), "12 ms");
        assert_eq!(count(1, "kind"), "1 kind");
        assert_eq!(count(0, "kind"), "0 kinds");
    }
}
