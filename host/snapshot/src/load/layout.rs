//! What a path says: which files can hold objects, of which kind, of which namespace.
//!
//! Each layout is recognised by its own folder names, at any depth, because archives wrap them in folders of their own
//! (`must-gather.local.123/quay-io-…-sha256-…/`) and several may sit side by side.

use super::resources::{self, Resource};

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// May hold objects.
    Objects,
    /// What a saved snapshot says of itself.
    Record,
    /// A must-gather's `timestamp`.
    Timestamp,
    /// A support bundle's `*-errors.json`: what the collector could not read.
    Refusals,
    /// A support bundle's `collector-errors/*.json`, which carry a time.
    Times,
    /// Logs, pages, metrics, discovery data: never read.
    Skipped,
}

/// How the file stands to its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    /// The path does not say.
    Unknown,
    /// All objects of the kind in [`Place::namespace`], or in the cluster.
    All,
    /// One object of a folder that holds all of the kind.
    OneOfAll,
    /// One of some objects that the collector picked.
    OneOfSome,
}

/// What a path says about its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place<'a> {
    pub(super) role: Role,
    pub(super) resource: Option<Resource<'a>>,
    pub(super) namespace: Option<&'a str>,
    pub(super) share: Share,
}

impl<'a> Place<'a> {
    const fn of(role: Role) -> Self {
        Self {
            role,
            resource: None,
            namespace: None,
            share: Share::Unknown,
        }
    }

    const fn objects(resource: Option<Resource<'a>>, namespace: Option<&'a str>, share: Share) -> Self {
        Self {
            role: Role::Objects,
            resource,
            namespace,
            share,
        }
    }
}

/// What is said about a file of which not even the name is known.
pub(super) const NOWHERE: Place<'static> = Place::of(Role::Objects);

/// What the file's own name says, for a file that is read whatever its name.
pub(super) fn by_name(path: &str) -> Place<'_> {
    let file = path.rsplit('/').next().unwrap_or(path);
    loose(file.rsplit_once('.').map_or(file, |(stem, _)| stem))
}

/// Reads a path with `/` between folders.
pub(super) fn place(path: &str) -> Place<'_> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let Some((file, folders)) = parts.split_last() else {
        return Place::of(Role::Skipped);
    };
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    let data = ["json", "yaml", "yml"]
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known));
    if *file == crate::record::FILE {
        return Place::of(Role::Record);
    }
    if *file == "timestamp" {
        return Place::of(Role::Timestamp);
    }
    if folders.iter().any(|folder| NEVER_OBJECTS.contains(folder)) {
        return Place::of(Role::Skipped);
    }
    if !data {
        let named = if extension.is_empty() {
            resources::named(file)
        } else {
            None
        };
        let role = if named.is_some() { Role::Objects } else { Role::Skipped };
        return Place {
            role,
            resource: named,
            ..Place::of(role)
        };
    }
    bundle(folders, stem)
        .or_else(|| must_gather(folders, stem))
        .unwrap_or_else(|| loose(stem))
}

/// Folders of collectors that never hold objects, whatever their files are called. None of these names can be that of a
/// namespace: a folder `monitoring` may well be somebody's dump of that namespace, and what is no object is passed over
/// by its looks anyway.
const NEVER_OBJECTS: &[&str] = &["audit_logs", "host_service_logs", "network_logs", "etcd_info"];

/// Folders of `cluster-resources` that hold no objects.
const BUNDLE_FOLDERS: &[&str] = &["auth-cani-list", "image-pull-secrets"];

/// Files of a support bundle that are about the bundle or about the API server, not objects.
const BUNDLE_FILES: &[&str] = &[
    "analysis",
    "groups",
    "resources",
    "groups-resources-errors",
    "auth-cani-list-errors",
];

/// `cluster-resources/KIND.json`, `cluster-resources/KIND/NAMESPACE.json`,
/// `cluster-resources/custom-resources/PLURAL.GROUP[/NAMESPACE].json`, each with `-errors` twins.
fn bundle<'a>(folders: &[&'a str], stem: &'a str) -> Option<Place<'a>> {
    if stem == "analysis" || folders.last() == Some(&"collector-errors") {
        let role = if stem == "analysis" { Role::Skipped } else { Role::Times };
        return Some(Place::of(role));
    }
    let start = folders.iter().rposition(|folder| *folder == "cluster-resources")?;
    let inner = folders.get(start + 1..)?;
    if inner.is_empty() && BUNDLE_FILES.contains(&stem) {
        return Some(Place::of(Role::Skipped));
    }
    let (plain, failed) = match stem.strip_suffix("-errors") {
        Some(plain) => (plain, true),
        None => (stem, false),
    };
    let (resource, namespace) = match inner {
        [folder, ..] if BUNDLE_FOLDERS.contains(folder) => return Some(Place::of(Role::Skipped)),
        [] => (resources::folder(plain), None),
        ["custom-resources"] => (resources::dotted(plain), None),
        ["custom-resources", resource] => (resources::dotted(resource), Some(plain)),
        [resource] => (resources::folder(resource), Some(plain)),
        _ => return Some(Place::of(Role::Skipped)),
    };
    let role = if failed { Role::Refusals } else { Role::Objects };
    Some(Place {
        role,
        resource: Some(resource),
        namespace,
        share: Share::All,
    })
}

/// `namespaces/NS/GROUP/PLURAL.yaml`, `…/GROUP/PLURAL/NAME.yaml`, `namespaces/NS/pods/POD/POD.yaml`,
/// `namespaces/NS/NS.yaml`, `cluster-scoped-resources/GROUP/PLURAL[/NAME].yaml`, `web_hooks/PLURAL.yaml`.
fn must_gather<'a>(folders: &[&'a str], stem: &'a str) -> Option<Place<'a>> {
    if folders.last() == Some(&"web_hooks") {
        return Some(Place::objects(resources::named(stem), None, Share::All));
    }
    if let Some(start) = folders.iter().rposition(|folder| *folder == "cluster-scoped-resources") {
        return match folders.get(start + 1..)? {
            [group] => Some(Place::objects(Some(resources::grouped(group, stem)), None, Share::All)),
            [group, plural] => {
                let whole = resources::MUST_GATHER_TAKES_ALL.contains(plural);
                let share = if whole { Share::OneOfAll } else { Share::OneOfSome };
                Some(Place::objects(Some(resources::grouped(group, plural)), None, share))
            }
            _ => Some(Place::of(Role::Skipped)),
        };
    }
    let start = folders.iter().position(|folder| *folder == "namespaces")?;
    let [namespace, inner @ ..] = folders.get(start + 1..)? else {
        return None;
    };
    // Some collectors put a choice of objects from every namespace into one folder of this name.
    let (namespace, share) = if *namespace == "all" {
        (None, Share::OneOfSome)
    } else {
        (Some(*namespace), Share::All)
    };
    Some(match inner {
        [] if namespace == Some(stem) => Place::objects(resources::named("namespaces"), None, Share::OneOfSome),
        [] => Place::objects(resources::named(stem), namespace, share),
        ["pods", _] => Place::objects(resources::named("pods"), namespace, Share::OneOfSome),
        [group] => Place::objects(Some(resources::grouped(group, stem)), namespace, share),
        [group, plural] => Place::objects(Some(resources::grouped(group, plural)), namespace, Share::OneOfSome),
        _ => Place::of(Role::Skipped),
    })
}

/// A file of no known layout: at best its name is a resource (`pods.json`, `deployments.apps.yaml`).
pub(super) fn loose(stem: &str) -> Place<'_> {
    Place::objects(resources::named(stem), None, Share::Unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `role kind namespace share`, short.
    fn short(path: &str) -> String {
        let place = place(path);
        let kind = place.resource.map_or("-".to_owned(), |resource| resource.label());
        format!(
            "{:?} {kind} {} {:?}",
            place.role,
            place.namespace.unwrap_or("-"),
            place.share
        )
    }

    #[test]
    fn reads_the_paths_of_each_layout() {
        let cases = [
            (
                "bundle/cluster-resources/pods/kube-system.json",
                "Objects Pod kube-system All",
            ),
            (
                "bundle/cluster-resources/pvcs/default.json",
                "Objects PersistentVolumeClaim default All",
            ),
            (
                "bundle/cluster-resources/network-policy/a.json",
                "Objects NetworkPolicy a All",
            ),
            (
                "bundle/cluster-resources/resource-quota/a.json",
                "Objects ResourceQuota a All",
            ),
            (
                "bundle/cluster-resources/resource-quotas/a.json",
                "Objects ResourceQuota a All",
            ),
            (
                "bundle/cluster-resources/clusterRoleBindings.json",
                "Objects ClusterRoleBinding - All",
            ),
            (
                "bundle/cluster-resources/custom-resource-definitions.json",
                "Objects CustomResourceDefinition - All",
            ),
            (
                "bundle/cluster-resources/custom-resources/ingressroutes.traefik.io/a.yaml",
                "Objects ingressroutes.traefik.io a All",
            ),
            (
                "bundle/cluster-resources/custom-resources/things.example.org.json",
                "Objects things.example.org - All",
            ),
            ("bundle/cluster-resources/pods-errors.json", "Refusals Pod - All"),
            (
                "bundle/cluster-resources/storage-errors.json",
                "Refusals StorageClass - All",
            ),
            ("bundle/cluster-resources/groups.json", "Skipped - - Unknown"),
            ("bundle/cluster-resources/resources.json", "Skipped - - Unknown"),
            ("bundle/cluster-resources/auth-cani-list/a.json", "Skipped - - Unknown"),
            (
                "bundle/cluster-resources/pods/logs/ns/pod/c-previous.log",
                "Skipped - - Unknown",
            ),
            ("bundle/analysis.json", "Skipped - - Unknown"),
            ("bundle/collector-errors/etcd-error.json", "Times - - Unknown"),
            (
                "mg/quay-sha256-1/namespaces/default/core/pods.yaml",
                "Objects Pod default All",
            ),
            (
                "mg/quay-sha256-1/namespaces/default/route.openshift.io/routes.yaml",
                "Objects routes.route.openshift.io default All",
            ),
            (
                "mg/q/namespaces/default/pods/web-1/web-1.yaml",
                "Objects Pod default OneOfSome",
            ),
            (
                "mg/q/namespaces/default/pods/web-1/c/c/logs/current.log",
                "Skipped - - Unknown",
            ),
            ("mg/q/namespaces/default/default.yaml", "Objects Namespace - OneOfSome"),
            ("mg/q/namespaces/all/core/pods.yaml", "Objects Pod - OneOfSome"),
            (
                "mg/q/cluster-scoped-resources/core/nodes/n1.yaml",
                "Objects Node - OneOfAll",
            ),
            (
                "mg/q/cluster-scoped-resources/rbac.authorization.k8s.io/clusterroles/a.yaml",
                "Objects ClusterRole - OneOfSome",
            ),
            (
                "mg/q/web_hooks/validatingwebhookconfigurations.yaml",
                "Objects ValidatingWebhookConfiguration - All",
            ),
            ("mg/q/timestamp", "Timestamp - - Unknown"),
            ("saved/sdo-snapshot.json", "Record - - Unknown"),
            ("saved/Pod.json", "Objects Pod - Unknown"),
            ("saved/Widget.example.org.json", "Objects Widget.example.org - Unknown"),
            ("mg/q/version", "Skipped - - Unknown"),
            ("mg/event-filter.html", "Skipped - - Unknown"),
            ("mg/q/monitoring/alerts.json", "Objects - - Unknown"),
            ("dump/deployments.apps.json", "Objects Deployment - Unknown"),
            (
                "dump/services.serving.knative.dev.json",
                "Objects services.serving.knative.dev - Unknown",
            ),
            ("dump/POD.YAML", "Objects Pod - Unknown"),
            ("dump/pods", "Objects Pod - Unknown"),
            ("dump/all.yaml", "Objects - - Unknown"),
            ("monitoring/pods.json", "Objects Pod - Unknown"),
            ("dump/namespaces/shop/pods.json", "Objects Pod shop All"),
            ("mg/q/audit_logs/kube-apiserver/audit.json", "Skipped - - Unknown"),
            ("dump/README", "Skipped - - Unknown"),
            ("", "Skipped - - Unknown"),
        ];
        for (path, expected) in cases {
            assert_eq!(short(path), expected, "{path}");
        }
    }
}
