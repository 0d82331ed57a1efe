//! `secrets`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which Secrets. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SecretFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// `type`, e.g. `kubernetes.io/tls`.
    pub secret_type: Option<String>,
    /// Has this key.
    pub key: Option<String>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for SecretFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.secret_type.price()
            + self.key.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// A Secret, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// `type`.
    pub secret_type: String,
    /// Names of its keys, sorted.
    pub keys: Vec<String>,
    /// Last write of its data by `managedFields`, else its creation.
    pub written: Option<Timestamp>,
    /// Created.
    pub created: Timestamp,
}

impl Price for SecretRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.secret_type.price()
            + self.keys.price()
            + self.written.price()
            + self.created.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SecretPage {
    /// The rows.
    pub rows: Vec<SecretRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for SecretPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// Secrets: names of keys, type, and the public certificate of TLS Secrets. Never a value: the snapshot holds none.
///
/// Reads: Secret.
pub trait Secrets {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &SecretFilter) -> Result<SecretPage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &SecretFilter) -> Result<u32, Stop>;
}
