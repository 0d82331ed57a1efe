//! `references`.

// Written by `cargo run -p xtask -- contract` from `wit/`; edit that instead.

pub use super::types::ObjectId;
pub use super::types::Presence;
use crate::call::Price;
use crate::call::{Call, Stop};

/// Which references. Predicates that are none or empty do not restrict; all others must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ReferenceFilter {
    /// Namespace of the user.
    pub namespace: Option<String>,
    /// Kind of the object needed, e.g. `ConfigMap`.
    pub kind: Option<String>,
    /// Name of the object needed.
    pub name: Option<String>,
    /// Whether it may be absent.
    pub optional: Option<bool>,
    /// Existence of the object and, where one is named, of the key.
    pub presence: Option<Presence>,
    /// Used by this pod or workload.
    pub user: Option<ObjectId>,
    /// The most rows wanted; 0 or more than 1000 means 1000.
    pub limit: u32,
    /// Rows to skip, for the next page.
    pub skip: u32,
}

impl Price for ReferenceFilter {
    fn price(&self) -> u64 {
        self.namespace.price()
            + self.kind.price()
            + self.name.price()
            + self.optional.price()
            + self.presence.price()
            + self.user.price()
            + self.limit.price()
            + self.skip.price()
    }
}

/// One reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceRow {
    /// The top owner whose template holds it, or the bare pod.
    pub user: ObjectId,
    /// Kind needed.
    pub kind: String,
    /// Namespace.
    pub namespace: String,
    /// Name needed.
    pub name: String,
    /// Key needed; empty for the whole object.
    pub key: String,
    /// Where it stands, e.g. `spec.template.spec.containers[app].envFrom[0]`.
    pub path: String,
    /// It may be absent.
    pub optional: bool,
    /// Existence of the object and the key.
    pub presence: Presence,
    /// The object exists and only the key is absent.
    pub key_missing: bool,
    /// The object.
    pub target: Option<ObjectId>,
    /// The nearest existing name (or key, when only the key is absent); none when nothing is near.
    pub nearest: Option<String>,
}

impl Price for ReferenceRow {
    fn price(&self) -> u64 {
        self.user.price()
            + self.kind.price()
            + self.namespace.price()
            + self.name.price()
            + self.key.price()
            + self.path.price()
            + self.optional.price()
            + self.presence.price()
            + self.key_missing.price()
            + self.target.price()
            + self.nearest.price()
    }
}

/// References and how many matched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ReferencePage {
    /// The rows.
    pub rows: Vec<ReferenceRow>,
    /// How many matched, delivered or not.
    pub total: u32,
}

impl Price for ReferencePage {
    fn price(&self) -> u64 {
        self.rows.price() + self.total.price()
    }
}

/// What pods and workloads need by name: ConfigMaps, Secrets, claims, ServiceAccounts, PriorityClasses. Evaluated over every template once, by the host.
///
/// Reads: Pod. Uses: Deployment, ReplicaSet, StatefulSet, DaemonSet, Job, CronJob, ConfigMap, Secret, PersistentVolumeClaim, ServiceAccount, PriorityClass.
pub trait References {
    /// References that match, by user, then path; one row per user, object and path. An empty page when none does. Templates of ReplicaSets and Jobs that a Deployment or CronJob owns are not repeated. Never fails.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn query(&self, call: &mut Call, filter: &ReferenceFilter) -> Result<ReferencePage, Stop>;

    /// Pods and top owners that need this object, by id; empty when none.
    ///
    /// # Errors
    /// [`Stop`] when the fuel does not cover the work.
    fn users_of(&self, call: &mut Call, id: ObjectId) -> Result<Vec<ObjectId>, Stop>;
}
