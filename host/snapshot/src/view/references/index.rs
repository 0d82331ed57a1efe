//! All references of a snapshot, resolved and findable.

use super::needs::Need;
use super::templates::{HOLDERS, User, users};
use crate::Snapshot;
use crate::object::{ConfigMap, Secret};
use crate::text::Text;
use sdo_model::contract::types::Presence;
use sdo_model::{Call, Kind, KindSet};
use std::collections::HashMap;
use std::ops::Range;

/// Kinds that templates need objects of.
pub(super) const NEEDED: [Kind; 5] = [
    Kind::ConfigMap,
    Kind::Secret,
    Kind::PersistentVolumeClaim,
    Kind::ServiceAccount,
    Kind::PriorityClass,
];

/// The kinds on which references depend.
pub(super) fn concerned(may_read: impl Fn(Kind) -> bool) -> KindSet {
    HOLDERS
        .into_iter()
        .chain(NEEDED)
        .chain([Kind::Pod])
        .filter(|kind| may_read(*kind))
        .collect()
}

/// One reference: which user, which of its needs, and what became of it.
pub(super) struct Reference {
    user: u32,
    need: u32,
    pub(super) target: Option<u32>,
    pub(super) presence: Presence,
    pub(super) key_missing: bool,
}

/// The references that can be seen with one set of grants, by user, then path.
pub(crate) struct References {
    users: Vec<User>,
    rows: Vec<Reference>,
    /// The rows of each user.
    spans: HashMap<u32, Range<usize>>,
    by_name: HashMap<Text, Vec<u32>>,
    by_target: HashMap<u32, Vec<u32>>,
    absent: Vec<u32>,
    unknown: Vec<u32>,
}

impl References {
    /// All references that `grants` lets one see.
    pub(super) fn of(snapshot: &Snapshot, grants: KindSet) -> Self {
        let resolver = Resolver::new(snapshot, grants);
        let mut all = Self {
            users: users(snapshot, grants),
            rows: Vec::new(),
            spans: HashMap::new(),
            by_name: HashMap::new(),
            by_target: HashMap::new(),
            absent: Vec::new(),
            unknown: Vec::new(),
        };
        let users = std::mem::take(&mut all.users);
        for (position, user) in (0..).zip(&users) {
            let start = all.rows.len();
            for (index, need) in (0..).zip(user.needs.iter()) {
                if let Some(found) = resolver.resolve(&user.namespace, need) {
                    all.add(
                        need,
                        Reference {
                            user: position,
                            need: index,
                            ..found
                        },
                    );
                }
            }
            all.spans.insert(user.id, start..all.rows.len());
        }
        all.users = users;
        all
    }

    fn add(&mut self, need: &Need, row: Reference) {
        let place = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        self.by_name.entry(need.name.clone()).or_default().push(place);
        match row.presence {
            Presence::Absent => self.absent.push(place),
            Presence::Unknown => self.unknown.push(place),
            Presence::Present => {}
        }
        if let Some(target) = row.target {
            self.by_target.entry(target).or_default().push(place);
        }
        self.rows.push(row);
    }

    /// The user and the need of a row.
    pub(super) fn parts(&self, row: &Reference) -> Option<(&User, &Need)> {
        let user = self.users.get(row.user as usize)?;
        Some((user, user.needs.get(row.need as usize)?))
    }

    /// The row at `place`.
    pub(super) fn row(&self, place: usize) -> Option<&Reference> {
        self.rows.get(place)
    }

    /// The places of the rows that may match, in order.
    pub(super) fn candidates(
        &self,
        user: Option<u32>,
        name: Option<&str>,
        presence: Option<Presence>,
    ) -> Candidates<'_> {
        let of_user = user.map(|user| Candidates::Span(self.spans.get(&user).cloned().unwrap_or_default()));
        let of_name = name.map(|name| Candidates::Listed(self.by_name.get(name).map_or(&[], Vec::as_slice)));
        let of_presence = match presence {
            Some(Presence::Absent) => Some(Candidates::Listed(&self.absent)),
            Some(Presence::Unknown) => Some(Candidates::Listed(&self.unknown)),
            _ => None,
        };
        let shortest = [of_user, of_name, of_presence]
            .into_iter()
            .flatten()
            .min_by_key(Candidates::len);
        shortest.unwrap_or(Candidates::Span(0..self.rows.len()))
    }

    /// The users that need the object behind `target`, by id.
    pub(super) fn users_of(&self, target: u32) -> (usize, impl Iterator<Item = u32>) {
        let rows = self.by_target.get(&target).map_or(&[][..], Vec::as_slice);
        let users = rows
            .iter()
            .filter_map(|place| Some(self.parts(self.row(*place as usize)?)?.0.id));
        (rows.len(), users)
    }
}

/// Places of rows, ascending.
pub(super) enum Candidates<'a> {
    Span(Range<usize>),
    Listed(&'a [u32]),
}

impl Candidates<'_> {
    pub(super) fn len(&self) -> usize {
        match self {
            Candidates::Span(span) => span.len(),
            Candidates::Listed(places) => places.len(),
        }
    }

    /// The place at `position` of the list.
    pub(super) fn at(&self, position: usize) -> Option<usize> {
        match self {
            Candidates::Span(span) => span.clone().nth(position),
            Candidates::Listed(places) => places.get(position).map(|place| *place as usize),
        }
    }
}

/// Finds what is needed.
struct Resolver<'a> {
    snapshot: &'a Snapshot,
    /// Carries the grants; resolving once for all is not paid by one question.
    call: Call,
    /// Some object of the kind has keys: a collector that strips data strips it everywhere.
    maps_have_keys: bool,
    secrets_have_keys: bool,
}

impl<'a> Resolver<'a> {
    fn new(snapshot: &'a Snapshot, grants: KindSet) -> Self {
        let maps = snapshot.all::<ConfigMap>();
        Self {
            snapshot,
            call: Call::new(0, grants),
            maps_have_keys: maps
                .iter()
                .any(|map| !map.data.is_empty() || !map.binary_data.is_empty()),
            secrets_have_keys: snapshot.all::<Secret>().iter().any(|secret| !secret.keys.is_empty()),
        }
    }

    /// What became of `need`; `None` when there is nothing to tell: what Kubernetes makes itself is not there, or the
    /// object's own row already says that it is not.
    fn resolve(&self, namespace: &str, need: &Need) -> Option<Reference> {
        let namespace = if need.kind.is_namespaced() { namespace } else { "" };
        let target = self.snapshot.seen_named(&self.call, need.kind, namespace, &need.name);
        let (presence, key_missing) = match target {
            Some(_) => match self.has_key(target, &need.key) {
                Some(true) => (Presence::Present, false),
                Some(false) => (Presence::Absent, true),
                None => (Presence::Unknown, false),
            },
            None if need.made || need.item => return None,
            None => (self.snapshot.absence(&self.call, need.kind, namespace), false),
        };
        Some(Reference {
            user: 0,
            need: 0,
            target,
            presence,
            key_missing,
        })
    }

    /// Whether the object has this key; `None` when its keys were not collected.
    fn has_key(&self, target: Option<u32>, key: &str) -> Option<bool> {
        if key.is_empty() {
            return Some(true);
        }
        let (kind, index) = target.and_then(Kind::of_id)?;
        match kind {
            Kind::ConfigMap => {
                let map = self.snapshot.at::<ConfigMap>(index)?;
                let found = map.data.contains(key) || map.binary_data.iter().any(|name| *name == key);
                self.maps_have_keys.then_some(found)
            }
            Kind::Secret => {
                let secret = self.snapshot.at::<Secret>(index)?;
                self.secrets_have_keys
                    .then(|| secret.keys.iter().any(|name| *name == key))
            }
            _ => Some(true),
        }
    }
}
