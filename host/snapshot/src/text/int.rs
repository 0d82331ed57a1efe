//! Whole numbers that dumps may overstate, and the int-or-percent of rollouts and ports.

use super::Text;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;

/// A whole number; what lies outside 64 bits is clamped, a fraction is cut off, `null` is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Int(pub i64);

impl Int {
    /// The number.
    pub fn get(self) -> i64 {
        self.0
    }

    /// The number within 32 bits, clamped.
    pub fn i32(self) -> i32 {
        i32::try_from(self.0).unwrap_or(if self.0 < 0 { i32::MIN } else { i32::MAX })
    }

    /// The number within 32 bits, clamped; 0 for negative ones.
    pub fn u32(self) -> u32 {
        u32::try_from(self.0.max(0)).unwrap_or(u32::MAX)
    }

    /// The number as a port; 0 when it is none.
    pub fn port(self) -> u16 {
        u16::try_from(self.0).unwrap_or(0)
    }
}

impl From<Int> for i64 {
    fn from(number: Int) -> i64 {
        number.0
    }
}

impl<'de> Deserialize<'de> for Int {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IntVisitor)
    }
}

impl Serialize for Int {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.0)
    }
}

struct IntVisitor;

impl Visitor<'_> for IntVisitor {
    type Value = Int;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a number")
    }

    fn visit_unit<E>(self) -> Result<Int, E> {
        Ok(Int::default())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Int, E> {
        Ok(Int(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Int, E> {
        Ok(Int(i64::try_from(value).unwrap_or(i64::MAX)))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Int, E> {
        // A float-to-int cast saturates, and gives 0 for what is no number.
        Ok(Int(value as i64))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Int, E> {
        text.parse()
            .map(Int)
            .map_err(|_| E::custom("expected a number, found a string"))
    }
}

/// A number, a percentage, or a name: target ports, `maxUnavailable` and kin.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IntOrString {
    /// A plain number.
    Int(Int),
    /// Anything else, `25%` or a port's name.
    Text(Text),
}

impl IntOrString {
    /// The number of `25%`.
    pub fn percent(&self) -> Option<i32> {
        match self {
            IntOrString::Int(_) => None,
            IntOrString::Text(text) => text.strip_suffix('%')?.parse().ok(),
        }
    }

    /// The plain number, also where it is written as a string of digits.
    pub fn number(&self) -> Option<Int> {
        match self {
            IntOrString::Int(number) => Some(*number),
            IntOrString::Text(text) => text.parse().ok().map(Int),
        }
    }

    /// What it comes to of `total`; `None` when it is neither number nor percentage.
    pub fn of(&self, total: u32, round_up: bool) -> Option<u32> {
        if let Some(number) = self.number() {
            return Some(number.u32());
        }
        let product = i64::from(self.percent()?.max(0)) * i64::from(total);
        let extra = i64::from(round_up && product % 100 != 0);
        Some(Int(product / 100 + extra).u32())
    }
}

impl fmt::Display for IntOrString {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IntOrString::Int(number) => number.0.fmt(formatter),
            IntOrString::Text(text) => text.fmt(formatter),
        }
    }
}

impl<'de> Deserialize<'de> for IntOrString {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IntOrStringVisitor)
    }
}

impl Serialize for IntOrString {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            IntOrString::Int(number) => number.serialize(serializer),
            IntOrString::Text(text) => text.serialize(serializer),
        }
    }
}

struct IntOrStringVisitor;

impl Visitor<'_> for IntOrStringVisitor {
    type Value = IntOrString;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a number or a string")
    }

    fn visit_i64<E>(self, value: i64) -> Result<IntOrString, E> {
        Ok(IntOrString::Int(Int(value)))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<IntOrString, E> {
        IntVisitor.visit_u64(value).map(IntOrString::Int)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<IntOrString, E> {
        IntVisitor.visit_f64(value).map(IntOrString::Int)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<IntOrString, E> {
        Ok(IntOrString::Text(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_numbers_are_clamped() {
        let read = |json: &str| serde_json::from_str::<Int>(json).unwrap();
        assert_eq!(read("18446744073709551615").0, i64::MAX);
        assert_eq!(read("-1e300").0, i64::MIN);
        assert_eq!(read("-3").u32(), 0);
        assert_eq!(read("70000").port(), 0);
        assert_eq!(read("null").0, 0);
    }

    #[test]
    fn percentages_round_the_way_the_caller_asks() {
        let quarter = IntOrString::Text("25%".into());
        assert_eq!((quarter.of(10, false), quarter.of(10, true)), (Some(2), Some(3)));
        assert_eq!(IntOrString::Text("http".into()).of(10, true), None);
        assert_eq!(IntOrString::Int(Int(-1)).of(10, true), Some(0));
    }
}
