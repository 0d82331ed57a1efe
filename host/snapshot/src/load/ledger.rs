//! The book of what was collected, and the verdict per kind.
//!
//! What a careful engineer would conclude from a dump, in this order:
//!
//! 1. A layout that keeps one list per namespace (bundle, must-gather, cluster-info folder) makes the kind complete in
//!    those namespaces. It is complete in the cluster when the complete list of namespaces is there too and each has one.
//! 2. A list of a cluster-scoped kind, and a whole-cluster list of a known layout, is complete.
//! 3. A loose list (`kubectl get … -o json`) does not say whether `-A` or `-n` was given. It counts as the whole cluster
//!    when it, or any other loose list of the same source, spans several namespaces. If everything lies in one namespace,
//!    the kind is complete there and partial in the cluster. An empty loose list follows its neighbours in the same way,
//!    and is complete when there is nothing to compare it with.
//! 4. Several lists of one kind that each lie in one namespace are pieces: complete in those namespaces only.
//! 5. Single objects never make a kind complete. Exceptions are the folders of a must-gather that hold all of a kind.
//! 6. A page (`metadata.continue`), a broken or cut file and an archive that ends early take completeness away, from the
//!    kind that the path names, or from every kind when it names none.
//! 7. What the collector was refused is forbidden; what nobody mentioned is missing, and stays unmentioned.

use super::layout::{Place, Share};
use super::resources;
use super::sink::Sink;
use super::text::counted;
use sdo_model::State;
use std::collections::{BTreeMap, BTreeSet};

/// A list outside any layout.
#[derive(Debug)]
struct Loose {
    folder: String,
    namespaces: BTreeSet<String>,
    count: usize,
}

/// What is known about one kind.
#[derive(Debug, Default)]
struct Entry {
    loose: Vec<Loose>,
    /// Namespaces with a whole list.
    namespaces: BTreeSet<String>,
    /// A list of the whole cluster.
    whole: bool,
    /// Objects outside such lists.
    singles: bool,
    /// An empty list that belongs to some namespace.
    unplaced: bool,
    refused: Option<String>,
    refused_in: BTreeMap<String, String>,
    flaw: Option<String>,
}

/// One kind of one list, as [`Ledger::list`] takes it.
pub(super) struct Listed {
    pub(super) label: String,
    pub(super) count: usize,
    pub(super) namespaces: BTreeSet<String>,
}

/// Collects evidence while files are read.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    kinds: BTreeMap<String, Entry>,
    namespaces: BTreeSet<String>,
    /// Folders with a file that only `kubectl cluster-info dump` writes, one folder per namespace.
    namespace_folders: BTreeSet<String>,
    /// Plurals of which a file has shown the kind: `routes.route.openshift.io` is `Route.route.openshift.io`.
    kinds_of_plurals: BTreeMap<String, String>,
    /// Why no kind can be complete.
    flaw: Option<String>,
}

/// The verdict on one kind.
struct Verdict {
    state: State,
    reason: String,
}

impl Ledger {
    /// A list was read: whole, or with a flaw that says what is missing.
    pub(super) fn list(&mut self, folder: &str, place: &Place<'_>, listed: Listed, flaw: Option<&str>) {
        let entry = self.kinds.entry(listed.label).or_default();
        if let Some(flaw) = flaw {
            entry.singles = true;
            entry.flaw.get_or_insert_with(|| flaw.to_owned());
            return;
        }
        match (place.share, place.namespace) {
            (Share::All, Some(namespace)) => {
                entry.namespaces.insert(namespace.to_owned());
            }
            (Share::All, None) => entry.whole = true,
            (Share::OneOfAll | Share::OneOfSome, _) => entry.singles = true,
            (Share::Unknown, _) => {
                entry.loose.push(Loose {
                    folder: folder.to_owned(),
                    namespaces: listed.namespaces,
                    count: listed.count,
                });
            }
        }
    }

    /// A single object was read.
    pub(super) fn object(&mut self, label: &str, place: &Place<'_>) {
        let entry = self.kinds.entry(label.to_owned()).or_default();
        match place.share {
            Share::OneOfAll => entry.whole = true,
            _ => entry.singles = true,
        }
    }

    /// Both names are one kind: what a path calls it, and what its objects call it.
    pub(super) fn same(&mut self, plural: &str, label: &str) {
        if plural != label {
            self.kinds_of_plurals.insert(plural.to_owned(), label.to_owned());
        }
    }

    /// A `Namespace` object of this name was read.
    pub(super) fn namespace(&mut self, name: &str) {
        self.namespaces.insert(name.to_owned());
    }

    /// A file of this name lies in `folder`.
    pub(super) fn file(&mut self, folder: &str, file: &str) {
        if file.starts_with("replication-controllers.") {
            self.namespace_folders.insert(folder.to_owned());
        }
    }

    /// Something that may have held objects could not be used.
    pub(super) fn lost(&mut self, place: &Place<'_>, why: &str) {
        match place.resource {
            Some(resource) => self.flawed(&resource.label(), why),
            None => {
                self.flaw.get_or_insert_with(|| why.to_owned());
            }
        }
    }

    /// A kind of which something is missing.
    pub(super) fn flawed(&mut self, label: &str, why: &str) {
        let entry = self.kinds.entry(label.to_owned()).or_default();
        entry.flaw.get_or_insert_with(|| why.to_owned());
    }

    /// Why no list of this kind can be whole, where something that may have held some of it could not be used.
    pub(super) fn flaw(&self, label: &str) -> Option<&str> {
        let of_kind = self.kinds.get(label).and_then(|entry| entry.flaw.as_deref());
        of_kind.or(self.flaw.as_deref())
    }

    /// Whether it has no evidence of any kind.
    pub(super) fn is_empty(&self) -> bool {
        self.kinds.is_empty() && self.flaw.is_none()
    }

    /// The collector was not allowed to read a kind, in one namespace or at all.
    pub(super) fn refused(&mut self, label: &str, namespace: Option<&str>, why: &str) {
        let entry = self.kinds.entry(label.to_owned()).or_default();
        match namespace {
            Some(namespace) => {
                entry.refused_in.insert(namespace.to_owned(), why.to_owned());
            }
            None => entry.refused = Some(why.to_owned()),
        }
    }

    /// Hands the verdicts to the sink, kinds in alphabetical order.
    pub(super) fn finish(mut self, sink: &mut dyn Sink) {
        self.join_plurals();
        self.sort_out_namespace_folders();
        let neighbours = self.neighbours();
        let every_namespace = self.every_namespace();
        for (label, mut entry) in std::mem::take(&mut self.kinds) {
            entry.read_loose_lists(&label, &neighbours);
            let verdict = entry.verdict(every_namespace.as_ref(), self.flaw.as_deref());
            entry.report(&label, &verdict, sink);
        }
    }

    /// Empty files and errors know a custom kind by its plural only; they belong to the kind that others have shown.
    fn join_plurals(&mut self) {
        for (plural, label) in std::mem::take(&mut self.kinds_of_plurals) {
            if let Some(found) = self.kinds.remove(&plural) {
                self.kinds.entry(label).or_default().join(found);
            }
        }
    }

    /// Loose lists in a folder named like the one namespace of all its items belong to that namespace.
    fn sort_out_namespace_folders(&mut self) {
        let mut seen: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for loose in self.kinds.values().flat_map(|entry| &entry.loose) {
            seen.entry(&loose.folder)
                .or_default()
                .extend(loose.namespaces.iter().map(String::as_str));
        }
        let own = |folder: &str| {
            seen.get(folder)
                .is_some_and(|found| found.iter().eq([last_part(folder)].iter()))
        };
        let folders: BTreeSet<String> = seen
            .keys()
            .filter(|folder| own(folder) || self.namespace_folders.contains(**folder))
            .map(|folder| (*folder).to_owned())
            .collect();
        for (label, entry) in &mut self.kinds {
            if resources::is_namespaced(label) == Some(false) {
                continue;
            }
            let (inside, outside) = std::mem::take(&mut entry.loose)
                .into_iter()
                .partition(|loose| folders.contains(&loose.folder));
            let inside: Vec<Loose> = inside;
            entry
                .namespaces
                .extend(inside.iter().map(|loose| last_part(&loose.folder).to_owned()));
            entry.loose = outside;
        }
    }

    fn neighbours(&self) -> Neighbours {
        let loose = || self.kinds.values().flat_map(|entry| &entry.loose);
        Neighbours {
            spanning: loose().any(|list| list.namespaces.len() > 1),
            namespaces: loose().flat_map(|list| list.namespaces.iter().cloned()).collect(),
        }
    }

    /// The names of all namespaces, if their own list is complete.
    fn every_namespace(&self) -> Option<BTreeSet<String>> {
        let entry = self.kinds.get("Namespace")?;
        let whole = entry.whole || !entry.loose.is_empty();
        (whole && entry.flaw.is_none() && self.flaw.is_none()).then(|| self.namespaces.clone())
    }
}

/// What the loose lists of the whole source show about how they were asked for.
struct Neighbours {
    /// One of them holds several namespaces: they were asked for with `-A`.
    spanning: bool,
    namespaces: BTreeSet<String>,
}

impl Entry {
    fn join(&mut self, other: Entry) {
        self.loose.extend(other.loose);
        self.namespaces.extend(other.namespaces);
        self.whole |= other.whole;
        self.singles |= other.singles;
        self.refused = self.refused.take().or(other.refused);
        self.refused_in.extend(other.refused_in);
        self.flaw = self.flaw.take().or(other.flaw);
    }

    /// Rules 2 to 4 of the module's text.
    fn read_loose_lists(&mut self, label: &str, neighbours: &Neighbours) {
        let lists = std::mem::take(&mut self.loose);
        let in_namespaces = lists.iter().any(|list| !list.namespaces.is_empty());
        let only_cluster_wide = !in_namespaces && lists.iter().any(|list| list.count > 0);
        if lists.is_empty() {
            return;
        }
        let namespaced = resources::is_namespaced(label).unwrap_or(!only_cluster_wide);
        let spans = lists.iter().any(|list| list.namespaces.len() > 1);
        let alone = lists.len() == 1 && (neighbours.spanning || neighbours.namespaces.is_empty());
        if !namespaced || spans || alone {
            self.whole = true;
            return;
        }
        self.singles = true;
        self.unplaced = lists.iter().any(|list| list.count == 0);
        self.namespaces
            .extend(lists.iter().flat_map(|list| list.namespaces.iter().cloned()));
        if lists.len() == 1 && neighbours.namespaces.len() == 1 {
            self.namespaces.extend(neighbours.namespaces.iter().cloned());
        }
    }

    fn verdict(&self, every_namespace: Option<&BTreeSet<String>>, flaw: Option<&str>) -> Verdict {
        let everywhere = every_namespace.is_some_and(|all| !all.is_empty() && all.is_subset(&self.namespaces));
        let flaw = self.flaw.as_deref().or(flaw).or(self.refused.as_deref());
        let collected = self.whole || self.singles || !self.namespaces.is_empty();
        match (flaw, self.refused.as_deref()) {
            (_, Some(refused)) if !collected => Verdict {
                state: State::Forbidden,
                reason: refused.to_owned(),
            },
            (None, _) if self.whole || everywhere => Verdict {
                state: State::Complete,
                reason: String::new(),
            },
            (Some(flaw), _) => Verdict {
                state: State::Partial,
                reason: flaw.to_owned(),
            },
            (None, _) => self.less_than_whole(collected, every_namespace),
        }
    }

    fn less_than_whole(&self, collected: bool, every_namespace: Option<&BTreeSet<String>>) -> Verdict {
        if let (false, Some((_, why))) = (collected, self.refused_in.first_key_value()) {
            return Verdict {
                state: State::Forbidden,
                reason: why.clone(),
            };
        }
        let read = self.namespaces.len();
        let reason = match (
            self.refused_in.first_key_value(),
            every_namespace,
            self.namespaces.first(),
        ) {
            (Some((_, why)), ..) => format!("refused in {}: {why}", counted(self.refused_in.len(), "namespace")),
            (None, _, None) if self.unplaced => {
                "an empty list was collected that does not say for which namespace".to_owned()
            }
            (None, _, None) => "single objects were collected, not a list".to_owned(),
            (None, Some(all), _) => format!("collected in {read} of {} namespaces", all.len()),
            (None, None, Some(only)) if read == 1 => format!("only namespace {only} was collected"),
            (None, None, _) => format!("only {read} namespaces were collected"),
        };
        Verdict {
            state: State::Partial,
            reason,
        }
    }

    fn report(&self, label: &str, verdict: &Verdict, sink: &mut dyn Sink) {
        sink.covered(label, None, verdict.state, &verdict.reason);
        if verdict.state != State::Partial {
            return;
        }
        for namespace in &self.namespaces {
            if !self.refused_in.contains_key(namespace) {
                sink.covered(label, Some(namespace), State::Complete, "");
            }
        }
        for (namespace, why) in &self.refused_in {
            sink.covered(label, Some(namespace), State::Forbidden, why);
        }
    }
}

fn last_part(folder: &str) -> &str {
    folder.rsplit('/').next().unwrap_or(folder)
}
