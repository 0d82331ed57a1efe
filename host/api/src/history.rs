//! What the host keeps and a board does not hold: older incidents, and what became of each.

use sdo_model::finding::Severity;
use sdo_model::incident::{Entry, Incident, IncidentId, Stage};
use std::future::Future;
use std::pin::Pin;

/// An answer that comes later.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, HistoryError>> + Send + 'a>>;

/// Incidents that were kept. The host answers from its store.
pub trait History: Send + Sync + 'static {
    /// The incident of that name; `None` when there never was one, or it was forgotten.
    ///
    /// # Errors
    /// It cannot be read now.
    fn incident(&self, id: IncidentId) -> Later<'_, Option<Incident>>;

    /// The newest `limit` entries of an incident, oldest first.
    ///
    /// # Errors
    /// They cannot be read now.
    fn entries(&self, id: IncidentId, limit: usize) -> Later<'_, Vec<Entry>>;

    /// The incidents that `query` asks for, newest name first.
    ///
    /// # Errors
    /// They cannot be read now.
    fn incidents<'a>(&'a self, query: &'a Query) -> Later<'a, Vec<Incident>>;
}

/// Which incidents are wanted. Everything that is set must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// In this stage.
    pub stage: Option<Stage>,
    /// At least as bad as this.
    pub severity: Option<Severity>,
    /// About an object of this namespace.
    pub namespace: Option<String>,
    /// Found by this rule.
    pub rule: Option<String>,
    /// Opened before this one: names below it.
    pub before: Option<IncidentId>,
    /// How many at most.
    pub limit: usize,
}

impl Query {
    /// Whether `incident` is asked for; the limit aside.
    pub fn matches(&self, incident: &Incident) -> bool {
        let finding = &incident.finding;
        self.stage.is_none_or(|stage| incident.stage == stage)
            && self.severity.is_none_or(|severity| finding.severity >= severity)
            && self
                .namespace
                .as_ref()
                .is_none_or(|name| finding.primary.namespace == *name)
            && self.rule.as_ref().is_none_or(|rule| finding.rule == *rule)
            && self.before.is_none_or(|before| incident.id < before)
    }
}

/// What is kept cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("read kept incidents: {0}")]
pub struct HistoryError(pub String);

/// A host that keeps nothing: there is what the board holds.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHistory;

impl History for NoHistory {
    fn incident(&self, _: IncidentId) -> Later<'_, Option<Incident>> {
        Box::pin(async { Ok(None) })
    }

    fn entries(&self, _: IncidentId, _: usize) -> Later<'_, Vec<Entry>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn incidents<'a>(&'a self, _: &'a Query) -> Later<'a, Vec<Incident>> {
        Box::pin(async { Ok(Vec::new()) })
    }
}
