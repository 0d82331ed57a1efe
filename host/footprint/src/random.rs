//! Randomness without a crate for it: the keys of the standard library's hash maps come from the operating system.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

/// 64 bits that no other process draws.
pub(crate) fn bits() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Between nothing and `most`.
pub(crate) fn up_to(most: Duration) -> Duration {
    // 53 bits are what a float holds exactly.
    let share = (bits() >> 11) as f64 / (1_u64 << 53) as f64;
    most.mul_f64(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_differ_and_stay_within() {
        let draws: std::collections::HashSet<u64> = (0..100).map(|_| bits()).collect();
        assert_eq!(draws.len(), 100);
        let most = Duration::from_secs(2);
        assert!((0..1_000).all(|_| up_to(most) <= most));
    }
}
