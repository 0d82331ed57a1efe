//! A cluster as it changes: objects in one by one, a snapshot out whenever one is wanted.
//!
//! A snapshot is derived from the one before: lists of kinds in which nothing changed are shared, objects that did not change
//! are shared, and so are the joins over them.

mod difference;
mod held;
mod known;
mod listing;
mod log;

use crate::build::{GroupVersionKind, Ledger, domain, items_of, placed, service_ip};
use crate::index::Index;
use crate::load::DocumentError;
use crate::object::{self, Untyped};
use crate::snapshot::{Facts, Snapshot};
use crate::store::{Store, with_kinds};
use crate::text::{Interner, Text, Time};
use crate::view::Memo;
use difference::Difference;
use held::held;
use known::{Known, Trouble};
use listing::{Listing, name_of};
use log::{Log, Logged};
use sdo_model::{Kind, KindSet, State};
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

/// The interner forgets what nobody uses any more when it holds this many strings more than twice what it held afterwards last time.
const SLACK: usize = 20_000;

/// Keeps the objects of one cluster and derives snapshots.
#[derive(Default)]
pub struct Replica {
    source: String,
    version: Text,
    interner: Interner,
    /// Strings that the interner held after it last forgot.
    kept_texts: usize,
    log: Log,
    /// Lists that are under way, by coverage name.
    listings: HashMap<String, Listing>,
    /// By coverage name.
    known: BTreeMap<String, Known>,
    changes: Changes,
    latest: Option<Arc<Snapshot>>,
    most: Most,
}

/// Objects of one kind that are kept. etcd holds a few million objects of this size at most; a cluster that has more of one kind
/// than this is broken in a way that one more object does not show.
struct Most(usize);

impl Default for Most {
    fn default() -> Self {
        Self(250_000)
    }
}

/// Namespace and name.
type Name = (Text, Text);

/// An object that was taken in.
#[derive(Default)]
struct Taken {
    name: Name,
    /// There was no room for it.
    is_left_out: bool,
}

/// What is different since the last snapshot, as far as a detector can tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Kinds with objects that came, went or changed, or whose coverage changed.
    pub kinds: KindSet,
    /// Objects that came, went or changed, renewals and heartbeats not counted.
    pub objects: usize,
}

impl Changes {
    /// Nothing that a detector could see.
    pub fn is_empty(&self) -> bool {
        self.kinds == KindSet::EMPTY
    }

    fn see(&mut self, kind: Kind) {
        self.kinds = self.kinds.with(kind);
    }
}

impl Replica {
    /// A replica of the cluster at `source`, which is shown to people as given.
    pub fn new(source: impl Into<String>) -> Self {
        Self {
            source: source.into(),
            ..Self::default()
        }
    }

    /// The version that the API server tells.
    pub fn version(&mut self, version: &str) {
        self.version = version.into();
    }

    /// A list of the resource begins, the first one or another one. What is known of it stays until the list is whole, and so does
    /// what is known to be missing.
    pub fn begin(&mut self, resource: &GroupVersionKind) {
        self.listings.insert(resource.coverage(), Listing::default());
    }

    /// Takes in a page of a list.
    ///
    /// # Errors
    /// It is no list of objects. Single objects that cannot be read make the resource's coverage partial instead.
    pub fn page(&mut self, resource: &GroupVersionKind, json: &[u8]) -> Result<(), DocumentError> {
        for item in items_of(json)? {
            self.put(resource, item);
        }
        Ok(())
    }

    /// Takes in one object as it is now.
    pub fn put(&mut self, resource: &GroupVersionKind, json: &str) {
        let mut interner = std::mem::take(&mut self.interner);
        let put = interner.scope(|| self.put_interned(resource, json));
        self.interner = interner;
        // What cannot be read has a name all the same, mostly.
        let name = put
            .as_ref()
            .map_or_else(|_| name_of(json), |taken| Some(taken.name.clone()));
        if let (Some(listing), Some(name)) = (self.listings.get_mut(&resource.coverage()), &name) {
            listing.see(name);
        }
        match put {
            Ok(taken) => {
                self.note(resource, |trouble| trouble.repaired(&taken.name));
                if taken.is_left_out {
                    self.note(resource, Trouble::overflowed);
                }
            }
            Err(error) => self.broke(resource, &name.unwrap_or_default(), &error),
        }
    }

    /// Takes out one object; `json` is the object as it last was, of which the name counts.
    pub fn remove(&mut self, resource: &GroupVersionKind, json: &str) {
        let Some(name) = name_of(json) else { return };
        self.take_out(resource, &name.0, &name.1);
        self.note(resource, |trouble| trouble.repaired(&name));
    }

    /// The list of the resource is whole: what it did not hold is gone.
    pub fn end(&mut self, resource: &GroupVersionKind) {
        let Some(listing) = self.listings.remove(&resource.coverage()) else {
            return;
        };
        let gone: Vec<Name> = self
            .names(resource)
            .into_iter()
            .filter(|name| !listing.has_seen(name))
            .collect();
        for (namespace, name) in gone {
            self.take_out(resource, &namespace, &name);
        }
        self.settle(resource, listing.trouble);
        self.cover(resource, State::Complete, "");
    }

    /// Says how much of the resource is known from now on.
    pub fn cover(&mut self, resource: &GroupVersionKind, state: State, reason: &str) {
        let known = self.at(resource);
        if known.state == Some(state) && known.reason == reason {
            return;
        }
        known.state = Some(state);
        reason.clone_into(&mut known.reason);
        self.changes.see(resource.typed().unwrap_or(Kind::Custom));
    }

    /// The resource is no longer served, or no longer wanted: its objects are gone, and nothing is known of it.
    pub fn forget(&mut self, resource: &GroupVersionKind, reason: &str) {
        self.listings.remove(&resource.coverage());
        for (namespace, name) in self.names(resource) {
            self.take_out(resource, &namespace, &name);
        }
        self.settle(resource, Trouble::default());
        self.cover(resource, State::Missing, reason);
    }

    /// What has changed since the last snapshot.
    pub fn changes(&self) -> Changes {
        self.changes
    }

    /// The state as it is now, at `now` in seconds since 1970 by the cluster's clock, and what is different since the last snapshot.
    pub fn snapshot(&mut self, now: i64) -> (Arc<Snapshot>, Changes) {
        let mut interner = std::mem::take(&mut self.interner);
        let snapshot = interner.scope(|| Arc::new(self.derive(now)));
        if interner.texts() > 2 * self.kept_texts + SLACK {
            interner.forget_unused();
            self.kept_texts = interner.texts();
        }
        self.interner = interner;
        self.latest = Some(Arc::clone(&snapshot));
        (snapshot, std::mem::take(&mut self.changes))
    }

    fn derive(&mut self, now: i64) -> Snapshot {
        let before = self.latest.take();
        let log = std::mem::take(&mut self.log);
        let store = log.onto(before.as_ref().map_or(Store::default(), |before| before.store.clone()));
        let (coverage, custom_coverage) = self.ledger().settle(&store);
        let (index, memo) = match &before {
            Some(before) => (
                before.index.derive(&before.store, &store),
                before.memo.derive(held(before, &store, &coverage)),
            ),
            None => (Index::of(&store), Memo::default()),
        };
        Snapshot {
            facts: Facts {
                source: self.source.clone(),
                time: Some(Time::from_unix(now)),
                server_version: self.version.clone(),
                cluster_domain: domain(&store),
                dns_service_ip: service_ip(&store),
                ..Facts::default()
            },
            index,
            store,
            coverage,
            custom_coverage,
            digest: OnceLock::new(),
            memo,
        }
    }

    fn ledger(&self) -> Ledger {
        let mut ledger = Ledger::default();
        for (name, known) in &self.known {
            let (state, reason) = known.verdict();
            match Kind::from_name(name) {
                Some(kind) => ledger.typed(kind, None, state, reason),
                None => ledger.custom(name, None, state, reason),
            }
            for trouble in known.trouble.broken() {
                match Kind::from_name(name) {
                    Some(kind) => ledger.refused(kind, trouble),
                    None => ledger.refused_custom(name, trouble),
                }
            }
        }
        ledger
    }

    fn put_interned(&mut self, resource: &GroupVersionKind, json: &str) -> serde_json::Result<Taken> {
        match resource.typed() {
            Some(kind) => put_typed(self, kind, json),
            None => {
                let object = Untyped::read(resource, json)?;
                Ok(self.enter(object))
            }
        }
    }

    fn parse<T: Logged + DeserializeOwned>(&mut self, json: &str) -> serde_json::Result<Taken> {
        let mut object: T = serde_json::from_str(json)?;
        object.meta_mut().place(None, T::KIND.is_namespaced());
        Ok(self.enter(object))
    }

    fn enter<T: Logged>(&mut self, object: T) -> Taken {
        let name = (object.meta().namespace.clone(), object.meta().name.clone());
        let list = self.latest.as_ref().map(|latest| T::list(&latest.store));
        let log = T::log(&mut self.log);
        let key = object.key();
        let current = match log.get(&key) {
            Some(logged) => logged.as_ref(),
            None => list.and_then(|list| T::find(list, &key)),
        };
        let difference = current.map_or(Difference::Material, |current| Difference::between(&**current, &object));
        let count = list.map_or(0, |list| list.len()) + log.len();
        let is_left_out = current.is_none() && count >= self.most.0;
        let taken = Taken { name, is_left_out };
        if is_left_out || difference == Difference::None {
            return taken;
        }
        log.insert(key, Some(Arc::new(object)));
        if difference == Difference::Material {
            self.changes.see(T::KIND);
            self.changes.objects += 1;
        }
        taken
    }

    fn take_out(&mut self, resource: &GroupVersionKind, namespace: &str, name: &str) {
        let kind = resource.typed().unwrap_or(Kind::Custom);
        let latest = self.latest.as_deref().map(|latest| &latest.store);
        if self.log.remove(kind, resource, latest, namespace, name) {
            self.changes.see(kind);
            self.changes.objects += 1;
        }
    }

    /// Namespace and name of every object of the resource.
    fn names(&self, resource: &GroupVersionKind) -> Vec<Name> {
        let kind = resource.typed().unwrap_or(Kind::Custom);
        let latest = self.latest.as_deref().map(|latest| &latest.store);
        self.log.names(kind, resource, latest)
    }

    fn at(&mut self, resource: &GroupVersionKind) -> &mut Known {
        self.known.entry(resource.coverage()).or_default()
    }

    fn broke(&mut self, resource: &GroupVersionKind, name: &Name, error: &serde_json::Error) {
        let what = format!("{} cannot be read: {}", resource.kind, placed(error, 1));
        self.note(resource, |trouble| trouble.broke(name, &what));
    }

    /// Trouble that begins or ends: it counts at once, and for the list that is under way.
    fn note(&mut self, resource: &GroupVersionKind, change: impl Fn(&mut Trouble) -> bool) {
        if let Some(listing) = self.listings.get_mut(&resource.coverage()) {
            change(&mut listing.trouble);
        }
        if change(&mut self.at(resource).trouble) {
            self.changes.see(resource.typed().unwrap_or(Kind::Custom));
        }
    }

    /// All the trouble that there is with the resource.
    fn settle(&mut self, resource: &GroupVersionKind, trouble: Trouble) {
        let known = self.at(resource);
        if known.trouble != trouble {
            known.trouble = trouble;
            self.changes.see(resource.typed().unwrap_or(Kind::Custom));
        }
    }
}

macro_rules! by_kind {
    ($($type:ident $field:ident;)*) => {
        fn put_typed(replica: &mut Replica, kind: Kind, json: &str) -> serde_json::Result<Taken> {
            match kind {
                $(Kind::$type => replica.parse::<object::$type>(json),)*
                Kind::Custom => Ok(Taken::default()),
            }
        }
    };
}
with_kinds!(by_kind);

impl std::fmt::Debug for Replica {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Replica")
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
