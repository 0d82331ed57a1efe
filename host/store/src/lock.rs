//! One writer: a lock that the system frees when its holder ends, however it ends.

use crate::error::{Doing, StoreError};
use crate::place::Place;
use crate::write::Store;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Bytes of the lock file that are read: a process number and its line end, whatever else somebody put there.
const MAX_HOLDER: u64 = 16;

/// Who writes to a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Nobody does.
    Nobody,
    /// A process does; of another container it is the number in there, and `None` when it left none.
    Process(Option<u32>),
}

impl Store {
    /// Whether a process writes to the store at `path` now. Opens no store and leaves no file behind; a writer that starts at this very
    /// instant may have to try twice.
    ///
    /// # Errors
    /// [`StoreError::BadPath`]; errors of the disk.
    pub fn holder(path: &Path) -> Result<Holder, StoreError> {
        let lock = Place::new(path)?.lock();
        let doing = Doing {
            attempted: "look at the lock",
            path: &lock,
        };
        let file = match File::open(&lock) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Holder::Nobody),
            Err(error) => return Err(doing.io(error)),
        };
        // Shared, so that those who look do not see each other.
        match file.try_lock_shared() {
            Ok(()) => Ok(Holder::Nobody),
            Err(TryLockError::WouldBlock) => Ok(Holder::Process(holder(&file))),
            Err(TryLockError::Error(error)) => Err(doing.io(error)),
        }
    }
}

/// Held as long as it lives. The file stays behind: removing it would let two writers lock two files of one name.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock, or says who has it.
    pub(crate) fn take(place: &Place) -> Result<Lock, StoreError> {
        let path = place.lock();
        let doing = Doing {
            attempted: "lock the store by",
            path: &path,
        };
        let opened = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(&path);
        let mut file = opened.map_err(|error| doing.io(error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::InUse {
                    path: place.file().to_owned(),
                    holder: holder(&file),
                });
            }
            Err(TryLockError::Error(error)) => return Err(doing.io(error)),
        }
        // A courtesy: a disk without room for five bytes is told by whoever needs the room.
        let _ = sign(&mut file);
        Ok(Lock { _file: file })
    }
}

/// Leaves this process's number for whoever comes second.
fn sign(file: &mut File) -> std::io::Result<()> {
    file.set_len(0)?;
    writeln!(file, "{}", std::process::id())
}

fn holder(file: &File) -> Option<u32> {
    let mut text = String::new();
    file.take(MAX_HOLDER).read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}
