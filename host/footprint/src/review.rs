//! Whose token a caller shows, and whether that one may read here.
//!
//! A token alone is not enough: every pod of a cluster has one. Its user must be allowed to `get` a path that is no resource, which
//! an administrator grants by a ClusterRole with `nonResourceURLs`, as for the metrics of Kubernetes itself.

mod cache;
#[cfg(test)]
mod tests;

use crate::door::Door;
use crate::error::RequestError;
use cache::{Cache, Key};
use k8s_openapi::api::authentication::v1::{TokenReview, TokenReviewSpec, UserInfo};
use k8s_openapi::api::authorization::v1::{NonResourceAttributes, SubjectAccessReview, SubjectAccessReviewSpec};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};

/// How long one request to the API server may take; a person waits.
const PATIENCE: Duration = Duration::from_secs(5);
/// Reviews that are under way at once: strangers with invented tokens must not make the host a burden to the API server.
const AT_ONCE: usize = 4;
/// How long a review waits for those before it.
const QUEUE: Duration = Duration::from_secs(2);
/// Bytes of a token; those of Kubernetes have a few hundred, those of identity providers some thousand.
const MAX_TOKEN: usize = 16 << 10;

/// Who is let in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// A token must be meant for one of these; empty for the audience of the API server.
    pub audiences: Vec<String>,
    /// What a user must be allowed to `get`, by a path that is no resource; `None` lets in whoever has a valid token.
    pub path: Option<String>,
}

/// Any audience of the API server, and leave to get `/v1/*`.
impl Default for Rules {
    fn default() -> Self {
        Self {
            audiences: Vec::new(),
            path: Some("/v1/*".to_owned()),
        }
    }
}

/// Whose token it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Name, e.g. `system:serviceaccount:demo:reader`.
    pub name: String,
    /// Groups.
    pub groups: Vec<String>,
}

/// What a review came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Review {
    /// Let in.
    Allowed(User),
    /// A user of the cluster who may not read here: 403.
    NotAllowed(User),
    /// No user of the cluster: 401.
    Unknown,
}

/// It is not known whose token it is; nobody is let in for that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// The API server gives no answer, or does not let the host ask.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// Too many callers at once.
    #[error("too many tokens to check at once; try again in a moment")]
    Busy,
}

/// Checks bearer tokens. What it was told is kept for a few seconds, by a digest of the token.
pub struct TokenReviewer {
    door: Door,
    rules: Rules,
    turns: Semaphore,
    cache: Mutex<Cache>,
}

impl TokenReviewer {
    pub(crate) fn new(door: Door, rules: Rules) -> Self {
        Self {
            door,
            rules,
            turns: Semaphore::new(AT_ONCE),
            cache: Mutex::new(Cache::default()),
        }
    }

    /// Whose token it is, and whether that one may read here. The token goes to the API server and nowhere else.
    ///
    /// # Errors
    /// That cannot be told at the moment. Whoever asks must not be let in.
    pub async fn review(&self, token: &str) -> Result<Review, ReviewError> {
        if !is_token(token) {
            return Ok(Review::Unknown);
        }
        let key = Key::of(token);
        if let Some(known) = self.known(&key) {
            return Ok(known);
        }
        let turn = timeout(QUEUE, self.turns.acquire()).await;
        let Ok(Ok(_turn)) = turn else {
            return Err(ReviewError::Busy);
        };
        // Another caller with the same token may have been answered in the meantime.
        if let Some(known) = self.known(&key) {
            return Ok(known);
        }
        let review = self.ask(token).await?;
        self.cache().keep(key, review.clone(), Instant::now());
        Ok(review)
    }

    async fn ask(&self, token: &str) -> Result<Review, RequestError> {
        let Some(info) = self.authenticate(token).await? else {
            return Ok(Review::Unknown);
        };
        let user = User {
            name: info.username.clone().unwrap_or_default(),
            groups: info.groups.clone().unwrap_or_default(),
        };
        let allowed = match &self.rules.path {
            Some(path) => self.authorize(info, path).await?,
            None => true,
        };
        Ok(match allowed {
            true => Review::Allowed(user),
            false => Review::NotAllowed(user),
        })
    }

    async fn authenticate(&self, token: &str) -> Result<Option<UserInfo>, RequestError> {
        let audiences = &self.rules.audiences;
        let review = TokenReview {
            spec: TokenReviewSpec {
                token: Some(token.to_owned()),
                audiences: (!audiences.is_empty()).then(|| audiences.clone()),
            },
            ..TokenReview::default()
        };
        let answer = self.door.review_token(&review, PATIENCE).await?;
        let status = answer.status.unwrap_or_default();
        let known = status.authenticated == Some(true) && status.error.as_deref().unwrap_or_default().is_empty();
        // A server that knows nothing of audiences leaves them out, and its yes would be for any of them.
        let told = status.audiences.unwrap_or_default();
        let meant = audiences.is_empty() || told.iter().any(|audience| audiences.contains(audience));
        let named = |user: &UserInfo| user.username.as_ref().is_some_and(|name| !name.is_empty());
        Ok(status.user.filter(|user| known && meant && named(user)))
    }

    async fn authorize(&self, user: UserInfo, path: &str) -> Result<bool, RequestError> {
        let review = SubjectAccessReview {
            spec: SubjectAccessReviewSpec {
                user: user.username,
                groups: user.groups,
                uid: user.uid,
                extra: user.extra,
                non_resource_attributes: Some(NonResourceAttributes {
                    path: Some(path.to_owned()),
                    verb: Some("get".to_owned()),
                }),
                resource_attributes: None,
            },
            ..SubjectAccessReview::default()
        };
        let answer = self.door.review_access(&review, PATIENCE).await?;
        let status = answer.status.unwrap_or_default();
        Ok(status.allowed && status.denied != Some(true))
    }

    fn known(&self, key: &Key) -> Option<Review> {
        self.cache().find(key, Instant::now())
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, Cache> {
        // Nothing in it can be half done.
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether it can be one at all.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.len() <= MAX_TOKEN && text.bytes().all(|byte| byte.is_ascii_graphic())
}
