//! A client that is made anew now and then, for a host that outlives certificates and tokens.

use crate::connect::{Connection, Target};
use crate::error::ReadError;
use futures::FutureExt;
use futures::future::BoxFuture;
use kube::Client;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;
use tokio::time::Instant;

/// A client is made anew at most this often: every task that is refused asks for it, and credential plugins are programs to be run.
const AT_MOST_EVERY: Duration = Duration::from_secs(30);

/// The connection to one server, for as long as the process lives. Whoever is refused or reaches nobody says so by
/// [`renew`](Self::renew), and asks for the [`client`](Self::client) again for each request.
pub struct Reconnecting {
    server: String,
    latest: RwLock<Latest>,
    open: Open,
}

/// Reads the credentials as they are now.
type Open = Box<dyn Fn() -> BoxFuture<'static, Result<Connection, ReadError>> + Send + Sync>;

struct Latest {
    client: Client,
    made: Instant,
}

impl Reconnecting {
    /// Begins with `first`; `open` makes the clients after it, from what the configuration says by then.
    pub fn new<F>(first: Connection, open: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<Connection, ReadError>> + Send + 'static,
    {
        let Connection { client, server } = first;
        let made = Instant::now();
        Self {
            server,
            latest: RwLock::new(Latest { client, made }),
            open: Box::new(move || open().boxed()),
        }
    }

    /// A connection to the server of `target`.
    pub(crate) async fn open(target: &Target) -> Result<Self, ReadError> {
        let first = Connection::open(target).await?;
        let target = target.clone();
        Ok(Self::new(first, move || {
            let target = target.clone();
            async move { Connection::open(&target).await }
        }))
    }

    /// Address of the server, without credentials.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// The latest client.
    pub fn client(&self) -> Client {
        self.latest
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .client
            .clone()
    }

    /// Reads the credentials again, after a failure that they may explain; not more often than every 30 s, whoever asks. A
    /// configuration that leads nowhere, or to another server, leaves the client as it is.
    pub async fn renew(&self) {
        if !self.is_due() {
            return;
        }
        match (self.open)().await {
            Ok(connection) if connection.server == self.server => {
                let mut latest = self.latest.write().unwrap_or_else(PoisonError::into_inner);
                latest.client = connection.client;
            }
            Ok(connection) => {
                tracing::warn!(from = %self.server, to = %connection.server, "connection.elsewhere");
            }
            Err(error) => tracing::warn!(%error, "connection.unreadable"),
        }
    }

    /// Whether it is time; says so once.
    fn is_due(&self) -> bool {
        let mut latest = self.latest.write().unwrap_or_else(PoisonError::into_inner);
        let is_due = latest.made.elapsed() >= AT_MOST_EVERY;
        if is_due {
            latest.made = Instant::now();
        }
        is_due
    }
}

#[cfg(test)]
pub(crate) mod tests;
