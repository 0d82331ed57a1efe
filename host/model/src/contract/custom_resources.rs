//! `custom-resources`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Why a read was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The component's spec does not list this group and kind, or policy does not grant it.
    Denied(String),
    /// The kind is not in the snapshot, or not readable: why.
    NotReadable(String),
    /// The answer would be larger than 1 MiB; narrow the filter or the fields.
    TooLarge(u64),
}

impl Price for ReadError {
    fn price(&self) -> u64 {
        match self {
            Self::Denied(value) => value.price(),
            Self::NotReadable(value) => value.price(),
            Self::TooLarge(value) => value.price(),
        }
    }
}

/// Which objects. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ResourceFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for ResourceFilter {
    fn price(&self) -> u64 {
        self.namespace.price() + self.name.price() + self.labels.price() + self.limit.price() + self.after.price()
    }
}

/// Custom resources as JSON. Each group and kind is a permission of its own: the spec lists it, policy grants it.
///
/// Reads: Custom.
pub trait CustomResources {
    /// Objects of one group and kind that match, by (namespace, name), as a JSON array of objects; `[]` when none does. `fields` are JSON pointers such as `/spec/cidr`: each
    /// object then holds `id`, `namespace`, `name` and each pointer that exists as a key. With no `fields` each object is whole, under `object`. At most `limit` objects.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query_json(
        &self,
        call: &mut Call,
        group: &str,
        kind: &str,
        filter: &ResourceFilter,
        fields: &[String],
    ) -> Result<Result<String, ReadError>, Stop>;

    /// How many objects of one group and kind match; `limit` and `after` are ignored.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(
        &self,
        call: &mut Call,
        group: &str,
        kind: &str,
        filter: &ResourceFilter,
    ) -> Result<Result<u32, ReadError>, Stop>;
}
