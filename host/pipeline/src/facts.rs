//! What a round asks of the snapshot for itself, as opposed to what detectors ask.

use sdo_model::contract::Cluster;
use sdo_model::contract::objects::Objects;
use sdo_model::contract::pods::{PodFilter, Pods};
use sdo_model::contract::snapshot::{CoverageState, Snapshot};
use sdo_model::contract::types::ObjectRef;
use sdo_model::contract::workloads::Workloads;
use sdo_model::{Call, State};

/// Ids of one call; the contract drops what is past it.
const BATCH: usize = 1000;

/// What a round needs to know about a snapshot. Narrow, so that folding can be tested with plain values.
pub trait Facts: Sync {
    /// The names of objects in the order of `ids`; an entry without `id` for an object that is not in the snapshot.
    fn names(&self, ids: &[u32]) -> Vec<ObjectRef>;

    /// The controllers of an object from its direct owner to the top; empty when nothing owns it.
    fn owners(&self, id: u32) -> Vec<ObjectRef>;

    /// The pods below a workload; empty for anything else.
    fn pods_of(&self, workload: u32) -> Vec<u32>;

    /// The pods that are bound to a node.
    fn pods_on(&self, node: &str) -> Vec<u32>;

    /// How much of `kind` (`Pod`, or `Certificate.cert-manager.io`) is known in a namespace, or in the cluster when none.
    fn coverage(&self, kind: &str, namespace: Option<&str>) -> State;

    /// Why the coverage of `kind` is not complete; empty when it is.
    fn coverage_reason(&self, kind: &str) -> String;
}

/// The snapshot behind a view.
pub(crate) struct Viewed<'v>(pub(crate) &'v dyn Cluster);

/// The host's own questions carry no limit, so none of them can stop half-way.
impl Facts for Viewed<'_> {
    fn names(&self, ids: &[u32]) -> Vec<ObjectRef> {
        let describe = |batch: &[u32]| Objects::describe(self.0, &mut Call::unlimited(), batch).unwrap_or_default();
        ids.chunks(BATCH).flat_map(describe).collect()
    }

    fn owners(&self, id: u32) -> Vec<ObjectRef> {
        Workloads::owner_chain(self.0, &mut Call::unlimited(), id).unwrap_or_default()
    }

    fn pods_of(&self, workload: u32) -> Vec<u32> {
        Workloads::pods_of(self.0, &mut Call::unlimited(), workload).unwrap_or_default()
    }

    fn pods_on(&self, node: &str) -> Vec<u32> {
        let mut ids = Vec::new();
        let mut filter = PodFilter {
            node: Some(node.to_owned()),
            ..PodFilter::default()
        };
        loop {
            let page = Pods::query(self.0, &mut Call::unlimited(), &filter).unwrap_or_default();
            ids.extend(page.rows.iter().map(|row| row.id));
            filter.after = page.rows.last().map(|row| row.id);
            if page.rows.len() < BATCH {
                return ids;
            }
        }
    }

    fn coverage(&self, kind: &str, namespace: Option<&str>) -> State {
        match Snapshot::coverage(self.0, &mut Call::unlimited(), kind, namespace) {
            Ok(CoverageState::Complete) => State::Complete,
            Ok(CoverageState::Partial) => State::Partial,
            Ok(CoverageState::Forbidden) => State::Forbidden,
            Ok(CoverageState::Missing) | Err(_) => State::Missing,
        }
    }

    fn coverage_reason(&self, kind: &str) -> String {
        Snapshot::coverage_reason(self.0, &mut Call::unlimited(), kind).unwrap_or_default()
    }
}
