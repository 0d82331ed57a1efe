//! What one pod template needs by name.

use crate::object::{Container, EnvFrom, EnvVar, KeyToPath, PodSpec, Projection, Volume, VolumeSource};
use crate::text::Text;
use sdo_model::Kind;

/// ConfigMaps that the control plane puts into every namespace; the token volume of every pod needs the first.
const PUBLISHED: [&str; 2] = ["kube-root-ca.crt", "openshift-service-ca.crt"];
/// PriorityClasses that every API server makes for itself.
const BUILT_IN: [&str; 2] = ["system-cluster-critical", "system-node-critical"];

/// One thing that a template needs by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Need {
    /// Where it stands.
    pub(super) path: String,
    pub(super) kind: Kind,
    pub(super) name: Text,
    /// Empty for the whole object.
    pub(super) key: Text,
    /// The pod starts without it, too.
    pub(super) optional: bool,
    /// Kubernetes itself makes it: that it is not there yet, or was not collected, is nobody's mistake.
    pub(super) made: bool,
    /// A key that becomes a file: of no interest while the object's own row says that there is no object.
    pub(super) item: bool,
}

/// What `spec` needs, by path; `root` is the path of the spec. Volumes that `replaced` names come from elsewhere.
pub(super) fn of_spec(spec: &PodSpec, root: &str, replaced: &dyn Fn(&str) -> bool) -> Vec<Need> {
    let mut needs = Needs(Vec::new());
    let lists = [
        ("initContainers", &spec.init_containers),
        ("containers", &spec.containers),
        ("ephemeralContainers", &spec.ephemeral_containers),
    ];
    for (list, containers) in lists {
        containers
            .iter()
            .for_each(|container| needs.container(container, &format!("{root}.{list}[{}]", container.name)));
    }
    for volume in spec.volumes.iter().filter(|volume| !replaced(&volume.name)) {
        needs.volume(volume, &format!("{root}.volumes[{}]", volume.name));
    }
    for secret in &spec.image_pull_secrets {
        // The kubelet only warns about a missing one, and pulls without it.
        needs.whole(
            Kind::Secret,
            &secret.name,
            format!("{root}.imagePullSecrets[{}]", secret.name),
            true,
        );
    }
    needs.whole(
        Kind::ServiceAccount,
        &spec.service_account_name,
        format!("{root}.serviceAccountName"),
        false,
    );
    needs.whole(
        Kind::PriorityClass,
        &spec.priority_class_name,
        format!("{root}.priorityClassName"),
        false,
    );
    needs.sorted()
}

/// Whether Kubernetes makes the object of this name itself.
fn is_made(kind: Kind, name: &str) -> bool {
    match kind {
        Kind::ConfigMap => PUBLISHED.contains(&name),
        Kind::PriorityClass => BUILT_IN.contains(&name),
        Kind::ServiceAccount => name == "default",
        _ => false,
    }
}

struct Needs(Vec<Need>);

impl Needs {
    fn sorted(mut self) -> Vec<Need> {
        self.0.sort_unstable();
        self.0.dedup();
        self.0
    }

    fn whole(&mut self, kind: Kind, name: &Text, path: String, optional: bool) {
        self.key(kind, name, &Text::default(), path, optional);
    }

    fn key(&mut self, kind: Kind, name: &Text, key: &Text, path: String, optional: bool) {
        if !name.is_empty() {
            let made = is_made(kind, name);
            self.0.push(Need {
                path,
                kind,
                name: name.clone(),
                key: key.clone(),
                optional,
                made,
                item: false,
            });
        }
    }

    fn container(&mut self, container: &Container, path: &str) {
        for variable in &container.env {
            self.variable(variable, &format!("{path}.env[{}]", variable.name));
        }
        for (index, from) in container.env_from.iter().enumerate() {
            self.all_of(from, &format!("{path}.envFrom[{index}]"));
        }
    }

    fn variable(&mut self, variable: &EnvVar, path: &str) {
        let Some(from) = &variable.value_from else {
            return;
        };
        for (kind, reference) in [
            (Kind::ConfigMap, &from.config_map_key_ref),
            (Kind::Secret, &from.secret_key_ref),
        ] {
            if let Some(reference) = reference {
                self.key(
                    kind,
                    &reference.name,
                    &reference.key,
                    path.to_owned(),
                    reference.optional,
                );
            }
        }
    }

    fn all_of(&mut self, from: &EnvFrom, path: &str) {
        for (kind, reference) in [
            (Kind::ConfigMap, &from.config_map_ref),
            (Kind::Secret, &from.secret_ref),
        ] {
            if let Some(reference) = reference {
                self.whole(kind, &reference.name, path.to_owned(), reference.optional);
            }
        }
    }

    fn volume(&mut self, volume: &Volume, path: &str) {
        match &volume.source {
            VolumeSource::ConfigMap(map) => self.files(Kind::ConfigMap, &map.name, &map.items, path, map.optional),
            VolumeSource::Secret(secret) => {
                self.files(Kind::Secret, &secret.secret_name, &secret.items, path, secret.optional);
            }
            VolumeSource::Claim(claim) => {
                self.whole(Kind::PersistentVolumeClaim, &claim.claim_name, path.to_owned(), false);
            }
            VolumeSource::Projected(projected) => {
                for (index, source) in projected.sources.iter().enumerate() {
                    self.projection(source, &format!("{path}.projected.sources[{index}]"));
                }
            }
            VolumeSource::Csi(csi) => {
                if let Some(secret) = &csi.node_publish_secret_ref {
                    self.whole(
                        Kind::Secret,
                        &secret.name,
                        format!("{path}.csi.nodePublishSecretRef"),
                        false,
                    );
                }
            }
            _ => {}
        }
    }

    fn projection(&mut self, source: &Projection, path: &str) {
        for (kind, object) in [(Kind::ConfigMap, &source.config_map), (Kind::Secret, &source.secret)] {
            if let Some(object) = object {
                self.files(kind, &object.name, &object.items, path, object.optional);
            }
        }
    }

    /// The object, and each of its keys that becomes a file by name.
    fn files(&mut self, kind: Kind, name: &Text, items: &[KeyToPath], path: &str, optional: bool) {
        self.whole(kind, name, path.to_owned(), optional);
        let from = self.0.len();
        for item in items {
            self.key(kind, name, &item.key, format!("{path}.items[{}]", item.key), optional);
        }
        self.0.iter_mut().skip(from).for_each(|need| need.item = true);
    }
}
