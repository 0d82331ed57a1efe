//! Points in time with a precision of one second.

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;
use std::num::NonZeroU64;
use std::ops::Deref;

/// The year 1 in Go's zero time, which means "never".
const GO_ZERO: i64 = -62_135_596_800;

/// Seconds since 1970, in 8 bytes even when optional.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
// Flipping the top bit keeps the order and frees the value 0, which no calendar date reaches.
pub struct Time(NonZeroU64);

const TOP_BIT: u64 = 1 << 63;

impl Time {
    /// The point `seconds` after the start of 1970, before it when negative.
    pub fn from_unix(seconds: i64) -> Self {
        Self(NonZeroU64::new(seconds.cast_unsigned() ^ TOP_BIT).unwrap_or(NonZeroU64::MIN))
    }

    /// Seconds since 1970.
    pub fn unix(self) -> i64 {
        (self.0.get() ^ TOP_BIT).cast_signed()
    }

    /// The point that an RFC 3339 text names; `None` for Go's zero time and for what is no time.
    pub fn parse(text: &str) -> Option<Self> {
        let parsed: jiff::Timestamp = text.parse().ok()?;
        let seconds = parsed.as_second();
        (seconds != GO_ZERO).then(|| Self::from_unix(seconds))
    }
}

impl fmt::Debug for Time {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_second(self.unix()) {
            Ok(time) => time.fmt(formatter),
            Err(_) => self.unix().fmt(formatter),
        }
    }
}

/// An optional point in time, as objects carry them. `null` and what is no time read as `None`, so that one bad date does
/// not cost the object.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaybeTime(pub Option<Time>);

impl Deref for MaybeTime {
    type Target = Option<Time>;

    fn deref(&self) -> &Option<Time> {
        &self.0
    }
}

impl fmt::Debug for MaybeTime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl<'de> Deserialize<'de> for MaybeTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TimeVisitor).map(MaybeTime)
    }
}

impl Serialize for MaybeTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Some(time) => serializer.collect_str(time),
            None => serializer.serialize_none(),
        }
    }
}

struct TimeVisitor;

impl Visitor<'_> for TimeVisitor {
    type Value = Option<Time>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a time such as 2026-11-30T18:03:00Z")
    }

    fn visit_unit<E>(self) -> Result<Option<Time>, E> {
        Ok(None)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Option<Time>, E> {
        Ok(Time::parse(text))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Option<Time>, E> {
        Ok(None)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Option<Time>, E> {
        Ok(None)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Option<Time>, E> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_far_off_keep_their_order() {
        let years = [
            "1969-12-31T23:59:59Z",
            "1970-01-01T00:00:00Z",
            "2026-11-30T18:03:00.5Z",
            "9999-12-30T00:00:00Z",
        ];
        let times: Vec<_> = years.iter().map(|text| Time::parse(text).unwrap()).collect();
        assert!(times.is_sorted());
        assert_eq!(times[1].unix(), 0);
        assert_eq!(times[0].unix(), -1);
    }

    #[test]
    fn go_zero_and_nonsense_are_no_time() {
        for text in ["0001-01-01T00:00:00Z", "yesterday", "99999-01-01T00:00:00Z", ""] {
            assert_eq!(Time::parse(text), None, "{text}");
        }
    }

    #[test]
    fn an_optional_time_takes_eight_bytes() {
        assert_eq!(size_of::<Option<Time>>(), 8);
    }
}
