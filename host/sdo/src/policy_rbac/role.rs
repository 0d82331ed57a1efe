//! From what is read and written to the objects that allow it. Pure: the same detectors and wishes give the same objects.

use super::reader::{Reader, Resource};
use k8s_openapi::api::core::v1::ServiceAccount;
use k8s_openapi::api::rbac::v1::{ClusterRole, ClusterRoleBinding, PolicyRule, Role, RoleBinding, RoleRef, Subject};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use std::collections::{BTreeMap, BTreeSet};

/// The group of roles.
const RBAC: &str = "rbac.authorization.k8s.io";
/// What a host does to what it reads: it lists, then watches. One object alone it never gets.
const READ: [&str; 2] = ["list", "watch"];
/// The Lease of a host whose configuration names none.
const USUAL_LEASE: &str = "sdo";

/// What a host is to be able to do beyond reading, and what it is called.
#[derive(Clone, Debug)]
pub(super) struct Wishes {
    /// Namespace of the ServiceAccount.
    pub(super) namespace: String,
    /// Name of the ServiceAccount; all names begin with it.
    pub(super) name: String,
    /// It writes Events.
    pub(super) events: bool,
    /// It asks whose token a caller shows.
    pub(super) tokens: bool,
    /// It holds this Lease.
    pub(super) lease: Option<Lease>,
    /// It may read Secrets, if a detector does.
    pub(super) secrets: bool,
}

/// A Lease.
#[derive(Clone, Debug)]
pub(super) struct Lease {
    pub(super) namespace: String,
    pub(super) name: String,
}

/// A rule, and why it is there.
#[derive(Clone, Debug)]
pub(super) struct Explained {
    pub(super) why: Vec<String>,
    pub(super) rule: PolicyRule,
}

/// An object, and what is to be said above it.
#[derive(Clone, Debug)]
pub(super) struct Document {
    pub(super) why: Vec<String>,
    pub(super) object: Object,
}

/// An object; rules of roles stand beside it, with their reasons.
#[derive(Clone, Debug)]
pub(super) enum Object {
    Account(ServiceAccount),
    ClusterRole(ClusterRole, Vec<Explained>),
    ClusterBinding(ClusterRoleBinding),
    Role(Role, Vec<Explained>),
    Binding(RoleBinding),
}

/// Everything that a host of these detectors needs.
pub(super) fn documents(readers: &[Reader], wishes: &Wishes) -> Vec<Document> {
    let mut documents = vec![account(readers, wishes), reading(readers, wishes)];
    documents.push(cluster_binding(wishes, &wishes.name));
    let writes = writes(wishes);
    if !writes.is_empty() {
        let name = format!("{}-footprint", wishes.name);
        documents.push(Document {
            why: vec!["What the host itself writes: nothing that it watches.".to_owned()],
            object: Object::ClusterRole(cluster_role(&name), writes),
        });
        documents.push(cluster_binding(wishes, &name));
    }
    if let Some(lease) = &wishes.lease {
        documents.extend(holding(wishes, lease));
    }
    documents
}

fn account(readers: &[Reader], wishes: &Wishes) -> Document {
    let object = ServiceAccount {
        metadata: ObjectMeta {
            name: Some(wishes.name.clone()),
            namespace: Some(wishes.namespace.clone()),
            ..ObjectMeta::default()
        },
        // A pod that needs the token says so itself.
        automount_service_account_token: Some(false),
        ..ServiceAccount::default()
    };
    Document {
        why: vec![
            format!(
                "What a host with {} detectors needs of a cluster, and nothing beyond. Made by",
                readers.len()
            ),
            format!("  sdo policy rbac{}", flags(wishes)),
        ],
        object: Object::Account(object),
    }
}

fn flags(wishes: &Wishes) -> String {
    let mut flags = format!(" --namespace {} --name {}", wishes.namespace, wishes.name);
    let is_usual = |lease: &Lease| lease.namespace == wishes.namespace && lease.name == USUAL_LEASE;
    // No flag names a Lease; a configuration does.
    let by_flags = wishes.lease.as_ref().is_none_or(is_usual);
    for (is_set, flag) in [
        (!by_flags, "--config FILE"),
        (by_flags && wishes.events, "--events"),
        (by_flags && wishes.lease.is_some(), "--leases"),
        (by_flags && wishes.tokens, "--tokens"),
        (!wishes.secrets, "--without-secrets"),
    ] {
        if is_set {
            flags = flags + " " + flag;
        }
    }
    flags
}

/// Who reads a resource.
#[derive(Default)]
struct Who<'r> {
    needs: BTreeSet<&'r str>,
    uses: BTreeSet<&'r str>,
    remarks: BTreeSet<&'r str>,
}

fn reading(readers: &[Reader], wishes: &Wishes) -> Document {
    let mut by_resource: BTreeMap<&Resource, Who<'_>> = BTreeMap::new();
    for reader in readers {
        for resource in &reader.needs {
            by_resource.entry(resource).or_default().needs.insert(&reader.rule);
        }
        for resource in &reader.uses {
            by_resource.entry(resource).or_default().uses.insert(&reader.rule);
        }
        for (resource, remark) in &reader.remarks {
            by_resource.entry(resource).or_default().remarks.insert(remark);
        }
    }
    let mut why =
        vec!["What detectors read. A host lists each kind once over all namespaces, and watches it.".to_owned()];
    if !wishes.secrets {
        why.extend(without_secrets(&by_resource));
        by_resource.retain(|resource, _| !is_secrets(resource));
    }
    let rules = by_resource.iter().map(|(resource, who)| read(resource, who)).collect();
    Document {
        why,
        object: Object::ClusterRole(cluster_role(&wishes.name), rules),
    }
}

fn is_secrets(resource: &Resource) -> bool {
    resource.group.is_empty() && resource.plural == "secrets"
}

fn without_secrets(by_resource: &BTreeMap<&Resource, Who<'_>>) -> Vec<String> {
    let mut found = by_resource.iter().filter(|(resource, _)| is_secrets(resource));
    let Some((_, who)) = found.next() else {
        return Vec::new();
    };
    let mut why = vec!["Secrets are left out.".to_owned()];
    if !who.needs.is_empty() {
        why.push(format!("Unknown without them: {}.", joined(&who.needs)));
    }
    if !who.uses.is_empty() {
        why.push(format!("Less sharp without them: {}.", joined(&who.uses)));
    }
    why
}

fn read(resource: &Resource, who: &Who<'_>) -> Explained {
    let mut why: Vec<String> = who.remarks.iter().map(|&remark| remark.to_owned()).collect();
    if is_secrets(resource) {
        why.push(
            "Whoever holds this token can read every Secret, values and all. The host keeps names of keys, types and public certificates. \
             --without-secrets leaves this out."
                .to_owned(),
        );
    }
    if !who.needs.is_empty() {
        why.push(format!("Needed by {}.", joined(&who.needs)));
    }
    if !who.uses.is_empty() {
        why.push(format!("Sharpens {}.", joined(&who.uses)));
    }
    Explained {
        why,
        rule: rule(&resource.group, &resource.plural, &READ),
    }
}

fn joined(rules: &BTreeSet<&str>) -> String {
    rules.iter().copied().collect::<Vec<_>>().join(", ")
}

fn writes(wishes: &Wishes) -> Vec<Explained> {
    let explained = |why: &str, group, plural| Explained {
        why: vec![why.to_owned()],
        rule: rule(group, plural, &["create"]),
    };
    let mut writes = Vec::new();
    if wishes.tokens {
        writes.push(explained(
            "Whose token a caller of the API shows.",
            "authentication.k8s.io",
            "tokenreviews",
        ));
        let why = "Whether that one may `get` /v1/*.";
        writes.push(explained(why, "authorization.k8s.io", "subjectaccessreviews"));
    }
    if wishes.events {
        let why = "An Event on the object of an incident, wherever that lies.";
        writes.push(explained(why, "events.k8s.io", "events"));
    }
    writes
}

fn holding(wishes: &Wishes, lease: &Lease) -> [Document; 2] {
    let name = format!("{}-lease", wishes.name);
    let metadata = ObjectMeta {
        name: Some(name.clone()),
        namespace: Some(lease.namespace.clone()),
        ..ObjectMeta::default()
    };
    let group = "coordination.k8s.io";
    let rules = vec![
        Explained {
            why: vec!["Roles cannot name what is not there yet.".to_owned()],
            rule: rule(group, "leases", &["create"]),
        },
        Explained {
            why: Vec::new(),
            rule: PolicyRule {
                resource_names: Some(vec![lease.name.clone()]),
                ..rule(group, "leases", &["get", "update"])
            },
        },
    ];
    let role = Role {
        metadata: metadata.clone(),
        rules: None,
    };
    let binding = RoleBinding {
        metadata,
        role_ref: reference("Role", &name),
        subjects: Some(vec![subject(wishes)]),
    };
    [
        Document {
            why: vec!["Which of several hosts speaks.".to_owned()],
            object: Object::Role(role, rules),
        },
        Document {
            why: Vec::new(),
            object: Object::Binding(binding),
        },
    ]
}

fn cluster_role(name: &str) -> ClusterRole {
    ClusterRole {
        metadata: ObjectMeta {
            name: Some(name.to_owned()),
            ..ObjectMeta::default()
        },
        ..ClusterRole::default()
    }
}

fn cluster_binding(wishes: &Wishes, role: &str) -> Document {
    let object = ClusterRoleBinding {
        metadata: ObjectMeta {
            name: Some(role.to_owned()),
            ..ObjectMeta::default()
        },
        role_ref: reference("ClusterRole", role),
        subjects: Some(vec![subject(wishes)]),
    };
    Document {
        why: Vec::new(),
        object: Object::ClusterBinding(object),
    }
}

fn rule(group: &str, plural: &str, verbs: &[&str]) -> PolicyRule {
    PolicyRule {
        api_groups: Some(vec![group.to_owned()]),
        resources: Some(vec![plural.to_owned()]),
        verbs: verbs.iter().map(|&verb| verb.to_owned()).collect(),
        ..PolicyRule::default()
    }
}

fn reference(kind: &str, name: &str) -> RoleRef {
    RoleRef {
        api_group: RBAC.to_owned(),
        kind: kind.to_owned(),
        name: name.to_owned(),
    }
}

fn subject(wishes: &Wishes) -> Subject {
    Subject {
        kind: "ServiceAccount".to_owned(),
        name: wishes.name.clone(),
        namespace: Some(wishes.namespace.clone()),
        ..Subject::default()
    }
}
