//! What webhooks may not have: written down beside the incidents, so that the next host can tell it.

use super::{Keeper, Term};
use jiff::Timestamp;
use sdo_model::incident::{Entry, Stage, Turn};
use sdo_notify::Notice;
use sdo_store::{Memory as Kept, Store};
use std::collections::BTreeMap;
use std::time::Duration;

/// Where the number of the first entry is kept that each webhook may not have.
pub(super) const UNTOLD: &str = "untold";
/// These numbers are written down this soon after they changed though nothing else is to be written.
pub(super) const OUTBOX: Duration = Duration::from_secs(5);
/// Seconds after which a notice that was not delivered before its host ended is news no more.
const STALE: i64 = 3_600;
/// Notices that are told again after another host ended: half of what may wait for a webhook, so that news has room.
const RETOLD: u32 = 500;

impl Keeper {
    /// Tells webhooks again what the host before this one may not have delivered. That host is gone, and with it whoever would know.
    /// What could not be read to be told.
    pub(super) async fn retell(&self, store: &Store, kept: &Kept) -> BTreeMap<String, u64> {
        let untold = kept.tracks.get(UNTOLD);
        let untold: BTreeMap<String, u64> = untold
            .and_then(|json| serde_json::from_str(json.get()).ok())
            .unwrap_or_default();
        let Some(first) = untold.values().min() else {
            return untold;
        };
        // The clock of this machine may be behind the cluster's.
        let now = Timestamp::now().as_second().max(kept.committed.unwrap_or_default());
        let entries = match store.entries_from(*first, now.saturating_sub(STALE), RETOLD).await {
            Ok(entries) => entries,
            Err(error) => {
                tracing::warn!(%error, "store.entries");
                return untold;
            }
        };
        let notices: Vec<Notice> = entries
            .into_iter()
            .filter_map(|(sequence, entry)| self.notice_again(kept, sequence, entry))
            .collect();
        if !notices.is_empty() {
            tracing::info!(notices = notices.len(), "host.retell");
            self.notifier.retell(&notices, &untold);
        }
        BTreeMap::new()
    }

    /// The notice of an entry, with its incident as it is now; `None` for an end that was not the last word.
    fn notice_again(&self, kept: &Kept, sequence: u64, entry: Entry) -> Option<Notice> {
        let incident = kept.incidents.iter().find(|incident| incident.id == entry.incident)?;
        let is_past = entry.turn == Turn::Closed && incident.stage == Stage::Open;
        (!is_past).then(|| Notice {
            sequence,
            entry,
            incident: incident.clone(),
            cluster: self.cluster.clone(),
        })
    }

    /// Writes down what webhooks have by now, once there was a round to count from.
    pub(super) async fn write_untold(&mut self, term: &mut Term) {
        if term.now > 0 && term.written_untold != self.untold(term) {
            self.write(term).await;
        }
    }

    /// The number of the first entry that each webhook may not have.
    pub(super) fn untold(&self, term: &Term) -> BTreeMap<String, u64> {
        let next = term.untold.first().map_or(term.next_entry, |numbered| numbered.first);
        let mut untold = self.notifier.untold(next);
        for (sink, left) in &term.left_untold {
            untold
                .entry(sink.clone())
                .and_modify(|first| *first = (*first).min(*left));
        }
        untold
    }
}
