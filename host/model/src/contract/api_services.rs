//! `api-services`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ConditionStatus;
pub use super::types::ObjectId;
pub use super::types::Presence;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which APIServices. Predicates that are none do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ApiServiceFilter {
    /// Name, e.g. `v1beta1.metrics.k8s.io`.
    pub name: Option<String>,
    /// API group.
    pub group: Option<String>,
    /// Condition `Available`: true is `yes`; false matches `no` and `unknown`.
    pub available: Option<bool>,
    /// Served by the API server itself.
    pub local: Option<bool>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for ApiServiceFilter {
    fn price(&self) -> u64 {
        self.name.price()
            + self.group.price()
            + self.available.price()
            + self.local.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// An APIService.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiServiceRow {
    /// Id.
    pub id: ObjectId,
    /// Name.
    pub name: String,
    /// API group.
    pub group: String,
    /// Version.
    pub version: String,
    /// Condition `Available`; `unknown` when absent.
    pub available: ConditionStatus,
    /// Reason of that condition.
    pub reason: String,
    /// Since when it is so.
    pub since: Option<Timestamp>,
    /// Namespace of its Service; empty when local.
    pub service_namespace: String,
    /// Name of its Service; empty when local.
    pub service_name: String,
    /// The Service.
    pub service: Option<ObjectId>,
    /// Existence of the Service; `present` when local.
    pub service_presence: Presence,
}

impl Price for ApiServiceRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.name.price()
            + self.group.price()
            + self.version.price()
            + self.available.price()
            + self.reason.price()
            + self.since.price()
            + self.service_namespace.price()
            + self.service_name.price()
            + self.service.price()
            + self.service_presence.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ApiServicePage {
    /// The rows.
    pub rows: Vec<ApiServiceRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for ApiServicePage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// APIServices: aggregated APIs.
///
/// Reads: APIService. Uses: Service, EndpointSlice.
pub trait ApiServices {
    /// APIServices that match, by name; an empty page when none does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &ApiServiceFilter) -> Result<ApiServicePage, Stop>;

    /// How many APIServices match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &ApiServiceFilter) -> Result<u32, Stop>;
}
