//! What the API server said of tokens, for a few seconds.

use super::Review;
use crate::random;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::time::Duration;
use tokio::time::Instant;

/// How long a yes is believed: a user who loses a permission keeps it for so long.
const YES: Duration = Duration::from_secs(30);
/// How long a no is believed: a user who is given one waits for so long.
const NO: Duration = Duration::from_secs(5);
/// Tokens kept in mind.
const MAX_TOKENS: usize = 1_024;

/// A token, known again without being kept. Salted for each process, so that a digest that gets out says nothing.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Key([u8; 32]);

impl Key {
    pub(super) fn of(token: &str) -> Self {
        static SALT: std::sync::OnceLock<[u8; 8]> = std::sync::OnceLock::new();
        let salt = SALT.get_or_init(|| random::bits().to_be_bytes());
        let mut digest = Sha256::new();
        digest.update(salt);
        digest.update(token);
        Self(digest.finalize().into())
    }
}

#[derive(Default)]
pub(super) struct Cache {
    kept: HashMap<Key, (Instant, Review)>,
}

impl Cache {
    pub(super) fn find(&self, key: &Key, now: Instant) -> Option<Review> {
        let (until, review) = self.kept.get(key)?;
        (now < *until).then(|| review.clone())
    }

    pub(super) fn keep(&mut self, key: Key, review: Review, now: Instant) {
        if self.kept.len() >= MAX_TOKENS {
            self.kept.retain(|_, (until, _)| now < *until);
        }
        if self.kept.len() >= MAX_TOKENS {
            // Only invented tokens are so many; who is let in must not be forgotten for them.
            self.kept.retain(|_, (_, review)| matches!(review, Review::Allowed(_)));
        }
        if self.kept.len() >= MAX_TOKENS {
            self.kept.clear();
        }
        let stays = match review {
            Review::Allowed(_) => YES,
            Review::NotAllowed(_) | Review::Unknown => NO,
        };
        self.kept.insert(key, (now + stays, review));
    }
}
