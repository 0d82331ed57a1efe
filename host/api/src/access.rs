//! Who may read: everybody on loopback, or whoever holds a token that the cluster knows.

mod cache;

pub(crate) use cache::Checked;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

/// Who may read.
#[derive(Clone, Default)]
pub enum Access {
    /// Whoever reaches the address. Served on loopback only, where `kubectl port-forward` arrives too.
    #[default]
    Open,
    /// Whoever sends a bearer token that passes. `/healthz` and `/readyz` stay open for the kubelet.
    Token(Arc<dyn Authenticator>),
}

impl fmt::Debug for Access {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Access::Open => "Open",
            Access::Token(_) => "Token",
        })
    }
}

/// A verdict that comes later.
pub type LaterVerdict<'a> = Pin<Box<dyn Future<Output = Result<TokenVerdict, AuthenticatorError>> + Send + 'a>>;

/// Tells whose token it is. The host asks the API server; answers are remembered here.
pub trait Authenticator: Send + Sync + 'static {
    /// What `token` is worth.
    ///
    /// # Errors
    /// Nobody can say now. That is not remembered.
    fn check<'a>(&'a self, token: &'a str) -> LaterVerdict<'a>;
}

/// What a token is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenVerdict {
    /// Its holder may read.
    Allowed,
    /// It is nobody's, or no longer valid.
    Unknown,
    /// Its holder is known and may not read.
    Forbidden {
        /// Why, for the holder.
        reason: String,
    },
}

/// A token cannot be checked now.
#[derive(Debug, thiserror::Error)]
#[error("check a bearer token: {0}")]
pub struct AuthenticatorError(pub String);
