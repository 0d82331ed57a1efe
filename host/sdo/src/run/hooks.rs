//! What the interface and the sinks ask of the host.

use sdo_api::metrics::words::{Delivery, Sink};
use sdo_api::{
    Authenticator, AuthenticatorError, History, HistoryError, Later, LaterVerdict, Metrics, Query, TokenVerdict,
};
use sdo_footprint::{Review, Role, TokenReviewer};
use sdo_model::incident::{Entry, Incident, IncidentId};
use sdo_notify::{Host, Outcome};
use sdo_store::Reader;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

/// The store's reader while there is one: a host that stands by has none.
#[derive(Clone, Default)]
pub(super) struct StoreSlot(Arc<Mutex<Option<Reader>>>);

impl StoreSlot {
    pub(super) fn set(&self, reader: Option<Reader>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = reader;
    }

    fn reader(&self) -> Option<Reader> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn unreadable(error: &sdo_store::StoreError) -> HistoryError {
    HistoryError(error.to_string())
}

impl History for StoreSlot {
    fn incident(&self, id: IncidentId) -> Later<'_, Option<Incident>> {
        Box::pin(async move {
            let Some(reader) = self.reader() else { return Ok(None) };
            reader.incident(id).await.map_err(|error| unreadable(&error))
        })
    }

    fn entries(&self, id: IncidentId, limit: usize) -> Later<'_, Vec<Entry>> {
        Box::pin(async move {
            let Some(reader) = self.reader() else {
                return Ok(Vec::new());
            };
            let limit = u32::try_from(limit).unwrap_or(u32::MAX);
            reader.history(id, limit).await.map_err(|error| unreadable(&error))
        })
    }

    fn incidents<'a>(&'a self, query: &'a Query) -> Later<'a, Vec<Incident>> {
        Box::pin(async move {
            let Some(reader) = self.reader() else {
                return Ok(Vec::new());
            };
            let wanted = sdo_store::Query {
                stage: query.stage,
                namespace: query.namespace.clone(),
                rule: query.rule.clone(),
                limit: u32::try_from(query.limit).unwrap_or(u32::MAX),
                before: query.before,
            };
            let found = reader.incidents(&wanted).await.map_err(|error| unreadable(&error))?;
            Ok(found.into_iter().filter(|incident| query.matches(incident)).collect())
        })
    }
}

/// Tokens, checked by the API server.
pub(super) struct Tokens(pub(super) TokenReviewer);

impl Authenticator for Tokens {
    fn check<'a>(&'a self, token: &'a str) -> LaterVerdict<'a> {
        Box::pin(async move {
            match self.0.review(token).await {
                Ok(Review::Allowed(_)) => Ok(TokenVerdict::Allowed),
                Ok(Review::NotAllowed(user)) => Ok(TokenVerdict::Forbidden {
                    reason: format!("{} may not get /v1/*: grant it on nonResourceURLs", user.name),
                }),
                Ok(Review::Unknown) => Ok(TokenVerdict::Unknown),
                Err(error) => Err(AuthenticatorError(error.to_string())),
            }
        })
    }
}

/// The host as sinks see it.
pub(super) struct Sinks {
    pub(super) role: watch::Receiver<Role>,
    pub(super) metrics: Arc<Metrics>,
    /// Names of the Alertmanagers; all other sinks are webhooks.
    pub(super) alertmanagers: Vec<String>,
}

impl Host for Sinks {
    fn leads(&self) -> bool {
        self.role.borrow().is_leader_now()
    }

    fn report(&self, sink: &str, _: &str, outcome: Outcome) {
        let sort = match self.alertmanagers.iter().any(|name| name == sink) {
            true => Sink::Alertmanager,
            false => Sink::Webhook,
        };
        let delivery = match outcome {
            Outcome::Delivered => Delivery::Sent,
            Outcome::Retried => Delivery::Retried,
            Outcome::Lost(sdo_notify::Loss::Full) => Delivery::Dropped,
            _ => Delivery::Failed,
        };
        self.metrics.notification(sort, delivery);
    }
}
