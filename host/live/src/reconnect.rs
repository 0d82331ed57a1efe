//! A client that is made anew now and then, for a host that outlives certificates and tokens.

use crate::connect::{Connection, Target};
use kube::Client;
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};

/// A client is made anew at most this often: every task that is refused asks for it, and credential plugins are programs to be run.
const AT_MOST_EVERY: Duration = Duration::from_secs(30);

/// The connection to one server.
pub(crate) struct Reconnecting {
    server: String,
    latest: RwLock<Latest>,
}

struct Latest {
    client: Client,
    made: Instant,
}

impl From<Connection> for Reconnecting {
    fn from(connection: Connection) -> Self {
        let Connection { client, server } = connection;
        let latest = RwLock::new(Latest {
            client,
            made: Instant::now(),
        });
        Self { server, latest }
    }
}

impl Reconnecting {
    /// Address of the server, without credentials.
    pub(crate) fn server(&self) -> &str {
        &self.server
    }

    pub(crate) fn client(&self) -> Client {
        self.latest
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .client
            .clone()
    }

    /// Reads the credentials again, after a failure that they may explain. A configuration that leads nowhere, or to another
    /// server, leaves the client as it is.
    pub(crate) async fn renew(&self, target: &Target) {
        if !self.is_due() {
            return;
        }
        match Connection::open(target).await {
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
