//! Members of a zip archive.

use super::error::LoadError;
use super::intake::{Item, Member};
use super::layout;
use super::member_name::{MemberName, member_name, shown};
use super::outbox::{Closed, Outbox};
use std::io::{Read, Seek};
use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::{ZipError, ZipResult};

/// Sends the members of `file`, which messages call `path`.
pub(super) fn read(path: &str, mut file: impl Read + Seek, outbox: &mut Outbox<'_, '_>) -> Result<(), LoadError> {
    match ZipArchive::new(&mut file) {
        Ok(archive) => by_directory(path, archive, outbox),
        Err(_) => in_sequence(path, file, outbox),
    }
}

fn by_directory<R: Read + Seek>(
    path: &str,
    mut archive: ZipArchive<R>,
    outbox: &mut Outbox<'_, '_>,
) -> Result<(), LoadError> {
    for index in 0..archive.len() {
        let opened = archive
            .by_index(index)
            .map(|mut member| send(path, &mut member, outbox));
        let sent = opened.unwrap_or_else(|error| {
            let name = archive
                .name_for_index(index)
                .and_then(Result::ok)
                .map(|name| shown(name.as_bytes()));
            skip(path, &name.unwrap_or_default(), refusal(&error), outbox)
        });
        if let Some(limit) = outbox.meter.limit_error(path) {
            return Err(limit);
        }
        if sent.is_err() {
            break;
        }
    }
    Ok(())
}

/// A zip keeps its directory at the end; without it the members can still be read one after the other.
fn in_sequence(path: &str, mut file: impl Read + Seek, outbox: &mut Outbox<'_, '_>) -> Result<(), LoadError> {
    let mut members = 0;
    let unreadable = |source| LoadError::Unreadable {
        path: path.to_owned(),
        source,
    };
    file.rewind().map_err(unreadable)?;
    while let Some(mut member) = next_in_sequence(&mut file) {
        let sent = send(path, &mut member, outbox);
        if let Some(limit) = outbox.meter.limit_error(path) {
            return Err(limit);
        }
        if sent.is_err() {
            return Ok(());
        }
        members += 1;
    }
    let why = format!("the archive ends early after {members} members; what comes after is missing");
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

fn next_in_sequence<R: Read>(file: &mut R) -> Option<ZipFile<'_, R>> {
    let next: ZipResult<Option<ZipFile<'_, R>>> = zip::read::read_zipfile_from_stream(file);
    next.ok().flatten()
}

fn send<R: Read>(path: &str, member: &mut ZipFile<'_, R>, outbox: &mut Outbox<'_, '_>) -> Result<(), Closed> {
    // The meter keeps the limit; the caller asks it.
    if outbox.meter.member().is_err() || member.is_dir() {
        return Ok(());
    }
    let name = match member_name(member.name_raw()) {
        Ok(name) => name,
        Err(why) => return skip(path, &shown(member.name_raw()), why, outbox),
    };
    if layout::place(&name.text).role == layout::Role::Skipped {
        return Ok(());
    }
    if member.is_symlink() {
        return skip(
            path,
            &name.text,
            "it is a symbolic link, and links are not followed",
            outbox,
        );
    }
    file(path, member, name, outbox)
}

fn file<R: Read>(
    archive: &str,
    member: &mut ZipFile<'_, R>,
    name: MemberName,
    outbox: &mut Outbox<'_, '_>,
) -> Result<(), Closed> {
    let limit = outbox.meter.limits.member_bytes;
    let path = format!("{archive}:{}", name.text);
    if name.replaced {
        outbox.send(Item::Odd {
            path: path.clone(),
            why: "its name is not UTF-8".to_owned(),
        })?;
    }
    let mut bytes = Vec::new();
    // The size that the archive states is not to be believed.
    let read = super::meter::Plain::new(&mut *member, &outbox.meter)
        .take(limit + 1)
        .read_to_end(&mut bytes);
    if bytes.len() as u64 > limit {
        return skip(
            archive,
            &name.text,
            &format!("it has more than the {limit} bytes that are read"),
            outbox,
        );
    }
    outbox.send(Item::File(Member {
        path,
        inner: name.text,
        bytes,
        cut: read.is_err(),
        modified: None,
        alone: false,
    }))
}

fn skip(path: &str, inner: &str, why: &str, outbox: &mut Outbox<'_, '_>) -> Result<(), Closed> {
    let item = Item::Skipped {
        path: format!("{path}:{inner}"),
        inner: inner.to_owned(),
        why: format!("skipped: {why}"),
    };
    outbox.send(item)
}

fn refusal(error: &ZipError) -> &'static str {
    match error {
        ZipError::UnsupportedArchive(what) if *what == ZipError::PASSWORD_REQUIRED => "it is encrypted",
        ZipError::UnsupportedArchive(_) => "it is compressed in a way that is not supported",
        _ => "the archive is damaged here",
    }
}
