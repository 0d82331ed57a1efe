//! How much of each kind is known: the loader's verdicts, and what could not be read all the same.

use crate::object::{CustomResourceDefinition, Untyped};
use crate::record::{Recorded, lower};
use crate::snapshot::custom_key;
use crate::store::{Listed, Store};
use sdo_model::{Coverage, Kind, State};
use std::collections::{BTreeMap, BTreeSet};

/// Reasons are shown in one line.
const REASON_LIMIT: usize = 512;

/// What is known of one kind so far.
#[derive(Clone, Default)]
struct Entry {
    state: Option<State>,
    reason: String,
    complete: BTreeSet<String>,
    forbidden: BTreeSet<String>,
    /// Items that could not be read, and the first one's trouble.
    refused: usize,
    trouble: String,
}

#[derive(Default)]
pub(crate) struct Ledger {
    typed: BTreeMap<Kind, Entry>,
    custom: BTreeMap<String, Entry>,
    all_custom: bool,
}

impl Ledger {
    pub(crate) fn typed(&mut self, kind: Kind, namespace: Option<&str>, state: State, reason: &str) {
        self.typed.entry(kind).or_default().verdict(namespace, state, reason);
    }

    pub(crate) fn custom(&mut self, kind: &str, namespace: Option<&str>, state: State, reason: &str) {
        self.custom
            .entry(kind.to_owned())
            .or_default()
            .verdict(namespace, state, reason);
    }

    /// Every custom kind was collected completely.
    pub(super) fn all_custom(&mut self) {
        self.all_custom = true;
    }

    pub(crate) fn refused(&mut self, kind: Kind, trouble: &str) {
        self.typed.entry(kind).or_default().refuse(trouble);
    }

    pub(crate) fn refused_custom(&mut self, kind: &str, trouble: &str) {
        self.custom.entry(kind.to_owned()).or_default().refuse(trouble);
    }

    pub(super) fn merge(&mut self, other: Ledger) {
        for (kind, entry) in other.typed {
            self.typed.entry(kind).or_default().merge(entry);
        }
        for (kind, entry) in other.custom {
            self.custom.entry(kind).or_default().merge(entry);
        }
        self.all_custom |= other.all_custom;
    }

    /// Gives `kind`, unless something of it was `collected`, the verdict on the untyped kind `by`; whether it did.
    /// The verdict on `by` is gone then: it is evidence and no kind of its own.
    pub(super) fn stand_in(&mut self, kind: Kind, by: &str, collected: bool) -> bool {
        let known = |entry: &Entry| entry.state.is_some_and(|state| state < State::Forbidden);
        let evidence = self
            .custom
            .remove(by)
            .or_else(|| self.custom.remove(&by.to_lowercase()))
            .filter(known);
        match evidence {
            Some(entry) if !collected && !self.typed.get(&kind).is_some_and(known) => {
                self.typed.insert(kind, entry);
                true
            }
            _ => false,
        }
    }

    /// The coverage of every kind, typed ones by kind and custom ones by `Kind.group`.
    pub(crate) fn settle(mut self, store: &Store) -> (BTreeMap<Kind, Coverage>, BTreeMap<String, Coverage>) {
        self.name_plurals(store);
        let counts = custom_counts(store);
        for kind in counts.keys() {
            self.custom.entry(kind.clone()).or_default();
        }
        let all_custom = self.all_custom;
        let settled = |(kind, entry): (String, Entry)| {
            let count = counts.get(&kind).copied().unwrap_or_default();
            let entry = if all_custom { entry.complete() } else { entry };
            let coverage = entry.coverage(Kind::Custom, count);
            (kind, coverage)
        };
        let custom: BTreeMap<String, Coverage> = std::mem::take(&mut self.custom).into_iter().map(settled).collect();
        let typed = Kind::all().filter(|kind| *kind != Kind::Custom);
        let mut typed: BTreeMap<Kind, Coverage> = typed
            .map(|kind| {
                (
                    kind,
                    self.typed
                        .remove(&kind)
                        .unwrap_or_default()
                        .coverage(kind, store.count(kind)),
                )
            })
            .collect();
        typed.insert(Kind::Custom, all_of(&custom, all_custom, store.count(Kind::Custom)));
        (typed, custom)
    }

    /// The coverage that a saved snapshot recorded, lowered where objects of it are missing or could not be read.
    pub(crate) fn restore(
        mut self,
        recorded: Recorded,
        store: &Store,
    ) -> (BTreeMap<Kind, Coverage>, BTreeMap<String, Coverage>) {
        let (mut typed, mut custom) = (recorded.typed, recorded.custom);
        let mut all = typed
            .remove(&Kind::Custom)
            .unwrap_or_else(|| Coverage::missing(Kind::Custom));
        for kind in Kind::all().filter(|kind| *kind != Kind::Custom) {
            let coverage = typed.entry(kind).or_insert_with(|| Coverage::missing(kind));
            let entry = self.typed.remove(&kind).unwrap_or_default();
            entry.restore(coverage, store.count(kind));
        }
        let counts = custom_counts(store);
        for kind in counts.keys() {
            let unknown = || Entry::default().coverage(Kind::Custom, 1);
            custom.entry(kind.clone()).or_insert_with(unknown);
        }
        let mut is_less = false;
        for (kind, coverage) in &mut custom {
            let before = coverage.state;
            let entry = self.custom.remove(kind).unwrap_or_default();
            entry.restore(coverage, counts.get(kind).copied().unwrap_or_default());
            is_less |= coverage.state != before;
        }
        all.count = store.count(Kind::Custom);
        if is_less && let Some((kind, coverage)) = custom.iter().find(|(_, coverage)| coverage.state != State::Complete)
        {
            lower(&mut all, &format!("{kind}: {}", coverage.reason));
        }
        typed.insert(Kind::Custom, all);
        (typed, custom)
    }

    /// Verdicts that could only name a resource by its plural find their kind in the definitions.
    fn name_plurals(&mut self, store: &Store) {
        for definition in CustomResourceDefinition::list(store).iter() {
            let spec = &definition.spec;
            let kind = custom_key(&spec.group, &spec.names.kind);
            let named = custom_key(&spec.group, &spec.names.plural);
            if let Some(entry) = self.custom.remove(&named) {
                self.custom.entry(kind).or_default().merge(entry);
            }
        }
    }
}

/// Objects of each custom kind.
fn custom_counts(store: &Store) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for object in Untyped::list(store).iter() {
        *counts.entry(custom_key(&object.group, &object.kind)).or_default() += 1;
    }
    counts
}

/// One verdict on all custom kinds together: the worst of them.
fn all_of(custom: &BTreeMap<String, Coverage>, known_empty: bool, count: usize) -> Coverage {
    let mut all = Coverage::missing(Kind::Custom);
    all.count = count;
    let worst = custom.iter().max_by_key(|(_, coverage)| coverage.state);
    let complete = known_empty && custom.is_empty();
    match worst {
        Some((_, coverage)) if coverage.state == State::Complete => all.state = State::Complete,
        Some((kind, coverage)) => {
            all.state = State::Partial;
            all.reason = format!("{kind}: {}", coverage.reason);
        }
        None if complete => all.state = State::Complete,
        None => {}
    }
    if all.state == State::Complete {
        all.reason.clear();
    }
    all
}

impl Entry {
    fn verdict(&mut self, namespace: Option<&str>, state: State, reason: &str) {
        match (namespace, state) {
            (Some(namespace), State::Complete) => _ = self.complete.insert(namespace.to_owned()),
            (Some(namespace), State::Forbidden) => _ = self.forbidden.insert(namespace.to_owned()),
            (Some(_), _) => {}
            // Two parts of one dump: what one of them has is known.
            (None, state) if self.state.is_none_or(|known| state < known) => {
                self.state = Some(state);
                self.reason = crate::text::cut(reason, REASON_LIMIT).into_owned();
            }
            (None, _) => {}
        }
    }

    fn refuse(&mut self, trouble: &str) {
        self.refused += 1;
        // The least of the messages, so that the order of files does not show.
        if self.trouble.is_empty() || trouble < self.trouble.as_str() {
            self.trouble = trouble.to_owned();
        }
    }

    /// Lowers what was recorded of its kind by what is missing, and counts what is there.
    fn restore(&self, coverage: &mut Coverage, count: usize) {
        let recorded = std::mem::replace(&mut coverage.count, count);
        if coverage.state == State::Missing && count > recorded {
            *coverage = Entry::default().coverage(coverage.kind, count);
        }
        if count < recorded {
            lower(coverage, &format!("{count} of {recorded} saved objects are there"));
        }
        if self.refused > 0 {
            let what = format!("{} could not be read, first: {}", self.refused, self.trouble);
            lower(coverage, &what);
        }
    }

    fn complete(mut self) -> Self {
        self.verdict(None, State::Complete, "");
        self
    }

    fn merge(&mut self, other: Entry) {
        if let Some(state) = other.state {
            self.verdict(None, state, &other.reason);
        }
        self.complete.extend(other.complete);
        self.forbidden.extend(other.forbidden);
        self.refused += other.refused;
        if !other.trouble.is_empty() {
            self.refuse(&other.trouble);
            self.refused -= 1;
        }
    }

    fn coverage(self, kind: Kind, count: usize) -> Coverage {
        let (state, reason) = match self.state {
            Some(state) => (state, self.reason),
            None if count > 0 => (State::Partial, "some objects were found, not a list of all".to_owned()),
            None => (State::Missing, "not in the snapshot".to_owned()),
        };
        let mut coverage = Coverage {
            kind,
            state,
            count,
            reason,
            complete_namespaces: self.complete,
            forbidden_namespaces: self.forbidden,
        };
        if self.refused > 0 && coverage.state == State::Complete {
            coverage.state = State::Partial;
            coverage.reason = format!("{} could not be read, first: {}", self.refused, self.trouble);
        }
        // Which namespace an unreadable object was in is not known.
        if self.refused > 0 {
            coverage.complete_namespaces.clear();
        }
        coverage
    }
}
