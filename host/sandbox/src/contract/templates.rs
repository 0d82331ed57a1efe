//! `templates` at the edge.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

use super::each;
use super::types::Amount;
use super::types::ContainerRole;
use super::types::LabelSelector;
use super::types::PortRef;
use super::types::Protocol;
use super::types::Requirement;
use sdo_model::contract::templates as domain;
use wasmtime::component::{ComponentType, Lower};

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct ContainerPort {
    #[component(name = "name")]
    name: String,
    #[component(name = "port")]
    port: u16,
    #[component(name = "protocol")]
    protocol: Protocol,
    #[component(name = "host-port")]
    host_port: Option<u16>,
    #[component(name = "host-ip")]
    host_ip: String,
}

impl From<domain::ContainerPort> for ContainerPort {
    fn from(value: domain::ContainerPort) -> Self {
        Self {
            name: value.name,
            port: value.port,
            protocol: value.protocol.into(),
            host_port: value.host_port,
            host_ip: value.host_ip,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Container {
    #[component(name = "name")]
    name: String,
    #[component(name = "role")]
    role: ContainerRole,
    #[component(name = "image")]
    image: String,
    #[component(name = "pull-policy")]
    pull_policy: String,
    #[component(name = "command")]
    command: Vec<String>,
    #[component(name = "args")]
    args: Vec<String>,
    #[component(name = "ports")]
    ports: Vec<ContainerPort>,
    #[component(name = "requests")]
    requests: Vec<Amount>,
    #[component(name = "limits")]
    limits: Vec<Amount>,
    #[component(name = "privileged")]
    privileged: bool,
}

impl From<domain::Container> for Container {
    fn from(value: domain::Container) -> Self {
        Self {
            name: value.name,
            role: value.role.into(),
            image: value.image,
            pull_policy: value.pull_policy,
            command: value.command,
            args: value.args,
            ports: each(value.ports),
            requests: each(value.requests),
            limits: each(value.limits),
            privileged: value.privileged,
        }
    }
}

#[derive(Copy, Clone, ComponentType, Lower)]
#[component(enum)]
#[repr(u8)]
pub(crate) enum ProbeKind {
    #[component(name = "liveness")]
    Liveness,
    #[component(name = "readiness")]
    Readiness,
    #[component(name = "startup")]
    Startup,
}

impl From<domain::ProbeKind> for ProbeKind {
    fn from(value: domain::ProbeKind) -> Self {
        match value {
            domain::ProbeKind::Liveness => ProbeKind::Liveness,
            domain::ProbeKind::Readiness => ProbeKind::Readiness,
            domain::ProbeKind::Startup => ProbeKind::Startup,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct HttpProbe {
    #[component(name = "port")]
    port: PortRef,
    #[component(name = "path")]
    path: String,
    #[component(name = "host")]
    host: String,
    #[component(name = "scheme")]
    scheme: String,
}

impl From<domain::HttpProbe> for HttpProbe {
    fn from(value: domain::HttpProbe) -> Self {
        Self {
            port: value.port.into(),
            path: value.path,
            host: value.host,
            scheme: value.scheme,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(variant)]
pub(crate) enum ProbeHandler {
    #[component(name = "http")]
    Http(HttpProbe),
    #[component(name = "tcp")]
    Tcp(PortRef),
    #[component(name = "grpc")]
    Grpc(u16),
    #[component(name = "exec")]
    Exec(Vec<String>),
    #[component(name = "unset")]
    Unset,
}

impl From<domain::ProbeHandler> for ProbeHandler {
    fn from(value: domain::ProbeHandler) -> Self {
        match value {
            domain::ProbeHandler::Http(value) => ProbeHandler::Http(value.into()),
            domain::ProbeHandler::Tcp(value) => ProbeHandler::Tcp(value.into()),
            domain::ProbeHandler::Grpc(value) => ProbeHandler::Grpc(value),
            domain::ProbeHandler::Exec(value) => ProbeHandler::Exec(value),
            domain::ProbeHandler::Unset => ProbeHandler::Unset,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Probe {
    #[component(name = "container")]
    container: String,
    #[component(name = "kind")]
    kind: ProbeKind,
    #[component(name = "handler")]
    handler: ProbeHandler,
    #[component(name = "port")]
    port: Option<u16>,
    #[component(name = "port-declared")]
    port_declared: bool,
    #[component(name = "initial-delay")]
    initial_delay: u32,
    #[component(name = "period")]
    period: u32,
    #[component(name = "timeout")]
    timeout: u32,
    #[component(name = "success-threshold")]
    success_threshold: u32,
    #[component(name = "failure-threshold")]
    failure_threshold: u32,
}

impl From<domain::Probe> for Probe {
    fn from(value: domain::Probe) -> Self {
        Self {
            container: value.container,
            kind: value.kind.into(),
            handler: value.handler.into(),
            port: value.port,
            port_declared: value.port_declared,
            initial_delay: value.initial_delay,
            period: value.period,
            timeout: value.timeout,
            success_threshold: value.success_threshold,
            failure_threshold: value.failure_threshold,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(variant)]
pub(crate) enum EnvSource {
    #[component(name = "literal")]
    Literal,
    #[component(name = "config-map")]
    ConfigMap((String, String)),
    #[component(name = "secret")]
    Secret((String, String)),
    #[component(name = "field")]
    Field(String),
}

impl From<domain::EnvSource> for EnvSource {
    fn from(value: domain::EnvSource) -> Self {
        match value {
            domain::EnvSource::Literal => EnvSource::Literal,
            domain::EnvSource::ConfigMap(value) => EnvSource::ConfigMap(value),
            domain::EnvSource::Secret(value) => EnvSource::Secret(value),
            domain::EnvSource::Field(value) => EnvSource::Field(value),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct EnvVar {
    #[component(name = "container")]
    container: String,
    #[component(name = "name")]
    name: String,
    #[component(name = "value")]
    value: String,
    #[component(name = "source")]
    source: EnvSource,
}

impl From<domain::EnvVar> for EnvVar {
    fn from(value: domain::EnvVar) -> Self {
        Self {
            container: value.container,
            name: value.name,
            value: value.value,
            source: value.source.into(),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(variant)]
pub(crate) enum VolumeSource {
    #[component(name = "config-map")]
    ConfigMap(String),
    #[component(name = "secret")]
    Secret(String),
    #[component(name = "claim")]
    Claim(String),
    #[component(name = "empty-dir")]
    EmptyDir(String),
    #[component(name = "host-path")]
    HostPath(String),
    #[component(name = "projected")]
    Projected,
    #[component(name = "ephemeral-claim")]
    EphemeralClaim,
    #[component(name = "csi")]
    Csi(String),
    #[component(name = "other")]
    Other(String),
}

impl From<domain::VolumeSource> for VolumeSource {
    fn from(value: domain::VolumeSource) -> Self {
        match value {
            domain::VolumeSource::ConfigMap(value) => VolumeSource::ConfigMap(value),
            domain::VolumeSource::Secret(value) => VolumeSource::Secret(value),
            domain::VolumeSource::Claim(value) => VolumeSource::Claim(value),
            domain::VolumeSource::EmptyDir(value) => VolumeSource::EmptyDir(value),
            domain::VolumeSource::HostPath(value) => VolumeSource::HostPath(value),
            domain::VolumeSource::Projected => VolumeSource::Projected,
            domain::VolumeSource::EphemeralClaim => VolumeSource::EphemeralClaim,
            domain::VolumeSource::Csi(value) => VolumeSource::Csi(value),
            domain::VolumeSource::Other(value) => VolumeSource::Other(value),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Mount {
    #[component(name = "container")]
    container: String,
    #[component(name = "path")]
    path: String,
    #[component(name = "sub-path")]
    sub_path: String,
    #[component(name = "read-only")]
    read_only: bool,
}

impl From<domain::Mount> for Mount {
    fn from(value: domain::Mount) -> Self {
        Self {
            container: value.container,
            path: value.path,
            sub_path: value.sub_path,
            read_only: value.read_only,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Volume {
    #[component(name = "name")]
    name: String,
    #[component(name = "source")]
    source: VolumeSource,
    #[component(name = "optional")]
    optional: bool,
    #[component(name = "mounts")]
    mounts: Vec<Mount>,
}

impl From<domain::Volume> for Volume {
    fn from(value: domain::Volume) -> Self {
        Self {
            name: value.name,
            source: value.source.into(),
            optional: value.optional,
            mounts: each(value.mounts),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Toleration {
    #[component(name = "key")]
    key: String,
    #[component(name = "value")]
    value: String,
    #[component(name = "exists")]
    exists: bool,
    #[component(name = "effect")]
    effect: String,
}

impl From<domain::Toleration> for Toleration {
    fn from(value: domain::Toleration) -> Self {
        Self {
            key: value.key,
            value: value.value,
            exists: value.exists,
            effect: value.effect,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct AffinityTerm {
    #[component(name = "anti")]
    anti: bool,
    #[component(name = "required")]
    required: bool,
    #[component(name = "topology-key")]
    topology_key: String,
    #[component(name = "selector")]
    selector: LabelSelector,
    #[component(name = "namespaces")]
    namespaces: Vec<String>,
    #[component(name = "selects-itself")]
    selects_itself: bool,
}

impl From<domain::AffinityTerm> for AffinityTerm {
    fn from(value: domain::AffinityTerm) -> Self {
        Self {
            anti: value.anti,
            required: value.required,
            topology_key: value.topology_key,
            selector: value.selector.into(),
            namespaces: value.namespaces,
            selects_itself: value.selects_itself,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Spread {
    #[component(name = "topology-key")]
    topology_key: String,
    #[component(name = "max-skew")]
    max_skew: u32,
    #[component(name = "required")]
    required: bool,
}

impl From<domain::Spread> for Spread {
    fn from(value: domain::Spread) -> Self {
        Self {
            topology_key: value.topology_key,
            max_skew: value.max_skew,
            required: value.required,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct PodPlacement {
    #[component(name = "node-name")]
    node_name: String,
    #[component(name = "node-selector")]
    node_selector: Vec<(String, String)>,
    #[component(name = "node-terms")]
    node_terms: Vec<Vec<Requirement>>,
    #[component(name = "tolerations")]
    tolerations: Vec<Toleration>,
    #[component(name = "affinity")]
    affinity: Vec<AffinityTerm>,
    #[component(name = "spreads")]
    spreads: Vec<Spread>,
    #[component(name = "priority-class")]
    priority_class: String,
    #[component(name = "priority")]
    priority: Option<i32>,
    #[component(name = "scheduler")]
    scheduler: String,
}

impl From<domain::PodPlacement> for PodPlacement {
    fn from(value: domain::PodPlacement) -> Self {
        Self {
            node_name: value.node_name,
            node_selector: value.node_selector,
            node_terms: value.node_terms.into_iter().map(each).collect(),
            tolerations: each(value.tolerations),
            affinity: each(value.affinity),
            spreads: each(value.spreads),
            priority_class: value.priority_class,
            priority: value.priority,
            scheduler: value.scheduler,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct HostAlias {
    #[component(name = "ip")]
    ip: String,
    #[component(name = "hostnames")]
    hostnames: Vec<String>,
}

impl From<domain::HostAlias> for HostAlias {
    fn from(value: domain::HostAlias) -> Self {
        Self {
            ip: value.ip,
            hostnames: value.hostnames,
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct PodSettings {
    #[component(name = "service-account")]
    service_account: String,
    #[component(name = "restart-policy")]
    restart_policy: String,
    #[component(name = "dns-policy")]
    dns_policy: String,
    #[component(name = "nameservers")]
    nameservers: Vec<String>,
    #[component(name = "searches")]
    searches: Vec<String>,
    #[component(name = "host-aliases")]
    host_aliases: Vec<HostAlias>,
    #[component(name = "host-network")]
    host_network: bool,
    #[component(name = "termination-grace")]
    termination_grace: u32,
    #[component(name = "image-pull-secrets")]
    image_pull_secrets: Vec<String>,
    #[component(name = "sysctls")]
    sysctls: Vec<(String, String)>,
    #[component(name = "readiness-gates")]
    readiness_gates: Vec<String>,
    #[component(name = "active-deadline")]
    active_deadline: Option<u64>,
    #[component(name = "labels")]
    labels: Vec<(String, String)>,
    #[component(name = "requests")]
    requests: Vec<Amount>,
}

impl From<domain::PodSettings> for PodSettings {
    fn from(value: domain::PodSettings) -> Self {
        Self {
            service_account: value.service_account,
            restart_policy: value.restart_policy,
            dns_policy: value.dns_policy,
            nameservers: value.nameservers,
            searches: value.searches,
            host_aliases: each(value.host_aliases),
            host_network: value.host_network,
            termination_grace: value.termination_grace,
            image_pull_secrets: value.image_pull_secrets,
            sysctls: value.sysctls,
            readiness_gates: value.readiness_gates,
            active_deadline: value.active_deadline,
            labels: value.labels,
            requests: each(value.requests),
        }
    }
}

#[derive(Clone, ComponentType, Lower)]
#[component(record)]
pub(crate) struct Difference {
    #[component(name = "path")]
    path: String,
    #[component(name = "before")]
    before: String,
    #[component(name = "after")]
    after: String,
}

impl From<domain::Difference> for Difference {
    fn from(value: domain::Difference) -> Self {
        Self {
            path: value.path,
            before: value.before,
            after: value.after,
        }
    }
}

pub(super) fn link(linker: &mut wasmtime::component::Linker<crate::state::RunState>) -> wasmtime::Result<()> {
    let mut instance = linker.instance("sdo:cluster/templates@0.1.0")?;
    instance.func_wrap(
        "containers",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::templates::Templates::containers(view, call, &ids)
            })?;
            Ok::<(Vec<Vec<Container>>,), wasmtime::Error>((value.into_iter().map(each).collect(),))
        },
    )?;
    instance.func_wrap(
        "probes",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::templates::Templates::probes(view, call, &ids)
            })?;
            Ok::<(Vec<Vec<Probe>>,), wasmtime::Error>((value.into_iter().map(each).collect(),))
        },
    )?;
    instance.func_wrap(
        "env",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::templates::Templates::env(view, call, &ids)
            })?;
            Ok::<(Vec<Vec<EnvVar>>,), wasmtime::Error>((value.into_iter().map(each).collect(),))
        },
    )?;
    instance.func_wrap(
        "volumes",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::templates::Templates::volumes(view, call, &ids)
            })?;
            Ok::<(Vec<Vec<Volume>>,), wasmtime::Error>((value.into_iter().map(each).collect(),))
        },
    )?;
    instance.func_wrap(
        "placement",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::templates::Templates::placement(view, call, &ids)
            })?;
            Ok::<(Vec<Option<PodPlacement>>,), wasmtime::Error>((value
                .into_iter()
                .map(|item| item.map(|item| item.into()))
                .collect(),))
        },
    )?;
    instance.func_wrap(
        "settings",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (ids,): (Vec<u32>,)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::templates::Templates::settings(view, call, &ids)
            })?;
            Ok::<(Vec<Option<PodSettings>>,), wasmtime::Error>((value
                .into_iter()
                .map(|item| item.map(|item| item.into()))
                .collect(),))
        },
    )?;
    instance.func_wrap(
        "differences",
        |mut store: wasmtime::StoreContextMut<'_, crate::state::RunState>, (before, after): (u32, u32)| {
            let value = crate::host_call::host_call(&mut store, |view, call| {
                sdo_model::contract::templates::Templates::differences(view, call, before, after)
            })?;
            Ok::<(Vec<Difference>,), wasmtime::Error>((each(value),))
        },
    )?;
    Ok(())
}
