//! Resource quantities.

use super::Text;
use kube_quantity::ParsedQuantity;
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

/// A resource quantity: as written, and in thousandths of the base unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Amount {
    /// Thousandths of the base unit (millicores, thousandths of bytes), rounded up as Kubernetes does; saturates.
    /// `None` when `text` is no quantity.
    pub milli: Option<i64>,
    /// The quantity as written, e.g. `500m`.
    pub text: Text,
}

impl Amount {
    /// Reads a quantity such as `500m` or `2Gi`.
    pub fn parse(text: Text) -> Self {
        Self {
            milli: milli(&text),
            text,
        }
    }
}

fn milli(text: &str) -> Option<i64> {
    // Longer than any number with meaning: not worth a parse.
    const LONGEST: usize = 64;
    if text.len() > LONGEST {
        return None;
    }
    // The parser takes the E of `Ei` and `E` for an exponent.
    let (smaller, factor) = match (text.strip_suffix("Ei"), text.strip_suffix('E')) {
        (Some(number), _) => (format!("{number}Pi"), 1024.0),
        (None, Some(number)) => (format!("{number}P"), 1000.0),
        (None, None) => (text.to_owned(), 1.0),
    };
    let quantity = ParsedQuantity::try_from(smaller.as_str()).ok()?;
    let thousandths = quantity.to_bytes_f64()? * factor * 1000.0;
    let nearest = thousandths.round();
    // What the binary fraction of `0.1` leaves over is not a further thousandth.
    let exact = (thousandths - nearest).abs() <= thousandths.abs().max(1.0) * 1e-9;
    let whole = if exact { nearest } else { thousandths.ceil() };
    // The cast saturates.
    (!whole.is_nan()).then_some(whole as i64)
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Text::deserialize(deserializer).map(Self::parse)
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn milli_of(text: &str) -> Option<i64> {
        Amount::parse(text.into()).milli
    }

    #[test]
    fn quantities_come_to_thousandths() {
        assert_eq!(milli_of("500m"), Some(500));
        assert_eq!(milli_of("0.1"), Some(100));
        assert_eq!(milli_of("1"), Some(1000));
        assert_eq!(milli_of("2Gi"), Some(2 * 1024 * 1024 * 1024 * 1000));
        assert_eq!(milli_of("1n"), Some(1));
        assert_eq!(milli_of("1e3"), Some(1_000_000));
        assert_eq!(milli_of("-1"), Some(-1000));
        assert_eq!(milli_of("0.001Ei"), Some(1024_i64.pow(6)));
    }

    #[test]
    fn hostile_quantities_saturate_or_are_none() {
        assert_eq!(milli_of("9999999999999999Ei"), Some(i64::MAX));
        for text in ["", "lots", "1Zi", "NaN", "inf", "1e999", &"9".repeat(4096)] {
            assert_eq!(milli_of(text), None, "{text}");
        }
    }
}
