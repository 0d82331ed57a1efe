//! `service-routes`.

use super::behind::{Behind, declared_ports};
use super::convert::{owned, port_ref, protocol};
use super::nearest::{is_near, nearest};
use super::page::MOST;
use super::services::place;
use crate::Snapshot;
use crate::index::LabelGroup;
use crate::object::{DaemonSet, Deployment, EndpointSlice, Pod, Service, ServicePort, StatefulSet, carries};
use crate::store::Listed;
use crate::text::{Map, Text};
use sdo_model::contract::service_routes::{HostMatch, NearSelection, PortRoute, ServiceRoutes};
use sdo_model::contract::types::Presence;
use sdo_model::{Call, Kind, Stop};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Chains of owners are this long at most.
const LONGEST_CHAIN: usize = 8;

/// The most workloads that `near-selections` gives.
const MOST_NEAR: usize = 10;

impl ServiceRoutes for Snapshot {
    fn pods_of(&self, call: &mut Call, service: u32) -> Result<Vec<u32>, Stop> {
        let pods = self.pods_behind(call, service)?;
        Ok(pods.iter().take(MOST).map(|pod| Kind::Pod.id(*pod as usize)).collect())
    }

    fn services_of(&self, call: &mut Call, id: u32) -> Result<Vec<u32>, Stop> {
        if !call.may_read_id(id) || !call.may_read(Kind::Service) {
            return Ok(Vec::new());
        }
        if let Some(_pod) = self.by_id::<Pod>(id) {
            let services = self.index().services_of_pod(place(id));
            call.scan(services.len())?;
            return Ok(services
                .iter()
                .map(|service| Kind::Service.id(*service as usize))
                .collect());
        }
        let Some(template) = self.template(id) else {
            return Ok(Vec::new());
        };
        let range = self.in_namespace::<Service>(template.namespace);
        let pods = if call.may_read(Kind::Pod) {
            self.index().owners().pods_below(id)
        } else {
            &[]
        };
        call.scan(range.len() + pods.len())?;
        let selects = |at: &usize| {
            self.at::<Service>(*at)
                .and_then(Service::selector)
                .is_some_and(|selector| carries(template.labels, selector))
        };
        // Pods carry labels that no template shows, such as the name of a StatefulSet's pod.
        let of_pods = pods
            .iter()
            .flat_map(|pod| self.index().services_of_pod(*pod as usize))
            .map(|service| *service as usize);
        let services: BTreeSet<usize> = range.filter(selects).chain(of_pods).collect();
        Ok(services.into_iter().map(|at| Kind::Service.id(at)).collect())
    }

    fn workloads_of(&self, call: &mut Call, service: u32) -> Result<Vec<u32>, Stop> {
        let pods = self.pods_behind(call, service)?;
        let tops: BTreeSet<u32> = pods.iter().map(|pod| self.seen_top(call, *pod as usize)).collect();
        Ok(tops.into_iter().take(MOST).collect())
    }

    fn templates_of(&self, call: &mut Call, service: u32) -> Result<Vec<u32>, Stop> {
        let found = self.seen::<Service>(call, service);
        let Some((found, selector)) = found.and_then(|found| Some((found, found.selector()?))) else {
            return Ok(Vec::new());
        };
        let namespace = &found.meta.namespace;
        let mut ids = self.places_in::<Deployment>(call, namespace);
        ids.extend(self.places_in::<StatefulSet>(call, namespace));
        ids.extend(self.places_in::<DaemonSet>(call, namespace));
        call.scan(ids.len() * selector.len().max(1))?;
        ids.retain(|id| {
            let template = self.template(*id);
            template.is_some_and(|template| carries(template.labels, selector))
        });
        ids.sort_unstable();
        ids.truncate(MOST);
        Ok(ids)
    }

    fn near_selections(&self, call: &mut Call, service: u32) -> Result<Vec<NearSelection>, Stop> {
        let Some(found) = self.seen::<Service>(call, service).filter(|_| call.may_read(Kind::Pod)) else {
            return Ok(Vec::new());
        };
        let groups = self.index().label_groups(&found.meta.namespace);
        call.scan(groups.len())?;
        match found.selector() {
            Some(selector) if self.index().service(place(service)).pods.is_empty() => {
                self.near(call, found, selector, groups)
            }
            _ => Ok(Vec::new()),
        }
    }

    fn port_routes(&self, call: &mut Call, service: u32) -> Result<Vec<PortRoute>, Stop> {
        let Some(found) = self.seen::<Service>(call, service) else {
            return Ok(Vec::new());
        };
        let behind = Behind::of(self, call);
        call.scan(behind.pods(place(service)).len() + found.spec.ports.len())?;
        let routes = found.spec.ports.iter().enumerate();
        Ok(routes
            .map(|(at, port)| self.port_route(behind, place(service), at, port))
            .collect())
    }

    fn nodes_of(&self, call: &mut Call, service: u32) -> Result<Vec<String>, Stop> {
        let pods = self.pods_behind(call, service)?;
        let ready = pods
            .iter()
            .filter_map(|pod| self.at::<Pod>(*pod as usize))
            .filter(|pod| pod.is_ready());
        let nodes: BTreeSet<&str> = ready.filter_map(|pod| pod.node_name.non_empty()).collect();
        Ok(nodes.into_iter().map(str::to_owned).collect())
    }

    fn resolve_host(&self, call: &mut Call, host: &str, namespace: &str) -> Result<HostMatch, Stop> {
        call.scan(1)?;
        if !call.may_read(Kind::Service) {
            return Ok(outside());
        }
        let Some(meaning) = self.host(host, namespace) else {
            return Ok(outside());
        };
        let presence = self.presence(call, Kind::Service, meaning.namespace, meaning.name);
        let near = match presence {
            Presence::Absent => {
                call.scan(self.in_namespace::<Service>(meaning.namespace).len())?;
                self.nearest_service(meaning.namespace, meaning.name)
            }
            _ => None,
        };
        Ok(HostMatch {
            // A name that may be another host is not known to be absent.
            presence: if meaning.in_cluster || meaning.service.is_some() {
                presence
            } else {
                Presence::Unknown
            },
            service: meaning.service.map(|at| Kind::Service.id(at)),
            in_cluster: meaning.in_cluster,
            namespace: meaning.namespace.to_owned(),
            name: meaning.name.to_owned(),
            nearest: near.filter(|_| meaning.in_cluster),
        })
    }
}

fn outside() -> HostMatch {
    HostMatch {
        presence: Presence::Unknown,
        service: None,
        in_cluster: false,
        namespace: String::new(),
        name: String::new(),
        nearest: None,
    }
}

impl Snapshot {
    /// Selected pods that have not ended, paid for.
    fn pods_behind(&self, call: &mut Call, service: u32) -> Result<&[u32], Stop> {
        if self.seen::<Service>(call, service).is_none() {
            return Ok(&[]);
        }
        let pods = Behind::of(self, call).pods(place(service));
        call.scan(pods.len())?;
        Ok(pods)
    }

    /// Ids of the objects of a kind in a namespace; none where it may not be read.
    fn places_in<T: Listed>(&self, call: &Call, namespace: &str) -> Vec<u32> {
        let range = if call.may_read(T::KIND) {
            self.in_namespace::<T>(namespace)
        } else {
            0..0
        };
        range.map(|at| T::KIND.id(at)).collect()
    }

    /// The top of a pod's chain of owners, as far as the call may see it; the pod itself when it may see none.
    pub(crate) fn seen_top(&self, call: &Call, pod: usize) -> u32 {
        let mut top = Kind::Pod.id(pod);
        // Owner references can go in a circle.
        for _ in 0..LONGEST_CHAIN {
            match self.seen_controller(call, top) {
                Some(owner) => top = owner,
                None => break,
            }
        }
        top
    }

    /// The Service name nearest to one that does not exist.
    pub(crate) fn nearest_service(&self, namespace: &str, name: &str) -> Option<String> {
        let names = self
            .in_namespace::<Service>(namespace)
            .filter_map(|at| self.at::<Service>(at))
            .map(|service| service.meta.name.as_str());
        nearest(name, names).map(str::to_owned)
    }

    fn near(
        &self,
        call: &Call,
        service: &Service,
        selector: &Map,
        groups: &[LabelGroup],
    ) -> Result<Vec<NearSelection>, Stop> {
        let mut found: BTreeMap<u32, NearSelection> = BTreeMap::new();
        for group in groups {
            let Some((key, wanted)) = only_difference(selector, &group.labels) else {
                continue;
            };
            let actual = group.labels.get(key);
            let mut tops: BTreeMap<u32, u32> = BTreeMap::new();
            for pod in &group.pods {
                let Some(facts) = self
                    .index()
                    .pod_facts()
                    .get(*pod as usize)
                    .filter(|facts| !facts.has_ended())
                else {
                    continue;
                };
                *tops.entry(self.seen_top(call, *pod as usize)).or_default() += u32::from(facts.ready);
            }
            for (top, ready) in tops {
                if selector.len() > 1 || self.is_likely(service, top, wanted, actual) {
                    let fresh = NearSelection {
                        workload: top,
                        key: owned(key),
                        wanted: owned(wanted),
                        actual: actual.map(owned),
                        ready_pods: 0,
                    };
                    found.entry(top).or_insert(fresh).ready_pods += ready;
                }
            }
        }
        let mut near: Vec<NearSelection> = found.into_values().collect();
        near.sort_by_key(|near| (Reverse(near.ready_pods), near.workload));
        near.truncate(MOST_NEAR);
        Ok(near)
    }

    /// With a selector of one entry every pod of the namespace is one entry away, so that the names must tell more.
    fn is_likely(&self, service: &Service, workload: u32, wanted: &str, actual: Option<&Text>) -> bool {
        let named = self
            .meta(workload)
            .is_some_and(|meta| meta.name == service.meta.name || meta.name.as_str() == wanted);
        named || actual.is_some_and(|actual| is_near(wanted, actual) || *actual == service.meta.name)
    }

    fn port_route(&self, behind: Behind<'_>, service: usize, at: usize, port: &ServicePort) -> PortRoute {
        let pods = behind.pods(service);
        let declared: BTreeSet<String> = pods
            .iter()
            .filter_map(|pod| self.at::<Pod>(*pod as usize))
            .flat_map(|pod| declared_ports(&pod.spec))
            .filter(|declared| declared.protocol() == port.protocol())
            .map(|declared| format!("{}/{}", declared.name, declared.container_port.port()))
            .collect();
        PortRoute {
            port: port.port.port(),
            name: owned(&port.name),
            protocol: protocol(port.protocol()),
            target: port_ref(Some(&port.target())),
            pods: u32::try_from(pods.len()).unwrap_or(u32::MAX),
            declaring: behind.declaring(service).get(at).copied().unwrap_or(0),
            ready_endpoints: behind.ready_on_port(service, port),
            declared: declared.into_iter().collect(),
        }
    }
}

impl Behind<'_> {
    /// Ready backends in slices that carry this port, each counted once.
    fn ready_on_port(&self, service: usize, port: &ServicePort) -> u32 {
        let carries = |slice: &&EndpointSlice| {
            let same_protocol = |word: &str| protocol(word) == protocol(port.protocol());
            slice
                .ports
                .iter()
                .any(|carried| carried.name == port.name && same_protocol(&carried.protocol))
        };
        let backends: BTreeSet<&str> = self
            .slices(service)
            .filter(carries)
            .flat_map(|slice| slice.endpoints.iter())
            .filter(|endpoint| endpoint.is_ready())
            .filter_map(|endpoint| match &endpoint.target_ref {
                Some(target) if !target.name.is_empty() => Some(target.name.as_str()),
                _ => endpoint.addresses.first().map(Text::as_str),
            })
            .collect();
        u32::try_from(backends.len()).unwrap_or(u32::MAX)
    }
}

/// The one entry of `selector` that `labels` do not meet; `None` when they meet all, or fail more than one.
fn only_difference<'a>(selector: &'a Map, labels: &Map) -> Option<(&'a Text, &'a Text)> {
    let mut failed = selector.iter().filter(|(key, value)| !labels.has(key, value));
    let (key, value) = failed.next()?;
    failed.next().is_none().then_some((key, value))
}

#[cfg(test)]
mod tests;
