//! `events`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::ObjectRef;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which Events. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct EventFilter {
    /// Namespace of the Event.
    pub namespace: Option<String>,
    /// About this object, joined by uid, else by kind, namespace and name.
    pub about: Option<ObjectId>,
    /// Kind of the object it is about.
    pub kind: Option<String>,
    /// Reason, e.g. `FailedScheduling`.
    pub reason: Option<String>,
    /// Type is `Warning`.
    pub warning: Option<bool>,
    /// Last seen at or after this time.
    pub since: Option<Timestamp>,
    /// The message contains this text.
    pub contains: Option<String>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for EventFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.about.price()
            + self.kind.price()
            + self.reason.price()
            + self.warning.price()
            + self.since.price()
            + self.contains.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// An Event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// Id.
    pub id: ObjectId,
    /// What it is about.
    pub about: ObjectRef,
    /// Type is `Warning`.
    pub warning: bool,
    /// Reason.
    pub reason: String,
    /// Message, at most 1 KiB, credentials masked.
    pub message: String,
    /// How often; 1 when uncounted.
    pub count: u32,
    /// First seen.
    pub first: Option<Timestamp>,
    /// Last seen: the newest of series, last timestamp, event time and creation.
    pub last: Option<Timestamp>,
    /// Reporting component.
    pub source: String,
}

impl Price for EventRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.about.price()
            + self.warning.price()
            + self.reason.price()
            + self.message.price()
            + self.count.price()
            + self.first.price()
            + self.last.price()
            + self.source.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct EventPage {
    /// The rows.
    pub rows: Vec<EventRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for EventPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// Events, core and `events.k8s.io` alike. Status beats events: they are old, counted late, and lost.
///
/// Reads: Event.
pub trait Events {
    /// Events that match, newest first, then by name; an empty page when none does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &EventFilter) -> Result<EventPage, Stop>;

    /// How many Events match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &EventFilter) -> Result<u32, Stop>;
}
