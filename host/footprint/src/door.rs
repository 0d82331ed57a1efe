//! Every request that this crate can make, and no other. Whoever answers may be anybody: sizes, times and words are bounded.

use crate::error::RequestError;
use crate::lease::LeaseName;
use http::header::{ACCEPT, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::{BodyExt, Limited};
use jiff::fmt::rfc2822;
use jiff::{SignedDuration, Timestamp};
use k8s_openapi::api::authentication::v1::TokenReview;
use k8s_openapi::api::authorization::v1::SubjectAccessReview;
use k8s_openapi::api::coordination::v1::Lease;
use k8s_openapi::api::events::v1::Event;
use kube::client::Body;
use sdo_live::Reconnecting;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// Bytes of one answer: the largest, a Lease with every annotation that etcd would keep, is below.
const MAX_BODY: usize = 2 << 20;
/// Characters kept of the server's words.
const MAX_WORDS: usize = 300;
/// Characters of a name in a path that are shown when it cannot stand there.
const MAX_SHOWN: usize = 63;

/// The client, behind the requests that it may be used for.
#[derive(Clone)]
pub(crate) struct Door {
    connection: Arc<Reconnecting>,
}

impl Door {
    pub(crate) fn new(connection: Reconnecting) -> Self {
        Self {
            connection: Arc::new(connection),
        }
    }

    pub(crate) async fn read_lease(&self, name: &LeaseName, patience: Duration) -> Result<Lease, RequestError> {
        let ask = Ask::new("read the lease", Method::GET, patience);
        self.send(&ask, &leases(&ask, name, true)?, None::<&Lease>).await
    }

    pub(crate) async fn create_lease(
        &self,
        name: &LeaseName,
        lease: &Lease,
        patience: Duration,
    ) -> Result<Lease, RequestError> {
        let ask = Ask::new("create the lease", Method::POST, patience);
        self.send(&ask, &leases(&ask, name, false)?, Some(lease)).await
    }

    /// Refused with 409 when the lease is no longer at the version that `lease` carries.
    pub(crate) async fn replace_lease(
        &self,
        name: &LeaseName,
        lease: &Lease,
        patience: Duration,
    ) -> Result<Lease, RequestError> {
        let ask = Ask::new("write the lease", Method::PUT, patience);
        self.send(&ask, &leases(&ask, name, true)?, Some(lease)).await
    }

    pub(crate) async fn create_event(
        &self,
        namespace: &str,
        event: &Event,
        patience: Duration,
    ) -> Result<(), RequestError> {
        let ask = Ask::new("create an event", Method::POST, patience);
        let namespace = ask.segment(namespace)?;
        let path = format!("/apis/events.k8s.io/v1/namespaces/{namespace}/events");
        self.send::<Ignored>(&ask, &path, Some(event)).await.map(drop)
    }

    pub(crate) async fn review_token(
        &self,
        review: &TokenReview,
        patience: Duration,
    ) -> Result<TokenReview, RequestError> {
        let ask = Ask::new("ask whose token it is", Method::POST, patience);
        self.send(&ask, "/apis/authentication.k8s.io/v1/tokenreviews", Some(review))
            .await
    }

    pub(crate) async fn review_access(
        &self,
        review: &SubjectAccessReview,
        patience: Duration,
    ) -> Result<SubjectAccessReview, RequestError> {
        let ask = Ask::new("ask what a user may do", Method::POST, patience);
        let path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
        self.send(&ask, path, Some(review)).await
    }

    async fn send<T: DeserializeOwned>(
        &self,
        ask: &Ask,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> Result<T, RequestError> {
        let Ask { attempt, patience, .. } = *ask;
        let answer = match timeout(patience, self.exchange(ask, path, body)).await {
            Ok(answer) => answer,
            Err(_) => Err(RequestError::Timeout { attempt, patience }),
        };
        if answer.as_ref().is_err_and(RequestError::may_be_credentials) {
            self.renew();
        }
        answer
    }

    /// For the next request. Nobody waits for it: a leader that is refused has to say in time that it leads no longer.
    fn renew(&self) {
        let connection = Arc::clone(&self.connection);
        tokio::spawn(async move { connection.renew().await });
    }

    async fn exchange<T: DeserializeOwned>(
        &self,
        ask: &Ask,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> Result<T, RequestError> {
        let unreadable = |reason: String| RequestError::Unreadable {
            attempt: ask.attempt,
            reason,
        };
        let unreachable = |reason: String| RequestError::Unreachable {
            attempt: ask.attempt,
            reason,
        };
        let body = body.map(serde_json::to_vec).transpose();
        let body = body.map_err(|error| unreadable(error.to_string()))?.unwrap_or_default();
        let request = Request::builder()
            .method(ask.method.clone())
            .uri(path)
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, "application/json")
            .body(Body::from(body))
            .map_err(|error| unreadable(error.to_string()))?;
        let response = self.connection.client().send(request).await;
        let response = response.map_err(|error| unreachable(sdo_live::reason(&error)))?;
        let (parts, body) = response.into_parts();
        let body = Limited::new(body, MAX_BODY).collect().await;
        let body = body.map_err(|error| unreachable(error.to_string()))?.to_bytes();
        if !parts.status.is_success() {
            return Err(refusal(ask.attempt, parts.status, &parts.headers, &body));
        }
        // The parser's words may quote the answer, and that holds what the caller is.
        serde_json::from_slice(&body)
            .map_err(|error| unreadable(format!("line {}, {:?}", error.line(), error.classify())))
    }
}

/// What is attempted, how, and for how long.
struct Ask {
    attempt: &'static str,
    method: Method,
    patience: Duration,
}

impl Ask {
    fn new(attempt: &'static str, method: Method, patience: Duration) -> Self {
        Self {
            attempt,
            method,
            patience,
        }
    }

    /// `word` when it can stand in a path as it is: a namespace or the name of a lease, as Kubernetes allows them.
    fn segment<'w>(&self, word: &'w str) -> Result<&'w str, RequestError> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'.');
        let fits = !word.is_empty() && word.len() <= 253 && word.bytes().all(plain) && !word.starts_with('.');
        if fits && !word.contains("..") {
            return Ok(word);
        }
        Err(RequestError::Name {
            attempt: self.attempt,
            word: word.escape_debug().take(MAX_SHOWN).collect(),
        })
    }
}

fn leases(ask: &Ask, name: &LeaseName, one: bool) -> Result<String, RequestError> {
    let namespace = ask.segment(&name.namespace)?;
    let lease = ask.segment(&name.name)?;
    let all = format!("/apis/coordination.k8s.io/v1/namespaces/{namespace}/leases");
    Ok(if one { format!("{all}/{lease}") } else { all })
}

/// An answer of which only the status counts.
#[derive(Deserialize)]
struct Ignored {}

fn refusal(attempt: &'static str, status: StatusCode, headers: &HeaderMap, body: &[u8]) -> RequestError {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Told {
        reason: String,
        message: String,
    }
    let told: Told = serde_json::from_slice(body).unwrap_or_default();
    let message = match told.message.is_empty() {
        true => status.canonical_reason().unwrap_or("no reason given").to_owned(),
        false => told.message.escape_debug().take(MAX_WORDS).collect(),
    };
    RequestError::Refused {
        attempt,
        status: status.as_u16(),
        reason: told.reason.chars().take(MAX_SHOWN).collect(),
        message,
        retry_after: retry_after(headers, Timestamp::now()),
    }
}

/// Seconds, or a date.
fn retry_after(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = rfc2822::parse(text).ok()?.timestamp();
    let wait: SignedDuration = date.duration_since(now);
    Some(wait.try_into().unwrap_or_default())
}

#[cfg(test)]
mod tests;
