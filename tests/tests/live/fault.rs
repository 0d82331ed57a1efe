//! Faults as data: a folder each under `faults/`, with what breaks, what repairs, and what must be found.
//!
//! `fault.yaml` holds manifests that break something; `repair.yaml` those that mend it, `delete.yaml` what has to go for it.
//! `${NAMESPACE}` and `${NAME}` stand for whatever the test chooses, so that several can stand together. Nobody but the test knows
//! that anything is a fault: no name or label says so.

use sdo_tests::live::{Incident, Object, apply, kubectl, run};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// What a fault is, by the part of life that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Class {
    /// The program itself.
    Code,
    /// How it is set up.
    Configuration,
    /// What it needs from others.
    Dependency,
    /// What it needs from machines.
    Resource,
    /// A change of version or name.
    Upgrade,
    /// Nodes, disks, the cluster.
    Infrastructure,
}

impl Class {
    /// Every class.
    pub(crate) const ALL: [Class; 6] = [
        Class::Code,
        Class::Configuration,
        Class::Dependency,
        Class::Resource,
        Class::Upgrade,
        Class::Infrastructure,
    ];
}

/// Nodes that a fault needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Needs {
    /// One that runs containers.
    Real,
    /// Those whose kubelet is played.
    Fake,
}

/// `expect.yaml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    class: Class,
    needs: Needs,
    /// Whether the repaired state is set up first, and then broken.
    begins: Option<Begins>,
    rule: String,
    kind: String,
    name: String,
    /// That of the fault when left out.
    namespace: Option<String>,
    /// What the summary must hold.
    says: Option<String>,
    /// Rules that may find the same.
    #[serde(default)]
    also: Vec<String>,
    /// From breaking to the open incident.
    #[serde(default = "patience")]
    patience_seconds: u64,
}

/// What comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Begins {
    Healthy,
}

fn patience() -> u64 {
    180
}

/// A fault, not yet anywhere.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    /// Name of its folder.
    pub(crate) name: String,
    pub(crate) class: Class,
    folder: PathBuf,
    expect: Expect,
}

/// A fault in a place of its own. What it made outside its namespace is removed when this goes out of scope.
pub(crate) struct Planted {
    pub(crate) fault: Fault,
    pub(crate) namespace: String,
    /// What must be found.
    pub(crate) object: Object,
    says: String,
    name: String,
}

impl Fault {
    /// Every folder, by name.
    pub(crate) fn all() -> Vec<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/live/faults");
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names.iter().map(|name| Self::named(name)).collect()
    }

    /// The one in that folder.
    pub(crate) fn named(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/live/faults")
            .join(name);
        let text = fs::read_to_string(folder.join("expect.yaml")).unwrap();
        let expect: Expect = serde_yaml_ng::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        Self {
            name: name.to_owned(),
            class: expect.class,
            folder,
            expect,
        }
    }

    /// Whether the cluster has the nodes for it.
    pub(crate) fn can_be(&self) -> bool {
        nodes(self.expect.needs)
    }

    /// The rule that must find it.
    pub(crate) fn rule(&self) -> &str {
        &self.expect.rule
    }

    /// How long that may take.
    pub(crate) fn patience(&self) -> Duration {
        Duration::from_secs(self.expect.patience_seconds)
    }

    /// A place for it; where it begins healthy, that is set up.
    pub(crate) fn place(self, namespace: &str, name: &str) -> Planted {
        let fill = |text: &str| text.replace("${NAMESPACE}", namespace).replace("${NAME}", name);
        let planted = Planted {
            object: Object {
                kind: self.expect.kind.clone(),
                namespace: fill(self.expect.namespace.as_deref().unwrap_or(namespace)),
                name: fill(&self.expect.name),
            },
            says: fill(self.expect.says.as_deref().unwrap_or_default()),
            fault: self,
            namespace: namespace.to_owned(),
            name: name.to_owned(),
        };
        if planted.fault.expect.begins.is_some() {
            planted.repair();
        }
        planted
    }
}

impl Planted {
    /// Breaks it.
    pub(crate) fn break_it(&self) {
        apply(&self.manifests("fault.yaml").unwrap()).unwrap();
    }

    /// Mends it.
    pub(crate) fn repair(&self) {
        if let Some(manifests) = self.manifests("repair.yaml") {
            apply(&manifests).unwrap();
        }
        if let Some(manifests) = self.manifests("delete.yaml") {
            delete(&manifests);
        }
    }

    /// Whether `incident` is what must be found.
    pub(crate) fn is(&self, incident: &Incident) -> bool {
        incident.rule == self.fault.rule() && incident.object == self.object && incident.summary.contains(&self.says)
    }

    /// Whether `incident` may stand beside what must be found.
    pub(crate) fn explains(&self, incident: &Incident) -> bool {
        self.is(incident) || self.fault.expect.also.contains(&incident.rule)
    }

    /// Whether `incident` is about anything of this place.
    pub(crate) fn owns(&self, incident: &Incident) -> bool {
        let object = &incident.object;
        match object.namespace.is_empty() {
            true => object.name.starts_with(&self.namespace),
            false => object.namespace == self.namespace,
        }
    }

    /// Waits until the pods of the healthy state run, where it begins so.
    pub(crate) fn await_health(&self) {
        if self.fault.expect.begins.is_none() {
            return;
        }
        let objects = kubectl(&["-n", &self.namespace, "get", "deployments", "-o", "name"]).unwrap();
        if !objects.trim().is_empty() {
            let wait = [
                "wait",
                "--for=condition=Available",
                "--timeout=120s",
                "deployments",
                "--all",
            ];
            kubectl(&[&["-n", &self.namespace], &wait[..]].concat()).unwrap();
        }
    }

    fn manifests(&self, file: &str) -> Option<String> {
        let text = fs::read_to_string(self.fault.folder.join(file)).ok()?;
        Some(
            text.replace("${NAMESPACE}", &self.namespace)
                .replace("${NAME}", &self.name),
        )
    }
}

impl Drop for Planted {
    fn drop(&mut self) {
        for file in ["fault.yaml", "repair.yaml"] {
            if let Some(manifests) = self.manifests(file) {
                delete(&manifests);
            }
        }
    }
}

fn delete(manifests: &str) {
    let arguments = ["delete", "--ignore-not-found", "--wait=false", "-f", "-"];
    let output = run(Command::new("kubectl").args(arguments), manifests).unwrap();
    if output.code != Some(0) {
        eprintln!("kubectl delete: {}", output.errors);
    }
}

/// Whether the cluster has such nodes.
pub(crate) fn nodes(needs: Needs) -> bool {
    static NODES: OnceLock<(bool, bool)> = OnceLock::new();
    let (real, fake) = *NODES.get_or_init(|| {
        let any = |label: &str| {
            !kubectl(&["get", "nodes", "-o", "name", "-l", label])
                .unwrap()
                .trim()
                .is_empty()
        };
        (any("sdo.test/node=real"), any("sdo.test/node=fake"))
    });
    match needs {
        Needs::Real => real,
        Needs::Fake => fake,
    }
}
