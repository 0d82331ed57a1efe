//! `quantities`: arithmetic on Kubernetes' notations.

use crate::Snapshot;
use crate::text::{Amount, Int, IntOrString};
use sdo_model::contract::quantities::{IntOrPercent, Quantities};
use sdo_model::{Call, Stop};

impl Quantities for Snapshot {
    fn parse(&self, call: &mut Call, text: &str) -> Result<Option<i64>, Stop> {
        call.scan(1)?;
        Ok(Amount::parse(text.into()).milli)
    }

    fn resolve(&self, call: &mut Call, value: IntOrPercent, total: u32, round_up: bool) -> Result<u32, Stop> {
        call.scan(1)?;
        let value = match value {
            IntOrPercent::Number(number) => IntOrString::Int(Int(number.into())),
            IntOrPercent::Percent(percent) => IntOrString::Text(format!("{percent}%").into()),
        };
        Ok(value.of(total, round_up).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::fixture::snapshot;

    #[test]
    fn quantities_parse_to_thousandths_and_percentages_round_as_asked() {
        let empty = snapshot(&[]);
        let parse = |text| Quantities::parse(&empty, &mut Call::unlimited(), text).unwrap();
        assert_eq!(
            [parse("100m"), parse("2"), parse("1Ki"), parse("1e3")],
            [Some(100), Some(2_000), Some(1_024_000), Some(1_000_000)]
        );
        assert_eq!([parse(""), parse("much"), parse("1 Gi")], [None; 3]);
        let resolve = |value, total, up| Quantities::resolve(&empty, &mut Call::unlimited(), value, total, up).unwrap();
        assert_eq!(resolve(IntOrPercent::Number(3), 10, true), 3);
        assert_eq!(resolve(IntOrPercent::Percent(25), 10, true), 3);
        assert_eq!(resolve(IntOrPercent::Percent(25), 10, false), 2);
        assert_eq!(resolve(IntOrPercent::Number(-1), 10, true), 0);
    }
}
