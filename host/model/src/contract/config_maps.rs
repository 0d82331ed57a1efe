//! `config-maps`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which ConfigMaps. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ConfigMapFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Has this key.
    pub key: Option<String>,
    /// Some value contains this text, case-sensitive.
    pub contains: Option<String>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for ConfigMapFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.key.price()
            + self.contains.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// A ConfigMap, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigMapRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Keys of `data` and `binaryData`, sorted.
    pub keys: Vec<String>,
    /// Bytes of all values.
    pub size: u64,
    /// Immutable.
    pub immutable: bool,
    /// Last write of its data by `managedFields`, else its creation.
    pub written: Option<Timestamp>,
    /// Created.
    pub created: Timestamp,
}

impl Price for ConfigMapRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.keys.price()
            + self.size.price()
            + self.immutable.price()
            + self.written.price()
            + self.created.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ConfigMapPage {
    /// The rows.
    pub rows: Vec<ConfigMapRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for ConfigMapPage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// ConfigMaps and their data.
///
/// Reads: ConfigMap.
pub trait ConfigMaps {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &ConfigMapFilter) -> Result<ConfigMapPage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &ConfigMapFilter) -> Result<u32, Stop>;

    /// The value of one key of `data`, at most 256 KiB; none when the object or key is absent, or the value is binary.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn value(&self, call: &mut Call, id: ObjectId, key: &str) -> Result<Option<String>, Stop>;
}
