//! A cause that is not found any more: waited for, closed, or found to come and go.

use super::visit::{Explanation, Visit};
use sdo_model::incident::{Stage, Turn};

impl Visit<'_> {
    /// The cause is not listed and would be seen if it stood by itself; `ran` when that is news.
    pub(super) fn absent(&mut self, ran: bool, explanation: Option<Explanation>) {
        self.sighted("it is not found any more");
        let explained = explanation.as_ref().map(|explanation| explanation.cause.clone());
        if self.track.explained.is_some() && explained.is_none() {
            // Until now it stood, if under another: only now is it gone.
            self.track.clear = None;
        }
        self.track.explained = explained;
        let since = self.went(ran);
        if !self.is_open() {
            self.rest();
            return;
        }
        if !self.is_held(self.settings.close, self.track.clear_runs, since) {
            return;
        }
        match explanation {
            None => self.end(since, "no longer found".to_owned()),
            Some(Explanation {
                incident: Some(incident),
                ..
            }) => self.end(since, format!("now an effect of {incident}")),
            // The fault stands, and nobody would know of it until the one that explains it opens.
            Some(_) => {}
        }
    }

    /// Closes the incident, whatever was seen.
    pub(super) fn close(&mut self, text: String) {
        let now = self.now;
        self.edit(|incident| {
            incident.stage = Stage::Closed;
            incident.closed = Some(now);
            incident.blind = None;
            incident.flapping = false;
        });
        self.track.calm = None;
        self.track.unseen = None;
        self.track.clear = self.track.clear.or(Some(now));
        self.flip();
        self.tell(Turn::Closed, text);
        self.rest();
    }

    /// The incident comes and goes since `calm`, when it did so last: it stays open until that ends.
    pub(super) fn flap(&mut self, calm: i64) {
        let flips = self.recent_flips();
        self.track.calm = Some(calm);
        self.edit(|incident| incident.flapping = true);
        self.tell(
            Turn::Flapping,
            format!("opened and closed {flips} times lately; it stays open until it rests"),
        );
        self.wake.when(calm, self.settings.steady_after);
    }

    /// The incident has come to rest.
    pub(super) fn steady(&mut self, how: &str) {
        self.track.calm = None;
        self.track.flips.clear();
        self.edit(|incident| incident.flapping = false);
        self.tell(Turn::Steady, format!("no longer comes and goes: {how}"));
    }

    /// Keeps the track of a cause without an open incident for as long as its past may matter.
    pub(super) fn rest(&mut self) {
        let seconds = self.settings.flip_window.max(self.settings.reopen_within);
        self.keep = match self.track.flips.last().copied() {
            Some(last) => !self.has_lasted(last, seconds),
            None => false,
        };
    }

    /// Counts a run that did not find it; since when it is gone.
    fn went(&mut self, ran: bool) -> i64 {
        let Some(since) = self.track.clear else {
            self.track.clear = Some(self.now);
            self.track.clear_runs = u32::from(ran);
            self.track.counted = self.now;
            self.track.runs = 0;
            if self.track.calm.is_some() {
                self.track.calm = Some(self.now);
            }
            return self.now;
        };
        let wanted = self.is_open() && self.track.clear_runs < self.settings.close.runs;
        if ran && wanted && self.counts() {
            self.track.clear_runs += 1;
            self.track.counted = self.now;
        }
        since
    }

    /// The cause is believed to be gone since `since`.
    fn end(&mut self, since: i64, text: String) {
        if let Some(calm) = self.track.calm {
            if self.has_lasted(calm, self.settings.steady_after) {
                self.steady("it stays away");
                self.close(text);
            }
        } else if self.recent_flips() >= self.settings.flips {
            self.flap(since);
        } else {
            self.close(text);
        }
    }
}
