//! Members of a tar stream.
//!
//! Entries are taken raw: the tar crate would read a long name of any length into memory before anyone can refuse it.

use super::error::LoadError;
use super::intake::{Item, Member};
use super::layout;
use super::member_name::{MemberName, NAME_BYTES, member_name, shown};
use super::outbox::{Closed, Outbox};
use std::io::{self, Read};
use tar::{Archive, Entry, EntryType, PaxExtensions};

/// The extended header of one member: names and times, a few hundred bytes.
const EXTENDED_HEADER_BYTES: u64 = 64 << 10;

/// Why the walk through the archive ends before its end.
enum End {
    Closed(Closed),
    /// The stream is damaged, cut, or beyond a limit.
    Broken(io::Error),
}

impl From<io::Error> for End {
    fn from(error: io::Error) -> Self {
        End::Broken(error)
    }
}

impl From<Closed> for End {
    fn from(closed: Closed) -> Self {
        End::Closed(closed)
    }
}

/// Sends the members of `stream`, which messages call `path`.
pub(super) fn read(path: &str, stream: impl Read, outbox: &mut Outbox<'_, '_>) -> Result<(), LoadError> {
    let mut walk = Walk {
        path,
        outbox,
        long_name: None,
        members: 0,
    };
    let error = match walk.entries(stream) {
        Ok(()) | Err(End::Closed(Closed)) => return Ok(()),
        Err(End::Broken(error)) => error,
    };
    let members = walk.members;
    if let Some(limit) = outbox.meter.limit_error(path) {
        return Err(limit);
    }
    let why = format!(
        "the archive {} after {members} members; what comes after is missing",
        ending(&error)
    );
    if members == 0 {
        return Err(LoadError::Damaged {
            path: path.to_owned(),
            what: why,
        });
    }
    // Nobody listening is no error of the archive.
    let _ = outbox.send(Item::Cut {
        path: path.to_owned(),
        why,
    });
    Ok(())
}

fn ending(error: &io::Error) -> &'static str {
    if error.kind() == io::ErrorKind::UnexpectedEof {
        "ends early"
    } else {
        "is damaged"
    }
}

struct Walk<'w, 'o, 'p> {
    path: &'w str,
    outbox: &'w mut Outbox<'o, 'p>,
    /// From an extension header, for the member that follows.
    long_name: Option<Vec<u8>>,
    members: u64,
}

impl Walk<'_, '_, '_> {
    fn entries(&mut self, stream: impl Read) -> Result<(), End> {
        let mut archive = Archive::new(stream);
        for entry in archive.entries()?.raw(true) {
            let mut entry = entry?;
            match entry.header().entry_type() {
                EntryType::GNULongName => self.long_name = Some(long_name(&mut entry)?),
                EntryType::XHeader => self.extended(&mut entry)?,
                EntryType::GNULongLink | EntryType::XGlobalHeader => {}
                kind => self.member(&mut entry, kind)?,
            }
        }
        Ok(())
    }

    fn extended(&mut self, entry: &mut Entry<'_, impl Read>) -> io::Result<()> {
        let mut header = Vec::new();
        entry.take(EXTENDED_HEADER_BYTES).read_to_end(&mut header)?;
        let path = PaxExtensions::new(&header)
            .flatten()
            .find(|field| field.key_bytes() == b"path");
        if let Some(path) = path {
            self.long_name = Some(path.value_bytes().to_vec());
        }
        Ok(())
    }

    fn member(&mut self, entry: &mut Entry<'_, impl Read>, kind: EntryType) -> Result<(), End> {
        self.outbox.meter.member()?;
        let bytes = self.long_name.take().unwrap_or_else(|| entry.path_bytes().into_owned());
        if kind == EntryType::Directory {
            self.members += 1;
            return Ok(());
        }
        let name = match member_name(&bytes) {
            Ok(name) => name,
            Err(why) => {
                self.members += 1;
                return Ok(self.skip(&shown(&bytes), why)?);
            }
        };
        if layout::place(&name.text).role == layout::Role::Skipped {
            self.members += 1;
            return Ok(());
        }
        match refusal(kind) {
            Some(why) => self.skip(&name.text, why)?,
            None => self.file(entry, name)?,
        }
        self.members += 1;
        Ok(())
    }

    fn skip(&mut self, inner: &str, why: &str) -> Result<(), Closed> {
        let path = format!("{}:{inner}", self.path);
        self.outbox.send(Item::Skipped {
            path,
            inner: inner.to_owned(),
            why: format!("skipped: {why}"),
        })
    }

    fn file(&mut self, entry: &mut Entry<'_, impl Read>, name: MemberName) -> Result<(), End> {
        let (size, limit) = (entry.size(), self.outbox.meter.limits.member_bytes);
        if size > limit {
            return Ok(self.skip(
                &name.text,
                &format!("it has {size} bytes, more than the {limit} that are read"),
            )?);
        }
        let path = format!("{}:{}", self.path, name.text);
        if name.replaced {
            self.outbox.send(Item::Odd {
                path: path.clone(),
                why: "its name is not UTF-8".to_owned(),
            })?;
        }
        let modified = entry.header().mtime().ok().and_then(|time| i64::try_from(time).ok());
        let mut bytes = Vec::new();
        let read = entry.read_to_end(&mut bytes);
        let cut = (bytes.len() as u64) < size;
        self.outbox.send(Item::File(Member {
            path,
            inner: name.text,
            bytes,
            cut,
            modified,
            alone: false,
        }))?;
        read?;
        if cut {
            Err(io::Error::from(io::ErrorKind::UnexpectedEof).into())
        } else {
            Ok(())
        }
    }
}

fn long_name(entry: &mut Entry<'_, impl Read>) -> io::Result<Vec<u8>> {
    let mut name = Vec::new();
    // One more than allowed, so that a longer name is refused and not shortened.
    entry.take(NAME_BYTES as u64 + 2).read_to_end(&mut name)?;
    if name.last() == Some(&0) {
        name.pop();
    }
    Ok(name)
}

/// Why a member of this type is not read, `None` for files.
fn refusal(kind: EntryType) -> Option<&'static str> {
    match kind {
        EntryType::Regular | EntryType::Continuous => None,
        EntryType::Symlink => Some("it is a symbolic link, and links are not followed"),
        EntryType::Link => Some("it is a hard link, and links are not followed"),
        EntryType::GNUSparse => Some("it is a sparse file"),
        _ => Some("it is no regular file"),
    }
}
