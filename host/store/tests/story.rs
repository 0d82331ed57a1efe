//! What a store must do, whatever it is built on: each story is told over [`Place`] and [`Keeps`], and below on SQLite.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests: what must not happen ends them, also in the functions that prepare them"
)]

mod sample;

use sample::{CLUSTER, closed, entry, incidents, numbered, open, track};
use sdo_model::finding::{Evidence, ObjectName};
use sdo_model::incident::{Blind, Entry, Incident, IncidentId, Mute, Stage, Turn};
use sdo_store::{Batch, MAX_HISTORY, MAX_ROW_BYTES, MAX_ROWS, Memory, Pruned, Query, Store, StoreError};
use std::collections::BTreeMap;
use tempfile::TempDir;

/// Somewhere a store lies, to be opened again and again.
trait Place {
    type Store: Keeps;
    async fn open(&self) -> Self::Store;
}

/// What a store of any kind can do.
trait Keeps {
    async fn load(&self, closed_since: i64) -> Memory;
    async fn commit(&self, batch: &Batch) -> Result<(), StoreError>;
    async fn incidents(&self, query: &Query) -> Vec<Incident>;
    async fn incident(&self, id: u64) -> Option<Incident>;
    async fn history(&self, id: u64, limit: u32) -> Vec<Entry>;
    async fn entries_from(&self, first: u64, since: i64, limit: u32) -> Vec<(u64, Entry)>;
    async fn prune(&self, before: i64) -> Pruned;
    async fn close(self);
}

/// Tells every story on a place.
macro_rules! stories {
    ($place:expr => $($story:ident)*) => { $(
        #[tokio::test]
        async fn $story() {
            super::$story(&$place).await;
        }
    )* };
}

mod sqlite {
    stories! { super::Folder::default() =>
        a_new_store_remembers_nothing
        what_was_committed_is_there_after_reopening
        the_same_batch_twice_changes_nothing
        batches_that_were_merged_store_what_they_would_have_stored_one_by_one
        a_refused_batch_leaves_nothing
        two_incidents_are_not_open_for_one_cause
        an_incident_opens_in_the_batch_that_closes_the_one_before
        numbers_never_go_back
        an_engine_gets_what_is_open_and_what_was_closed_lately
        a_removed_track_is_gone
        incidents_are_found_by_stage_namespace_and_rule
        ten_thousand_incidents_come_in_bounded_pages_each_once
        large_incidents_make_short_pages
        a_history_ends_with_its_latest_entry
        entries_of_all_incidents_come_by_number_from_any_on
        pruning_takes_old_closed_incidents_with_their_history
        pruning_shortens_long_histories
        hostile_text_comes_back_as_it_went_in
        what_is_too_large_is_refused_with_its_name
    }
}

async fn a_new_store_remembers_nothing(place: &impl Place) {
    let store = place.open().await;
    let memory = store.load(0).await;
    assert!(memory.incidents.is_empty() && memory.tracks.is_empty());
    assert_eq!(
        (memory.next_id, memory.next_entry, memory.committed),
        (IncidentId(1), 1, None)
    );
    assert_eq!(store.incident(1).await, None);
    assert_eq!(store.history(1, 10).await, []);
    assert_eq!(store.prune(i64::MAX).await, Pruned::default());
}

async fn what_was_committed_is_there_after_reopening(place: &impl Place) {
    let mut whole = numbered(1);
    let incident = whole.incidents.get_mut(&IncidentId(1)).unwrap();
    incident.blind = Some(Blind {
        since: 5,
        reason: "Pod: forbidden".to_owned(),
    });
    incident.mute = Some(Mute {
        by: "window nightly".to_owned(),
        until: Some(9),
    });
    let store = place.open().await;
    store.commit(&whole).await.unwrap();
    store.close().await;

    let store = place.open().await;
    let memory = store.load(0).await;
    assert_eq!(memory.incidents, [whole.incidents[&IncidentId(1)].clone()]);
    assert_eq!(memory.tracks["cause 1"].get(), "{\"runs\":1}");
    assert_eq!(
        (memory.next_id, memory.next_entry, memory.committed),
        (IncidentId(2), 2, Some(1))
    );
    assert_eq!(store.history(1, 10).await, [whole.entries[&1].clone()]);
}

async fn the_same_batch_twice_changes_nothing(place: &impl Place) {
    let store = place.open().await;
    store.commit(&numbered(1)).await.unwrap();
    store.commit(&numbered(2)).await.unwrap();
    let before = everything(&store).await;
    store.commit(&numbered(2)).await.unwrap();
    assert_eq!(everything(&store).await, before);
    store.close().await;
    let store = place.open().await;
    store.commit(&numbered(2)).await.unwrap();
    assert_eq!(everything(&store).await, before);
}

async fn batches_that_were_merged_store_what_they_would_have_stored_one_by_one(place: &impl Place) {
    let store = place.open().await;
    // The first of them was stored, and nobody was told so.
    store.commit(&numbered(1)).await.unwrap();
    let mut waiting = numbered(1);
    let mut end = incidents([closed(1, "cause 1", 3)]);
    end.at = 3;
    end.entries.insert(3, entry(1, 3, Turn::Closed));
    end.tracks.insert("cause 1".to_owned(), None);
    assert_eq!(waiting.absorb(numbered(2)) + waiting.absorb(end), 0);
    store.commit(&waiting).await.unwrap();

    let memory = store.load(0).await;
    assert_eq!(memory.incidents, [closed(1, "cause 1", 3), open(2, "cause 2")]);
    assert_eq!(memory.tracks.keys().collect::<Vec<_>>(), ["cause 2"]);
    let turns: Vec<Turn> = store.history(1, 10).await.iter().map(|entry| entry.turn).collect();
    assert_eq!(turns, [Turn::Opened, Turn::Closed]);
    assert_eq!((memory.next_entry, memory.committed), (4, Some(3)));
}

async fn a_refused_batch_leaves_nothing(place: &impl Place) {
    let store = place.open().await;
    store.commit(&numbered(1)).await.unwrap();
    let before = everything(&store).await;
    let mut clash = numbered(2);
    // The number of another entry; it is looked at after the incident was written.
    clash.entries = BTreeMap::from([(1, entry(2, 2, Turn::Opened))]);
    let refused = store.commit(&clash).await;
    assert!(matches!(refused, Err(StoreError::Clash { sequence: 1 })), "{refused:?}");
    assert_eq!(everything(&store).await, before);
    store.commit(&numbered(2)).await.unwrap();
}

async fn two_incidents_are_not_open_for_one_cause(place: &impl Place) {
    let store = place.open().await;
    store.commit(&incidents([open(1, "cause")])).await.unwrap();
    let refused = store.commit(&incidents([open(2, "cause")])).await;
    assert!(
        matches!(refused, Err(StoreError::TwoOpen { id: IncidentId(2), .. })),
        "{refused:?}"
    );
    assert_eq!(store.incident(2).await, None);
    store.commit(&incidents([closed(2, "cause", 7)])).await.unwrap();
}

async fn an_incident_opens_in_the_batch_that_closes_the_one_before(place: &impl Place) {
    let store = place.open().await;
    store.commit(&incidents([open(2, "cause")])).await.unwrap();
    // In either order of their numbers.
    store
        .commit(&incidents([closed(2, "cause", 3), open(3, "cause")]))
        .await
        .unwrap();
    store
        .commit(&incidents([open(2, "cause"), closed(3, "cause", 4)]))
        .await
        .unwrap();
    let memory = store.load(0).await;
    assert_eq!(memory.incidents, [open(2, "cause"), closed(3, "cause", 4)]);
}

async fn numbers_never_go_back(place: &impl Place) {
    let store = place.open().await;
    store.commit(&numbered(8)).await.unwrap();
    store.commit(&numbered(3)).await.unwrap();
    store.commit(&incidents([closed(8, "cause 8", 9)])).await.unwrap();
    assert_eq!(store.prune(i64::MAX).await.incidents, 1);
    store.close().await;
    let memory = place.open().await.load(0).await;
    assert_eq!((memory.next_id, memory.next_entry), (IncidentId(9), 9));
}

async fn an_engine_gets_what_is_open_and_what_was_closed_lately(place: &impl Place) {
    let store = place.open().await;
    let mut reopened = open(4, "came back");
    reopened.closed = Some(2);
    let batch = incidents([closed(1, "old", 10), closed(2, "lately", 20), open(3, "open"), reopened]);
    store.commit(&batch).await.unwrap();
    let ids: Vec<u64> = store
        .load(20)
        .await
        .incidents
        .iter()
        .map(|incident| incident.id.0)
        .collect();
    assert_eq!(ids, [2, 3, 4]);
    assert_eq!(store.load(0).await.incidents.len(), 4);
}

async fn a_removed_track_is_gone(place: &impl Place) {
    let store = place.open().await;
    let mut batch = Batch::default();
    batch.tracks.insert("a".to_owned(), track("[1, 2]"));
    batch.tracks.insert("b".to_owned(), track("null"));
    store.commit(&batch).await.unwrap();
    batch.tracks.insert("a".to_owned(), None);
    batch.tracks.insert("never there".to_owned(), None);
    batch.tracks.insert("b".to_owned(), track("{\"text\": \"\\u0000\"}"));
    store.commit(&batch).await.unwrap();
    let tracks = store.load(0).await.tracks;
    assert_eq!(tracks.keys().collect::<Vec<_>>(), ["b"]);
    assert_eq!(tracks["b"].get(), "{\"text\": \"\\u0000\"}");
}

async fn incidents_are_found_by_stage_namespace_and_rule(place: &impl Place) {
    let store = place.open().await;
    let mut node = open(3, "node");
    node.finding.primary.namespace = String::new();
    let mut other = closed(4, "other", 9);
    other.finding.rule = "image-unpullable".to_owned();
    let batch = incidents([open(1, "open"), closed(2, "closed", 9), node, other]);
    store.commit(&batch).await.unwrap();
    let demo = Some("demo".to_owned());
    let rule = Some("replicas-missing".to_owned());
    assert_eq!(found(&store, Query::default()).await, [4, 3, 2, 1]);
    let stage = Some(Stage::Open);
    assert_eq!(
        found(
            &store,
            Query {
                stage,
                ..Query::default()
            }
        )
        .await,
        [3, 1]
    );
    let namespace = demo.clone();
    assert_eq!(
        found(
            &store,
            Query {
                namespace,
                ..Query::default()
            }
        )
        .await,
        [4, 2, 1]
    );
    let namespace = Some(String::new());
    assert_eq!(
        found(
            &store,
            Query {
                namespace,
                ..Query::default()
            }
        )
        .await,
        [3]
    );
    let all = Query {
        stage: Some(Stage::Closed),
        namespace: demo,
        rule,
        limit: 5,
        before: Some(IncidentId(4)),
    };
    assert_eq!(found(&store, all).await, [2]);
    assert_eq!(
        found(
            &store,
            Query {
                limit: 0,
                ..Query::default()
            }
        )
        .await,
        [0; 0]
    );
    let before = Some(IncidentId(u64::MAX));
    assert_eq!(
        found(
            &store,
            Query {
                before,
                limit: 1,
                ..Query::default()
            }
        )
        .await,
        [4]
    );
}

async fn ten_thousand_incidents_come_in_bounded_pages_each_once(place: &impl Place) {
    const ALL: u64 = 10_000;
    let store = place.open().await;
    let many = (1..=ALL).map(|id| match id % 2 {
        0 => open(id, &format!("cause {id}")),
        _ => closed(id, "cause", 5),
    });
    store.commit(&incidents(many)).await.unwrap();
    let mut wanted = Query {
        stage: Some(Stage::Open),
        namespace: Some("demo".to_owned()),
        limit: u32::MAX,
        ..Query::default()
    };
    let mut seen = Vec::new();
    loop {
        let page = found(&store, wanted.clone()).await;
        assert!(page.len() <= usize::try_from(MAX_ROWS).unwrap());
        let Some(last) = page.last() else { break };
        wanted.before = Some(IncidentId(*last));
        seen.extend(page);
    }
    let expected: Vec<u64> = (1..=ALL).rev().filter(|id| id % 2 == 0).collect();
    assert_eq!(seen, expected);
    assert_eq!(store.prune(i64::MAX).await.incidents, ALL / 2);
}

async fn large_incidents_make_short_pages(place: &impl Place) {
    let store = place.open().await;
    // Three of them fill an answer, and forty pages of a thousand such rows would fill a machine.
    for id in 1..=7 {
        store
            .commit(&incidents([large(id, MAX_ROW_BYTES * 3 / 4)]))
            .await
            .unwrap();
    }
    assert_eq!(found(&store, Query::default()).await, [7, 6, 5]);
    let before = Some(IncidentId(5));
    assert_eq!(
        found(
            &store,
            Query {
                before,
                ..Query::default()
            }
        )
        .await,
        [4, 3, 2]
    );
}

async fn a_history_ends_with_its_latest_entry(place: &impl Place) {
    let store = place.open().await;
    let mut batch = incidents([open(1, "a"), open(2, "b")]);
    let turns = [
        Turn::Opened,
        Turn::Flapping,
        Turn::Blinded,
        Turn::Sighted,
        Turn::Steady,
        Turn::Muted,
        Turn::Unmuted,
    ];
    let rest = [Turn::Changed, Turn::Closed, Turn::Reopened];
    for (number, turn) in (1..).zip(turns.into_iter().chain(rest)) {
        // Two in one second, and the other incident's in between.
        batch.entries.insert(number * 2, entry(1, 7, turn));
        batch.entries.insert(number * 2 + 1, entry(2, 7, turn));
    }
    store.commit(&batch).await.unwrap();
    let told = |entries: Vec<Entry>| entries.into_iter().map(|entry| entry.turn).collect::<Vec<_>>();
    assert_eq!(told(store.history(1, u32::MAX).await), [&turns[..], &rest[..]].concat());
    assert_eq!(told(store.history(2, 2).await), [Turn::Closed, Turn::Reopened]);
}

async fn entries_of_all_incidents_come_by_number_from_any_on(place: &impl Place) {
    let store = place.open().await;
    let mut batch = incidents([open(1, "a"), open(2, "b")]);
    let turns = [
        (1, Turn::Opened),
        (2, Turn::Opened),
        (1, Turn::Changed),
        (2, Turn::Closed),
    ];
    let entries: Vec<(u64, Entry)> = (10..)
        .zip(turns)
        .map(|(number, (incident, turn))| (number, entry(incident, i64::try_from(number).unwrap(), turn)))
        .collect();
    batch.entries.extend(entries.clone());
    store.commit(&batch).await.unwrap();
    assert_eq!(store.entries_from(0, 0, 10).await, entries);
    assert_eq!(store.entries_from(11, 0, 10).await, entries[1..]);
    assert_eq!(store.entries_from(0, 12, 10).await, entries[2..]);
    assert_eq!(store.entries_from(0, 0, 1).await, entries[3..], "the latest");
    assert_eq!(store.entries_from(14, 0, 10).await, []);
}

async fn pruning_takes_old_closed_incidents_with_their_history(place: &impl Place) {
    let store = place.open().await;
    let mut batch = incidents([
        closed(1, "old", 10),
        closed(2, "at the border", 20),
        open(3, "open since ever"),
    ]);
    for number in 1..=4 {
        // The fourth is about an incident that is not there.
        batch.entries.insert(number, entry(number, 1, Turn::Opened));
    }
    store.commit(&batch).await.unwrap();
    let pruned = Pruned {
        incidents: 1,
        entries: 2,
    };
    assert_eq!(store.prune(20).await, pruned);
    assert_eq!(found(&store, Query::default()).await, [3, 2]);
    assert_eq!(store.history(1, 10).await, []);
    assert_eq!(store.history(2, 10).await.len(), 1);
    assert_eq!(store.prune(20).await, Pruned::default());
}

async fn pruning_shortens_long_histories(place: &impl Place) {
    let store = place.open().await;
    let limit = u64::from(MAX_HISTORY);
    let mut batch = incidents([open(1, "comes and goes")]);
    for number in 1..=limit + 3 {
        batch
            .entries
            .insert(number, entry(1, i64::try_from(number).unwrap(), Turn::Reopened));
    }
    store.commit(&batch).await.unwrap();
    assert_eq!(
        store.prune(0).await,
        Pruned {
            incidents: 0,
            entries: 3
        }
    );
    let history = store.history(1, u32::MAX).await;
    assert_eq!((history.len(), history[0].at), (usize::try_from(limit).unwrap(), 4));
}

async fn hostile_text_comes_back_as_it_went_in(place: &impl Place) {
    let hostile = "'); DROP TABLE incidents;-- \u{1b}[31m \0 \u{202e} 💥 %s \\ \" =cmd|' /C calc'!A0";
    let mut incident = open(1, hostile);
    incident.finding.summary = hostile.to_owned();
    incident.finding.rule = hostile.to_owned();
    incident.finding.primary.namespace = hostile.to_owned();
    incident.finding.metadata = vec![(hostile.to_owned(), hostile.to_owned())];
    let mut batch = incidents([incident.clone()]);
    let mut told = entry(1, 1, Turn::Opened);
    told.detail = hostile.to_owned();
    batch.entries.insert(1, told.clone());
    batch.tracks.insert(hostile.to_owned(), track("1"));
    let store = place.open().await;
    store.commit(&batch).await.unwrap();
    store.commit(&batch).await.unwrap();
    assert_eq!(store.incident(1).await, Some(incident));
    assert_eq!(store.history(1, 1).await, [told]);
    assert!(store.load(0).await.tracks.contains_key(hostile));
    let wanted = Query {
        namespace: Some(hostile.to_owned()),
        rule: Some(hostile.to_owned()),
        ..Query::default()
    };
    assert_eq!(found(&store, wanted).await, [1]);
}

async fn what_is_too_large_is_refused_with_its_name(place: &impl Place) {
    let store = place.open().await;
    let refusal = |result: Result<(), StoreError>| result.unwrap_err().to_string();
    let told = refusal(store.commit(&incidents([large(7, MAX_ROW_BYTES)])).await);
    assert!(told.starts_with("cannot store INC-7: it has "), "{told}");
    let mut far = closed(1, "cause", 1);
    far.id = IncidentId(u64::MAX);
    let told = refusal(store.commit(&incidents([far])).await);
    assert!(told.contains("cannot store 18446744073709551615"), "{told}");
    assert_eq!(found(&store, Query::default()).await, [0; 0]);
}

/// All that can be read, as text.
async fn everything(store: &impl Keeps) -> String {
    let memory = store.load(0).await;
    let mut histories = Vec::new();
    for incident in &memory.incidents {
        histories.push(store.history(incident.id.0, u32::MAX).await);
    }
    format!("{memory:?} {histories:?}")
}

async fn found(store: &impl Keeps, query: Query) -> Vec<u64> {
    store
        .incidents(&query)
        .await
        .iter()
        .map(|incident| incident.id.0)
        .collect()
}

/// An incident with evidence of `bytes`.
fn large(id: u64, bytes: usize) -> Incident {
    let mut incident = open(id, &format!("cause {id}"));
    incident.finding.evidence.push(Evidence {
        object: ObjectName::default(),
        path: "data".to_owned(),
        value: "x".repeat(bytes),
    });
    incident
}

/// A folder for a SQLite file.
struct Folder(TempDir);

impl Default for Folder {
    fn default() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }
}

impl Place for Folder {
    type Store = Store;

    async fn open(&self) -> Store {
        Store::open(&self.0.path().join("sdo.db"), CLUSTER).await.unwrap()
    }
}

impl Keeps for Store {
    async fn load(&self, closed_since: i64) -> Memory {
        self.reader().load(closed_since).await.unwrap()
    }

    async fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        Store::commit(self, batch).await
    }

    async fn incidents(&self, query: &Query) -> Vec<Incident> {
        self.reader().incidents(query).await.unwrap()
    }

    async fn incident(&self, id: u64) -> Option<Incident> {
        self.reader().incident(IncidentId(id)).await.unwrap()
    }

    async fn history(&self, id: u64, limit: u32) -> Vec<Entry> {
        self.reader().history(IncidentId(id), limit).await.unwrap()
    }

    async fn entries_from(&self, first: u64, since: i64, limit: u32) -> Vec<(u64, Entry)> {
        self.reader().entries_from(first, since, limit).await.unwrap()
    }

    async fn prune(&self, before: i64) -> Pruned {
        Store::prune(self, before).await.unwrap()
    }

    async fn close(self) {
        Store::close(self).await.unwrap();
    }
}
