//! One round: who is looked at, in which order, within which limits.

use super::clock::{Wake, elapsed};
use super::limits::{MAX_CLOSED, MAX_ENTRIES, MAX_TRACKS, MAX_TRACKS_FOR_INFO, MAX_TRACKS_FOR_WARNING};
use super::memory::{Memory, Track};
use super::picture::{Group, Picture, View};
use super::settings::Settings;
use super::sight::Sight;
use super::step::Step;
use super::visit::{Explanation, Visit};
use sdo_model::finding::Severity;
use sdo_model::incident::{Incident, IncidentId, Stage};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A round in the making.
pub(super) struct Round<'a> {
    settings: &'a Settings,
    memory: &'a Memory,
    picture: Picture<'a>,
    sight: Sight<'a>,
    now: i64,
    step: Step,
    /// Causes whose incidents this round opened.
    opened: BTreeMap<&'a str, IncidentId>,
    wake: Wake,
}

impl<'a> Round<'a> {
    pub(super) fn new(settings: &'a Settings, memory: &'a Memory, sight: &Sight<'a>, now: i64) -> Self {
        Self {
            settings,
            memory,
            picture: Picture::of(sight),
            sight: *sight,
            now,
            step: Step {
                next: memory.next(),
                ..Step::default()
            },
            opened: BTreeMap::new(),
            wake: Wake::after(now),
        }
    }

    /// What changed, and when to look again.
    pub(super) fn run(mut self) -> (Step, Option<i64>) {
        self.sight.mutes.wake(&mut self.wake);
        for cause in self.admitted() {
            if self.step.entries.len() < MAX_ENTRIES {
                self.visit(cause);
            } else {
                self.step.deferred += 1;
                self.wake.when(self.now, 1);
            }
        }
        self.forget();
        (self.step, self.wake.at)
    }

    /// The causes to visit: those that are listed first, because the end of another may depend on their opening; then the worst.
    fn admitted(&mut self) -> Vec<&'a str> {
        let memory = self.memory;
        let new = self.admit();
        let tracks = memory.tracks().values();
        let kept = tracks.filter(|track| !self.step.removed.contains(&track.cause));
        let order = |cause: &'a str, severity| (!self.picture.groups().contains_key(cause), Reverse(severity), cause);
        let known = kept.map(|track| order(&track.cause, track.severity));
        let mut causes: Vec<_> = known
            .chain(new.into_iter().map(|(severity, cause)| order(cause, severity)))
            .collect();
        causes.sort_unstable();
        causes.into_iter().map(|(_, _, cause)| cause).collect()
    }

    /// New causes for which there is room, worst first. A cause that rests makes room for a fault that stands.
    fn admit(&mut self) -> Vec<(Severity, &'a str)> {
        let known = self.memory.tracks();
        let listed = self.picture.groups().iter();
        let new = listed.filter(|(cause, group)| !known.contains_key(**cause) && self.visible(cause, group));
        let mut new: Vec<(Severity, &'a str)> = new.map(|(cause, group)| (group.worst.severity, *cause)).collect();
        new.sort_unstable_by_key(|(severity, cause)| (Reverse(*severity), *cause));
        let mut count = known.len();
        let mut resting: Option<Vec<&str>> = None;
        let mut admitted = Vec::new();
        for (severity, cause) in new {
            if count < room_for(severity) {
                count += 1;
            } else if severity > Severity::Info
                && let Some(rests) = resting.get_or_insert_with(|| self.resting()).pop()
            {
                self.step.removed.insert(rests.to_owned());
            } else {
                self.step.dropped += 1;
                continue;
            }
            admitted.push((severity, cause));
        }
        admitted
    }

    fn visible(&self, cause: &str, group: &Group<'_>) -> bool {
        let track = Track::begun(cause, group.worst, group.scope(), self.now);
        matches!(self.picture.view(&track, self.now), View::Fires(_))
    }

    /// Causes that neither stand nor have an open incident, the one that closed longest ago last.
    fn resting(&self) -> Vec<&'a str> {
        let memory = self.memory;
        let open = |track: &Track| {
            memory
                .incident_of(track)
                .is_some_and(|incident| incident.stage == Stage::Open)
        };
        let rests = |track: &&Track| !self.picture.groups().contains_key(track.cause.as_str()) && !open(track);
        let mut resting: Vec<&Track> = memory.tracks().values().filter(rests).collect();
        resting.sort_by_key(|track| (Reverse(track.flips.last()), &track.cause));
        resting.into_iter().map(|track| track.cause.as_str()).collect()
    }

    fn visit(&mut self, cause: &'a str) {
        let known = self.memory.tracks().get(cause);
        let track = match (known, self.picture.groups().get(cause)) {
            (Some(track), _) => track.clone(),
            (None, Some(group)) => Track::begun(cause, group.worst, group.scope(), self.now),
            (None, None) => return,
        };
        let incident = self.memory.incident_of(&track);
        let mut visit = Visit::new(self.settings, track, incident, self.now);
        self.look(&mut visit);
        self.take(visit, known, incident);
    }

    /// Shows a cause what is seen of it.
    fn look(&mut self, visit: &mut Visit<'_>) {
        let view = self.picture.view(&visit.track, visit.found());
        let ran = self.picture.ran(&visit.track.rule);
        visit.blurred = self.picture.blurred(&visit.track.rule);
        if !matches!(view, View::Unloaded) {
            visit.track.unloaded = None;
        }
        match view {
            View::Fires(group) => visit.fires(group, ran, &mut self.step.next),
            View::Explained(cause) => visit.absent(ran, Some(self.explanation(cause))),
            View::Clear => visit.absent(ran, None),
            View::Unseen(reason) => visit.unseen(reason),
            View::Unloaded => visit.unloaded(),
        }
        let Some(incident) = visit.incident().filter(|incident| incident.stage == Stage::Open) else {
            return;
        };
        let mute = match view {
            View::Fires(group) => self.sight.mutes.of(group.members.iter().copied(), self.now),
            _ => self.sight.mutes.of([&incident.finding], self.now),
        };
        visit.mute(mute);
    }

    fn explanation(&self, cause: &str) -> Explanation {
        let track = self.memory.tracks().get(cause);
        let incident = track.and_then(|track| self.memory.incident_of(track));
        let open = incident.filter(|incident| incident.stage == Stage::Open);
        Explanation {
            cause: cause.to_owned(),
            incident: self
                .opened
                .get(cause)
                .copied()
                .or_else(|| open.map(|incident| incident.id)),
        }
    }

    /// Enters what became of a cause.
    fn take(&mut self, visit: Visit<'a>, known: Option<&'a Track>, incident: Option<&'a Incident>) {
        let outcome = visit.finish();
        self.wake.merge(outcome.wake);
        self.step.entries.extend(outcome.entries);
        let cause = outcome.track.cause.clone();
        if let Some(changed) = outcome.incident.filter(|changed| Some(changed) != incident) {
            let was_open = incident.is_some_and(|incident| incident.stage == Stage::Open);
            if let Some((cause, _)) = self.picture.groups().get_key_value(cause.as_str())
                && changed.stage == Stage::Open
                && !was_open
            {
                self.opened.insert(cause, changed.id);
            }
            self.step.incidents.insert(changed.id, changed);
        }
        if outcome.keep && known != Some(&outcome.track) {
            self.step.tracks.insert(cause, outcome.track);
        } else if !outcome.keep && known.is_some() {
            self.step.removed.insert(cause);
        }
    }

    /// Lets go of closed incidents that are old or too many.
    fn forget(&mut self) {
        let fresh = &self.step.incidents;
        let known = self.memory.incidents().values();
        let all = known
            .filter(|incident| !fresh.contains_key(&incident.id))
            .chain(fresh.values());
        let mut closed: Vec<(i64, IncidentId)> = all
            .filter(|incident| incident.stage == Stage::Closed)
            .map(|incident| (incident.closed.unwrap_or(incident.changed), incident.id))
            .collect();
        closed.sort_unstable_by_key(|entry| Reverse(*entry));
        let mut forgotten = BTreeSet::new();
        for (index, (at, id)) in closed.into_iter().enumerate() {
            if index >= MAX_CLOSED || elapsed(self.now, at) >= self.settings.retention {
                forgotten.insert(id);
            } else {
                self.wake.when(at, self.settings.retention);
            }
        }
        self.step.forgotten = forgotten;
    }
}

/// Tracks up to which a new cause of this severity is followed.
fn room_for(severity: Severity) -> usize {
    match severity {
        Severity::Info => MAX_TRACKS_FOR_INFO,
        Severity::Warning => MAX_TRACKS_FOR_WARNING,
        Severity::Critical => MAX_TRACKS,
    }
}
