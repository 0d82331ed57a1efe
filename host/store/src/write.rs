//! The one writer.

use crate::batch::Batch;
use crate::connection::Slot;
use crate::error::{Doing, StoreError};
use crate::limits::MAX_ROW_BYTES;
use crate::lock::Lock;
use crate::read::Reader;
use sdo_model::incident::{Entry, Incident, Stage};
use serde_json::value::RawValue;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, query};
use std::ops::Deref;

/// A store to write to, and to read from as its [`Reader`] does. One lives for a file at any time, on this machine.
#[derive(Debug)]
pub struct Store {
    reader: Reader,
    writer: Slot,
    _lock: Lock,
}

impl Deref for Store {
    type Target = Reader;

    fn deref(&self) -> &Reader {
        &self.reader
    }
}

impl Store {
    pub(crate) fn new(reader: Reader, writer: Slot, lock: Lock) -> Store {
        Store {
            reader,
            writer,
            _lock: lock,
        }
    }

    pub(crate) fn writer(&self) -> &Slot {
        &self.writer
    }

    /// A reader of the same store, e.g. for an API.
    pub fn reader(&self) -> Reader {
        self.reader.clone()
    }

    /// Stores a batch, whole, and returns when it is on the disk: neither a kill nor a power failure takes it back. An empty batch
    /// touches nothing.
    ///
    /// After an error, and when the future was dropped, the batch is either stored or not at all; committing it again is safe.
    ///
    /// # Errors
    /// Those that [may pass](StoreError::may_pass): keep the batch and try it again. [`StoreError::TwoOpen`], `Clash` and
    /// `Unstorable`: the batch itself is wrong.
    #[tracing::instrument(
        name = "store.commit",
        level = "info",
        skip_all,
        fields(incidents = batch.incidents.len(), entries = batch.entries.len(), tracks = batch.tracks.len())
    )]
    pub async fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        if batch.is_empty() {
            return Ok(());
        }
        let rows = Rows::new(batch)?;
        let doing = self.writer.place().doing("commit to");
        let mut lease = self.writer.lease().await?;
        let begun = lease.connection().begin_with("BEGIN IMMEDIATE").await;
        let mut transaction = begun.map_err(|error| doing.sql(error))?;
        rows.write(&mut transaction, doing).await?;
        transaction.commit().await.map_err(|error| doing.sql(error))?;
        lease.keep();
        Ok(())
    }

    /// Lets go of the file, after bringing its log into it. Dropping it is as safe and leaves the log to the next one.
    ///
    /// # Errors
    /// Those of the disk; the lock is freed all the same.
    pub async fn close(self) -> Result<(), StoreError> {
        // The writer last: who closes last empties the log, and a reader cannot.
        let reader = self.reader.slot().close().await;
        self.writer.close().await.and(reader)
    }
}

/// A batch as it goes into the tables; made before anything is locked, so that one that cannot be stored disturbs nobody.
struct Rows<'a> {
    at: i64,
    next_id: i64,
    next_entry: i64,
    incidents: Vec<(i64, &'a Incident, String)>,
    entries: Vec<(i64, &'a Entry)>,
    tracks: Vec<(&'a str, Option<&'a str>)>,
}

impl<'a> Rows<'a> {
    fn new(batch: &'a Batch) -> Result<Rows<'a>, StoreError> {
        let mut incidents = batch.incidents.values().map(incident).collect::<Result<Vec<_>, _>>()?;
        // What is closed makes room for what is opened for the same cause.
        incidents.sort_by_key(|(id, incident, _)| (incident.stage == Stage::Open, *id));
        let entries = batch
            .entries
            .iter()
            .map(|(sequence, written)| entry(*sequence, written));
        let tracks = batch.tracks.iter().map(|(cause, json)| track(cause, json.as_deref()));
        let free = |last: Option<u64>| last.map_or(0, |last| last.saturating_add(1));
        let next_id =
            free(incidents.iter().map(|(_, incident, _)| incident.id.0).max()).max(batch.next_id.map_or(0, |id| id.0));
        let next_entry = free(batch.entries.keys().copied().max());
        Ok(Rows {
            at: batch.at,
            next_id: number("the next incident's number", next_id)?,
            next_entry: number("the next entry's number", next_entry)?,
            incidents,
            entries: entries.collect::<Result<_, _>>()?,
            tracks: tracks.collect::<Result<_, _>>()?,
        })
    }

    async fn write(&self, connection: &mut SqliteConnection, doing: Doing<'_>) -> Result<(), StoreError> {
        for row in &self.incidents {
            write_incident(connection, row, doing).await?;
        }
        for (sequence, entry) in &self.entries {
            write_entry(connection, *sequence, entry, doing).await?;
        }
        for (cause, json) in &self.tracks {
            write_track(connection, cause, *json, doing).await?;
        }
        let counted =
            query("UPDATE meta SET next_id = max(next_id, ?), next_entry = max(next_entry, ?), committed = ?")
                .bind(self.next_id)
                .bind(self.next_entry)
                .bind(self.at)
                .execute(connection)
                .await;
        counted.map_err(|error| doing.sql(error))?;
        Ok(())
    }
}

async fn write_incident(
    connection: &mut SqliteConnection,
    (id, incident, json): &(i64, &Incident, String),
    doing: Doing<'_>,
) -> Result<(), StoreError> {
    let closed = (incident.stage == Stage::Closed).then(|| incident.closed.unwrap_or(incident.changed));
    let written = query(
        "INSERT INTO incidents (id, cause, stage, severity, rule, namespace, opened, changed, closed, json) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET cause = excluded.cause, stage = excluded.stage, \
         severity = excluded.severity, rule = excluded.rule, namespace = excluded.namespace, opened = excluded.opened, \
         changed = excluded.changed, closed = excluded.closed, json = excluded.json",
    )
    .bind(*id)
    .bind(incident.cause.as_str())
    .bind(incident.stage.as_str())
    .bind(incident.finding.severity.as_str())
    .bind(incident.finding.rule.as_str())
    .bind(incident.finding.primary.namespace.as_str())
    .bind(incident.opened)
    .bind(incident.changed)
    .bind(closed)
    .bind(json.as_str())
    .execute(connection)
    .await;
    match written {
        Ok(_) => Ok(()),
        // The id cannot be what is taken twice: it is updated then.
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Err(StoreError::TwoOpen {
            id: incident.id,
            cause: incident.cause.clone(),
        }),
        Err(error) => Err(doing.sql(error)),
    }
}

async fn write_entry(
    connection: &mut SqliteConnection,
    sequence: i64,
    entry: &Entry,
    doing: Doing<'_>,
) -> Result<(), StoreError> {
    let incident = number("an incident's number", entry.incident.0)?;
    let statement = |sql: &'static str| {
        query(sql)
            .bind(sequence)
            .bind(incident)
            .bind(entry.at)
            .bind(entry.turn.as_str())
            .bind(entry.detail.as_str())
    };
    let insert = "INSERT INTO entries (sequence, incident, at, turn, detail) VALUES (?, ?, ?, ?, ?) ON CONFLICT (sequence) DO NOTHING";
    let written = statement(insert).execute(&mut *connection).await;
    if written.map_err(|error| doing.sql(error))?.rows_affected() > 0 {
        return Ok(());
    }
    // Stored by an earlier try of this batch, or else the program that counts has lost count.
    let same = "SELECT 1 FROM entries WHERE sequence = ? AND incident = ? AND at = ? AND turn = ? AND detail = ?";
    let found = statement(same).fetch_optional(connection).await;
    match found.map_err(|error| doing.sql(error))? {
        Some(_) => Ok(()),
        None => Err(StoreError::Clash {
            sequence: sequence.unsigned_abs(),
        }),
    }
}

async fn write_track(
    connection: &mut SqliteConnection,
    cause: &str,
    json: Option<&str>,
    doing: Doing<'_>,
) -> Result<(), StoreError> {
    let upsert =
        "INSERT INTO tracks (cause, json) VALUES (?, ?) ON CONFLICT (cause) DO UPDATE SET json = excluded.json";
    let statement = match json {
        Some(json) => query(upsert).bind(cause).bind(json),
        None => query("DELETE FROM tracks WHERE cause = ?").bind(cause),
    };
    let written = statement.execute(connection).await;
    written.map_err(|error| doing.sql(error))?;
    Ok(())
}

fn incident(incident: &Incident) -> Result<(i64, &Incident, String), StoreError> {
    let what = || incident.id.to_string();
    let json = serde_json::to_string(incident).map_err(|error| unstorable(what(), error.to_string()))?;
    bounded(what, json.len())?;
    Ok((number("an incident's number", incident.id.0)?, incident, json))
}

fn entry(sequence: u64, entry: &Entry) -> Result<(i64, &Entry), StoreError> {
    bounded(|| format!("entry {sequence}"), entry.detail.len())?;
    Ok((number("an entry's number", sequence)?, entry))
}

fn track<'a>(cause: &'a str, json: Option<&'a RawValue>) -> Result<(&'a str, Option<&'a str>), StoreError> {
    let json = json.map(RawValue::get);
    bounded(|| "a track".to_owned(), cause.len() + json.map_or(0, str::len))?;
    Ok((cause, json))
}

fn bounded(what: impl Fn() -> String, bytes: usize) -> Result<(), StoreError> {
    match bytes > MAX_ROW_BYTES {
        true => Err(unstorable(
            what(),
            format!("it has {bytes} bytes, and a row may have {MAX_ROW_BYTES}"),
        )),
        false => Ok(()),
    }
}

fn number(what: &str, number: u64) -> Result<i64, StoreError> {
    i64::try_from(number).map_err(|_| unstorable(format!("{number} as {what}"), format!("the largest is {}", i64::MAX)))
}

fn unstorable(what: String, reason: String) -> StoreError {
    StoreError::Unstorable { what, reason }
}
