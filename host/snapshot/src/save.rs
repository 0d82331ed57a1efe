//! A snapshot as a file that loads as the same snapshot: same objects, coverage, clock and digest.
//!
//! The file is made of what is stored, and nothing else: what redaction and narrow parsing left out when objects came in, the
//! values of Secrets first of all, is not here to be written. It is a gzip'd tar of
//!
//! - [`record::FILE`], everything that a snapshot knows beside objects (`record.rs`), then
//! - one list per kind in the shape of the API (`Pod.json`, `Widget.example.org.json`), by name; a long one in several parts
//!   (`Pod_2.json`), so that neither writing nor reading it takes a second copy in memory.
//!
//! Public certificates are written as [`SAVED_CERTIFICATES`](crate::object::SAVED_CERTIFICATES), the metadata of custom resources
//! as [`SAVED_METADATA`]. Equal snapshots give equal bytes.

mod archive;
mod lists;

use crate::object::{self, Object, SAVED_METADATA, Untyped};
use crate::record;
use crate::snapshot::{Snapshot, custom_key};
use crate::store::{Listed, with_kinds};
use archive::Archive;
use lists::Lists;
use sdo_model::Kind;
use serde::Serialize;
use std::io::{self, Write};
use thiserror::Error;

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// Bytes of the file.
    pub bytes: u64,
    /// Objects of all kinds.
    pub objects: usize,
    /// Kinds with at least one object, each custom one counted by itself.
    pub kinds: usize,
}

/// Why a snapshot could not be saved.
#[derive(Debug, Error)]
pub enum SaveError {
    /// The bytes could not be written: the disk is full, the reader of a pipe is gone.
    #[error("cannot write the snapshot")]
    Write(#[from] io::Error),
    /// A value that has no JSON. None of the stored types has one.
    #[error("cannot write {what} as JSON")]
    Encode {
        /// Of what kind, or the record.
        what: String,
        /// What the JSON library said.
        #[source]
        source: serde_json::Error,
    },
}

/// Writes `snapshot` to `writer` in the form that [`load`](crate::load::load) recognises.
///
/// # Errors
/// The writer's. What was written until then is no snapshot.
pub fn save(snapshot: &Snapshot, mut writer: impl Write) -> Result<Saved, SaveError> {
    write(snapshot, &mut writer)
}

/// Apart from [`save`], so that the code for every kind exists once, whatever is written to.
fn write(snapshot: &Snapshot, writer: &mut dyn Write) -> Result<Saved, SaveError> {
    let record = record::write(snapshot).map_err(|source| SaveError::Encode {
        what: "what the snapshot knows beside objects".to_owned(),
        source,
    })?;
    let mut archive = Archive::new(writer);
    archive.file(record::FILE, &record)?;
    let mut lists = Lists::new(archive);
    for (_, write) in sorted_kinds() {
        write(snapshot, &mut lists)?;
    }
    customs(snapshot, &mut lists)?;
    let (objects, kinds) = (lists.objects(), lists.kinds());
    let bytes = lists.finish()?;
    Ok(Saved { bytes, objects, kinds })
}

type WriteKind = fn(&Snapshot, &mut Lists<'_>) -> Result<(), SaveError>;

macro_rules! kinds_to_write {
    ($($type:ident $field:ident;)*) => {
        /// How each typed kind is written, by name.
        fn sorted_kinds() -> Vec<(&'static str, WriteKind)> {
            let mut kinds: Vec<(&'static str, WriteKind)> = vec![$((Kind::$type.name(), typed::<object::$type>),)*];
            kinds.sort_unstable_by_key(|(name, _)| *name);
            kinds
        }
    };
}
with_kinds!(kinds_to_write);

fn typed<T: Listed + Object + Serialize>(snapshot: &Snapshot, lists: &mut Lists<'_>) -> Result<(), SaveError> {
    let all = snapshot.all::<T>();
    if all.is_empty() {
        return Ok(());
    }
    let name = T::KIND.name();
    lists.start(name.to_owned());
    lists.list(&api_version(T::KIND.group(), version(T::KIND)), name);
    for object in all.iter() {
        lists.item(|buffer| serde_json::to_writer(buffer, &**object))?;
    }
    lists.end()
}

/// The version in which the stored form of `kind` is written.
fn version(kind: Kind) -> &'static str {
    match kind {
        Kind::HorizontalPodAutoscaler => "v2",
        _ => "v1",
    }
}

fn api_version(group: &str, version: &str) -> String {
    match group {
        "" => version.to_owned(),
        group => format!("{group}/{version}"),
    }
}

/// Custom resources are sorted by group and kind; those of one kind may have come in several versions.
fn customs(snapshot: &Snapshot, lists: &mut Lists<'_>) -> Result<(), SaveError> {
    let all = snapshot.all::<Untyped>();
    for (number, kind) in all.chunk_by(|one, other| place(one) == place(other)).enumerate() {
        let Some(first) = kind.first() else { continue };
        lists.start(file_name(first, number + 1));
        for object in kind {
            lists.list(&api_version(&object.group, &object.version), &object.kind);
            lists.item(|buffer| custom(buffer, object))?;
        }
        lists.end()?;
    }
    Ok(())
}

fn place(object: &Untyped) -> (&str, &str) {
    (&object.group, &object.kind)
}

/// The JSON as it is kept, with the metadata as it is kept beside it.
fn custom(buffer: &mut Vec<u8>, object: &Untyped) -> serde_json::Result<()> {
    let json = object.json.as_str();
    let Some(fields) = json.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) else {
        buffer.extend_from_slice(json.as_bytes());
        return Ok(());
    };
    let comma = if fields.is_empty() { "" } else { "," };
    buffer.extend_from_slice(format!("{{{fields}{comma}\"{SAVED_METADATA}\":").as_bytes());
    serde_json::to_writer(&mut *buffer, &object.meta)?;
    buffer.push(b'}');
    Ok(())
}

/// The file of a custom kind: `Widget.example.org`, with `core` for the group without a name; `custom-7` where the words of the
/// cluster make no good name.
fn file_name(object: &Untyped, number: usize) -> String {
    /// The name field of a tar header has 100 bytes, and the number of a part and an ending go behind it.
    const LONGEST: usize = 80;
    let (group, kind) = place(object);
    let group = if group.is_empty() { "core" } else { group };
    let plain = |word: &str, others: &[u8]| {
        let letters = |byte: u8| byte.is_ascii_alphanumeric() || others.contains(&byte);
        !word.is_empty() && word.bytes().all(letters)
    };
    let name = custom_key(group, kind);
    let good = plain(kind, b"") && plain(group, b"-.") && name.len() <= LONGEST;
    if good { name } else { format!("custom-{number}") }
}

#[cfg(test)]
mod tests;
