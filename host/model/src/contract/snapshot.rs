//! `snapshot`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Timestamp;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Facts about the whole snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnapshotInfo {
    /// The cluster's time when the state was taken. This is "now".
    pub time: Timestamp,
    /// Server version, e.g. `v1.36.3`; empty when unknown.
    pub server_version: String,
    /// Cluster domain; `cluster.local` unless the cluster says otherwise.
    pub cluster_domain: String,
    /// The address of the cluster DNS Service; empty when unknown.
    pub dns_service_ip: String,
    /// Time of the previous snapshot; none for the first one and for a dump.
    pub previous_time: Option<Timestamp>,
}

impl Price for SnapshotInfo {
    fn price(&self) -> u64 {
        self.time.price()
            + self.server_version.price()
            + self.cluster_domain.price()
            + self.dns_service_ip.price()
            + self.previous_time.price()
    }
}

/// How much of a kind is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CoverageState {
    /// Everything; an empty answer means there is none.
    Complete,
    /// Some objects or namespaces may be absent.
    Partial,
    /// The collector was refused.
    Forbidden,
    /// Nothing was collected.
    Missing,
}

impl Price for CoverageState {
    fn price(&self) -> u64 {
        0
    }
}

/// The snapshot itself: its clock, its coverage, what changed since the one before.
///
/// Reads: nothing.
pub trait Snapshot {
    /// Facts about this snapshot. Always answers.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn info(&self, call: &mut Call) -> Result<SnapshotInfo, Stop>;

    /// "Now" by the cluster's clock; the same as `info().time`. Always answers.
    /// A detector that reads it is run again at its interval though nothing else changed; `has-come` says when a run is worth it.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn now(&self, call: &mut Call) -> Result<Timestamp, Stop>;

    /// Whether `at` has come: `now()` is `at` or later. The host notes the earliest `at` still to come, and runs the detector
    /// again then though nothing else changed. The way to ask for an age: `has-come(created + 300)`.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn has_come(&self, call: &mut Call, at: Timestamp) -> Result<bool, Stop>;

    /// The time `seconds` before now, for filters that take one (`created-before`). What such a filter leaves out only for its
    /// age is noted as by `has-come`. Comparing by it is not noted; the detector is run again at ten times its interval instead.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn ago(&self, call: &mut Call, seconds: u32) -> Result<Timestamp, Stop>;

    /// How much of `kind` (e.g. `ConfigMap`) is known in `namespace`, or in the whole cluster when none.
    /// A kind that Kubernetes does not define answers `missing`.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn coverage(&self, call: &mut Call, kind: &str, namespace: Option<&str>) -> Result<CoverageState, Stop>;

    /// Why the coverage of `kind` is not complete; empty when it is. At most 512 bytes.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn coverage_reason(&self, call: &mut Call, kind: &str) -> Result<String, Stop>;

    /// Since when the object has been as it is, as far as snapshots were kept; none when there is no earlier snapshot or no such object.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn unchanged_since(&self, call: &mut Call, id: ObjectId) -> Result<Option<Timestamp>, Stop>;
}
