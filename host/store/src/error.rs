//! What can be wrong with a store, in the words of those who have to mend it.

use sdo_model::incident::IncidentId;
use sqlx::migrate::MigrateError;
use std::io;
use std::path::{Path, PathBuf};

/// A store that could not do what was asked. Nothing was deleted, recreated or half written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The path cannot be the path of a store.
    #[error("{} cannot be a store: {reason}; give the path of a file", .path.display())]
    BadPath {
        /// The path as given.
        path: PathBuf,
        /// Why not.
        reason: &'static str,
    },
    /// There is nothing to read.
    #[error("there is no store at {}; a running host makes one, so the path is wrong or no host ran yet", .path.display())]
    Missing {
        /// Where it should be.
        path: PathBuf,
    },
    /// Missing permission, a read-only disk, or something in the way.
    #[error("cannot {attempted} {}: {reason}; choose a folder that this user may write, on a disk that is mounted for writing", .path.display())]
    NotWritable {
        /// What was attempted.
        attempted: &'static str,
        /// On which file or folder.
        path: PathBuf,
        /// The system's words.
        reason: String,
    },
    /// The disk is full, or the store has reached its own limit.
    #[error(
        "cannot {attempted} {}: the disk is full, or the store is as large as it may become ({reason}); nothing of this was written; \
         free space or keep closed incidents for a shorter time, then do the same again",
        .path.display()
    )]
    Full {
        /// What was attempted.
        attempted: &'static str,
        /// The store.
        path: PathBuf,
        /// The system's words.
        reason: String,
    },
    /// Another process writes to it.
    #[error(
        "the store {} is in use by {}; one process may write to it: stop that one, or give this one a path of its own",
        .path.display(), holder_name(*.holder)
    )]
    InUse {
        /// The store.
        path: PathBuf,
        /// The process that holds it, when it left its number; of another container it is the number in there.
        holder: Option<u32>,
    },
    /// Somebody who is not a host holds a lock on it.
    #[error(
        "cannot {attempted} {}: another program has it locked; close what has it open (a shell, a copy job), then do the same again",
        .path.display()
    )]
    Busy {
        /// What was attempted.
        attempted: &'static str,
        /// The store.
        path: PathBuf,
    },
    /// The file is something else.
    #[error("{} is not a store of sdo: {reason}; it is left as it is: move it away, or give another path", .path.display())]
    NotAStore {
        /// The file.
        path: PathBuf,
        /// What tells.
        reason: String,
    },
    /// The file is damaged.
    #[error(
        "the store {} is damaged: {detail}; it is left as it is: keep a copy of it and of the files beside it (-wal, -shm), \
         then put a backup in its place, or move all of them away to begin anew",
        .path.display()
    )]
    Corrupt {
        /// The store.
        path: PathBuf,
        /// The first faults.
        detail: String,
    },
    /// A later version of this program wrote it.
    #[error(
        "the store {} was written by a newer sdo: its schema is {found} and this program knows {known}; \
         run the newer version, or put the backup from before the update in its place",
        .path.display()
    )]
    TooNew {
        /// The store.
        path: PathBuf,
        /// The file's schema.
        found: i64,
        /// The newest that this program knows.
        known: i64,
    },
    /// It belongs to another cluster.
    #[error(
        "the store {} belongs to the cluster {owner} and this host watches {cluster}; give each cluster a store of its own",
        .path.display()
    )]
    OtherCluster {
        /// The store.
        path: PathBuf,
        /// Uid of the cluster it was made for.
        owner: String,
        /// Uid of the cluster that was given.
        cluster: String,
    },
    /// The disk fails for a reason of its own.
    #[error("cannot {attempted} {}: {reason}; look at the disk, its quota and the system's log, then do the same again", .path.display())]
    Disk {
        /// What was attempted.
        attempted: &'static str,
        /// On which file.
        path: PathBuf,
        /// The system's words.
        reason: String,
    },
    /// A row says what this program does not understand.
    #[error("cannot read {row} in the store {}: {reason}; a newer sdo may have written it, or somebody else: see `sdo doctor`", .path.display())]
    Row {
        /// The store.
        path: PathBuf,
        /// Which row.
        row: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The batch would leave two open incidents for one cause. A fault of the program that made it.
    #[error(
        "cannot store {id} as open: another incident is open for its cause {cause}; nothing of the batch was written"
    )]
    TwoOpen {
        /// The incident that was refused.
        id: IncidentId,
        /// Their cause.
        cause: String,
    },
    /// The number of an entry is taken by another entry. A fault of the program that made the batch.
    #[error("cannot store entry {sequence}: another one has that number; nothing of the batch was written")]
    Clash {
        /// The number.
        sequence: u64,
    },
    /// A value has no place in the store.
    #[error("cannot store {what}: {reason}; nothing of the batch was written")]
    Unstorable {
        /// Which value.
        what: String,
        /// Why not.
        reason: String,
    },
    /// Anything else that SQLite says.
    #[error("cannot {attempted} {}", .path.display())]
    Other {
        /// What was attempted.
        attempted: &'static str,
        /// The store.
        path: PathBuf,
        /// SQLite's words.
        #[source]
        source: Box<sqlx::Error>,
    },
}

impl StoreError {
    /// Whether the same call may work later, once somebody mended the disk or let go of the file.
    pub fn may_pass(&self) -> bool {
        matches!(
            self,
            StoreError::Full { .. }
                | StoreError::NotWritable { .. }
                | StoreError::InUse { .. }
                | StoreError::Busy { .. }
                | StoreError::Disk { .. }
        )
    }
}

fn holder_name(holder: Option<u32>) -> String {
    holder.map_or_else(|| "another process".to_owned(), |id| format!("process {id}"))
}

/// What is being done to which file: every error begins with it.
#[derive(Clone, Copy)]
pub(crate) struct Doing<'a> {
    pub(crate) attempted: &'static str,
    pub(crate) path: &'a Path,
}

impl Doing<'_> {
    pub(crate) fn not_a_store(self, reason: &str) -> StoreError {
        StoreError::NotAStore {
            path: self.path.to_owned(),
            reason: reason.to_owned(),
        }
    }

    pub(crate) fn corrupt(self, detail: String) -> StoreError {
        StoreError::Corrupt {
            path: self.path.to_owned(),
            detail,
        }
    }

    pub(crate) fn row(self, row: String, reason: impl ToString) -> StoreError {
        StoreError::Row {
            path: self.path.to_owned(),
            row,
            reason: reason.to_string(),
        }
    }

    pub(crate) fn io(self, error: io::Error) -> StoreError {
        use io::ErrorKind::{
            AlreadyExists, IsADirectory, NotADirectory, NotFound, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem,
            StorageFull,
        };
        let reason = error.to_string();
        match error.kind() {
            StorageFull | QuotaExceeded => self.full(reason),
            PermissionDenied | ReadOnlyFilesystem | NotFound | NotADirectory | IsADirectory | AlreadyExists => {
                self.not_writable(reason)
            }
            _ => self.disk(reason),
        }
    }

    pub(crate) fn sql(self, error: sqlx::Error) -> StoreError {
        let code = code(&error);
        let reason = words(&error);
        match code.map(|code| code & 0xff) {
            // "database is locked", also within one process.
            Some(5 | 6) => StoreError::Busy {
                attempted: self.attempted,
                path: self.path.to_owned(),
            },
            // Not writable, and cannot be opened.
            Some(8 | 14) => self.not_writable(reason),
            // The index of the log could not grow, which on a sane disk means that there is no room.
            Some(10) if code == Some(4874) => self.full(reason),
            Some(10) => self.disk(reason),
            Some(11) => self.corrupt(reason),
            Some(13) => self.full(reason),
            Some(26) => self.not_a_store("it is no SQLite database, or its first bytes are damaged"),
            // The file is a store by its mark and its tables are not those of a store.
            Some(1) if reason.contains("no such table") || reason.contains("no such column") => self.corrupt(reason),
            _ => StoreError::Other {
                attempted: self.attempted,
                path: self.path.to_owned(),
                source: Box::new(error),
            },
        }
    }

    pub(crate) fn migration(self, error: MigrateError) -> StoreError {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => self.sql(error),
            // A step that ran under another text, or is missing or half done: not a schema of this program.
            error => self.corrupt(error.to_string()),
        }
    }

    fn not_writable(self, reason: String) -> StoreError {
        StoreError::NotWritable {
            attempted: self.attempted,
            path: self.path.to_owned(),
            reason,
        }
    }

    fn full(self, reason: String) -> StoreError {
        StoreError::Full {
            attempted: self.attempted,
            path: self.path.to_owned(),
            reason,
        }
    }

    fn disk(self, reason: String) -> StoreError {
        StoreError::Disk {
            attempted: self.attempted,
            path: self.path.to_owned(),
            reason,
        }
    }
}

/// SQLite's extended result code.
fn code(error: &sqlx::Error) -> Option<i32> {
    error.as_database_error()?.code()?.parse().ok()
}

fn words(error: &sqlx::Error) -> String {
    let of_database = error.as_database_error().map(|error| error.message().to_owned());
    of_database.unwrap_or_else(|| error.to_string())
}
