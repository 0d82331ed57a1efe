//! What stands behind each Service: selected pods, slices, ready endpoints.

use super::labels::Labels;
use super::number;
use super::pods::Pods;
use crate::object::{EndpointSlice, Service, carries};
use crate::store::{Listed, Store};
use std::collections::HashSet;

/// What stands behind one Service.
#[derive(Debug, Default)]
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
    entries: Vec<ServiceEntry>,
    empty: ServiceEntry,
    by_pod: Vec<Vec<u32>>,
    by_slice: Vec<Option<u32>>,
}

impl Services {
    pub(super) fn of(store: &Store, labels: &Labels, pods: &Pods) -> Self {
        let services = Service::list(store);
        let mut all = Self {
            entries: services.iter().map(|service| selected(service, labels, pods)).collect(),
            by_pod: vec![Vec::new(); pods.facts().len()],
            ..Self::default()
        };
        all.join_pods();
        all.join_slices(store);
        for (service, entry) in services.iter().zip(&mut all.entries) {
            entry.ready_endpoints = ready_endpoints(service, &entry.slices, store);
        }
        all
    }

    fn join_pods(&mut self) {
        for (service, entry) in self.entries.iter().enumerate() {
            for pod in &entry.pods {
                if let Some(services) = self.by_pod.get_mut(*pod as usize) {
                    services.push(number(service));
                }
            }
        }
    }

    fn join_slices(&mut self, store: &Store) {
        for (index, slice) in EndpointSlice::list(store).iter().enumerate() {
            let service = Service::position(Service::list(store), &slice.meta.namespace, slice.service_name());
            self.by_slice.push(service.map(number));
            if let Some(entry) = service.and_then(|service| self.entries.get_mut(service)) {
                entry.slices.push(number(index));
            }
        }
    }

    pub(super) fn entry(&self, service: usize) -> &ServiceEntry {
        self.entries.get(service).unwrap_or(&self.empty)
    }

    pub(super) fn of_pod(&self, pod: usize) -> &[u32] {
        self.by_pod.get(pod).map_or(&[], Vec::as_slice)
    }

    pub(super) fn of_slice(&self, slice: usize) -> Option<u32> {
        self.by_slice.get(slice).copied().flatten()
    }
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
