//! An authenticator with a short memory, so that a reader who comes every few seconds costs the API server one review a minute.

use super::{Authenticator, AuthenticatorError, TokenVerdict};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::Instant;

/// How long a token that passed is not asked about again: as long as it may outlive its revocation here.
const TRUSTED: Duration = Duration::from_secs(60);
/// The same for one that did not: long enough to stop a loop, short enough to notice a new grant.
const DISTRUSTED: Duration = Duration::from_secs(5);
/// Tokens that are remembered, for each of the two. Good ones have a store of their own, so that guesses cannot push them out.
const REMEMBERED: usize = 512;
/// Tokens that are asked about at once; whoever guesses must not make this host a burden to the API server.
const AT_ONCE: usize = 4;
/// Bytes of a token. Those of clusters have one or two thousand.
const MAX_TOKEN: usize = 16 << 10;

type Key = [u8; 32];

/// An authenticator that remembers.
pub(crate) struct Checked {
    inner: Arc<dyn Authenticator>,
    good: Mutex<Memory>,
    bad: Mutex<Memory>,
    asking: Semaphore,
}

impl Checked {
    pub(crate) fn new(inner: Arc<dyn Authenticator>) -> Self {
        Self {
            inner,
            good: Mutex::default(),
            bad: Mutex::default(),
            asking: Semaphore::new(AT_ONCE),
        }
    }

    /// What `token` is worth, from memory or asked anew.
    pub(crate) async fn check(&self, token: &str) -> Result<TokenVerdict, AuthenticatorError> {
        if token.len() > MAX_TOKEN {
            return Ok(TokenVerdict::Unknown);
        }
        let key: Key = Sha256::digest(token).into();
        if let Some(verdict) = self.remembered(&key) {
            return Ok(verdict);
        }
        let Ok(_permit) = self.asking.acquire().await else {
            return Err(AuthenticatorError("the host stops".to_owned()));
        };
        // Whoever waited may find that another request has asked about the same token.
        if let Some(verdict) = self.remembered(&key) {
            return Ok(verdict);
        }
        let verdict = self.inner.check(token).await?;
        let (memory, life) = match verdict {
            TokenVerdict::Allowed => (&self.good, TRUSTED),
            _ => (&self.bad, DISTRUSTED),
        };
        let mut memory = memory.lock().unwrap_or_else(PoisonError::into_inner);
        memory.keep(key, verdict.clone(), Instant::now() + life);
        Ok(verdict)
    }

    fn remembered(&self, key: &Key) -> Option<TokenVerdict> {
        [&self.good, &self.bad].into_iter().find_map(|memory| {
            let memory = memory.lock().unwrap_or_else(PoisonError::into_inner);
            memory.get(key)
        })
    }
}

/// Verdicts by the hash of their token. The hash is the key, so nothing is learned from the time that a look-up takes.
#[derive(Default)]
struct Memory(HashMap<Key, (TokenVerdict, Instant)>);

impl Memory {
    fn get(&self, key: &Key) -> Option<TokenVerdict> {
        let (verdict, until) = self.0.get(key)?;
        (Instant::now() < *until).then(|| verdict.clone())
    }

    fn keep(&mut self, key: Key, verdict: TokenVerdict, until: Instant) {
        let now = Instant::now();
        if self.0.len() >= REMEMBERED {
            self.0.retain(|_, (_, until)| now < *until);
        }
        if self.0.len() >= REMEMBERED {
            let oldest = self.0.iter().min_by_key(|(_, (_, until))| *until).map(|(key, _)| *key);
            oldest.map(|key| self.0.remove(&key));
        }
        self.0.insert(key, (verdict, until));
    }
}

#[cfg(test)]
mod tests {
    use super::super::LaterVerdict;
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Knows `good` and `poor`, fails for `broken`, and counts.
    #[derive(Default)]
    struct Counting(AtomicUsize);

    impl Authenticator for Counting {
        fn check<'a>(&'a self, token: &'a str) -> LaterVerdict<'a> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Box::pin(async move {
                // Let others in, as a request to the API server does.
                tokio::time::sleep(Duration::from_millis(20)).await;
                match token {
                    "good" => Ok(TokenVerdict::Allowed),
                    "broken" => Err(AuthenticatorError("no answer".to_owned())),
                    "poor" => Ok(TokenVerdict::Forbidden {
                        reason: "not in the list".to_owned(),
                    }),
                    _ => Ok(TokenVerdict::Unknown),
                }
            })
        }
    }

    fn checked() -> (Arc<Counting>, Checked) {
        let counting = Arc::new(Counting::default());
        let inner: Arc<dyn Authenticator> = Arc::clone(&counting) as _;
        (counting, Checked::new(inner))
    }

    impl Counting {
        fn asked(&self) -> usize {
            self.0.load(Ordering::Relaxed)
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_good_token_is_asked_about_once_a_minute_and_a_bad_one_every_five_seconds() {
        let (counting, checked) = checked();
        for (token, life) in [("good", TRUSTED), ("poor", DISTRUSTED), ("nobody", DISTRUSTED)] {
            let before = counting.asked();
            let first = checked.check(token).await.unwrap();
            tokio::time::advance(life - Duration::from_millis(1)).await;
            assert_eq!(checked.check(token).await.unwrap(), first);
            assert_eq!(counting.asked(), before + 1, "{token}");
            tokio::time::advance(Duration::from_millis(1)).await;
            checked.check(token).await.unwrap();
            assert_eq!(counting.asked(), before + 2, "{token}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_failure_is_not_remembered() {
        let (counting, checked) = checked();
        assert!(checked.check("broken").await.is_err());
        assert!(checked.check("broken").await.is_err());
        assert_eq!(counting.asked(), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn guesses_do_not_push_a_good_token_out_and_do_not_fill_memory() {
        let (counting, checked) = checked();
        checked.check("good").await.unwrap();
        let guesses: Vec<String> = (0..REMEMBERED + 100).map(|guess| format!("guess-{guess}")).collect();
        let asked = futures::future::join_all(guesses.iter().map(|guess| checked.check(guess))).await;
        assert!(asked.iter().all(|verdict| matches!(verdict, Ok(TokenVerdict::Unknown))));
        let before = counting.asked();
        checked.check("good").await.unwrap();
        assert_eq!(counting.asked(), before);
        assert!(checked.bad.lock().unwrap().0.len() <= REMEMBERED);
    }

    #[tokio::test(start_paused = true)]
    async fn a_crowd_with_one_token_asks_a_few_times_at_most() {
        let (counting, checked) = checked();
        futures::future::join_all((0..50).map(|_| checked.check("good"))).await;
        assert!(counting.asked() <= AT_ONCE, "{}", counting.asked());
    }

    #[tokio::test(start_paused = true)]
    async fn a_token_beyond_all_measure_is_nobodys() {
        let (counting, checked) = checked();
        let verdict = checked.check(&"x".repeat(MAX_TOKEN + 1)).await.unwrap();
        assert_eq!((verdict, counting.asked()), (TokenVerdict::Unknown, 0));
    }
}
