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
