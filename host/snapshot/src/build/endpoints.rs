//! `v1` Endpoints as evidence for dumps without EndpointSlices.

use super::coverage::Ledger;
use crate::object::{
    Endpoint, EndpointConditions, EndpointPort, EndpointSlice, Meta, ObjectReference, SERVICE_NAME_LABEL, stored,
};
use crate::store::Pending;
use crate::text::{List, Map, Shared, Text};
use sdo_model::Kind;
use std::sync::Arc;

stored! {
    pub(super) struct Endpoints {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub subsets: List<Subset>,
    }

    pub(super) struct Subset {
        pub addresses: List<Address>,
        pub not_ready_addresses: List<Address>,
        pub ports: List<EndpointPort>,
    }

    pub(super) struct Address {
        pub ip: Text,
        pub hostname: Text,
        pub node_name: Text,
        pub target_ref: Option<Box<ObjectReference>>,
    }
}

/// Puts slices made of Endpoints where no EndpointSlice was collected. The API server mirrors the two, so one list is as
/// good as the other; with slices at hand Endpoints are old news.
pub(super) fn stand_in(pending: &mut Pending, ledger: &mut Ledger, endpoints: Vec<Arc<Endpoints>>) {
    let collected = pending.count(Kind::EndpointSlice) > 0;
    if !ledger.stand_in(Kind::EndpointSlice, "Endpoints", collected) {
        return;
    }
    for object in endpoints {
        for (number, subset) in object.subsets.iter().enumerate() {
            let slice = Arc::new(slice(&object, number, subset));
            crate::store::Listed::pending(pending).push(slice);
        }
    }
}

fn slice(object: &Endpoints, number: usize, subset: &Subset) -> EndpointSlice {
    let labels: Map = std::iter::once((SERVICE_NAME_LABEL.into(), object.meta.name.clone())).collect();
    let ready = subset.addresses.iter().map(|address| endpoint(address, true));
    let not_ready = subset
        .not_ready_addresses
        .iter()
        .map(|address| endpoint(address, false));
    EndpointSlice {
        meta: Meta {
            name: format!("{}-{number}", object.meta.name).into(),
            labels: Shared::new(labels),
            ..object.meta.clone()
        },
        address_type: "IPv4".into(),
        endpoints: ready.chain(not_ready).collect(),
        ports: subset.ports.clone(),
    }
}

fn endpoint(address: &Address, ready: bool) -> Endpoint {
    Endpoint {
        addresses: std::iter::once(address.ip.clone()).collect(),
        conditions: EndpointConditions {
            ready: Some(ready),
            ..EndpointConditions::default()
        },
        target_ref: address.target_ref.clone(),
        node_name: address.node_name.clone(),
        zone: Text::default(),
        hostname: address.hostname.clone(),
    }
}
