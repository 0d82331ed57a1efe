//! The names under which collectors keep resources.

use super::sink::KindHint;
use sdo_model::Kind;

/// A resource as a path names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resource<'a> {
    /// One that snapshots carry typed.
    Known(Kind),
    /// Any other, by its plural.
    Other { group: Option<&'a str>, plural: &'a str },
}

impl<'a> Resource<'a> {
    /// The name that [`Sink::covered`](super::Sink::covered) gets for it.
    pub(super) fn label(self) -> String {
        match self {
            Resource::Known(kind) => kind.name().to_owned(),
            Resource::Other {
                group: Some(group),
                plural,
            } if !group.is_empty() => format!("{plural}.{group}"),
            Resource::Other { plural, .. } => plural.to_owned(),
        }
    }

    pub(super) fn hint(self) -> KindHint<'a> {
        match self {
            Resource::Known(kind) => KindHint {
                group: Some(kind.group()),
                name: kind.name(),
            },
            Resource::Other { group, plural } => KindHint { group, name: plural },
        }
    }
}

/// Resources of which a must-gather takes every object, one file each; of others only what an operator relates to.
pub(super) const MUST_GATHER_TAKES_ALL: &[&str] = &[
    "nodes",
    "persistentvolumes",
    "storageclasses",
    "volumeattachments",
    "csidrivers",
    "csinodes",
    "certificatesigningrequests",
    "volumesnapshotclasses",
    "volumesnapshotcontents",
    "clusteroperators",
    "clusterversions",
];

/// Names that are neither a kind nor a plural: kubectl's short ones, and folders of support bundles.
const ALIASES: &[(&str, Kind)] = &[
    ("po", Kind::Pod),
    ("svc", Kind::Service),
    ("no", Kind::Node),
    ("ns", Kind::Namespace),
    ("cm", Kind::ConfigMap),
    ("pvc", Kind::PersistentVolumeClaim),
    ("pvcs", Kind::PersistentVolumeClaim),
    ("pv", Kind::PersistentVolume),
    ("pvs", Kind::PersistentVolume),
    ("sc", Kind::StorageClass),
    ("storage", Kind::StorageClass),
    ("quota", Kind::ResourceQuota),
    ("limits", Kind::LimitRange),
    ("sa", Kind::ServiceAccount),
    ("ev", Kind::Event),
    ("deploy", Kind::Deployment),
    ("rs", Kind::ReplicaSet),
    ("sts", Kind::StatefulSet),
    ("ds", Kind::DaemonSet),
    ("cj", Kind::CronJob),
    ("hpa", Kind::HorizontalPodAutoscaler),
    ("netpol", Kind::NetworkPolicy),
    ("ing", Kind::Ingress),
    ("pdb", Kind::PodDisruptionBudget),
    ("pc", Kind::PriorityClass),
    ("crd", Kind::CustomResourceDefinition),
    ("crds", Kind::CustomResourceDefinition),
];

/// The kind that snapshots carry typed under this name: kind, plural or alias, any case, with or without hyphens.
fn known(name: &str) -> Option<Kind> {
    let plain: String = name.chars().filter(|letter| !matches!(letter, '-' | '_')).collect();
    let alias = || {
        ALIASES
            .iter()
            .find(|(alias, _)| plain.eq_ignore_ascii_case(alias))
            .map(|(_, kind)| *kind)
    };
    Kind::from_plural(&plain)
        .or_else(|| Kind::from_name(&plain))
        .or_else(alias)
}

/// A folder or file of a support bundle (`pod-disruption-budgets`).
pub(super) fn folder(name: &str) -> Resource<'_> {
    known(name).map_or(
        Resource::Other {
            group: None,
            plural: name,
        },
        Resource::Known,
    )
}

/// `plural.group` (`ingressroutes.traefik.io`).
pub(super) fn dotted(name: &str) -> Resource<'_> {
    match name.split_once('.') {
        Some((plural, group)) => grouped(group, plural),
        None => folder(name),
    }
}

/// A plural below a folder named after its group; `core` is the group without a name.
pub(super) fn grouped<'a>(group: &'a str, plural: &'a str) -> Resource<'a> {
    let group = if group == "core" { "" } else { group };
    match known(plural) {
        Some(kind) if Kind::from_group_name(group, kind.name()).is_some() => Resource::Known(kind),
        _ => Resource::Other {
            group: Some(group),
            plural,
        },
    }
}

/// A file name that may be a resource (`pods`, `deployments.apps`), `None` when nothing says so.
pub(super) fn named(stem: &str) -> Option<Resource<'_>> {
    match stem.split_once('.') {
        None => known(stem).map(Resource::Known),
        Some((plural, group)) if group.contains('.') || known(plural).is_some() => Some(grouped(group, plural)),
        Some(_) => None,
    }
}

/// The name of a kind as [`Sink::covered`](super::Sink::covered) gets it, from what objects say of themselves.
pub(super) fn label(api_version: &str, kind: &str) -> String {
    let group = api_version.split_once('/').map_or("", |(group, _)| group);
    match Kind::from_group_name(group, kind) {
        Some(known) => known.name().to_owned(),
        None if group.is_empty() => kind.to_owned(),
        None => format!("{kind}.{group}"),
    }
}

/// The name of a kind of which the group is not known.
pub(super) fn label_of_kind(kind: &str) -> String {
    Kind::from_name(kind).map_or_else(|| kind.to_owned(), |known| known.name().to_owned())
}

/// Whether objects under this label live in a namespace; `None` when it is not a kind that snapshots know.
pub(super) fn is_namespaced(label: &str) -> Option<bool> {
    Kind::from_name(label).map(Kind::is_namespaced)
}
