//! A cause that nobody can see: held as it is, and said to be so.

use super::limits::{SECONDS_BETWEEN_BLINDNESS, SECONDS_OF_UNSEEN_HOLD, detail};
use super::visit::Visit;
use sdo_model::incident::{Blind, Turn};

impl Visit<'_> {
    /// Nobody can tell whether the cause stands, for `reason`.
    pub(super) fn unseen(&mut self, reason: &str) {
        let Some(since) = self.hold() else { return };
        if !self.is_open() {
            self.keep = !self.has_lasted(since, SECONDS_OF_UNSEEN_HOLD);
            return;
        }
        let Some(incident) = self.incident() else { return };
        let reason = detail(reason.to_owned());
        let (changed, told) = (incident.changed, incident.blind.as_ref().map(|blind| &blind.reason));
        match told {
            None => self.blind(since, reason),
            Some(told) if *told == reason => {}
            Some(_) => self.explain(changed, since, reason),
        }
    }

    /// Nobody looks for the cause any more. It is held like an unseen one first: detectors are reloaded.
    pub(super) fn unloaded(&mut self) {
        if self.hold().is_none() {
            return;
        }
        let since = *self.track.unloaded.get_or_insert(self.now);
        if !self.has_lasted(since, self.settings.close.seconds) {
            return;
        }
        if self.is_open() {
            let rule = self.track.rule.clone();
            self.close(format!(
                "closed unseen: no detector looks for {rule} any more, whether the fault stands is not known"
            ));
        } else {
            self.keep = false;
        }
    }

    /// The cause can be seen: time in which it could not be does not count for anything, and counting goes on.
    pub(super) fn sighted(&mut self, what: &str) {
        let Some(since) = self.track.unseen.take() else { return };
        let away = self.elapsed(since);
        let track = &mut self.track;
        let instants = [&mut track.clear, &mut track.calm].into_iter().flatten();
        for instant in instants.chain([&mut track.since]) {
            *instant = instant.saturating_add(away).min(self.now);
        }
        if self.incident().is_some_and(|incident| incident.blind.is_some()) {
            self.track.sighted = Some(self.now);
            self.edit(|incident| incident.blind = None);
            self.tell(Turn::Sighted, format!("can be seen again: {what}"));
        }
    }

    /// Since when the cause is unseen; `None` for one that rests, of which there is nothing to hold.
    fn hold(&mut self) -> Option<i64> {
        if !self.is_open() && self.track.clear.is_some() {
            self.rest();
            return None;
        }
        let since = *self.track.unseen.get_or_insert(self.now);
        Some(since)
    }

    fn blind(&mut self, since: i64, reason: String) {
        let lasted = self.has_lasted(since, self.settings.blind_after);
        let rested = match self.track.sighted {
            Some(sighted) => self.has_lasted(sighted, SECONDS_BETWEEN_BLINDNESS),
            None => true,
        };
        if lasted && rested {
            let blind = Blind {
                since,
                reason: reason.clone(),
            };
            self.edit(|incident| incident.blind = Some(blind));
            self.tell(Turn::Blinded, reason);
        }
    }

    /// Another reason for a blindness that was told is worth a look, not an entry.
    fn explain(&mut self, changed: i64, since: i64, reason: String) {
        if self.has_lasted(changed, self.settings.change_spacing) {
            let now = self.now;
            self.edit(|incident| {
                incident.changed = now;
                incident.blind = Some(Blind { since, reason });
            });
        }
    }
}
