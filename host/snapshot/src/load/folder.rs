//! Files below a folder.

use super::error::LoadError;
use super::intake::{Item, Member};
use super::layout::{self, Role};
use super::member_name::printable;
use super::meter::{Plain, Raw};
use super::outbox::{Closed, Outbox};
use std::fs::{self, DirEntry, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// A folder still to be read.
struct Pending {
    path: PathBuf,
    /// Relative to where the walk began.
    inner: String,
    depth: usize,
}

/// Sends the files below `root` by name, so that two loads of a folder are alike. Links are not followed and nothing
/// but regular files is opened: a pipe would block for ever.
pub(super) fn read(root: &Path, outbox: &mut Outbox<'_, '_>) -> Result<(), LoadError> {
    let first = entries(root).map_err(|source| LoadError::Unreadable {
        path: root.display().to_string(),
        source,
    })?;
    // The folder's own name can be part of the layout (`cluster-resources`, a namespace).
    let inner = root
        .canonicalize()
        .ok()
        .and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    let mut walk = Walk {
        outbox,
        pending: Vec::new(),
    };
    let start = Pending {
        path: root.to_owned(),
        inner: inner.unwrap_or_default(),
        depth: 0,
    };
    // Nobody listening ends the walk; that is no error of the folder.
    let _ = walk.folder(&start, first);
    while let Some(next) = walk.pending.pop() {
        if let Some(limit) = walk.outbox.meter.limit_error(&root.display().to_string()) {
            return Err(limit);
        }
        let sent = match entries(&next.path) {
            Ok(found) => walk.folder(&next, found),
            Err(error) => walk.skip(&next.path, &next.inner, &format!("cannot be read: {error}")),
        };
        if sent.is_err() {
            break;
        }
    }
    walk.outbox
        .meter
        .limit_error(&root.display().to_string())
        .map_or(Ok(()), Err)
}

fn entries(path: &Path) -> io::Result<Vec<DirEntry>> {
    let mut entries = fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
    // The record of a saved snapshot comes before the lists it tells about, as in its archive.
    entries.sort_by_key(|entry| (entry.file_name() != crate::record::FILE, entry.file_name()));
    Ok(entries)
}

struct Walk<'w, 'o, 'p> {
    outbox: &'w mut Outbox<'o, 'p>,
    pending: Vec<Pending>,
}

impl Walk<'_, '_, '_> {
    fn folder(&mut self, folder: &Pending, entries: Vec<DirEntry>) -> Result<(), Closed> {
        let mut below = Vec::new();
        for entry in entries {
            let name = entry.file_name();
            let inner = format!("{}/{}", folder.inner, printable(&name.to_string_lossy()));
            // The meter keeps the limit; the caller asks it.
            if self.outbox.meter.member().is_err() {
                return Ok(());
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => below.push(Pending {
                    path: entry.path(),
                    inner,
                    depth: folder.depth + 1,
                }),
                Ok(_) if layout::place(&inner).role == Role::Skipped => {}
                Ok(kind) if kind.is_file() => self.file(&entry.path(), inner, name.to_str().is_none())?,
                Ok(kind) if kind.is_symlink() => {
                    self.skip(
                        &entry.path(),
                        &inner,
                        "skipped: it is a symbolic link, and links are not followed",
                    )?;
                }
                Ok(_) => self.skip(&entry.path(), &inner, "skipped: it is no regular file")?,
                Err(error) => self.skip(&entry.path(), &inner, &format!("cannot be read: {error}"))?,
            }
        }
        self.descend(folder, below)
    }

    fn descend(&mut self, folder: &Pending, below: Vec<Pending>) -> Result<(), Closed> {
        if folder.depth >= self.outbox.meter.limits.folder_depth {
            return match below.first() {
                Some(_) => self.skip(&folder.path, &folder.inner, "skipped: folders are nested too deep"),
                None => Ok(()),
            };
        }
        // Last in, first out: the alphabet's first folder comes next.
        self.pending.extend(below.into_iter().rev());
        Ok(())
    }

    fn file(&mut self, path: &Path, inner: String, odd_name: bool) -> Result<(), Closed> {
        if odd_name {
            let why = "its name is not UTF-8".to_owned();
            self.outbox.send(Item::Odd {
                path: path.display().to_string(),
                why,
            })?;
        }
        let limit = self.outbox.meter.limits.member_bytes;
        let opened = File::open(path).and_then(|file| Ok((file.metadata()?, file)));
        let (metadata, file) = match opened {
            Ok(opened) => opened,
            Err(error) => return self.skip(path, &inner, &format!("cannot be read: {error}")),
        };
        let mut bytes = Vec::new();
        let meter = &self.outbox.meter;
        let read = Plain::new(Raw::new(file, meter), meter)
            .take(limit + 1)
            .read_to_end(&mut bytes);
        if bytes.len() as u64 > limit {
            return self.skip(
                path,
                &inner,
                &format!("skipped: it has more than the {limit} bytes that are read"),
            );
        }
        let path = printable(&path.display().to_string());
        self.outbox.send(Item::File(Member {
            path,
            inner,
            bytes,
            cut: read.is_err(),
            modified: modified(&metadata),
            alone: false,
        }))
    }

    fn skip(&mut self, path: &Path, inner: &str, why: &str) -> Result<(), Closed> {
        let path = printable(&path.display().to_string());
        self.outbox.send(Item::Skipped {
            path,
            inner: inner.to_owned(),
            why: why.to_owned(),
        })
    }
}

/// When a file was last written, in seconds since 1970.
pub(super) fn modified(metadata: &fs::Metadata) -> Option<i64> {
    let since = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(since.as_secs()).ok()
}
