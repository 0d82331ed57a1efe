//! The immutable snapshot: objects, coverage, clock, and the indexes over them.

use crate::index::Index;
use crate::object::{Meta, Untyped};
use crate::store::{Listed, Sorted, Store};
use crate::text::{Text, Time};
use crate::view::Memo;
use sdo_model::{Coverage, Kind, State};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The state of one cluster at one time. Immutable; share it by `Arc`.
pub struct Snapshot {
    pub(crate) store: Store,
    pub(crate) index: Index,
    pub(crate) facts: Facts,
    pub(crate) coverage: BTreeMap<Kind, Coverage>,
    /// By [`custom_key`].
    pub(crate) custom_coverage: BTreeMap<String, Coverage>,
    pub(crate) digest: OnceLock<String>,
    /// Answers of the views that several calls share.
    pub(crate) memo: Memo,
}

/// What a snapshot knows beside objects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Where the state came from, as the user named it.
    pub source: String,
    /// The cluster's time when the state was taken; `None` when nothing told it.
    pub time: Option<Time>,
    /// Version of the API server, e.g. `v1.36.3`; empty when unknown.
    pub server_version: Text,
    /// Version of OpenShift; empty when unknown or none.
    pub openshift_version: Text,
    /// Domain of Service names, `cluster.local` unless the cluster says otherwise.
    pub cluster_domain: Text,
    /// Address of the cluster DNS Service; empty when unknown.
    pub dns_service_ip: Text,
    /// What was broken in the source and could not be used.
    pub problems: Vec<Problem>,
    /// Problems beyond those listed.
    pub more_problems: usize,
}

/// Something broken in the source; everything else was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// File, or archive and member.
    pub path: String,
    /// What is wrong; never quotes content.
    pub what: String,
}

impl Snapshot {
    /// The objects of one kind, sorted; the position of an object makes its id.
    pub fn all<T: Listed>(&self) -> &Sorted<T> {
        T::list(&self.store)
    }

    /// The object at `index` of its kind's list.
    pub fn at<T: Listed>(&self, index: usize) -> Option<&T> {
        self.all::<T>().get(index).map(|object| &**object)
    }

    /// The object behind `id`; `None` when it is of another kind or does not exist.
    pub fn by_id<T: Listed>(&self, id: u32) -> Option<&T> {
        let (kind, index) = Kind::of_id(id)?;
        (kind == T::KIND).then(|| self.at(index)).flatten()
    }

    /// The index and object with this name; an empty `namespace` for cluster-scoped kinds. Not for custom resources.
    pub fn find<T: Listed>(&self, namespace: &str, name: &str) -> Option<(usize, &T)> {
        let all = self.all::<T>();
        let at = all
            .binary_search_by(|object| object.meta().key().cmp(&(namespace, name)))
            .ok()?;
        Some((at, all.get(at)?))
    }

    /// The range of indexes of the objects in `namespace`. Not for custom resources.
    pub fn in_namespace<T: Listed>(&self, namespace: &str) -> Range<usize> {
        let all = self.all::<T>();
        let start = all.partition_point(|object| object.meta().namespace.as_str() < namespace);
        let end = all.partition_point(|object| object.meta().namespace.as_str() <= namespace);
        start..end
    }

    /// The range of indexes of the custom resources of one group and kind; within it they are sorted by (namespace, name).
    pub fn customs(&self, group: &str, kind: &str) -> Range<usize> {
        let all = self.all::<Untyped>();
        let place = |object: &Arc<Untyped>| (object.group.as_str(), object.kind.as_str()).cmp(&(group, kind));
        all.partition_point(|object| place(object).is_lt())..all.partition_point(|object| place(object).is_le())
    }

    /// The id of the object with this name; of custom resources the first one of any custom kind.
    pub fn find_id(&self, kind: Kind, namespace: &str, name: &str) -> Option<u32> {
        self.store.position(kind, namespace, name).map(|index| kind.id(index))
    }

    /// The metadata of the object behind `id`.
    pub fn meta(&self, id: u32) -> Option<&Meta> {
        let (kind, index) = Kind::of_id(id)?;
        self.store.meta(kind, index)
    }

    /// How many objects of `kind` there are.
    pub fn count(&self, kind: Kind) -> usize {
        self.store.count(kind)
    }

    /// The lists of all kinds.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The joins and columns over the objects.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Source, clock, versions, problems.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// "Now" by the cluster's clock, in seconds since 1970; 0 when nothing told it.
    pub fn now(&self) -> i64 {
        self.facts.time.map_or(0, Time::unix)
    }

    /// How much of `kind` is known. For [`Kind::Custom`] the worst of all custom kinds.
    pub fn coverage(&self, kind: Kind) -> Coverage {
        self.coverage
            .get(&kind)
            .cloned()
            .unwrap_or_else(|| Coverage::missing(kind))
    }

    /// How much of `kind` is known in `namespace`, or in the whole cluster. Does not copy.
    pub fn state(&self, kind: Kind, namespace: Option<&str>) -> State {
        self.coverage
            .get(&kind)
            .map_or(State::Missing, |coverage| coverage.state_in(namespace))
    }

    /// How much of a custom kind is known; `None` when nothing ever mentioned it.
    pub fn custom_coverage(&self, group: &str, kind: &str) -> Option<&Coverage> {
        self.custom_coverage.get(&custom_key(group, kind))
    }

    /// The coverage of every custom kind by `Kind.group`, the kind alone in the core group.
    pub fn custom_coverages(&self) -> impl Iterator<Item = (&str, &Coverage)> {
        self.custom_coverage
            .iter()
            .map(|(kind, coverage)| (kind.as_str(), coverage))
    }

    /// SHA-256 over all objects in lower-case hexadecimal: the same however they were ordered or spread over files.
    /// Computed at the first call.
    pub fn digest(&self) -> &str {
        self.digest.get_or_init(|| crate::digest::of_all(self.store.digests()))
    }

    /// The same snapshot as if `kind` had not been collected.
    #[must_use]
    pub fn without_kind(&self, kind: Kind) -> Self {
        let store = self.store.clone().without(kind);
        let mut coverage = self.coverage.clone();
        coverage.remove(&kind);
        let customs = if kind == Kind::Custom {
            BTreeMap::new()
        } else {
            self.custom_coverage.clone()
        };
        Self {
            index: Index::of(&store),
            store,
            facts: self.facts.clone(),
            coverage,
            custom_coverage: customs,
            digest: OnceLock::new(),
            memo: Memo::default(),
        }
    }
}

/// How coverage names a custom kind: `Kind.group`, the kind alone in the core group.
pub(crate) fn custom_key(group: &str, kind: &str) -> String {
    if group.is_empty() {
        kind.to_owned()
    } else {
        format!("{kind}.{group}")
    }
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Snapshot")
            .field("facts", &self.facts)
            .finish_non_exhaustive()
    }
}
