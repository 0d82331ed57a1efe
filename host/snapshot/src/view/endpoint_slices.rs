//! `endpoint-slices`.

use super::convert::{created, owned, protocol};
use super::page::{MOST, Query, answers, named};
use super::services::place;
use crate::Snapshot;
use crate::object::{self, EndpointSlice, Service};
use sdo_model::contract::endpoint_slices::{
    Endpoint, EndpointPort, EndpointSliceFilter, EndpointSlicePage, EndpointSliceRow, EndpointSlices,
};
use sdo_model::{Call, Kind, Stop};

impl EndpointSlices for Snapshot {
    fn query(&self, call: &mut Call, filter: &EndpointSliceFilter) -> Result<EndpointSlicePage, Stop> {
        let sees_services = call.may_read(Kind::Service);
        let row = |id, slice: &EndpointSlice| {
            let service = self.index().service_of_slice(place(id)).filter(|_| sees_services);
            row(id, slice, service.map(|service| Kind::Service.id(service as usize)))
        };
        let (rows, total) = self.slices(call, filter).page(call, |_, _| true, row)?;
        Ok(EndpointSlicePage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &EndpointSliceFilter) -> Result<u32, Stop> {
        self.slices(call, filter).count(call, |_, _| true)
    }

    fn endpoints(&self, call: &mut Call, ids: &[u32]) -> Result<Vec<Vec<Endpoint>>, Stop> {
        answers(call, ids, |call, id| {
            let endpoints = self
                .seen::<EndpointSlice>(call, id)
                .map_or(&[][..], |slice| &slice.endpoints);
            let endpoints = endpoints.get(..MOST).unwrap_or(endpoints);
            call.scan(endpoints.len())?;
            Ok(endpoints.iter().map(|endpoint| self.endpoint(call, endpoint)).collect())
        })
    }
}

impl Snapshot {
    fn slices<'a>(&'a self, call: &Call, filter: &'a EndpointSliceFilter) -> Query<'a, EndpointSlice> {
        let query = Query::new(self, named!(filter));
        match filter.service {
            None => query,
            Some(id) if self.seen::<Service>(call, id).is_some() => {
                query.within(&*self.index().service(place(id)).slices)
            }
            Some(_) => query.within(&[][..]),
        }
    }

    fn endpoint(&self, call: &Call, endpoint: &object::Endpoint) -> Endpoint {
        let target = endpoint.target_ref.as_ref().filter(|target| !target.name.is_empty());
        Endpoint {
            address: endpoint.addresses.first().map(owned).unwrap_or_default(),
            target: target.map(|target| self.target_reference(call, target)),
            node: owned(&endpoint.node_name),
            ready: endpoint.is_ready(),
            serving: endpoint.is_serving(),
            terminating: endpoint.is_terminating(),
        }
    }
}

fn row(id: u32, slice: &EndpointSlice, service: Option<u32>) -> EndpointSliceRow {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    EndpointSliceRow {
        id,
        namespace: owned(&slice.meta.namespace),
        name: owned(&slice.meta.name),
        service,
        ports: slice.ports.iter().map(port).collect(),
        ready: number(slice.ready()),
        total: number(slice.endpoints.len()),
        created: created(&slice.meta),
    }
}

fn port(port: &object::EndpointPort) -> EndpointPort {
    EndpointPort {
        name: owned(&port.name),
        port: port.port.map(|number| number.port()),
        protocol: protocol(&port.protocol),
    }
}

#[cfg(test)]
mod tests;
