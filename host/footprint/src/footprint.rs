//! The client and what can be made of it.

use crate::announce::{Announcer, AnnouncerTask};
use crate::door::Door;
use crate::error::FootprintError;
use crate::lease::{Identity, Leadership, LeaseName, Role, Terms};
use crate::review::{Rules, TokenReviewer};
use sdo_live::{Connection, ReadError, Reconnecting, Target};
use tokio::sync::watch;

/// What the host may write to one cluster.
#[derive(Clone)]
pub struct Footprint {
    door: Door,
}

impl Footprint {
    /// Makes a client for the cluster of `target`; the server is not asked yet. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// The configuration is wrong, or there is none. Another cluster is never taken instead.
    pub async fn open(target: &Target) -> Result<Self, FootprintError> {
        let first = connect(target.clone()).await?;
        let target = target.clone();
        let connection = Reconnecting::new(first, move || connect(target.clone()));
        let door = Door::new(connection);
        Ok(Self { door })
    }

    /// A candidate for the lease `name`.
    pub fn leadership(&self, name: LeaseName, identity: Identity, terms: Terms) -> Leadership {
        Leadership::candidate(self.door.clone(), name, identity, terms)
    }

    /// Events on objects of incidents, written only while `role` leads. `identity` is shown as the one who reports.
    pub fn announcer(&self, identity: &Identity, role: watch::Receiver<Role>) -> (Announcer, AnnouncerTask) {
        Announcer::new(self.door.clone(), identity, role)
    }

    /// Tokens of callers, checked by the API server.
    pub fn reviewer(&self, rules: Rules) -> TokenReviewer {
        TokenReviewer::new(self.door.clone(), rules)
    }
}

async fn connect(target: Target) -> Result<Connection, ReadError> {
    let mut config = sdo_live::configuration(&target).await?;
    // Every request here has a time of its own in which it makes sense, and retries within it would not end in time.
    config.default_retry = false;
    config.try_into()
}
