//! What an Alertmanager should believe, and how much of that it was told.

use super::alert::{Alert, Labels};
use crate::ledger::MAX_OPEN;
use jiff::{SignedDuration, Timestamp};
use sdo_model::incident::IncidentId;
use std::collections::BTreeMap;

/// How long an end is kept for an Alertmanager that is away. It takes an alert that nobody repeats for over long before.
const END_STAYS: SignedDuration = SignedDuration::from_mins(15);

/// Alerts that stand, and ends that were not delivered.
#[derive(Debug, Default)]
pub(super) struct Board {
    standing: BTreeMap<IncidentId, Standing>,
    ends: BTreeMap<Labels, End>,
    changes: u64,
}

#[derive(Debug)]
struct Standing {
    alert: Alert,
    /// The notices in it that were not sent.
    keys: Vec<String>,
    /// Number of its last change; `None` once that was sent.
    change: Option<u64>,
}

#[derive(Debug)]
struct End {
    alert: Alert,
    keys: Vec<String>,
    change: u64,
    since: Timestamp,
}

/// Alerts of one request.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) alerts: Vec<Alert>,
    /// The notices that are told with it for the first time.
    pub(super) keys: Vec<String>,
    /// The changes in it.
    changes: Vec<u64>,
}

/// Notices that one alert may collect while the Alertmanager is away.
const MAX_KEYS: usize = 100;

impl Board {
    pub(super) fn stands(&mut self, id: IncidentId, alert: Alert, key: Option<String>, now: Timestamp) {
        let before = self.standing.remove(&id);
        let mut keys = before.as_ref().map(|before| before.keys.clone()).unwrap_or_default();
        // An alert of other labels is another alert to Alertmanager: the old one is over.
        if let Some(before) = before.filter(|before| before.alert.labels != alert.labels) {
            self.end(before.alert.ended(None, now), Vec::new(), now);
        }
        if let Some(end) = self.ends.remove(&alert.labels) {
            keys.extend(end.keys);
        }
        keys.extend(key);
        keys.truncate(MAX_KEYS);
        let change = Some(self.next());
        self.standing.insert(id, Standing { alert, keys, change });
    }

    pub(super) fn over(&mut self, id: IncidentId, alert: Alert, key: String, now: Timestamp) {
        let before = self.standing.remove(&id);
        let mut keys = before.as_ref().map(|before| before.keys.clone()).unwrap_or_default();
        // What ends is the alert that was told, also when the last finding has other words.
        let told = before.map(|before| Alert {
            ends_at: alert.ends_at.max(Some(before.alert.starts_at)),
            ..before.alert
        });
        keys.push(key);
        self.end(told.unwrap_or(alert), keys, now);
    }

    /// Stops repeating an alert; the Alertmanager takes it for over after a while.
    pub(super) fn hush(&mut self, id: IncidentId) {
        self.standing.remove(&id);
    }

    /// Takes everything off; the notices that were not sent. Numbers of changes go on: what is on its way is never taken for what comes.
    pub(super) fn clear(&mut self) -> Vec<String> {
        let left = self.keys_not_sent();
        self.standing.clear();
        self.ends.clear();
        left
    }

    /// What is to be sent: every change that was not sent, or everything. And the notices of ends that nobody took in time.
    pub(super) fn due(&mut self, all: bool, size: usize, now: Timestamp) -> (Vec<Batch>, Vec<String>) {
        let mut too_old = Vec::new();
        self.ends.retain(|_, end| {
            let stays = now.duration_since(end.since) <= END_STAYS;
            if !stays {
                too_old.append(&mut end.keys);
            }
            stays
        });
        let ends = self.ends.values().map(|end| (&end.alert, &end.keys, Some(end.change)));
        let standing = self
            .standing
            .values()
            .filter(|standing| all || standing.change.is_some());
        let standing = standing.map(|standing| (&standing.alert, &standing.keys, standing.change));
        let mut batches: Vec<Batch> = Vec::new();
        for (alert, keys, change) in ends.chain(standing) {
            if batches.last().is_none_or(|batch| batch.alerts.len() >= size) {
                batches.push(Batch::default());
            }
            if let Some(batch) = batches.last_mut() {
                batch.alerts.push(alert.clone());
                batch.keys.extend(keys.iter().cloned());
                batch.changes.extend(change);
            }
        }
        (batches, too_old)
    }

    /// The Alertmanager has `batch`. What changed since it was taken is still to be sent.
    pub(super) fn sent(&mut self, batch: &Batch) {
        self.ends.retain(|_, end| !batch.changes.contains(&end.change));
        for standing in self.standing.values_mut() {
            if standing.change.is_some_and(|change| batch.changes.contains(&change)) {
                standing.change = None;
                standing.keys.clear();
            }
        }
    }

    /// The notices that were not sent.
    pub(super) fn keys_not_sent(&self) -> Vec<String> {
        let ends = self.ends.values().flat_map(|end| &end.keys);
        let standing = self.standing.values().flat_map(|standing| &standing.keys);
        ends.chain(standing).cloned().collect()
    }

    fn end(&mut self, alert: Alert, mut keys: Vec<String>, now: Timestamp) {
        keys.truncate(MAX_KEYS);
        let change = self.next();
        let end = End {
            alert,
            keys,
            change,
            since: now,
        };
        self.ends.insert(end.alert.labels.clone(), end);
        // Of too many, the oldest: those an Alertmanager takes for over by itself soon.
        if self.ends.len() > MAX_OPEN {
            let oldest = self.ends.values().min_by_key(|end| end.change);
            if let Some(labels) = oldest.map(|end| end.alert.labels.clone()) {
                self.ends.remove(&labels);
            }
        }
    }

    fn next(&mut self) -> u64 {
        self.changes += 1;
        self.changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notice::samples::incident;
    use sdo_model::finding::Severity;

    fn now() -> Timestamp {
        Timestamp::from_second(1_700_001_000).unwrap()
    }

    fn alert(id: u64) -> Alert {
        Alert::of(&incident(id), "prod", None, now())
    }

    fn key(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    /// What would be sent, in one batch.
    fn due(board: &mut Board, all: bool) -> Batch {
        let (mut batches, _) = board.due(all, usize::MAX, now());
        batches.pop().unwrap_or_default()
    }

    #[test]
    fn a_change_is_sent_once_and_everything_with_each_repetition() {
        let mut board = Board::default();
        board.stands(IncidentId(1), alert(1), key("a"), now());
        let batch = due(&mut board, false);
        assert_eq!(
            (batch.alerts.len(), batch.keys.as_slice()),
            (1, ["a".to_owned()].as_slice())
        );
        assert_eq!(due(&mut board, false).alerts.len(), 1, "until the Alertmanager has it");
        board.sent(&batch);
        assert!(due(&mut board, false).alerts.is_empty());
        let again = due(&mut board, true);
        assert_eq!((again.alerts.len(), again.keys.len()), (1, 0));
    }

    #[test]
    fn what_changed_while_it_was_on_its_way_is_sent_again() {
        let mut board = Board::default();
        board.stands(IncidentId(1), alert(1), key("a"), now());
        let batch = due(&mut board, false);
        board.over(IncidentId(1), alert(1).ended(None, now()), "b".to_owned(), now());
        board.sent(&batch);
        let last = due(&mut board, false);
        assert!(last.alerts[0].ends_at.is_some());
        board.sent(&last);
        assert!(due(&mut board, true).alerts.is_empty(), "an end is not repeated");
    }

    #[test]
    fn a_change_of_labels_ends_the_alert_that_was_told() {
        let mut board = Board::default();
        board.stands(IncidentId(1), alert(1), key("a"), now());
        let batch = due(&mut board, false);
        board.sent(&batch);
        let mut worse = incident(1);
        worse.finding.severity = Severity::Critical;
        board.stands(IncidentId(1), Alert::of(&worse, "prod", None, now()), key("b"), now());
        let batch = due(&mut board, false);
        let ended: Vec<(&str, bool)> = batch
            .alerts
            .iter()
            .map(|alert| (alert.labels["severity"].as_str(), alert.ends_at.is_some()))
            .collect();
        assert_eq!(ended, [("warning", true), ("critical", false)]);
    }

    #[test]
    fn a_fault_that_is_back_takes_its_end_off_the_board() {
        let mut board = Board::default();
        board.stands(IncidentId(1), alert(1), key("a"), now());
        board.over(IncidentId(1), alert(1).ended(None, now()), "b".to_owned(), now());
        board.stands(IncidentId(1), alert(1), key("c"), now());
        let batch = due(&mut board, false);
        assert_eq!(batch.alerts.len(), 1);
        assert_eq!((batch.alerts[0].ends_at, batch.keys.len()), (None, 3));
    }

    #[test]
    fn an_end_that_nobody_takes_is_lost_after_a_while_and_told_as_such() {
        let mut board = Board::default();
        board.stands(IncidentId(1), alert(1), None, now());
        board.over(IncidentId(1), alert(1).ended(None, now()), "b".to_owned(), now());
        let (batches, lost) = board.due(true, 10, now() + SignedDuration::from_mins(16));
        assert!(batches.is_empty());
        assert_eq!(lost, ["b".to_owned()]);
    }

    #[test]
    fn what_was_on_its_way_when_the_board_was_cleared_stands_for_nothing_that_came_after() {
        let mut board = Board::default();
        board.stands(IncidentId(1), alert(1), key("a"), now());
        let batch = due(&mut board, false);
        assert_eq!(board.clear(), ["a".to_owned()]);
        assert!(due(&mut board, true).alerts.is_empty());
        board.over(IncidentId(2), alert(2).ended(None, now()), "b".to_owned(), now());
        board.sent(&batch);
        assert_eq!(due(&mut board, false).keys, ["b".to_owned()]);
    }

    #[test]
    fn a_hushed_alert_is_not_repeated() {
        let mut board = Board::default();
        board.stands(IncidentId(1), alert(1), key("a"), now());
        board.hush(IncidentId(1));
        assert!(due(&mut board, true).alerts.is_empty());
    }

    #[test]
    fn many_alerts_travel_in_several_requests() {
        let mut board = Board::default();
        for id in 0..150 {
            board.stands(IncidentId(id), alert(id), None, now());
        }
        let (batches, _) = board.due(false, 64, now());
        let sizes: Vec<usize> = batches.iter().map(|batch| batch.alerts.len()).collect();
        assert_eq!(sizes, [64, 64, 22]);
    }
}
