//! One cause in one round: its track and incident, and what is told of them. What is seen decides where it goes on: `firing.rs`,
//! `ending.rs` or `unseen.rs`.

use super::clock::{Wake, elapsed};
use super::limits::{MAX_FLIPS, detail};
use super::memory::Track;
use super::settings::{Hold, Settings};
use sdo_model::incident::{Entry, Incident, IncidentId, Mute, Stage, Turn};

/// A cause under the engine's eyes.
pub(super) struct Visit<'a> {
    pub(super) settings: &'a Settings,
    pub(super) now: i64,
    pub(super) track: Track,
    /// Whether there is any use in the track after this round.
    pub(super) keep: bool,
    pub(super) wake: Wake,
    /// Since when its rule does not see all, when that is known.
    pub(super) blurred: Option<i64>,
    known: Option<&'a Incident>,
    /// The incident once it is changed. Findings are large, and most rounds change none.
    changed: Option<Incident>,
    entries: Vec<Entry>,
}

/// The cause that explains one that is not listed any more.
pub(super) struct Explanation {
    pub(super) cause: String,
    /// Its open incident.
    pub(super) incident: Option<IncidentId>,
}

/// What became of a cause.
pub(super) struct Outcome {
    pub(super) track: Track,
    pub(super) keep: bool,
    /// When it was changed.
    pub(super) incident: Option<Incident>,
    pub(super) entries: Vec<Entry>,
    pub(super) wake: Wake,
}

impl<'a> Visit<'a> {
    pub(super) fn new(settings: &'a Settings, track: Track, known: Option<&'a Incident>, now: i64) -> Self {
        let mut visit = Self {
            settings,
            now,
            track,
            keep: true,
            wake: Wake::after(now),
            blurred: None,
            known,
            changed: None,
            entries: Vec::new(),
        };
        visit.follow_clock();
        visit
    }

    pub(super) fn finish(self) -> Outcome {
        Outcome {
            track: self.track,
            keep: self.keep,
            incident: self.changed,
            entries: self.entries,
            wake: self.wake,
        }
    }

    /// The incident as it stands, open or closed.
    pub(super) fn incident(&self) -> Option<&Incident> {
        self.changed.as_ref().or(self.known)
    }

    pub(super) fn is_open(&self) -> bool {
        self.incident().is_some_and(|incident| incident.stage == Stage::Open)
    }

    /// When it was last found, as far as that was written down.
    pub(super) fn found(&self) -> i64 {
        let open = self.incident().filter(|incident| incident.stage == Stage::Open);
        open.map_or(self.track.since, |incident| incident.seen)
    }

    /// Changes the incident.
    pub(super) fn edit(&mut self, change: impl FnOnce(&mut Incident)) {
        if self.changed.is_none() {
            self.changed = self.known.cloned();
        }
        if let Some(incident) = &mut self.changed {
            change(incident);
        }
    }

    /// Puts a new incident in the place of the last one.
    pub(super) fn replace(&mut self, incident: Incident) {
        self.track.incident = Some(incident.id);
        self.changed = Some(incident);
    }

    /// Adds an entry to the incident's history.
    pub(super) fn tell(&mut self, turn: Turn, text: String) {
        let now = self.now;
        self.edit(|incident| incident.changed = now);
        if let Some(incident) = self.incident().map(|incident| incident.id) {
            self.entries.push(Entry {
                incident,
                at: now,
                turn,
                detail: detail(text),
            });
        }
    }

    pub(super) fn elapsed(&self, then: i64) -> i64 {
        elapsed(self.now, then)
    }

    /// Whether a state that began at `since` has lasted; asks to be woken when it will have.
    pub(super) fn has_lasted(&mut self, since: i64, seconds: i64) -> bool {
        self.wake.when(since, seconds);
        self.elapsed(since) >= seconds
    }

    /// Whether a state is believed by now.
    pub(super) fn is_held(&mut self, hold: Hold, runs: u32, since: i64) -> bool {
        runs >= hold.runs || self.has_lasted(since, hold.seconds)
    }

    /// Whether enough time has gone by since a run was last counted.
    pub(super) fn counts(&self) -> bool {
        self.elapsed(self.track.counted) >= self.settings.run_spacing
    }

    /// Notes that the incident opened or closed just now.
    pub(super) fn flip(&mut self) {
        let (now, window) = (self.now, self.settings.flip_window);
        self.track.flips.retain(|flip| elapsed(now, *flip) < window);
        self.track.flips.push(now);
        let extra = self.track.flips.len().saturating_sub(MAX_FLIPS);
        self.track.flips.drain(..extra);
    }

    /// Openings and closings that are recent.
    pub(super) fn recent_flips(&self) -> usize {
        let recent = |flip: &&i64| self.elapsed(**flip) < self.settings.flip_window;
        self.track.flips.iter().filter(recent).count()
    }

    /// Mutes the open incident, or ends its mute. One that is muted and told by turns is told of once a minute at most.
    pub(super) fn mute(&mut self, mute: Option<Mute>) {
        let Some(incident) = self.incident() else { return };
        let (known, changed) = (incident.mute.clone(), incident.changed);
        match (known, mute) {
            (None, Some(mute)) => {
                let text = muted(&mute);
                self.edit(|incident| incident.mute = Some(mute));
                self.tell(Turn::Muted, text);
            }
            (Some(known), Some(mute)) if known != mute => self.edit(|incident| incident.mute = Some(mute)),
            (Some(known), None) if self.has_lasted(changed, self.settings.change_spacing) => {
                self.edit(|incident| incident.mute = None);
                self.tell(Turn::Unmuted, format!("no longer muted by {}", known.by));
            }
            _ => {}
        }
    }

    /// A clock that went back must not make anybody wait for the time that it has to catch up.
    fn follow_clock(&mut self) {
        let now = self.now;
        self.track.not_after(now);
        if self
            .known
            .is_some_and(|incident| incident.changed > now || incident.seen > now)
        {
            self.edit(|incident| {
                incident.changed = incident.changed.min(now);
                incident.seen = incident.seen.min(now);
            });
        }
    }
}

fn muted(mute: &Mute) -> String {
    format!("muted by {}", mute.by)
}
