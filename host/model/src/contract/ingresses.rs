//! `ingresses`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::PortRef;
pub use super::types::Presence;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which Ingresses. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct IngressFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Existence of its class, `present` when it names none.
    pub class_presence: Option<Presence>,
    /// Some backend names a Service or port that does not exist.
    pub broken_backend: Option<bool>,
    /// Has a TLS block that names a Secret.
    pub has_tls: Option<bool>,
    /// Leads to this Service.
    pub service: Option<ObjectId>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for IngressFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.class_presence.price()
            + self.broken_backend.price()
            + self.has_tls.price()
            + self.service.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// An Ingress, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IngressRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Class; empty when it names none.
    pub class: String,
    /// Existence of that class.
    pub class_presence: Presence,
    /// Hosts of its rules, sorted, `*` for no host.
    pub hosts: Vec<String>,
    /// Created.
    pub created: Timestamp,
}

impl Price for IngressRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.class.price()
            + self.class_presence.price()
            + self.hosts.price()
            + self.created.price()
    }
}

/// One backend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IngressBackend {
    /// Field path, e.g. `spec.rules[0].http.paths[1].backend`.
    pub path: String,
    /// Host; empty for all.
    pub host: String,
    /// URL path; empty for the default backend.
    pub url_path: String,
    /// Service it names.
    pub service_name: String,
    /// Port it names.
    pub port: PortRef,
    /// The Service.
    pub service: Option<ObjectId>,
    /// Existence of the Service.
    pub presence: Presence,
    /// The Service has that port; true when the Service is not known.
    pub port_exists: bool,
    /// The nearest existing Service name, when it is absent; none when nothing is near.
    pub nearest: Option<String>,
}

impl Price for IngressBackend {
    fn price(&self) -> u64 {
        self.path.price()
            + self.host.price()
            + self.url_path.price()
            + self.service_name.price()
            + self.port.price()
            + self.service.price()
            + self.presence.price()
            + self.port_exists.price()
            + self.nearest.price()
    }
}

/// One TLS block that names a Secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IngressTls {
    /// Field path.
    pub path: String,
    /// Hosts.
    pub hosts: Vec<String>,
    /// Secret it names.
    pub secret_name: String,
    /// The Secret.
    pub secret: Option<ObjectId>,
    /// Existence of the Secret.
    pub presence: Presence,
}

impl Price for IngressTls {
    fn price(&self) -> u64 {
        self.path.price() + self.hosts.price() + self.secret_name.price() + self.secret.price() + self.presence.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct IngressPage {
    /// The rows.
    pub rows: Vec<IngressRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for IngressPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// Ingresses, joined with the Services and Secrets they name.
///
/// Reads: Ingress. Uses: Service, Secret, IngressClass.
pub trait Ingresses {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &IngressFilter) -> Result<IngressPage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &IngressFilter) -> Result<u32, Stop>;

    /// Service backends in spec order, default backend first, in the order of `ids`; resource backends are left out. At most 1000 ids.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn backends(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Vec<IngressBackend>>, Stop>;

    /// TLS blocks with a Secret, in spec order, in the order of `ids`. At most 1000 ids.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn tls(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Vec<IngressTls>>, Stop>;
}
