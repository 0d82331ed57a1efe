//! Where the store lies, and what stands beside it.

use crate::error::{Doing, StoreError};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// What SQLite puts beside a file: the write-ahead log, its index, and the journal of a file that has no such log yet.
const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// The store's file by its absolute path, which SQLite cannot take for a `file:` address.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    file: PathBuf,
    folder: PathBuf,
}

impl Place {
    pub(crate) fn new(path: &Path) -> Result<Place, StoreError> {
        let bad = |reason| StoreError::BadPath {
            path: path.to_owned(),
            reason,
        };
        let file = std::path::absolute(path).map_err(|_| bad("it is empty"))?;
        if file.to_str().is_none_or(|text| text.contains('\0')) {
            return Err(bad("SQLite takes UTF-8 without zero bytes only"));
        }
        let Some(folder) = file.parent().filter(|_| file.file_name().is_some()) else {
            return Err(bad("it names no file"));
        };
        Ok(Place {
            folder: folder.to_owned(),
            file,
        })
    }

    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    pub(crate) fn lock(&self) -> PathBuf {
        beside(&self.file, ".lock")
    }

    /// Where a new store is built before it is moved to its place.
    pub(crate) fn unfinished(&self) -> PathBuf {
        beside(&self.file, ".new")
    }

    pub(crate) fn doing(&self, attempted: &'static str) -> Doing<'_> {
        Doing {
            attempted,
            path: &self.file,
        }
    }

    /// Makes the folder, for this user alone, unless it is there.
    pub(crate) fn make_folder(&self) -> Result<(), StoreError> {
        let doing = Doing {
            attempted: "create the folder of the store",
            path: &self.folder,
        };
        let made = DirBuilder::new().recursive(true).mode(0o700).create(&self.folder);
        made.map_err(|error| doing.io(error))
    }

    /// Whether there is a store to open. Without one nothing of it may be left either: SQLite would read the log of a lost file
    /// into the new one.
    pub(crate) fn is_there(&self) -> Result<bool, StoreError> {
        let doing = self.doing("open");
        match fs::metadata(&self.file) {
            Ok(found) if !found.is_file() => Err(doing.not_a_store("it is not a file")),
            // A store is complete before it gets its name, so this is not one that was just begun.
            Ok(found) if found.len() == 0 => Err(doing.not_a_store("it is empty")),
            Ok(_) => Ok(true),
            Err(error) if !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                Err(doing.io(error))
            }
            Err(_) if self.log_bytes() > 0 => {
                Err(doing.corrupt("the file is missing while its log (-wal) is there".to_owned()))
            }
            Err(_) => Ok(false),
        }
    }

    /// Bytes of the write-ahead log; 0 without one.
    pub(crate) fn log_bytes(&self) -> u64 {
        fs::metadata(beside(&self.file, "-wal")).map_or(0, |log| log.len())
    }

    /// Gives the finished file its name, durably.
    pub(crate) fn finish(&self, finished: &Path) -> io::Result<()> {
        // Only empty ones can be here (see `is_there`).
        remove_companions(&self.file)?;
        fs::rename(finished, &self.file)?;
        File::open(&self.folder)?.sync_all()
    }
}

/// An empty file for this user alone; what an interrupted attempt left under that name is removed.
pub(crate) fn begin_anew(path: &Path) -> io::Result<()> {
    remove_if_there(path)?;
    remove_companions(path)?;
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    Ok(())
}

pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn remove_companions(path: &Path) -> io::Result<()> {
    COMPANIONS
        .iter()
        .try_for_each(|suffix| remove_if_there(&beside(path, suffix)))
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
