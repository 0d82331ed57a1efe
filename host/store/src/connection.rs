//! Connections that are given up as soon as anything goes wrong on them.

use crate::error::StoreError;
use crate::limits::{BUSY, MIN_PAGES, PAGE_BYTES, WAL_KEPT_BYTES};
use crate::place::Place;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};
use std::fmt;
use std::path::Path;
use tokio::sync::{Mutex, MutexGuard};

/// How the one writer connects; the file must be there.
///
/// Full synchronisation: every commit waits for the disk. Commits are few (none while nothing changes), people are told right after
/// them, and a commit that a power failure took back would give its incident numbers a second time.
pub(crate) fn writing(file: &Path, max_bytes: u64) -> SqliteConnectOptions {
    let pages = (max_bytes / u64::from(PAGE_BYTES)).max(MIN_PAGES);
    common(file)
        .page_size(PAGE_BYTES)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .pragma("max_page_count", pages.to_string())
        .pragma("journal_size_limit", WAL_KEPT_BYTES.to_string())
}

/// How everybody else connects.
pub(crate) fn reading(file: &Path) -> SqliteConnectOptions {
    common(file).read_only(true)
}

fn common(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .busy_timeout(BUSY)
        // A container's root is read-only, and SQLite's temporary files would go there.
        .pragma("temp_store", "MEMORY")
        // Nothing that the file itself defines may be more than data.
        .pragma("trusted_schema", "OFF")
        // A damaged page is noticed when it is read, not when what it says is used.
        .pragma("cell_size_check", "ON")
        .disable_statement_logging()
}

/// Room for one connection, made when it is first needed.
pub(crate) struct Slot {
    place: Place,
    options: SqliteConnectOptions,
    idle: Mutex<Option<SqliteConnection>>,
}

/// The connection of a [`Slot`], for one use. Unless it is [kept](Lease::keep) it is closed, which rolls back what it began: after
/// an error, or when nobody waits for the answer any more, nobody knows what state it is in.
pub(crate) struct Lease<'a> {
    idle: MutexGuard<'a, Option<SqliteConnection>>,
    connection: SqliteConnection,
}

/// Without the forty settings of a connection.
impl fmt::Debug for Slot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Slot").field(&self.place.file()).finish()
    }
}

impl Slot {
    pub(crate) fn new(place: Place, options: SqliteConnectOptions) -> Slot {
        Slot {
            place,
            options,
            idle: Mutex::new(None),
        }
    }

    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// Waits until nobody else uses it.
    pub(crate) async fn lease(&self) -> Result<Lease<'_>, StoreError> {
        let mut idle = self.idle.lock().await;
        let connection = match idle.take() {
            Some(connection) => connection,
            None => {
                let connected = self.options.connect().await;
                connected.map_err(|error| self.place.doing("connect to").sql(error))?
            }
        };
        Ok(Lease { idle, connection })
    }

    /// Closes the connection and waits until it is closed.
    pub(crate) async fn close(&self) -> Result<(), StoreError> {
        let Some(connection) = self.idle.lock().await.take() else {
            return Ok(());
        };
        let closed = connection.close().await;
        closed.map_err(|error| self.place.doing("close").sql(error))
    }
}

impl Lease<'_> {
    pub(crate) fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }

    /// Everything went well: the next one may use it.
    pub(crate) fn keep(self) {
        let Lease { mut idle, connection } = self;
        *idle = Some(connection);
    }
}
