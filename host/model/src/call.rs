//! What one read through the contract may cost and see.

use crate::{Kind, KindSet};

/// Prices of host work, in fuel. One nanosecond of guest work burns about 13 fuel, so these make fuel track time.
pub mod price {
    /// Every call into the host.
    pub const CALL: u64 = 500;
    /// Every object that a query looks at.
    pub const SCAN: u64 = 150;
    /// Every row handed to the guest.
    pub const ROW: u64 = 200;
    /// Every string handed to the guest: one allocation by the guest each.
    pub const STRING: u64 = 900;
    /// Every byte of a string past [`FREE_BYTES`].
    pub const BYTE: u64 = 8;
    /// Bytes of a string that its own price covers.
    pub const FREE_BYTES: u64 = 64;
}

/// Why a read through the contract ended without an answer. The run is over then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The fuel that is left does not cover the work.
    Exhausted,
}

/// The account of one call into the host: fuel that is left, kinds that may be seen.
///
/// Implementations of the contract charge work *before* they do it, so that a guest cannot make the host work for free.
#[derive(Debug)]
pub struct Call {
    left: u64,
    grants: KindSet,
    clock: Clock,
}

/// How an answer depends on the time: when asking again is worth it, though no object changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time itself was read: the answer may change at any moment.
    pub read: bool,
    /// A time before now was asked for, which may have been compared with: the answer may change some time.
    pub ago: bool,
    /// The earliest instant still to come that was asked for, in seconds since 1970: the answer may change then.
    pub next: Option<i64>,
}

impl Clock {
    /// Notes that the answer may change at `at`.
    pub fn wait_for(&mut self, at: i64) {
        self.next = Some(self.next.map_or(at, |next| next.min(at)));
    }

    /// Takes in how another answer depends on the time.
    pub fn and(&mut self, other: Clock) {
        self.read |= other.read;
        self.ago |= other.ago;
        if let Some(at) = other.next {
            self.wait_for(at);
        }
    }
}

impl Call {
    /// A call with `fuel` left that may see the kinds of `grants`.
    pub fn new(fuel: u64, grants: KindSet) -> Self {
        Self {
            left: fuel,
            grants,
            clock: Clock::default(),
        }
    }

    /// A call without limits, for native tests and the host's own questions.
    pub fn unlimited() -> Self {
        Self::new(u64::MAX, KindSet::ALL)
    }

    /// Fuel that is left, in units of guest instructions.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// How the answer depends on the time.
    pub fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }

    /// Takes `fuel` off the account.
    ///
    /// # Errors
    /// [`Stop::Exhausted`] when less is left; the account is empty then.
    pub fn charge(&mut self, fuel: u64) -> Result<(), Stop> {
        match self.left.checked_sub(fuel) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err(Stop::Exhausted)
            }
        }
    }

    /// Pays for looking at `objects` objects; call it before the loop.
    ///
    /// # Errors
    /// [`Stop::Exhausted`] when the fuel does not cover it.
    pub fn scan(&mut self, objects: usize) -> Result<(), Stop> {
        self.charge((objects as u64).saturating_mul(price::SCAN))
    }

    /// Whether objects of `kind` may be seen. What may not be seen answers like what does not exist.
    pub fn may_read(&self, kind: Kind) -> bool {
        self.grants.contains(kind)
    }

    /// Whether the object behind `id` may be seen.
    pub fn may_read_id(&self, id: u32) -> bool {
        Kind::of_id(id).is_some_and(|(kind, _)| self.may_read(kind))
    }
}

/// What delivering a value to the guest costs; the generated contract implements it for every record.
pub trait Price {
    /// Fuel for handing this value over.
    fn price(&self) -> u64;
}

impl Price for String {
    fn price(&self) -> u64 {
        let bytes = self.len() as u64;
        price::STRING + bytes.saturating_sub(price::FREE_BYTES) * price::BYTE
    }
}

impl<T: Price> Price for Vec<T> {
    fn price(&self) -> u64 {
        self.iter().map(|item| price::ROW + item.price()).sum()
    }
}

impl<T: Price> Price for Option<T> {
    fn price(&self) -> u64 {
        self.as_ref().map_or(0, Price::price)
    }
}

impl<T: Price, E: Price> Price for Result<T, E> {
    fn price(&self) -> u64 {
        match self {
            Ok(value) => value.price(),
            Err(error) => error.price(),
        }
    }
}

impl<A: Price, B: Price> Price for (A, B) {
    fn price(&self) -> u64 {
        self.0.price() + self.1.price()
    }
}

macro_rules! free {
    ($($scalar:ty),*) => { $(impl Price for $scalar { fn price(&self) -> u64 { 0 } })* };
}
free!(bool, u8, u16, u32, u64, i32, i64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_charge_past_what_is_left_empties_the_account() {
        let mut call = Call::new(price::SCAN * 2, KindSet::ALL);
        assert_eq!(call.scan(3), Err(Stop::Exhausted));
        assert_eq!(call.left(), 0);
    }

    #[test]
    fn a_long_string_costs_more_than_a_short_one() {
        assert_eq!("x".repeat(64).price(), price::STRING);
        assert_eq!("x".repeat(65).price(), price::STRING + price::BYTE);
    }
}
