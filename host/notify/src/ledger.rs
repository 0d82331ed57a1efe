//! What a sink was told, and what it is told next.

use crate::notice::Notice;
use sdo_model::finding::Severity;
use sdo_model::incident::{Incident, IncidentId, Stage, Turn};
use std::collections::BTreeMap;

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

/// How well it is known that a sink believes in an incident.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    Surely,
    /// It stood before this process began, muted or mild by then; what it was before that is not written down.
    Perhaps,
}

/// The incidents that a sink believes in.
#[derive(Clone, Debug)]
pub(crate) struct Ledger {
    told: BTreeMap<IncidentId, Told>,
    minimum: Severity,
}

impl Ledger {
    pub(crate) fn new(minimum: Severity) -> Self {
        Self {
            told: BTreeMap::new(),
            minimum,
        }
    }

    /// Takes it that the sink was told of `open` before this process began. Those of them that it would be told of now: only they are
    /// repeated.
    ///
    /// The others may have been told before they were muted or got milder. Their ends are told in any case: that of a fault that was
    /// never told puzzles somebody, one that is kept back leaves a fault standing for ever.
    pub(crate) fn resume<'i>(&mut self, open: &'i [Incident]) -> Vec<&'i Incident> {
        let open = open.iter().filter(|incident| incident.stage == Stage::Open);
        let (mut sure, unsure): (Vec<&Incident>, Vec<&Incident>) = open.partition(|incident| self.would_tell(incident));
        sure.truncate(MAX_OPEN);
        let surely = sure.iter().map(|incident| (incident.id, Told::Surely));
        let perhaps = unsure.iter().map(|incident| (incident.id, Told::Perhaps));
        self.told = surely.chain(perhaps).take(MAX_OPEN).collect();
        sure
    }

    pub(crate) fn judge(&mut self, notice: &Notice) -> Verdict {
        let Notice { entry, incident, .. } = notice;
        let of_flapping = matches!(entry.turn, Turn::Flapping | Turn::Steady);
        if incident.flapping && !of_flapping {
            return Verdict::Silent;
        }
        if incident.stage == Stage::Closed {
            return self.judge_closed(entry.turn, incident.id);
        }
        if incident.mute.is_some() {
            return Verdict::Hush;
        }
        let told = self.told.get(&incident.id).copied();
        if incident.finding.severity < self.minimum && told != Some(Told::Surely) {
            return Verdict::Silent;
        }
        if told.is_none() && self.told.len() >= MAX_OPEN {
            return Verdict::Full;
        }
        self.told.insert(incident.id, Told::Surely);
        Verdict::Stands
    }

    /// All turns of one round come with the incident as it is after the last of them, so one that came to rest or into sight before it
    /// closed looks closed already. Only the closing tells the end: a receiver may know it by its turn.
    fn judge_closed(&mut self, turn: Turn, id: IncidentId) -> Verdict {
        if turn != Turn::Closed {
            return Verdict::Silent;
        }
        match self.told.remove(&id) {
            Some(_) => Verdict::Over,
            None => Verdict::Silent,
        }
    }

    /// Takes it that the sink may know of an incident that is over, however mild or mute it was by then.
    pub(crate) fn recall(&mut self, notice: &Notice) {
        let Notice { entry, incident, .. } = notice;
        let is_end = entry.turn == Turn::Closed && incident.stage == Stage::Closed;
        if is_end && self.told.len() < MAX_OPEN {
            self.told.entry(incident.id).or_insert(Told::Perhaps);
        }
    }

    fn would_tell(&self, incident: &Incident) -> bool {
        incident.mute.is_none() && incident.finding.severity >= self.minimum
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
        assert_eq!(ledger.judge(&flapping(Turn::Flapping, Stage::Open)), Verdict::Stands);
        assert_eq!(ledger.judge(&flapping(Turn::Closed, Stage::Closed)), Verdict::Silent);
        assert_eq!(ledger.judge(&flapping(Turn::Reopened, Stage::Open)), Verdict::Silent);
        assert_eq!(ledger.judge(&with(Turn::Steady, |_| ())), Verdict::Stands);
        assert_eq!(ledger.judge(&closed(1)), Verdict::Over);
    }

    #[test]
    fn of_several_turns_of_a_round_that_ends_an_incident_only_the_closing_is_its_end() {
        for turn in [Turn::Steady, Turn::Sighted, Turn::Changed, Turn::Muted, Turn::Unmuted] {
            let mut ledger = ledger();
            ledger.judge(&opened(1));
            let closing = with(turn, |incident| incident.stage = Stage::Closed);
            assert_eq!(ledger.judge(&closing), Verdict::Silent, "{turn:?}");
            assert_eq!(ledger.judge(&closed(1)), Verdict::Over, "{turn:?}");
        }
    }

    #[test]
    fn after_a_restart_the_end_of_what_may_have_been_told_before_is_told() {
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
        assert_eq!(known, [IncidentId(1)], "the others are not repeated");
        for id in 1..=3 {
            assert_eq!(ledger.judge(&closed(id)), Verdict::Over, "{id}");
        }
        assert_eq!(ledger.judge(&closed(4)), Verdict::Silent);
    }

    #[test]
    fn after_a_restart_news_of_what_is_muted_or_mild_is_kept_back_as_before() {
        let mild = |turn| with(turn, |incident| incident.finding.severity = Severity::Info);
        let mut ledger = ledger();
        assert!(ledger.resume(&[mild(Turn::Opened).incident]).is_empty());
        assert_eq!(ledger.judge(&mild(Turn::Changed)), Verdict::Silent);
        assert_eq!(ledger.judge(&with(Turn::Changed, |_| ())), Verdict::Stands);
        assert_eq!(ledger.judge(&mild(Turn::Changed)), Verdict::Stands);
        assert!(ledger.resume(&[muted(Turn::Muted).incident]).is_empty());
        assert_eq!(ledger.judge(&muted(Turn::Changed)), Verdict::Hush);
        assert_eq!(ledger.judge(&with(Turn::Unmuted, |_| ())), Verdict::Stands);
    }

    #[test]
    fn what_is_repeated_after_a_restart_is_not_displaced_by_what_is_muted() {
        let quiet = (0..MAX_OPEN as u64).map(|id| Incident {
            id: IncidentId(id),
            ..muted(Turn::Muted).incident
        });
        let all: Vec<Incident> = quiet.chain([incident(1_000_000)]).collect();
        let mut ledger = ledger();
        assert_eq!(ledger.resume(&all).len(), 1);
        assert_eq!(ledger.judge(&closed(1_000_000)), Verdict::Over);
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
