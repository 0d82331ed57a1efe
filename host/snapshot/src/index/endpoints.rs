//! What stands behind each Service: selected pods, slices, ready endpoints.

use super::labels::Labels;
use super::pods::Pods;
use super::{changed, number};
use crate::object::{EndpointSlice, Pod, Service, carries};
use crate::store::{Listed, Store};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// What stands behind one Service.
#[derive(Clone, Debug, Default)]
pub struct ServiceEntry {
    /// Indexes of the pods that its selector selects and that have not ended; empty when no selector counts.
    pub pods: Vec<u32>,
    /// How many of them are ready.
    pub ready_pods: u32,
    /// Indexes of its EndpointSlices.
    pub slices: Vec<u32>,
    /// Ready addresses in its slices, each counted once; those of slices without ports do not count when the Service has ports.
    pub ready_endpoints: u32,
}

#[derive(Default)]
pub(super) struct Services {
    entries: Vec<Arc<ServiceEntry>>,
    empty: ServiceEntry,
    /// Shared with the snapshot before as long as Services, selected pods and slices change in place.
    joins: Arc<Joins>,
}

#[derive(Default)]
struct Joins {
    by_pod: Vec<Vec<u32>>,
    by_slice: Vec<Option<u32>>,
}

impl Services {
    pub(super) fn of(store: &Store, labels: &Labels, pods: &Pods) -> Self {
        let services = Service::list(store);
        let mut entries: Vec<ServiceEntry> = services.iter().map(|service| selected(service, labels, pods)).collect();
        let joins = Joins {
            by_pod: by_pod(&entries, pods.facts().len()),
            by_slice: join_slices(&mut entries, store),
        };
        for (service, entry) in services.iter().zip(&mut entries) {
            entry.ready_endpoints = ready_endpoints(service, &entry.slices, store);
        }
        Self {
            entries: entries.into_iter().map(Arc::new).collect(),
            empty: ServiceEntry::default(),
            joins: Arc::new(joins),
        }
    }

    /// The entries over `after`, given that these are those over `before` and that the same pods carry the same labels;
    /// `None` when more changed than readiness and the insides of slices.
    pub(super) fn derive(&self, before: &Store, after: &Store) -> Option<Arc<Self>> {
        let same_services = Arc::ptr_eq(Service::list(before), Service::list(after));
        let pods = changed::<Pod>(before, after, |old, new| old.has_ended() == new.has_ended())?;
        let slices = changed::<EndpointSlice>(before, after, |old, new| {
            old.meta.namespace == new.meta.namespace && old.service_name() == new.service_name()
        })?;
        if !same_services {
            return None;
        }
        let mut entries = self.entries.clone();
        for (index, old, new) in pods {
            let step = i64::from(new.is_ready()) - i64::from(old.is_ready());
            for service in self.of_pod(index) {
                let Some(entry) = entries.get_mut(*service as usize) else {
                    continue;
                };
                let ready = i64::from(entry.ready_pods).saturating_add(step);
                Arc::make_mut(entry).ready_pods = u32::try_from(ready).unwrap_or_default();
            }
        }
        let touched: BTreeSet<u32> = slices.iter().filter_map(|(index, ..)| self.of_slice(*index)).collect();
        for index in touched {
            let service = Service::list(after).get(index as usize)?;
            let entry = entries.get_mut(index as usize)?;
            let ready = ready_endpoints(service, &entry.slices, after);
            Arc::make_mut(entry).ready_endpoints = ready;
        }
        Some(Arc::new(Self {
            entries,
            empty: ServiceEntry::default(),
            joins: Arc::clone(&self.joins),
        }))
    }

    pub(super) fn entry(&self, service: usize) -> &ServiceEntry {
        self.entries.get(service).map_or(&self.empty, |entry| entry)
    }

    pub(super) fn of_pod(&self, pod: usize) -> &[u32] {
        self.joins.by_pod.get(pod).map_or(&[], Vec::as_slice)
    }

    pub(super) fn of_slice(&self, slice: usize) -> Option<u32> {
        self.joins.by_slice.get(slice).copied().flatten()
    }
}

/// The services that select each pod.
fn by_pod(entries: &[ServiceEntry], pods: usize) -> Vec<Vec<u32>> {
    let mut by_pod = vec![Vec::new(); pods];
    for (service, entry) in entries.iter().enumerate() {
        for pod in &entry.pods {
            if let Some(services) = by_pod.get_mut(*pod as usize) {
                services.push(number(service));
            }
        }
    }
    by_pod
}

/// The service of each slice; gives each entry its slices.
fn join_slices(entries: &mut [ServiceEntry], store: &Store) -> Vec<Option<u32>> {
    let mut by_slice = Vec::new();
    for (index, slice) in EndpointSlice::list(store).iter().enumerate() {
        let service = Service::position(Service::list(store), &slice.meta.namespace, slice.service_name());
        by_slice.push(service.map(number));
        if let Some(entry) = service.and_then(|service| entries.get_mut(service)) {
            entry.slices.push(number(index));
        }
    }
    by_slice
}

fn selected(service: &Service, labels: &Labels, pods: &Pods) -> ServiceEntry {
    let Some(selector) = service.selector() else {
        return ServiceEntry::default();
    };
    let facts = |pod: &u32| pods.facts().get(*pod as usize);
    let mut found = labels.select(&service.meta.namespace, selector, |labels| carries(labels, selector));
    found.retain(|pod| facts(pod).is_some_and(|facts| !facts.has_ended()));
    let ready = found.iter().filter_map(facts).filter(|facts| facts.ready).count();
    ServiceEntry {
        pods: found,
        ready_pods: number(ready),
        ..ServiceEntry::default()
    }
}

fn ready_endpoints(service: &Service, slices: &[u32], store: &Store) -> u32 {
    let all = EndpointSlice::list(store);
    let has_ports = !service.spec.ports.is_empty();
    let serving = slices
        .iter()
        .filter_map(|slice| all.get(*slice as usize))
        .filter(|slice| !has_ports || !slice.ports.is_empty());
    let ready = serving
        .flat_map(|slice| slice.endpoints.iter())
        .filter(|endpoint| endpoint.is_ready());
    // One backend has an address in a slice for each address family, and may be in two slices during an update.
    let backends: HashSet<&str> = ready
        .filter_map(|endpoint| match &endpoint.target_ref {
            Some(target) if !target.name.is_empty() => Some(target.name.as_str()),
            _ => endpoint.addresses.first().map(|address| address.as_str()),
        })
        .collect();
    number(backends.len())
}
