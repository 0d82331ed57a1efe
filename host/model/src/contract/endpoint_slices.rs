//! `endpoint-slices`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::ObjectRef;
pub use super::types::Protocol;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which slices. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct EndpointSliceFilter {
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Labels it must carry.
    pub labels: Vec<(String, String)>,
    /// Of this Service.
    pub service: Option<ObjectId>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Only rows after this one, for the next page.
    pub after: Option<ObjectId>,
}

impl Price for EndpointSliceFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.name.price()
            + self.labels.price()
            + self.service.price()
            + self.limit.price()
            + self.after.price()
    }
}

/// A port of a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndpointPort {
    /// Name; empty when unnamed.
    pub name: String,
    /// Number; none for all ports.
    pub port: Option<u16>,
    /// Protocol.
    pub protocol: Protocol,
}

impl Price for EndpointPort {
    fn price(&self) -> u64 {
        self.name.price() + self.port.price() + self.protocol.price()
    }
}

/// A slice, narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndpointSliceRow {
    /// Id.
    pub id: ObjectId,
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Its Service, when that is in the snapshot.
    pub service: Option<ObjectId>,
    /// Ports; empty means that no port could be resolved, whatever the addresses say.
    pub ports: Vec<EndpointPort>,
    /// Addresses whose `ready` is true or unset.
    pub ready: u32,
    /// All addresses.
    pub total: u32,
    /// Created.
    pub created: Timestamp,
}

impl Price for EndpointSliceRow {
    fn price(&self) -> u64 {
        self.id.price()
            + self.namespace.price()
            + self.name.price()
            + self.service.price()
            + self.ports.price()
            + self.ready.price()
            + self.total.price()
            + self.created.price()
    }
}

/// One endpoint.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Endpoint {
    /// First address.
    pub address: String,
    /// What it points at; none when it names no object.
    pub target: Option<ObjectRef>,
    /// Node; empty when unknown.
    pub node: String,
    /// `ready`, unset counts as true.
    pub ready: bool,
    /// `serving`, unset counts as `ready`.
    pub serving: bool,
    /// `terminating`.
    pub terminating: bool,
}

impl Price for Endpoint {
    fn price(&self) -> u64 {
        self.address.price()
            + self.target.price()
            + self.node.price()
            + self.ready.price()
            + self.serving.price()
            + self.terminating.price()
    }
}

/// Rows and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct EndpointSlicePage {
    /// The rows.
    pub rows: Vec<EndpointSliceRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for EndpointSlicePage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// EndpointSlices.
///
/// Reads: EndpointSlice. Uses: Service, Pod.
pub trait EndpointSlices {
    /// What matches, by (namespace, name); an empty page when nothing does. At most `limit` rows. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &EndpointSliceFilter) -> Result<EndpointSlicePage, Stop>;

    /// How many match; `limit` and `after` are ignored. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn count(&self, call: &mut Call, filter: &EndpointSliceFilter) -> Result<u32, Stop>;

    /// Endpoints in their own order, in the order of `ids`; empty for an unseen id. At most 1000 ids, 1000 endpoints each.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn endpoints(&self, call: &mut Call, ids: &[ObjectId]) -> Result<Vec<Vec<Endpoint>>, Stop>;
}
