//! From documents to a snapshot.

mod clock;
mod cluster_dns;
mod coverage;
mod document;
mod endpoints;
mod error;
mod head;
mod take;

use crate::index::Index;
use crate::load::{ClockSource, DocumentError, Ingested, Origin, Sink, VersionOf};
use crate::record::Recorded;
use crate::snapshot::{Facts, Problem, Snapshot};
use crate::store::Pending;
use crate::text::{Interner, Text};
use clock::Clock;
pub(crate) use clock::LATEST;
pub(crate) use cluster_dns::{domain, service_ip};
pub(crate) use coverage::Ledger;
pub(crate) use document::items_of;
use endpoints::Endpoints;
pub(crate) use error::placed;
use sdo_model::{Kind, State};
use std::sync::{Arc, OnceLock};
pub use take::GroupVersionKind;

/// Problems past this are only counted.
const PROBLEM_LIMIT: usize = 1000;

/// Takes in documents of one cluster, in any order, and makes a [`Snapshot`] of them.
///
/// Everything that enters is parsed narrowly, interned, and freed of credentials; the newest copy of each object counts.
#[derive(Default)]
pub struct Builder {
    source: String,
    interner: Interner,
    pending: Pending,
    /// `v1` Endpoints, evidence where EndpointSlices were not collected.
    endpoints: Vec<Arc<Endpoints>>,
    ledger: Ledger,
    clock: Clock,
    server_version: Option<Text>,
    openshift_version: Option<Text>,
    problems: Vec<Problem>,
    more_problems: usize,
    /// What a saved snapshot says of itself, when all objects are its.
    recorded: Option<Recorded>,
}

impl Builder {
    /// A build of what comes from `source`, which is shown to people as given.
    pub fn new(source: impl Into<String>) -> Self {
        Self {
            source: source.into(),
            ..Self::default()
        }
    }

    /// Takes in what another build of the same cluster collected, e.g. on another thread.
    pub fn merge(&mut self, mut other: Builder) {
        other.only_tell();
        self.only_tell();
        self.pending.merge(other.pending);
        self.endpoints.extend(other.endpoints);
        self.ledger.merge(other.ledger);
        self.clock.merge(other.clock);
        self.server_version = self.server_version.take().max(other.server_version);
        self.openshift_version = self.openshift_version.take().max(other.openshift_version);
        self.more_problems += other.more_problems;
        for problem in other.problems {
            self.note(problem);
        }
    }

    /// Says that every kind, typed and custom, was collected completely: what is not there does not exist.
    pub fn covered_all(&mut self) {
        self.only_tell();
        for kind in Kind::all() {
            self.ledger.typed(kind, None, State::Complete, "");
        }
        self.ledger.all_custom();
    }

    /// The snapshot of what was taken in.
    pub fn finish(mut self) -> Snapshot {
        let mut interner = std::mem::take(&mut self.interner);
        interner.scope(|| self.assemble())
    }

    /// What was recorded becomes one of several things that are known of the cluster.
    fn only_tell(&mut self) {
        if let Some(recorded) = self.recorded.take() {
            recorded.tell(self);
        }
    }

    fn assemble(mut self) -> Snapshot {
        if let Some(recorded) = self.recorded.take() {
            return self.restore(recorded);
        }
        endpoints::stand_in(&mut self.pending, &mut self.ledger, std::mem::take(&mut self.endpoints));
        let store = self.pending.sorted();
        let (coverage, custom_coverage) = self.ledger.settle(&store);
        let facts = Facts {
            source: self.source,
            time: self.clock.time(),
            server_version: self.server_version.unwrap_or_default(),
            openshift_version: self.openshift_version.unwrap_or_default(),
            cluster_domain: domain(&store),
            dns_service_ip: service_ip(&store),
            problems: self.problems,
            more_problems: self.more_problems,
        };
        Snapshot {
            index: Index::of(&store),
            store,
            facts,
            coverage,
            custom_coverage,
            digest: OnceLock::new(),
            memo: crate::view::Memo::default(),
        }
    }

    /// The snapshot that was saved, as far as its objects are still the same.
    fn restore(mut self, recorded: Recorded) -> Snapshot {
        let store = self.pending.sorted();
        let Recorded {
            path, digest, facts, ..
        } = &recorded;
        let found = crate::digest::of_all(store.digests());
        let mut problems = facts.problems.clone();
        problems.append(&mut self.problems);
        if found != *digest {
            let what = "its objects are not those that were saved: some were edited, added, lost or damaged since";
            problems.push(Problem {
                path: path.clone(),
                what: what.to_owned(),
            });
        }
        let more_problems = facts.more_problems.saturating_add(self.more_problems);
        let facts = Facts {
            cluster_domain: domain(&store),
            dns_service_ip: service_ip(&store),
            more_problems: more_problems.saturating_add(problems.len().saturating_sub(PROBLEM_LIMIT)),
            problems: problems.into_iter().take(PROBLEM_LIMIT).collect(),
            ..facts.clone()
        };
        let (coverage, custom_coverage) = self.ledger.restore(recorded, &store);
        Snapshot {
            index: Index::of(&store),
            store,
            facts,
            coverage,
            custom_coverage,
            digest: OnceLock::from(found),
            memo: crate::view::Memo::default(),
        }
    }

    fn note(&mut self, problem: Problem) {
        match self.problems.len() < PROBLEM_LIMIT {
            true => self.problems.push(problem),
            false => self.more_problems += 1,
        }
    }
}

impl Sink for Builder {
    fn document(&mut self, json: &[u8], origin: &Origin<'_>) -> Result<Ingested, DocumentError> {
        let mut interner = std::mem::take(&mut self.interner);
        let taken = interner.scope(|| self.take_document(json, origin));
        self.interner = interner;
        taken
    }

    fn covered(&mut self, kind: &str, namespace: Option<&str>, state: State, reason: &str) {
        match typed_kind(kind) {
            Some(kind) => self.ledger.typed(kind, namespace, state, reason),
            None => self.ledger.custom(kind, namespace, state, reason),
        }
    }

    fn clock(&mut self, source: ClockSource, unix_seconds: i64) {
        self.clock.add(source, unix_seconds);
    }

    fn version(&mut self, of: VersionOf, version: &str) {
        let known = match of {
            VersionOf::Kubernetes => &mut self.server_version,
            VersionOf::OpenShift => &mut self.openshift_version,
        };
        // The same version whichever of several files came first.
        *known = known.take().max(Some(version.into()));
    }

    fn problem(&mut self, path: &str, what: String) {
        self.note(Problem {
            path: path.to_owned(),
            what,
        });
    }

    fn recorded(&mut self, recorded: Recorded) {
        self.recorded = Some(recorded);
    }
}

/// The typed kind of a verdict's `Kind`, `Kind.group` or `plural.group`.
fn typed_kind(word: &str) -> Option<Kind> {
    let found = |name: &str| Kind::from_name(name).or_else(|| Kind::from_plural(name));
    match word.split_once('.') {
        Some((name, group)) => found(name).filter(|kind| Kind::from_group_name(group, kind.name()).is_some()),
        None => found(word),
    }
}

impl std::fmt::Debug for Builder {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Builder")
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
