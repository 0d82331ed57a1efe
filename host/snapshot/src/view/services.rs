//! `services`.

use super::behind::Behind;
use super::convert::{created, owned, pairs, port_ref, protocol};
use super::page::{Query, agrees, answers, named};
use crate::Snapshot;
use crate::object::{Service, ServiceSpec};
use sdo_model::contract::services::{
    ServiceAddresses, ServiceFilter, ServicePage, ServicePort, ServiceRow, ServiceType, Services,
};
use sdo_model::{Call, Kind, Stop};

impl Services for Snapshot {
    fn query(&self, call: &mut Call, filter: &ServiceFilter) -> Result<ServicePage, Stop> {
        let behind = Behind::of(self, call);
        let query = Query::<Service>::new(self, named!(filter));
        let (rows, total) = query.page(
            call,
            |id, service| matches(filter, behind, id, service),
            |id, service| row(behind, id, service),
        )?;
        Ok(ServicePage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &ServiceFilter) -> Result<u32, Stop> {
        let behind = Behind::of(self, call);
        Query::<Service>::new(self, named!(filter)).count(call, |id, service| matches(filter, behind, id, service))
    }

    fn selectors(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Vec<(String, String)>>, Stop> {
        answers(call, ids, |call, id| {
            Ok(self
                .seen::<Service>(call, id)
                .map(|service| pairs(&service.spec.selector))
                .unwrap_or_default())
        })
    }

    fn addresses(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Option<ServiceAddresses>>, Stop> {
        answers(call, ids, |call, id| Ok(self.seen::<Service>(call, id).map(addresses)))
    }
}

/// The place of a Service in its list.
pub(super) fn place(id: u32) -> usize {
    Kind::of_id(id).map_or(usize::MAX, |(_, index)| index)
}

/// An upper bound on pods or endpoints only holds where all of them are known: what is not in the snapshot is not absent.
fn matches(filter: &ServiceFilter, behind: Behind<'_>, id: u32, service: &Service) -> bool {
    let (at, namespace) = (place(id), service.meta.namespace.as_str());
    let at_most = |bound: Option<u32>, known: &dyn Fn() -> bool, count: &dyn Fn() -> u32| {
        bound.is_none_or(|bound| count() <= bound && known())
    };
    let pods = || u32::try_from(behind.pods(at).len()).unwrap_or(u32::MAX);
    let knows_pods = || behind.knows_pods(namespace);
    filter
        .service_type
        .is_none_or(|wanted| wanted == service_type(&service.spec))
        && agrees(filter.has_selector, service.selector().is_some())
        && agrees(filter.local_only, is_local_only(&service.spec))
        && (filter.min_pods == 0 || pods() >= filter.min_pods)
        && at_most(filter.max_pods, &knows_pods, &pods)
        && at_most(filter.max_ready_pods, &knows_pods, &|| behind.ready_pods(at))
        && at_most(filter.max_ready_endpoints, &|| behind.knows_slices(namespace), &|| {
            behind.ready_endpoints(at)
        })
        && filter
            .unresolved_port
            .is_none_or(|wanted| knows_pods() && wanted == has_unresolved_port(behind, at))
}

/// With no pod selected there is nothing that could declare a port, and nothing unresolved.
fn has_unresolved_port(behind: Behind<'_>, at: usize) -> bool {
    !behind.pods(at).is_empty() && behind.declaring(at).contains(&0)
}

fn is_local_only(spec: &ServiceSpec) -> bool {
    is_internal_local(spec) || is_external_local(spec)
}

fn is_internal_local(spec: &ServiceSpec) -> bool {
    spec.internal_traffic_policy.as_str() == "Local"
}

/// The field outlives a change of the type, and counts only where traffic comes in from outside.
fn is_external_local(spec: &ServiceSpec) -> bool {
    spec.external_traffic_policy.as_str() == "Local"
        && matches!(service_type(spec), ServiceType::NodePort | ServiceType::LoadBalancer)
}

fn service_type(spec: &ServiceSpec) -> ServiceType {
    match spec.kind.as_str() {
        "NodePort" => ServiceType::NodePort,
        "LoadBalancer" => ServiceType::LoadBalancer,
        "ExternalName" => ServiceType::ExternalName,
        _ => ServiceType::ClusterIp,
    }
}

fn row(behind: Behind<'_>, id: u32, service: &Service) -> ServiceRow {
    let at = place(id);
    let spec = &service.spec;
    ServiceRow {
        id,
        namespace: owned(&service.meta.namespace),
        name: owned(&service.meta.name),
        service_type: service_type(spec),
        headless: service.is_headless(),
        has_selector: service.selector().is_some(),
        publish_not_ready: spec.publish_not_ready_addresses,
        internal_local: is_internal_local(spec),
        external_local: is_external_local(spec),
        pods: u32::try_from(behind.pods(at).len()).unwrap_or(u32::MAX),
        ready_pods: behind.ready_pods(at),
        ready_endpoints: behind.ready_endpoints(at),
        ports: ports(spec, behind.declaring(at)),
        created: created(&service.meta),
    }
}

fn ports(spec: &ServiceSpec, declaring: &[u32]) -> Vec<ServicePort> {
    let port = |(at, port): (usize, &crate::object::ServicePort)| ServicePort {
        name: owned(&port.name),
        port: port.port.port(),
        protocol: protocol(port.protocol()),
        target: port_ref(Some(&port.target())),
        node_port: Some(port.node_port.port()).filter(|number| *number > 0),
        declaring_pods: declaring.get(at).copied().unwrap_or(0),
    };
    spec.ports.iter().enumerate().map(port).collect()
}

fn addresses(service: &Service) -> ServiceAddresses {
    let balancers = &service.status.load_balancer.ingress;
    ServiceAddresses {
        cluster_ip: service
            .spec
            .cluster_ip
            .non_empty()
            .filter(|_| !service.is_headless())
            .unwrap_or_default()
            .to_owned(),
        external_name: owned(&service.spec.external_name),
        load_balancer: balancers
            .iter()
            .map(|given| {
                owned(if given.ip.is_empty() {
                    &given.hostname
                } else {
                    &given.ip
                })
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests;
