//! Times that collectors write down.

use jiff::Timestamp;
use jiff::fmt::strtime;

/// The latest time in a must-gather's `timestamp` file, whose lines are what Go prints for a time
/// (`2021-09-13 17:34:43.222134208 +0200 CEST m=+214.3`). The first line is the start of the run, the last its end;
/// every object was read before the latest.
pub(super) fn latest_go_time(text: &str) -> Option<i64> {
    text.lines().filter_map(go_time).max()
}

fn go_time(line: &str) -> Option<i64> {
    let mut words = line.split_whitespace();
    let (date, time, offset) = (words.next()?, words.next()?, words.next()?);
    let parsed = strtime::parse("%Y-%m-%d %H:%M:%S%.f %z", format!("{date} {time} {offset}")).ok()?;
    parsed.to_timestamp().ok().map(Timestamp::as_second)
}

/// The `timestamp` field of a support bundle's `collector-errors/NAME-error.json`.
pub(super) fn collector_error_time(json: &str) -> Option<i64> {
    #[derive(serde::Deserialize)]
    struct Failure<'a> {
        timestamp: &'a str,
    }
    let failure: Failure<'_> = serde_json::from_str(json).ok()?;
    failure.timestamp.parse().ok().map(Timestamp::as_second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_latest_line_of_a_timestamp_file() {
        let text =
            "2021-09-13 17:31:10.219635494 +0200 CEST m=+1.315191643\n2021-09-13 15:34:43 +0000 UTC\n\nnonsense\n";
        assert_eq!(latest_go_time(text), Some(1_631_547_283));
        assert_eq!(latest_go_time("never\n"), None);
    }

    #[test]
    fn reads_the_time_of_a_failed_collector() {
        let json = r#"{"collector":"etcd","error":"x","timestamp":"2025-12-10T17:27:09Z"}"#;
        assert_eq!(collector_error_time(json), Some(1_765_387_629));
        assert_eq!(collector_error_time("[]"), None);
    }
}
