//! What stands behind Services, as far as a call may see it.

use crate::Snapshot;
use crate::object::{EndpointSlice, Pod, PodSpec, Service, ServicePort};
use crate::text::{IntOrString, Shared};
use sdo_model::{Call, Kind, State};

/// What of pods and endpoints a call may see.
#[derive(Clone, Copy)]
pub(crate) struct Behind<'a> {
    snapshot: &'a Snapshot,
    pods: bool,
    slices: bool,
}

impl<'a> Behind<'a> {
    pub(crate) fn of(snapshot: &'a Snapshot, call: &Call) -> Self {
        Self {
            snapshot,
            pods: call.may_read(Kind::Pod),
            slices: call.may_read(Kind::EndpointSlice),
        }
    }

    /// Indexes of the selected pods that have not ended.
    pub(crate) fn pods(&self, service: usize) -> &'a [u32] {
        if self.pods {
            &self.snapshot.index().service(service).pods
        } else {
            &[]
        }
    }

    /// How many of them are ready.
    pub(crate) fn ready_pods(&self, service: usize) -> u32 {
        if self.pods {
            self.snapshot.index().service(service).ready_pods
        } else {
            0
        }
    }

    /// Ready addresses; those without ports do not count when the Service has ports.
    pub(crate) fn ready_endpoints(&self, service: usize) -> u32 {
        if self.slices {
            self.snapshot.index().service(service).ready_endpoints
        } else {
            0
        }
    }

    /// Its EndpointSlices.
    pub(crate) fn slices(&self, service: usize) -> impl Iterator<Item = &'a EndpointSlice> {
        let snapshot = self.snapshot;
        let slices: &[u32] = if self.slices {
            &snapshot.index().service(service).slices
        } else {
            &[]
        };
        slices
            .iter()
            .filter_map(move |slice| snapshot.at::<EndpointSlice>(*slice as usize))
    }

    /// For each port, how many selected pods declare its target.
    pub(crate) fn declaring(&self, service: usize) -> &'a [u32] {
        if self.pods {
            self.snapshot.declaring_pods(service)
        } else {
            &[]
        }
    }

    /// Whether all pods of `namespace` are known, so that few may be taken for few.
    pub(crate) fn knows_pods(&self, namespace: &str) -> bool {
        self.pods && self.snapshot.state(Kind::Pod, Some(namespace)) == State::Complete
    }

    /// Whether all EndpointSlices of `namespace` are known.
    pub(crate) fn knows_slices(&self, namespace: &str) -> bool {
        self.slices && self.snapshot.state(Kind::EndpointSlice, Some(namespace)) == State::Complete
    }
}

/// For each Service, for each of its ports, how many selected pods declare the target.
pub(crate) type Declaring = Box<[Box<[u32]>]>;

impl Snapshot {
    /// For each port of the Service, in spec order, how many selected pods declare its target.
    fn declaring_pods(&self, service: usize) -> &[u32] {
        let all = self.memo.declaring.get_or_init(|| {
            let services = self.all::<Service>().iter().enumerate();
            services
                .map(|(index, service)| self.count_declaring(service, index))
                .collect()
        });
        all.get(service).map_or(&[], |ports| &**ports)
    }

    fn count_declaring(&self, service: &Service, index: usize) -> Box<[u32]> {
        let mut counts = vec![0; service.spec.ports.len()].into_boxed_slice();
        // Pods of one template share their spec, and mostly stand side by side.
        let mut last: Option<(&Shared<PodSpec>, Vec<bool>)> = None;
        for pod in self
            .index()
            .service(index)
            .pods
            .iter()
            .filter_map(|pod| self.at::<Pod>(*pod as usize))
        {
            if !last.as_ref().is_some_and(|(spec, _)| spec.same(&pod.spec)) {
                last = Some((
                    &pod.spec,
                    service
                        .spec
                        .ports
                        .iter()
                        .map(|port| declares(&pod.spec, port))
                        .collect(),
                ));
            }
            let declared = last.iter().flat_map(|(_, declared)| declared);
            counts
                .iter_mut()
                .zip(declared)
                .for_each(|(count, declared)| *count += u32::from(*declared));
        }
        counts
    }
}

/// Whether a main container or a sidecar declares the target of `port`.
fn declares(spec: &PodSpec, port: &ServicePort) -> bool {
    let target = port.target();
    let of_protocol = declared_ports(spec).filter(|declared| declared.protocol() == port.protocol());
    match port_name(&target) {
        Some(name) => of_protocol.into_iter().any(|declared| declared.name == *name),
        None => of_protocol
            .into_iter()
            .any(|declared| Some(declared.container_port) == target.number()),
    }
}

/// The name of a container port; `None` for a number.
pub(crate) fn port_name(port: &IntOrString) -> Option<&str> {
    match port {
        IntOrString::Text(name) if port.number().is_none() => Some(name),
        _ => None,
    }
}

/// The ports that main containers and sidecars declare.
pub(crate) fn declared_ports(spec: &PodSpec) -> impl Iterator<Item = &crate::object::ContainerPort> {
    let sidecars = spec.init_containers.iter().filter(|container| container.is_sidecar());
    spec.containers
        .iter()
        .chain(sidecars)
        .flat_map(|container| container.ports.iter())
}
