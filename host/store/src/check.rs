//! For whoever looks after a store: is it sound, and a copy of it.

use crate::error::{Doing, StoreError};
use crate::owner::Owner;
use crate::place::{Place, begin_anew, beside};
use crate::read::Reader;
use crate::schema::{self, Depth};
use sqlx::sqlite::SqliteConnection;
use sqlx::{query, query_as, query_scalar};
use std::fs::{self, File};
use std::path::Path;

/// The state of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What is wrong with the file, the first few faults; empty when it is sound.
    pub problems: Vec<String>,
    /// Bytes of the file.
    pub bytes: u64,
    /// Bytes of the file that hold nothing and will be used again before it grows.
    pub free: u64,
    /// Bytes of its write-ahead log.
    pub log: u64,
    /// The file's schema.
    pub version: i64,
    /// The newest schema that this program knows; the next writer brings the file up to it.
    pub known: i64,
    /// The cluster it belongs to.
    pub owner: Owner,
    /// Open incidents.
    pub open: u64,
    /// Closed incidents.
    pub closed: u64,
    /// Entries of histories.
    pub entries: u64,
    /// Tracks of the incident engine.
    pub tracks: u64,
    /// [`Batch::at`](crate::Batch::at) of the last batch.
    pub committed: Option<i64>,
}

impl Reader {
    /// Reads the whole file and compares every index with its table; takes a second for some hundred megabytes.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`], with the same faults, when damage keeps it from counting. Errors of the disk.
    pub async fn check(&self) -> Result<Check, StoreError> {
        let place = self.slot().place();
        let doing = place.doing("check");
        let mut lease = self.slot().lease().await?;
        let check = check(lease.connection(), place, doing).await?;
        lease.keep();
        Ok(check)
    }

    /// Copies the store, as of one moment and without its empty space, to a new file that only this user may read; commits go on
    /// meanwhile. The copy is a store. It has its name only when it is complete.
    ///
    /// # Errors
    /// [`StoreError::BadPath`] when the file is there already; [`StoreError::Corrupt`] when the store cannot be read as a whole:
    /// then copy its files instead. Errors of the disk.
    pub async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let target = Place::new(to)?;
        if fs::symlink_metadata(target.file()).is_ok() {
            return Err(StoreError::BadPath {
                path: to.to_owned(),
                reason: "there is something already, and a backup overwrites nothing",
            });
        }
        // Nor does it take away the log of a store that is lost.
        target.is_there()?;
        let part = beside(target.file(), ".part");
        let doing = target.doing("write a backup to");
        begin_anew(&part).map_err(|error| doing.io(error))?;
        let copied = self.copy(&part, doing).await;
        if copied.is_err() {
            // The error to tell is the first one.
            let _ = fs::remove_file(&part);
        }
        copied?;
        target.finish(&part).map_err(|error| doing.io(error))
    }

    async fn copy(&self, to: &Path, doing: Doing<'_>) -> Result<(), StoreError> {
        let name = to.to_string_lossy().into_owned();
        let mut lease = self.slot().lease().await?;
        let copied = query("VACUUM INTO ?").bind(name).execute(lease.connection()).await;
        // Damage is in what is read, everything else in what is written.
        copied.map_err(|error| match doing.sql(error) {
            StoreError::Corrupt { detail, .. } => self.slot().place().doing("read").corrupt(detail),
            error => error,
        })?;
        lease.keep();
        let synced = File::open(to).and_then(|file| file.sync_all());
        synced.map_err(|error| doing.io(error))
    }
}

async fn check(connection: &mut SqliteConnection, place: &Place, doing: Doing<'_>) -> Result<Check, StoreError> {
    let problems = schema::problems(connection, Depth::Full, doing).await?;
    match count(connection, place, doing).await {
        Ok(check) => Ok(Check { problems, ..check }),
        // What was found first says more than where counting ended.
        Err(StoreError::Corrupt { .. }) if !problems.is_empty() => Err(doing.corrupt(problems.join("; "))),
        Err(error) => Err(error),
    }
}

async fn count(connection: &mut SqliteConnection, place: &Place, doing: Doing<'_>) -> Result<Check, StoreError> {
    let pages = "SELECT page_count * page_size, freelist_count * page_size \
                 FROM pragma_page_count, pragma_page_size, pragma_freelist_count";
    let (bytes, free) = pair(connection, pages, doing).await?;
    let incidents =
        "SELECT count(*) FILTER (WHERE stage = 'open'), count(*) FILTER (WHERE stage = 'closed') FROM incidents";
    let (open, closed) = pair(connection, incidents, doing).await?;
    let rest = "SELECT (SELECT count(*) FROM entries), (SELECT count(*) FROM tracks)";
    let (entries, tracks) = pair(connection, rest, doing).await?;
    let committed = query_scalar("SELECT committed FROM meta")
        .fetch_one(&mut *connection)
        .await;
    let version = schema::version(connection, doing).await?;
    Ok(Check {
        problems: Vec::new(),
        bytes,
        free,
        log: place.log_bytes(),
        version,
        known: schema::known(),
        owner: Owner::read(connection, version, doing).await?,
        open,
        closed,
        entries,
        tracks,
        committed: committed.map_err(|error| doing.sql(error))?,
    })
}

/// Two counts.
async fn pair(
    connection: &mut SqliteConnection,
    sql: &'static str,
    doing: Doing<'_>,
) -> Result<(u64, u64), StoreError> {
    let counted = query_as::<_, (i64, i64)>(sql).fetch_one(connection).await;
    let (one, other) = counted.map_err(|error| doing.sql(error))?;
    Ok((one.unsigned_abs(), other.unsigned_abs()))
}
