//! What a sink was told, and what it is told next.

use crate::notice::Notice;
use sdo_model::finding::Severity;
use sdo_model::incident::{Incident, IncidentId, Stage, Turn};
use std::collections::BTreeSet;

/// Incidents that one sink is known to believe in. A cluster with more of them open needs no more messages.
pub(crate) const MAX_OPEN: usize = 10_000;

/// What a notice means to a sink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The fault stands: tell it.
    Stands,
    /// It was told and is over: tell that.
    Over,
    /// Tell nothing; whatever was told stays as it is.
    Silent,
    /// Tell nothing, and stop repeating what was told.
    Hush,
    /// It should be told, and the sink believes in too much already.
    Full,
}

/// The incidents that a sink believes in.
#[derive(Clone, Debug)]
pub(crate) struct Ledger {
    told: BTreeSet<IncidentId>,
    minimum: Severity,
}

impl Ledger {
    pub(crate) fn new(minimum: Severity) -> Self {
        Self {
            told: BTreeSet::new(),
            minimum,
        }
    }

    /// Takes it that the sink was told of `open`, before this process began; those of them that it would have been told of.
    pub(crate) fn resume<'i>(&mut self, open: &'i [Incident]) -> Vec<&'i Incident> {
        let would = |incident: &&Incident| {
            incident.stage == Stage::Open && incident.mute.is_none() && incident.finding.severity >= self.minimum
        };
        let known: Vec<&Incident> = open.iter().filter(would).take(MAX_OPEN).collect();
        self.told = known.iter().map(|incident| incident.id).collect();
        known
    }

    pub(crate) fn judge(&mut self, notice: &Notice) -> Verdict {
        let Notice { entry, incident, .. } = notice;
        let told = self.told.contains(&incident.id);
        let of_flapping = matches!(entry.turn, Turn::Flapping | Turn::Steady);
        if incident.flapping && !of_flapping {
            return Verdict::Silent;
        }
        // One that has just begun to come and go stands, wherever it is at that moment.
        if incident.stage == Stage::Closed && !incident.flapping {
            return match self.told.remove(&incident.id) {
                true => Verdict::Over,
                false => Verdict::Silent,
            };
        }
        if incident.mute.is_some() {
            return Verdict::Hush;
        }
        if incident.finding.severity < self.minimum && !told {
            return Verdict::Silent;
        }
        if !told && self.told.len() >= MAX_OPEN {
            return Verdict::Full;
        }
        self.told.insert(incident.id);
        Verdict::Stands
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notice::samples::{closed, incident, notice, opened};
    use sdo_model::incident::Mute;

    fn ledger() -> Ledger {
        Ledger::new(Severity::Warning)
    }

    fn with(turn: Turn, change: impl FnOnce(&mut Incident)) -> Notice {
        let mut incident = incident(1);
        change(&mut incident);
        notice(turn, incident)
    }

    fn muted(turn: Turn) -> Notice {
        with(turn, |incident| {
            incident.mute = Some(Mute {
                by: "window".to_owned(),
                until: None,
            });
        })
    }

    #[test]
    fn an_incident_is_told_from_its_opening_to_its_end() {
        let mut ledger = ledger();
        assert_eq!(ledger.judge(&opened(1)), Verdict::Stands);
        assert_eq!(ledger.judge(&with(Turn::Changed, |_| ())), Verdict::Stands);
        assert_eq!(ledger.judge(&closed(1)), Verdict::Over);
        assert_eq!(ledger.judge(&closed(1)), Verdict::Silent, "once");
        assert_eq!(ledger.judge(&with(Turn::Reopened, |_| ())), Verdict::Stands);
    }

    #[test]
    fn what_is_below_the_minimum_is_not_told_until_it_gets_worse() {
        let mut ledger = ledger();
        let mild = |turn| with(turn, |incident| incident.finding.severity = Severity::Info);
        assert_eq!(ledger.judge(&mild(Turn::Opened)), Verdict::Silent);
        assert_eq!(ledger.judge(&closed(1)), Verdict::Silent);
        assert_eq!(ledger.judge(&with(Turn::Changed, |_| ())), Verdict::Stands);
        assert_eq!(
            ledger.judge(&mild(Turn::Changed)),
            Verdict::Stands,
            "who knows of it hears that it got milder"
        );
        assert_eq!(ledger.judge(&closed(1)), Verdict::Over);
    }

    #[test]
    fn a_muted_incident_is_not_told_and_the_end_of_a_told_one_is() {
        let mut ledger = ledger();
        assert_eq!(ledger.judge(&muted(Turn::Opened)), Verdict::Hush);
        assert_eq!(ledger.judge(&with(Turn::Unmuted, |_| ())), Verdict::Stands);
        assert_eq!(ledger.judge(&muted(Turn::Muted)), Verdict::Hush);
        let mut end = muted(Turn::Closed);
        end.incident.stage = Stage::Closed;
        assert_eq!(ledger.judge(&end), Verdict::Over);
    }

    #[test]
    fn of_a_flapping_incident_only_the_beginning_and_the_end_of_it_are_told() {
        let flapping = |turn, stage| {
            with(turn, |incident| {
                incident.flapping = true;
                incident.stage = stage;
            })
        };
        let mut ledger = ledger();
        ledger.judge(&opened(1));
        assert_eq!(ledger.judge(&flapping(Turn::Flapping, Stage::Closed)), Verdict::Stands);
        assert_eq!(ledger.judge(&flapping(Turn::Closed, Stage::Closed)), Verdict::Silent);
        assert_eq!(ledger.judge(&flapping(Turn::Reopened, Stage::Open)), Verdict::Silent);
        let steady = with(Turn::Steady, |incident| incident.stage = Stage::Closed);
        assert_eq!(ledger.judge(&steady), Verdict::Over);
    }

    #[test]
    fn after_a_restart_the_end_of_what_was_told_before_is_told() {
        let mut ledger = ledger();
        let mut mild = incident(2);
        mild.finding.severity = Severity::Info;
        let (open, quiet) = (incident(1), muted(Turn::Muted).incident);
        let quiet = Incident {
            id: IncidentId(3),
            ..quiet
        };
        let all = [open, mild, quiet];
        let known: Vec<IncidentId> = ledger.resume(&all).iter().map(|incident| incident.id).collect();
        assert_eq!(known, [IncidentId(1)]);
        assert_eq!(ledger.judge(&closed(1)), Verdict::Over);
        assert_eq!(ledger.judge(&closed(2)), Verdict::Silent);
    }

    #[test]
    fn a_sink_believes_in_a_bounded_number_of_incidents() {
        let mut ledger = ledger();
        for id in 0..MAX_OPEN as u64 {
            assert_eq!(ledger.judge(&opened(id)), Verdict::Stands);
        }
        assert_eq!(ledger.judge(&opened(1_000_000)), Verdict::Full);
        assert_eq!(ledger.judge(&closed(0)), Verdict::Over);
        assert_eq!(ledger.judge(&opened(1_000_000)), Verdict::Stands);
    }
}
