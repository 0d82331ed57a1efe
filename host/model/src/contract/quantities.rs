//! `quantities`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::IntOrPercent;
use crate::call::{Call, Stop};

/// Arithmetic on Kubernetes' notations, so that all detectors agree.
///
/// Reads: nothing.
pub trait Quantities {
    /// A quantity such as `1500m` or `2Gi` in thousandths of its base unit, saturating; none when it is no quantity.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn parse(&self, call: &mut Call, text: &str) -> Result<Option<i64>, Stop>;

    /// `value` of `total`: a number as it stands, a percentage rounded up or down; never below 0.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn resolve(&self, call: &mut Call, value: IntOrPercent, total: u32, round_up: bool) -> Result<u32, Stop>;
}
