//! What must survive a restart.

use super::limits::MAX_NAMESPACES;
use super::step::Step;
use sdo_model::finding::{Finding, ObjectName, Severity};
use sdo_model::incident::{Incident, IncidentId, Stage};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Everything the engine remembers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    tracks: BTreeMap<String, Track>,
    incidents: BTreeMap<IncidentId, Incident>,
    next: u64,
}

/// How one cause has fared: one that is held back, one with an open incident, or one that closed lately. Times are seconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Track {
    /// The cause; the key among tracks.
    pub cause: String,
    /// The rule that finds it.
    pub rule: String,
    /// How bad it was when last seen.
    pub severity: Severity,
    /// Where its objects lie.
    pub scope: Scope,
    /// Fingerprints of its findings when last seen, the first few.
    pub fingerprints: Vec<String>,
    /// Since when it stands; not kept up while its incident is open.
    pub since: i64,
    /// Runs that found it, until it opened.
    pub runs: u32,
    /// Since when it is not found.
    pub clear: Option<i64>,
    /// Runs that did not find it.
    pub clear_runs: u32,
    /// When a run was last counted.
    pub counted: i64,
    /// Since when it cannot be seen.
    pub unseen: Option<i64>,
    /// Since when no detector looks for it.
    pub unloaded: Option<i64>,
    /// When people were last told that it is seen again.
    pub sighted: Option<i64>,
    /// The cause that explains it while it is not listed itself.
    pub explained: Option<String>,
    /// When it opened and closed lately, oldest first.
    pub flips: Vec<i64>,
    /// While it flaps: when it last came or went.
    pub calm: Option<i64>,
    /// Its incident, open or the last one.
    pub incident: Option<IncidentId>,
}

/// Where the objects of a cause lie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Anywhere: one of its objects has no namespace, or they are too many.
    Cluster,
    /// In these.
    Namespaces(BTreeSet<String>),
}

impl Memory {
    /// The memory of a store that holds these tracks and incidents and would give the next incident the number `next`.
    ///
    /// A store that lost some of it is put right as far as possible: no number is given twice, and an open incident without a
    /// track gets one, or nothing could ever close it.
    pub fn new(
        tracks: impl IntoIterator<Item = Track>,
        incidents: impl IntoIterator<Item = Incident>,
        next: u64,
    ) -> Self {
        let mut memory = Self {
            tracks: tracks.into_iter().map(|track| (track.cause.clone(), track)).collect(),
            incidents: incidents.into_iter().map(|incident| (incident.id, incident)).collect(),
            next,
        };
        let last = memory.incidents.keys().next_back();
        memory.next = memory.next.max(last.map_or(0, |id| id.0.saturating_add(1)));
        for incident in memory.incidents.values().filter(|one| one.stage == Stage::Open) {
            let adopt = || Track::of_incident(incident);
            memory.tracks.entry(incident.cause.clone()).or_insert_with(adopt);
        }
        memory
    }

    /// The causes that are followed, by cause.
    pub fn tracks(&self) -> &BTreeMap<String, Track> {
        &self.tracks
    }

    /// All open incidents and those closed lately, by id.
    pub fn incidents(&self) -> &BTreeMap<IncidentId, Incident> {
        &self.incidents
    }

    /// The number of the next incident; they begin with 1.
    pub fn next(&self) -> u64 {
        self.next.max(1)
    }

    /// Makes the changes of a step: the memory of the engine that made it, when this one was that engine's before.
    pub fn apply(&mut self, step: &Step) {
        for cause in &step.removed {
            self.tracks.remove(cause);
        }
        let tracks = step.tracks.iter().map(|(cause, track)| (cause.clone(), track.clone()));
        self.tracks.extend(tracks);
        let incidents = step.incidents.iter().map(|(id, incident)| (*id, incident.clone()));
        self.incidents.extend(incidents);
        for id in &step.forgotten {
            self.incidents.remove(id);
        }
        self.next = self.next.max(step.next);
    }

    /// The incident of a track, open or not.
    pub(super) fn incident_of(&self, track: &Track) -> Option<&Incident> {
        self.incidents.get(&track.incident?)
    }
}

impl Track {
    /// A cause that was first found at `now` and has not been counted yet.
    pub(super) fn begun(cause: &str, finding: &Finding, scope: Scope, now: i64) -> Self {
        Self {
            cause: cause.to_owned(),
            rule: finding.rule.clone(),
            severity: finding.severity,
            scope,
            fingerprints: vec![finding.fingerprint.clone()],
            since: now,
            runs: 0,
            clear: None,
            clear_runs: 0,
            counted: now,
            unseen: None,
            unloaded: None,
            sighted: None,
            explained: None,
            flips: Vec::new(),
            calm: None,
            incident: None,
        }
    }

    fn of_incident(incident: &Incident) -> Self {
        let finding = &incident.finding;
        Self {
            calm: incident.flapping.then_some(incident.changed),
            unseen: incident.blind.as_ref().map(|blind| blind.since),
            incident: Some(incident.id),
            ..Self::begun(&incident.cause, finding, Scope::of([finding]), incident.opened)
        }
    }

    /// Moves every instant that is yet to come back to `now`: the clock went back, and all waiting begins anew.
    pub(super) fn not_after(&mut self, now: i64) {
        let states = [&mut self.clear, &mut self.unseen, &mut self.unloaded];
        let optional = states.into_iter().chain([&mut self.sighted, &mut self.calm]);
        let instants = optional.flatten().chain(&mut self.flips);
        for instant in instants.chain([&mut self.since, &mut self.counted]) {
            *instant = now.min(*instant);
        }
    }
}

impl Scope {
    /// Where the objects of `findings` lie, all that they name: a fault may go out of sight with any of them.
    pub(super) fn of<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Self {
        let mut namespaces = BTreeSet::new();
        for finding in findings {
            if namespace_of(&finding.primary).is_empty() {
                return Scope::Cluster;
            }
            namespaces.extend(objects(finding).map(namespace_of).filter(|name| !name.is_empty()));
            if namespaces.len() > MAX_NAMESPACES {
                return Scope::Cluster;
            }
        }
        Scope::Namespaces(namespaces.into_iter().map(str::to_owned).collect())
    }
}

fn objects(finding: &Finding) -> impl Iterator<Item = &ObjectName> {
    let related = finding.related.iter().map(|related| &related.object);
    let evidence = finding.evidence.iter().map(|evidence| &evidence.object);
    let effects = finding.effects.iter().map(|effect| &effect.object);
    related.chain(evidence).chain(effects).chain([&finding.primary])
}

/// The namespace that `object` lies in, or is; empty when it has none.
pub(super) fn namespace_of(object: &ObjectName) -> &str {
    match (object.group.as_str(), object.kind.as_str()) {
        ("", "Namespace") => &object.name,
        _ => &object.namespace,
    }
}
