//! Containers as specified.

use super::Template;
use crate::object::{self, PodSpec};
use crate::view::convert::{amounts, owned, owned_all, protocol};
use crate::view::pods::role_in;
use sdo_model::contract::templates::{Container, ContainerPort};
use sdo_model::contract::types::ContainerRole;

/// The containers of a spec with what they are in the pod: init first, then main, then ephemeral ones.
pub(crate) fn with_roles(spec: &PodSpec) -> impl Iterator<Item = (ContainerRole, &object::Container)> {
    let lists = [
        (ContainerRole::Init, &spec.init_containers),
        (ContainerRole::Main, &spec.containers),
        (ContainerRole::Ephemeral, &spec.ephemeral_containers),
    ];
    lists.into_iter().flat_map(|(role, list)| {
        list.iter()
            .map(move |container| (role_in(role, container), &**container))
    })
}

pub(super) fn containers(template: Template<'_>) -> Vec<Container> {
    with_roles(template.spec)
        .map(|(role, container)| row(role, container, template.spec.host_network))
        .collect()
}

fn row(role: ContainerRole, container: &object::Container, host_network: bool) -> Container {
    let security = container.security_context.as_ref();
    Container {
        name: owned(&container.name),
        role,
        image: owned(&container.image),
        pull_policy: owned(&container.image_pull_policy),
        command: owned_all(&container.command),
        args: owned_all(&container.args),
        ports: container
            .ports
            .iter()
            .map(|port| port_row(port, host_network))
            .collect(),
        requests: amounts(&container.resources.requests),
        limits: amounts(&container.resources.limits),
        privileged: security.and_then(|security| security.privileged).unwrap_or_default(),
    }
}

fn port_row(port: &object::ContainerPort, host_network: bool) -> ContainerPort {
    let number = port.container_port.port();
    let on_node = match port.host_port.port() {
        0 => host_network.then_some(number),
        written => Some(written),
    };
    ContainerPort {
        name: owned(&port.name),
        port: number,
        protocol: protocol(port.protocol()),
        host_port: on_node,
        host_ip: owned(&port.host_ip),
    }
}
