//! A template as a flat list of facts by field path, in a form in which equal templates are equal: lists by name,
//! defaults filled in or left out on both sides, quantities by value.

use super::Template;
use super::container::with_roles;
use super::placement::terms;
use super::probe::{self, Timing};
use crate::object::{self, Affinity, Container, PodAffinity, Probe, TOKEN_VOLUME, VolumeSource};
use crate::text::{Amount, Table, Text};
use crate::view::node_terms::shown;
use sdo_model::contract::templates::ProbeKind;
use sdo_model::contract::types::ContainerRole;
use std::collections::BTreeMap;

/// One fact: what it is compared by, and how it is told.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) compared: String,
    shown: String,
}

/// A part that is there as a whole or not at all: a container, a probe.
#[derive(Debug)]
pub(super) struct Part {
    shown: String,
    pub(super) sidecar: bool,
}

/// Facts and parts of a template by path.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) facts: BTreeMap<String, Fact>,
    pub(super) parts: BTreeMap<String, Part>,
}

impl Fact {
    pub(super) fn shown(&self) -> &str {
        &self.shown
    }
}

impl Facts {
    /// How the part at `path` is told.
    pub(super) fn part(&self, path: &str) -> Option<&str> {
        self.parts.get(path).map(|part| part.shown.as_str())
    }

    pub(super) fn of(template: &Template<'_>) -> Self {
        let mut facts = Self::default();
        for (role, container) in with_roles(template.spec) {
            let list = match role {
                ContainerRole::Main => "containers",
                ContainerRole::Init | ContainerRole::Sidecar => "initContainers",
                // Debug containers are never part of a template.
                ContainerRole::Ephemeral => continue,
            };
            facts.add_container(&format!("spec.{list}[{}]", container.name), role, container);
        }
        facts.add_volumes(template);
        facts.add_placement(template);
        facts
    }

    fn add(&mut self, path: String, value: impl Into<String>) {
        let value = value.into();
        if !value.is_empty() {
            self.facts.insert(
                path,
                Fact {
                    compared: value.clone(),
                    shown: value,
                },
            );
        }
    }

    fn add_container(&mut self, at: &str, role: ContainerRole, container: &Container) {
        let part = Part {
            shown: container.image.to_string(),
            sidecar: role == ContainerRole::Sidecar,
        };
        self.parts.insert(at.to_owned(), part);
        self.add(format!("{at}.image"), &*container.image);
        self.add(format!("{at}.command"), words(&container.command));
        self.add(format!("{at}.args"), words(&container.args));
        self.add_env(at, container);
        for port in &container.ports {
            let name = port
                .name
                .non_empty()
                .map_or_else(|| port.container_port.get().to_string(), str::to_owned);
            self.add(format!("{at}.ports[{name}]"), port_text(port));
        }
        for (kind, probe) in probe::of_container(container) {
            self.add_probe(&format!("{at}.{}", probe_field(kind)), probe);
        }
        self.add_resources(at, container);
        for mount in container
            .volume_mounts
            .iter()
            .filter(|mount| mount.name != TOKEN_VOLUME)
        {
            self.add(format!("{at}.volumeMounts[{}]", mount.mount_path), mount_text(mount));
        }
    }

    fn add_env(&mut self, at: &str, container: &Container) {
        for variable in &container.env {
            let path = format!("{at}.env[{}]", variable.name);
            // An empty value is still a value.
            let text = env_text(variable).unwrap_or_else(|| format!("{:?}", variable.value.as_str()));
            self.add(path, text);
        }
        for source in &container.env_from {
            let maps = source
                .config_map_ref
                .iter()
                .map(|reference| ("configMapRef", reference));
            let secrets = source.secret_ref.iter().map(|reference| ("secretRef", reference));
            for (field, reference) in maps.chain(secrets) {
                self.add(
                    format!("{at}.envFrom[{field}/{}]", reference.name),
                    format!("prefix {:?}", source.prefix.as_str()),
                );
            }
        }
    }

    fn add_probe(&mut self, at: &str, probe: &Probe) {
        let (field, text) = handler_text(probe);
        self.parts.insert(
            at.to_owned(),
            Part {
                shown: format!("{field} {text}"),
                sidecar: false,
            },
        );
        self.add(format!("{at}.{field}"), text);
        let timing = Timing::of(probe);
        self.add(format!("{at}.initialDelaySeconds"), timing.initial_delay.to_string());
        self.add(format!("{at}.periodSeconds"), timing.period.to_string());
        self.add(format!("{at}.timeoutSeconds"), timing.timeout.to_string());
        self.add(format!("{at}.successThreshold"), timing.success_threshold.to_string());
        self.add(format!("{at}.failureThreshold"), timing.failure_threshold.to_string());
    }

    fn add_resources(&mut self, at: &str, container: &Container) {
        let resources = &container.resources;
        self.add_amounts(&format!("{at}.resources.limits"), &resources.limits);
        // Where only a limit is written, admission makes it the request.
        self.add_amounts(&format!("{at}.resources.requests"), &resources.limits);
        self.add_amounts(&format!("{at}.resources.requests"), &resources.requests);
    }

    fn add_amounts(&mut self, at: &str, table: &Table<Amount>) {
        for (name, amount) in table {
            let compared = amount
                .milli
                .map_or_else(|| amount.text.to_string(), |milli| milli.to_string());
            self.facts.insert(
                format!("{at}[{name}]"),
                Fact {
                    compared,
                    shown: amount.text.to_string(),
                },
            );
        }
    }

    fn add_volumes(&mut self, template: &Template<'_>) {
        for volume in template
            .spec
            .volumes
            .iter()
            .filter(|volume| volume.name != TOKEN_VOLUME)
        {
            self.add(format!("spec.volumes[{}]", volume.name), volume_text(&volume.source));
        }
    }

    fn add_placement(&mut self, template: &Template<'_>) {
        let spec = template.spec;
        for (key, value) in &spec.node_selector {
            self.add(format!("spec.nodeSelector[{key}]"), format!("{key}={value}"));
        }
        if let Some(affinity) = spec.affinity.as_deref() {
            self.add("spec.affinity.nodeAffinity".to_owned(), node_affinity_text(affinity));
            self.add(
                "spec.affinity.podAffinity".to_owned(),
                pod_affinity_text(affinity.pod_affinity.as_ref()),
            );
            self.add(
                "spec.affinity.podAntiAffinity".to_owned(),
                pod_affinity_text(affinity.pod_anti_affinity.as_ref()),
            );
        }
        for toleration in &spec.tolerations {
            let operator = if toleration.exists() {
                "Exists".to_owned()
            } else {
                format!("Equal {:?}", toleration.value.as_str())
            };
            self.add(
                format!("spec.tolerations[{}:{}]", toleration.key, toleration.effect),
                operator,
            );
        }
        for spread in &spec.topology_spread_constraints {
            let when = spread.when_unsatisfiable.non_empty().unwrap_or("DoNotSchedule");
            self.add(
                format!("spec.topologySpreadConstraints[{}]", spread.topology_key),
                format!("maxSkew {} {when}", spread.max_skew.get()),
            );
        }
        self.add("spec.priorityClassName".to_owned(), &*spec.priority_class_name);
        self.add(
            "spec.schedulerName".to_owned(),
            spec.scheduler_name.non_empty().unwrap_or("default-scheduler"),
        );
    }
}

/// A command line, unambiguous: `["sh","-c","exit 1"]`.
fn words(words: &[Text]) -> String {
    if words.is_empty() {
        String::new()
    } else {
        format!("{words:?}")
    }
}

fn port_text(port: &object::ContainerPort) -> String {
    let number = format!("{}/{}", port.container_port.get(), port.protocol());
    match port.host_port.get() {
        0 => number,
        on_node => format!("{number} hostPort {on_node}"),
    }
}

fn probe_field(kind: ProbeKind) -> &'static str {
    match kind {
        ProbeKind::Liveness => "livenessProbe",
        ProbeKind::Readiness => "readinessProbe",
        ProbeKind::Startup => "startupProbe",
    }
}

fn handler_text(probe: &Probe) -> (&'static str, String) {
    let port = |port: &Option<crate::text::IntOrString>| port.as_ref().map(ToString::to_string).unwrap_or_default();
    if let Some(http) = &probe.http_get {
        let scheme = http.scheme.non_empty().unwrap_or("HTTP").to_ascii_lowercase();
        return (
            "httpGet",
            format!(
                "{scheme}://{}:{}{}",
                http.host,
                port(&http.port),
                http.path.non_empty().unwrap_or("/")
            ),
        );
    }
    match (&probe.tcp_socket, &probe.grpc, &probe.exec) {
        (Some(tcp), _, _) => ("tcpSocket", format!("{}:{}", tcp.host, port(&tcp.port))),
        (None, Some(grpc), _) => ("grpc", format!(":{} {}", grpc.port.get(), grpc.service)),
        (None, None, Some(exec)) => ("exec", words(&exec.command)),
        (None, None, None) => ("handler", "none".to_owned()),
    }
}

fn mount_text(mount: &object::VolumeMount) -> String {
    let sub_path = mount.sub_path.non_empty().or(mount.sub_path_expr.non_empty());
    let mut text = mount.name.to_string();
    if let Some(sub_path) = sub_path {
        text = format!("{text}/{sub_path}");
    }
    if mount.read_only {
        format!("{text} read-only")
    } else {
        text
    }
}

/// Where a variable's value comes from, or a value that is not empty.
fn env_text(variable: &object::EnvVar) -> Option<String> {
    let Some(from) = variable.value_from.as_deref().filter(|_| variable.value.is_empty()) else {
        return variable.value.non_empty().map(str::to_owned);
    };
    let map = from
        .config_map_key_ref
        .as_ref()
        .map(|key| format!("configMapKeyRef {}/{}", key.name, key.key));
    let secret = || {
        from.secret_key_ref
            .as_ref()
            .map(|key| format!("secretKeyRef {}/{}", key.name, key.key))
    };
    let field = || {
        from.field_ref
            .as_ref()
            .map(|field| format!("fieldRef {}", field.field_path))
    };
    let resource = || {
        from.resource_field_ref
            .as_ref()
            .map(|field| format!("resourceFieldRef {}", field.resource))
    };
    map.or_else(secret).or_else(field).or_else(resource)
}

fn volume_text(source: &VolumeSource) -> String {
    match source {
        VolumeSource::ConfigMap(map) => format!("configMap {}", map.name),
        VolumeSource::Secret(secret) => format!("secret {}", secret.secret_name),
        VolumeSource::Claim(claim) => format!("persistentVolumeClaim {}", claim.claim_name),
        VolumeSource::EmptyDir(folder) => {
            let size = folder
                .size_limit
                .as_ref()
                .map(|size| format!(" {}", size.text))
                .unwrap_or_default();
            format!("emptyDir {}{size}", folder.medium).trim_end().to_owned()
        }
        VolumeSource::HostPath(path) => format!("hostPath {}", path.path),
        VolumeSource::Projected(projected) => {
            let objects = projected.sources.iter().flat_map(|source| {
                let map = source
                    .config_map
                    .iter()
                    .map(|object| format!("configMap {}", object.name));
                map.chain(source.secret.iter().map(|object| format!("secret {}", object.name)))
            });
            format!("projected {}", objects.collect::<Vec<_>>().join(", "))
        }
        VolumeSource::Ephemeral(_) => "ephemeral".to_owned(),
        VolumeSource::Csi(csi) => format!("csi {}", csi.driver),
        VolumeSource::Other(name) => name.to_string(),
        VolumeSource::Unset => "emptyDir".to_owned(),
    }
}

fn node_affinity_text(affinity: &Affinity) -> String {
    let required = affinity
        .node_affinity
        .as_ref()
        .and_then(|nodes| nodes.required.as_ref());
    let term = |term: &object::NodeSelectorTerm| {
        let all: Vec<String> = term.expressions.iter().chain(&term.fields).map(shown).collect();
        all.join(" and ")
    };
    required
        .map(|selector| selector.terms.iter().map(term).collect::<Vec<_>>().join(" or "))
        .unwrap_or_default()
}

fn pod_affinity_text(affinity: Option<&PodAffinity>) -> String {
    let term = |(required, term): (bool, &object::PodAffinityTerm)| {
        let labels = term.label_selector.iter().flat_map(|selector| selector.labels.iter());
        let labels = labels.map(|(key, value)| format!("{key}={value}"));
        let expressions = term
            .label_selector
            .iter()
            .flat_map(|selector| selector.expressions.iter())
            .map(shown);
        let pods: Vec<String> = labels.chain(expressions).collect();
        format!(
            "{} {} by {}",
            if required { "required" } else { "preferred" },
            pods.join(","),
            term.topology_key
        )
    };
    affinity
        .map(|affinity| terms(affinity).map(term).collect::<Vec<_>>().join("; "))
        .unwrap_or_default()
}
