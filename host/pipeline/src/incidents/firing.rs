//! A cause that stands: held back, opened, kept up to date.

use super::picture::Group;
use super::settings::Hold;
use super::visit::Visit;
use sdo_model::finding::{Finding, Severity};
use sdo_model::incident::{Incident, IncidentId, Stage, Turn};

impl Visit<'_> {
    /// The cause is listed; `ran` when that is news. `next` is the number of the next incident.
    pub(super) fn fires(&mut self, group: &Group<'_>, ran: bool, next: &mut u64) {
        self.sighted("it still stands");
        self.note(group);
        self.came();
        if self.is_open() {
            self.refresh(group, ran);
            self.settle();
            return;
        }
        let hold = self.opening_hold();
        if ran && self.track.runs < hold.runs && (self.track.runs == 0 || self.counts()) {
            self.track.runs += 1;
            self.track.counted = self.now;
        }
        if self.is_held(hold, self.track.runs, self.track.since) {
            self.open(group, next);
        }
    }

    fn opening_hold(&self) -> Hold {
        match self.track.severity {
            Severity::Critical => self.settings.open_critical,
            _ => self.settings.open,
        }
    }

    /// Remembers what is needed to recognise the cause when it is not listed.
    fn note(&mut self, group: &Group<'_>) {
        self.track.rule.clone_from(&group.worst.rule);
        self.track.severity = group.worst.severity;
        self.track.scope = group.scope();
        self.track.fingerprints = group.fingerprints();
        self.track.explained = None;
    }

    /// It was gone, and is here again.
    fn came(&mut self) {
        if self.track.clear.take().is_none() {
            return;
        }
        self.track.clear_runs = 0;
        if self.track.calm.is_some() {
            self.track.calm = Some(self.now);
        }
        if !self.is_open() {
            self.track.since = self.now;
            self.track.runs = 0;
        }
    }

    fn open(&mut self, group: &Group<'_>, next: &mut u64) {
        let within = self.settings.reopen_within;
        let last = self
            .incident()
            .filter(|incident| incident.closed.is_some_and(|closed| self.elapsed(closed) <= within));
        let shown = last.map(|incident| incident.finding.fingerprint.clone());
        let again = last.is_some();
        let finding = group.shown(shown.as_deref());
        let (now, count) = (self.now, group.count());
        if again {
            self.edit(|incident| reopen(incident, finding, count, now));
            self.tell(Turn::Reopened, finding.summary.clone());
        } else {
            let id = IncidentId(*next);
            *next = next.saturating_add(1);
            self.replace(opened(id, finding, count, now));
            self.tell(Turn::Opened, finding.summary.clone());
        }
        self.flip();
        if self.recent_flips() > self.settings.flips {
            self.flap(now);
        }
    }

    /// Keeps the finding of an open incident up to date: at once when it got worse, else once a minute.
    fn refresh(&mut self, group: &Group<'_>, ran: bool) {
        let Some(incident) = self.incident() else { return };
        let (known, count) = (&incident.finding, group.count());
        let finding = group.shown(Some(&known.fingerprint));
        let before = known.severity;
        let news = finding.severity != before || finding.summary != known.summary;
        let (changed, seen, spacing) = (incident.changed, incident.seen, self.settings.change_spacing);
        let due = if finding == known && count == incident.findings {
            // Being seen once more is worth a note, not a round of its own. That it is found although its rule does not see all
            // must be noted at once: it is how its end will be told from its going out of sight.
            let despite = self.blurred.is_some_and(|began| seen < began && began <= self.now);
            ran && (despite || self.elapsed(seen) >= spacing)
        } else if news {
            finding.severity > before || self.has_lasted(changed, spacing)
        } else {
            self.has_lasted(seen, spacing)
        };
        if !due {
            return;
        }
        let now = self.now;
        self.edit(|incident| {
            incident.finding = finding.clone();
            incident.findings = count;
            incident.seen = now;
        });
        if news {
            self.tell(Turn::Changed, changed_text(before, finding));
        }
    }

    /// A flapping incident that has stood for long enough has come to rest.
    fn settle(&mut self) {
        let Some(calm) = self.track.calm else { return };
        if self.has_lasted(calm, self.settings.steady_after) {
            self.steady("it stays");
        }
    }
}

fn changed_text(before: Severity, finding: &Finding) -> String {
    let Finding { severity, summary, .. } = finding;
    match *severity == before {
        true => summary.clone(),
        false => format!("{}, was {}: {summary}", severity.as_str(), before.as_str()),
    }
}

fn opened(id: IncidentId, finding: &Finding, findings: u32, now: i64) -> Incident {
    Incident {
        id,
        cause: finding.cause.clone(),
        stage: Stage::Open,
        finding: finding.clone(),
        findings,
        opened: now,
        changed: now,
        seen: now,
        closed: None,
        reopened: 0,
        flapping: false,
        blind: None,
        mute: None,
    }
}

fn reopen(incident: &mut Incident, finding: &Finding, findings: u32, now: i64) {
    incident.stage = Stage::Open;
    incident.finding = finding.clone();
    incident.findings = findings;
    incident.seen = now;
    incident.closed = None;
    // Whether it is muted now is told anew, as for one that opens.
    incident.mute = None;
    incident.reopened = incident.reopened.saturating_add(1);
}
