//! What can be asked.

use crate::connection::Slot;
use crate::error::{Doing, StoreError};
use crate::limits::{MAX_ANSWER_BYTES, MAX_ROWS};
use crate::schema;
use futures::TryStreamExt;
use sdo_model::incident::{Entry, Incident, IncidentId, Stage, Turn};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as WordError, StrDeserializer};
use serde_json::value::RawValue;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection, QueryBuilder, Row, Sqlite, query, query_as};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What an incident engine goes on with after a restart.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Open incidents, and those closed not too long ago; by id.
    pub incidents: Vec<Incident>,
    /// Tracks by cause.
    pub tracks: BTreeMap<String, Box<RawValue>>,
    /// The first free number for an incident.
    pub next_id: IncidentId,
    /// The first free number for an entry.
    pub next_entry: u64,
    /// [`Batch::at`](crate::Batch::at) of the last batch; `None` before the first.
    pub committed: Option<i64>,
}

/// Which incidents to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// Only those of this stage.
    pub stage: Option<Stage>,
    /// Only those whose primary object is in this namespace; an empty one asks for cluster-scoped objects.
    pub namespace: Option<String>,
    /// Only those of this rule.
    pub rule: Option<String>,
    /// At most so many, and at most [`MAX_ROWS`].
    pub limit: u32,
    /// Only those before this one: the last of the page before.
    pub before: Option<IncidentId>,
}

/// The first hundred of all.
impl Default for Query {
    fn default() -> Query {
        Query {
            stage: None,
            namespace: None,
            rule: None,
            limit: 100,
            before: None,
        }
    }
}

/// A store to read from. Clones share one connection and wait for each other; they never wait for a commit.
#[derive(Clone, Debug)]
pub struct Reader {
    slot: Arc<Slot>,
}

impl Reader {
    pub(crate) fn new(slot: Slot) -> Reader {
        Reader { slot: Arc::new(slot) }
    }

    pub(crate) fn slot(&self) -> &Slot {
        &self.slot
    }

    /// All that an engine needs, as of one moment: tracks, counters, open incidents, and those closed at `closed_since` (seconds
    /// since 1970) or later.
    ///
    /// # Errors
    /// [`StoreError::Row`] for a row that cannot be understood, rather than an engine that forgot it; errors of the disk.
    pub async fn load(&self, closed_since: i64) -> Result<Memory, StoreError> {
        let doing = self.slot.place().doing("read");
        let mut lease = self.slot.lease().await?;
        let begun = lease.connection().begin().await;
        let mut moment = begun.map_err(|error| doing.sql(error))?;
        let memory = memory(&mut moment, closed_since, doing).await?;
        moment.rollback().await.map_err(|error| doing.sql(error))?;
        lease.keep();
        Ok(memory)
    }

    /// Incidents that match, newest first. Pages may be shorter than asked for, since an answer ends at [`MAX_ANSWER_BYTES`] too;
    /// only an empty one says that there is no more.
    ///
    /// # Errors
    /// [`StoreError::Row`] for a row that cannot be understood; errors of the disk.
    pub async fn incidents(&self, wanted: &Query) -> Result<Vec<Incident>, StoreError> {
        let mut sql = QueryBuilder::<Sqlite>::new("SELECT id, json FROM incidents WHERE TRUE");
        if let Some(stage) = wanted.stage {
            sql.push(" AND stage = ").push_bind(stage.as_str());
        }
        if let Some(namespace) = &wanted.namespace {
            sql.push(" AND namespace = ").push_bind(namespace.clone());
        }
        if let Some(rule) = &wanted.rule {
            sql.push(" AND rule = ").push_bind(rule.clone());
        }
        if let Some(before) = wanted.before {
            sql.push(" AND id < ").push_bind(clamped(before.0));
        }
        sql.push(" ORDER BY id DESC LIMIT ")
            .push_bind(i64::from(wanted.limit.min(MAX_ROWS)));
        let doing = self.slot.place().doing("read incidents of");
        let mut lease = self.slot.lease().await?;
        let incidents = page(lease.connection(), sql, doing).await?;
        lease.keep();
        Ok(incidents)
    }

    /// One incident; `None` when there is none of that number, or no longer.
    ///
    /// # Errors
    /// [`StoreError::Row`] when it cannot be understood; errors of the disk.
    pub async fn incident(&self, id: IncidentId) -> Result<Option<Incident>, StoreError> {
        let doing = self.slot.place().doing("read an incident of");
        let mut lease = self.slot.lease().await?;
        let row = query("SELECT id, json FROM incidents WHERE id = ?")
            .bind(clamped(id.0))
            .fetch_optional(lease.connection())
            .await;
        let row = row.map_err(|error| doing.sql(error))?;
        lease.keep();
        row.map(|row| incident(&row, doing)).transpose()
    }

    /// The latest entries of an incident's history, oldest first; at most `limit` and at most [`MAX_ROWS`].
    ///
    /// # Errors
    /// [`StoreError::Row`] for an entry that cannot be understood; errors of the disk.
    pub async fn history(&self, id: IncidentId, limit: u32) -> Result<Vec<Entry>, StoreError> {
        let doing = self.slot.place().doing("read a history of");
        let mut lease = self.slot.lease().await?;
        let sql = "SELECT sequence, incident, at, turn, detail FROM entries WHERE incident = ? ORDER BY sequence DESC LIMIT ?";
        let rows = query_as::<_, EntryRow>(sql)
            .bind(clamped(id.0))
            .bind(i64::from(limit.min(MAX_ROWS)))
            .fetch_all(lease.connection())
            .await;
        let rows = rows.map_err(|error| doing.sql(error))?;
        lease.keep();
        let entries = rows.into_iter().rev().map(|row| numbered(row, doing));
        entries.map(|entry| entry.map(|(_, entry)| entry)).collect()
    }

    /// Entries of all histories from number `first` on, of `since` (seconds since 1970) or later, in their order, with their numbers: the
    /// latest of them, at most `limit` and at most [`MAX_ROWS`].
    ///
    /// # Errors
    /// [`StoreError::Row`] for an entry that cannot be understood; errors of the disk.
    pub async fn entries_from(&self, first: u64, since: i64, limit: u32) -> Result<Vec<(u64, Entry)>, StoreError> {
        let doing = self.slot.place().doing("read the latest entries of");
        let mut lease = self.slot.lease().await?;
        let sql = "SELECT sequence, incident, at, turn, detail FROM entries WHERE sequence >= ? AND at >= ? ORDER BY sequence DESC LIMIT ?";
        let rows = query_as::<_, EntryRow>(sql)
            .bind(clamped(first))
            .bind(since)
            .bind(i64::from(limit.min(MAX_ROWS)))
            .fetch_all(lease.connection())
            .await;
        let rows = rows.map_err(|error| doing.sql(error))?;
        lease.keep();
        rows.into_iter().rev().map(|row| numbered(row, doing)).collect()
    }

    /// Whether this is a store that this program can read.
    pub(crate) async fn identify(&self) -> Result<(), StoreError> {
        let doing = self.slot.place().doing("open");
        let mut lease = self.slot.lease().await?;
        schema::is_ours(lease.connection(), doing).await?;
        schema::version(lease.connection(), doing).await?;
        lease.keep();
        Ok(())
    }
}

/// An entry as it is stored: number, incident, time, turn, detail.
type EntryRow = (i64, i64, i64, String, String);

/// An entry and its number.
fn numbered((sequence, incident, at, word, detail): EntryRow, doing: Doing<'_>) -> Result<(u64, Entry), StoreError> {
    let turn = turn(&word).map_err(|error| doing.row(format!("entry {sequence}"), error))?;
    let entry = Entry {
        // The schema keeps both above zero.
        incident: IncidentId(incident.unsigned_abs()),
        at,
        turn,
        detail,
    };
    Ok((sequence.unsigned_abs(), entry))
}

async fn memory(connection: &mut SqliteConnection, closed_since: i64, doing: Doing<'_>) -> Result<Memory, StoreError> {
    let sql = "SELECT next_id, next_entry, committed FROM meta";
    let counters = query_as::<_, (i64, i64, Option<i64>)>(sql)
        .fetch_one(&mut *connection)
        .await;
    let (next_id, next_entry, committed) = counters.map_err(|error| doing.sql(error))?;
    let sql = "SELECT id, json FROM incidents WHERE stage = 'open' OR closed >= ? ORDER BY id";
    let rows = query(sql).bind(closed_since).fetch_all(&mut *connection).await;
    let rows = rows.map_err(|error| doing.sql(error))?;
    let incidents = rows.iter().map(|row| incident(row, doing)).collect::<Result<_, _>>()?;
    let rows = query_as::<_, (String, String)>("SELECT cause, json FROM tracks")
        .fetch_all(&mut *connection)
        .await;
    let track = |(cause, json): (String, String)| match RawValue::from_string(json) {
        Ok(track) => Ok((cause, track)),
        Err(error) => Err(doing.row(format!("the track of {cause}"), error)),
    };
    let tracks = rows.map_err(|error| doing.sql(error))?.into_iter().map(track);
    Ok(Memory {
        incidents,
        tracks: tracks.collect::<Result<_, _>>()?,
        // The schema keeps both above zero.
        next_id: IncidentId(next_id.unsigned_abs()),
        next_entry: next_entry.unsigned_abs(),
        committed,
    })
}

async fn page(
    connection: &mut SqliteConnection,
    mut sql: QueryBuilder<Sqlite>,
    doing: Doing<'_>,
) -> Result<Vec<Incident>, StoreError> {
    let mut rows = sql.build().fetch(connection);
    let mut incidents = Vec::new();
    let mut bytes = 0;
    while let Some(row) = rows.try_next().await.map_err(|error| doing.sql(error))? {
        bytes += row.try_get::<&str, _>(1).map_or(0, str::len);
        incidents.push(incident(&row, doing)?);
        if bytes >= MAX_ANSWER_BYTES {
            break;
        }
    }
    Ok(incidents)
}

/// From a row of `id, json`.
fn incident(row: &SqliteRow, doing: Doing<'_>) -> Result<Incident, StoreError> {
    let id: i64 = row.try_get(0).map_err(|error| doing.sql(error))?;
    let json: &str = row.try_get(1).map_err(|error| doing.sql(error))?;
    serde_json::from_str(json).map_err(|error| doing.row(format!("incident {id}"), error))
}

fn turn(word: &str) -> Result<Turn, WordError> {
    let word: StrDeserializer<'_, WordError> = word.into_deserializer();
    Turn::deserialize(word)
}

/// A number for a comparison: what is past SQLite's largest matches as that one does, and nothing is stored under it.
fn clamped(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
