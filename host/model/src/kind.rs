//! The Kubernetes kinds that a snapshot carries typed.

use std::fmt;

/// One row of the kind table: name, API group, plural resource name, whether it lives in a namespace.
struct Entry {
    kind: Kind,
    name: &'static str,
    group: &'static str,
    plural: &'static str,
    namespaced: bool,
}

macro_rules! kinds {
    ($($variant:ident $group:literal $plural:literal $namespaced:literal;)*) => {
        /// A kind of object that a snapshot carries typed; everything else is [`Kind::Custom`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Kind {
            $(#[doc = concat!("`", stringify!($variant), "`, resource `", $plural, "`, group `", $group, "`.")] $variant,)*
        }

        const TABLE: &[Entry] = &[
            $(Entry { kind: Kind::$variant, name: stringify!($variant), group: $group, plural: $plural, namespaced: $namespaced },)*
        ];
    };
}

kinds! {
    Pod "" "pods" true;
    Service "" "services" true;
    EndpointSlice "discovery.k8s.io" "endpointslices" true;
    Node "" "nodes" false;
    Lease "coordination.k8s.io" "leases" true;
    Namespace "" "namespaces" false;
    ConfigMap "" "configmaps" true;
    Secret "" "secrets" true;
    PersistentVolumeClaim "" "persistentvolumeclaims" true;
    PersistentVolume "" "persistentvolumes" false;
    StorageClass "storage.k8s.io" "storageclasses" false;
    VolumeAttachment "storage.k8s.io" "volumeattachments" false;
    ResourceQuota "" "resourcequotas" true;
    LimitRange "" "limitranges" true;
    ServiceAccount "" "serviceaccounts" true;
    Event "" "events" true;
    Deployment "apps" "deployments" true;
    ReplicaSet "apps" "replicasets" true;
    StatefulSet "apps" "statefulsets" true;
    DaemonSet "apps" "daemonsets" true;
    ControllerRevision "apps" "controllerrevisions" true;
    Job "batch" "jobs" true;
    CronJob "batch" "cronjobs" true;
    HorizontalPodAutoscaler "autoscaling" "horizontalpodautoscalers" true;
    NetworkPolicy "networking.k8s.io" "networkpolicies" true;
    Ingress "networking.k8s.io" "ingresses" true;
    IngressClass "networking.k8s.io" "ingressclasses" false;
    PodDisruptionBudget "policy" "poddisruptionbudgets" true;
    PriorityClass "scheduling.k8s.io" "priorityclasses" false;
    MutatingWebhookConfiguration "admissionregistration.k8s.io" "mutatingwebhookconfigurations" false;
    ValidatingWebhookConfiguration "admissionregistration.k8s.io" "validatingwebhookconfigurations" false;
    Role "rbac.authorization.k8s.io" "roles" true;
    RoleBinding "rbac.authorization.k8s.io" "rolebindings" true;
    ClusterRole "rbac.authorization.k8s.io" "clusterroles" false;
    ClusterRoleBinding "rbac.authorization.k8s.io" "clusterrolebindings" false;
    APIService "apiregistration.k8s.io" "apiservices" false;
    CustomResourceDefinition "apiextensions.k8s.io" "customresourcedefinitions" false;
    Custom "" "" true;
}

/// How many kinds there are, [`Kind::Custom`] included.
pub const KIND_COUNT: usize = TABLE.len();

impl Kind {
    /// Every kind in table order.
    pub fn all() -> impl Iterator<Item = Kind> {
        TABLE.iter().map(|entry| entry.kind)
    }

    fn entry(self) -> &'static Entry {
        #[expect(
            clippy::indexing_slicing,
            reason = "the table is made by the same macro in the same order"
        )]
        &TABLE[self as usize]
    }

    /// The kind as manifests spell it, e.g. `Deployment`.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The API group, empty for the core group.
    pub fn group(self) -> &'static str {
        self.entry().group
    }

    /// The resource name of API paths, e.g. `deployments`.
    pub fn plural(self) -> &'static str {
        self.entry().plural
    }

    /// Whether objects of this kind live in a namespace.
    pub fn is_namespaced(self) -> bool {
        self.entry().namespaced
    }

    /// The kind with this manifest spelling, case-insensitive; `None` for kinds that are carried untyped.
    pub fn from_name(name: &str) -> Option<Kind> {
        TABLE
            .iter()
            .find(|entry| entry.name.eq_ignore_ascii_case(name) && entry.kind != Kind::Custom)
            .map(|entry| entry.kind)
    }

    /// The kind of a manifest: the group decides where two groups share a kind's name.
    ///
    /// Groups that carried a kind in the past (`extensions`, `events.k8s.io`, `policy/v1beta1`) count as today's.
    pub fn from_group_name(group: &str, name: &str) -> Option<Kind> {
        let kind = Self::from_name(name)?;
        let historic = matches!(
            (group, kind),
            (
                "extensions",
                Kind::Deployment | Kind::ReplicaSet | Kind::DaemonSet | Kind::Ingress | Kind::NetworkPolicy
            ) | ("events.k8s.io", Kind::Event)
        );
        (group == kind.group() || historic).then_some(kind)
    }

    /// The kind with this resource name, e.g. `pods`, case-insensitive.
    pub fn from_plural(plural: &str) -> Option<Kind> {
        TABLE
            .iter()
            .find(|entry| entry.plural.eq_ignore_ascii_case(plural) && entry.kind != Kind::Custom)
            .map(|entry| entry.kind)
    }

    /// The id of the object at `index` in this kind's sorted list: kind in the upper 8 bits, index in the lower 24.
    pub fn id(self, index: usize) -> u32 {
        (u32::from(self as u8) << 24) | (u32::try_from(index).unwrap_or(u32::MAX) & 0x00ff_ffff)
    }

    /// The kind and index of an object id; `None` when the upper bits name no kind.
    pub fn of_id(id: u32) -> Option<(Kind, usize)> {
        let kind = TABLE.get((id >> 24) as usize)?.kind;
        Some((kind, (id & 0x00ff_ffff) as usize))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A set of kinds: what a detector may read, what it needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KindSet(u64);

impl KindSet {
    /// The empty set.
    pub const EMPTY: KindSet = KindSet(0);
    /// Every kind.
    pub const ALL: KindSet = KindSet((1 << KIND_COUNT) - 1);

    /// The set with `kind` added.
    #[must_use]
    pub const fn with(self, kind: Kind) -> KindSet {
        KindSet(self.0 | 1 << kind as u64)
    }

    /// The set with `kind` removed.
    #[must_use]
    pub const fn without(self, kind: Kind) -> KindSet {
        KindSet(self.0 & !(1 << kind as u64))
    }

    /// Whether `kind` is in the set.
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u64) != 0
    }

    /// Both sets together.
    #[must_use]
    pub const fn union(self, other: KindSet) -> KindSet {
        KindSet(self.0 | other.0)
    }

    /// The kinds in both.
    pub const fn intersection(self, other: KindSet) -> KindSet {
        KindSet(self.0 & other.0)
    }

    /// What is in this set and not in `other`.
    #[must_use]
    pub const fn minus(self, other: KindSet) -> KindSet {
        KindSet(self.0 & !other.0)
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds of the set in table order.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::all().filter(move |kind| self.contains(*kind))
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        kinds.into_iter().fold(KindSet::EMPTY, KindSet::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_gives_back_its_kind_and_index() {
        for kind in Kind::all() {
            assert_eq!(Kind::of_id(kind.id(0x00ab_cdef)), Some((kind, 0x00ab_cdef)));
        }
        assert_eq!(Kind::of_id(u32::MAX), None);
    }

    #[test]
    fn a_foreign_group_is_not_the_core_kind() {
        assert_eq!(Kind::from_group_name("serving.knative.dev", "Service"), None);
        assert_eq!(Kind::from_group_name("extensions", "Ingress"), Some(Kind::Ingress));
    }
}
