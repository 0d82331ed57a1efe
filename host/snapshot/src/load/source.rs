//! Opens what the user named and finds out what it is.

use super::error::{LimitKind, LoadError};
use super::folder;
use super::intake::{Item, Member};
use super::magic::{Form, PEEK};
use super::member_name::printable;
use super::meter::{Meter, Plain, Raw};
use super::outbox::Outbox;
use super::{tarball, zipped};
use flate2::read::MultiGzDecoder;
use liblzma::read::XzDecoder;
use liblzma::stream::{CONCATENATED, Stream};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, Cursor, Read, Seek};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Memory for the dictionary of an xz stream; `xz -9` needs 65 MiB.
const XZ_MEMORY_BYTES: u64 = 128 << 20;
/// The window of a zstd stream as a power of two; `zstd --ultra -22` needs 27, `--long=31` is refused.
const ZSTD_WINDOW_LOG: u32 = 27;
/// Archives are read in pieces of this size.
const BUFFER_BYTES: usize = 128 << 10;

/// One thing to load.
pub enum Input {
    /// A file, folder or named pipe. A link given here is followed; links below are not.
    Path(PathBuf),
    /// Standard input or any other stream.
    Stream {
        /// For messages.
        name: String,
        /// Where the bytes come from.
        reader: Box<dyn Read + Send>,
    },
}

impl Input {
    /// What a command line argument means: `-` is standard input.
    pub fn from_argument(argument: &Path) -> Self {
        if argument.as_os_str() == "-" {
            return Input::Stream {
                name: "standard input".to_owned(),
                reader: Box::new(io::stdin()),
            };
        }
        Input::Path(argument.to_owned())
    }

    /// How messages call it.
    pub fn name(&self) -> String {
        match self {
            Input::Path(path) => printable(&path.display().to_string()),
            Input::Stream { name, .. } => name.clone(),
        }
    }

    /// How many bytes will be read, where that is known.
    pub(super) fn size(&self) -> Option<u64> {
        match self {
            Input::Path(path) => fs::metadata(path)
                .ok()
                .filter(fs::Metadata::is_file)
                .map(|metadata| metadata.len()),
            Input::Stream { .. } => None,
        }
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Input").field(&self.name()).finish()
    }
}

/// Reads an input to its end.
pub(super) fn read(input: Input, outbox: &mut Outbox<'_, '_>) -> Result<(), LoadError> {
    outbox.meter.start_input();
    let name = input.name();
    match input {
        Input::Path(path) => read_path(&name, &path, outbox),
        Input::Stream { reader, .. } => read_stream(
            &Opened {
                name: &name,
                inner: String::new(),
                modified: None,
            },
            reader,
            outbox,
        ),
    }
}

fn read_path(name: &str, path: &Path, outbox: &mut Outbox<'_, '_>) -> Result<(), LoadError> {
    let metadata = fs::metadata(path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => LoadError::NoSuchPath { path: name.to_owned() },
        _ => LoadError::Unreadable {
            path: name.to_owned(),
            source,
        },
    })?;
    if metadata.is_dir() {
        return folder::read(path, outbox);
    }
    let unreadable = |source| LoadError::Unreadable {
        path: name.to_owned(),
        source,
    };
    let mut file = File::open(path).map_err(unreadable)?;
    let inner = path
        .file_name()
        .map(|name| printable(&name.to_string_lossy()))
        .unwrap_or_default();
    let modified = metadata.is_file().then(|| folder::modified(&metadata)).flatten();
    let opened = Opened { name, inner, modified };
    if !metadata.is_file() {
        return read_stream(&opened, file, outbox);
    }
    let start = peek(&mut file).map_err(unreadable)?;
    file.rewind().map_err(unreadable)?;
    if Form::of(&start) == Form::Zip {
        return zipped::read(name, BufReader::new(Raw::new(file, &outbox.meter)), outbox);
    }
    read_stream(&opened, file, outbox)
}

/// A stream and what is known about it.
struct Opened<'a> {
    name: &'a str,
    /// The file's name, for what it says about its contents.
    inner: String,
    modified: Option<i64>,
}

fn read_stream(opened: &Opened<'_>, reader: impl Read, outbox: &mut Outbox<'_, '_>) -> Result<(), LoadError> {
    let unreadable = |source| LoadError::Unreadable {
        path: opened.name.to_owned(),
        source,
    };
    let meter = Rc::clone(&outbox.meter);
    let mut raw = BufReader::with_capacity(BUFFER_BYTES, Raw::new(reader, &meter));
    let start = peek(&mut raw).map_err(unreadable)?;
    let form = Form::of(&start);
    let whole = Cursor::new(start).chain(raw);
    match form {
        Form::Gzip => unpacked(opened, MultiGzDecoder::new(whole), outbox),
        Form::Xz => unpacked(
            opened,
            XzDecoder::new_stream(whole, xz_stream().map_err(unreadable)?),
            outbox,
        ),
        Form::Zstd => unpacked(opened, zstd_decoder(whole).map_err(unreadable)?, outbox),
        Form::Zip => zip_from_memory(opened, whole, outbox),
        Form::Tar | Form::Text | Form::Foreign(_) => unpacked(opened, whole, outbox),
    }
}

fn xz_stream() -> io::Result<Stream> {
    Stream::new_stream_decoder(XZ_MEMORY_BYTES, CONCATENATED).map_err(io::Error::other)
}

fn zstd_decoder(reader: impl Read) -> io::Result<impl Read> {
    let mut decoder = zstd::Decoder::new(reader)?;
    decoder.window_log_max(ZSTD_WINDOW_LOG)?;
    Ok(decoder)
}

/// A zip archive can only be read from its end, and a pipe has none until it is over.
fn zip_from_memory(opened: &Opened<'_>, reader: impl Read, outbox: &mut Outbox<'_, '_>) -> Result<(), LoadError> {
    let limit = outbox.meter.limits.member_bytes;
    let mut bytes = Vec::new();
    let read = reader.take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|source| LoadError::Unreadable {
        path: opened.name.to_owned(),
        source,
    })?;
    if bytes.len() as u64 > limit {
        let _ = outbox.meter.stop(LimitKind::MemberBytes);
        return outbox.meter.limit_error(opened.name).map_or(Ok(()), Err);
    }
    zipped::read(opened.name, Cursor::new(bytes), outbox)
}

/// What is left when at most one compression is taken off: a tar archive or a single file.
fn unpacked(opened: &Opened<'_>, reader: impl Read, outbox: &mut Outbox<'_, '_>) -> Result<(), LoadError> {
    let meter = Rc::clone(&outbox.meter);
    let mut plain = BufReader::with_capacity(BUFFER_BYTES, Plain::new(reader, &meter));
    let start = match peek(&mut plain) {
        Ok(start) => start,
        Err(error) => return Err(damaged(opened, &meter, &error)),
    };
    let form = Form::of(&start);
    let whole = Cursor::new(start).chain(plain);
    match form {
        Form::Tar => tarball::read(opened.name, whole, outbox),
        Form::Text => single_file(opened, whole, outbox),
        Form::Foreign(what) => unsupported(opened, what),
        Form::Gzip | Form::Xz | Form::Zstd | Form::Zip => unsupported(
            opened,
            "an archive inside a compressed file (unpack the outer one first)",
        ),
    }
}

fn unsupported(opened: &Opened<'_>, what: &str) -> Result<(), LoadError> {
    Err(LoadError::Unsupported {
        path: opened.name.to_owned(),
        looks_like: what.to_owned(),
    })
}

fn damaged(opened: &Opened<'_>, meter: &Meter<'_>, error: &io::Error) -> LoadError {
    let what = match error.kind() {
        io::ErrorKind::UnexpectedEof => "the compressed data ends before anything could be read",
        _ => "the compressed data is damaged or needs too much memory",
    };
    let error = || LoadError::Damaged {
        path: opened.name.to_owned(),
        what: what.to_owned(),
    };
    meter.limit_error(opened.name).unwrap_or_else(error)
}

fn single_file(opened: &Opened<'_>, reader: impl Read, outbox: &mut Outbox<'_, '_>) -> Result<(), LoadError> {
    let limit = outbox.meter.limits.member_bytes;
    let mut bytes = Vec::new();
    let read = reader.take(limit + 1).read_to_end(&mut bytes);
    if bytes.len() as u64 > limit {
        let _ = outbox.meter.stop(LimitKind::MemberBytes);
    }
    if let Some(limit) = outbox.meter.limit_error(opened.name) {
        return Err(limit);
    }
    // Nobody listening is no error of the file.
    let _ = outbox.meter.member().is_ok().then(|| {
        outbox.send(Item::File(Member {
            path: opened.name.to_owned(),
            inner: opened.inner.clone(),
            bytes,
            cut: read.is_err(),
            modified: opened.modified,
            alone: true,
        }))
    });
    outbox.meter.limit_error(opened.name).map_or(Ok(()), Err)
}

/// The first bytes of a stream: fewer than asked for only at its end, because pipes give what they have.
fn peek(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::with_capacity(PEEK);
    reader.take(PEEK as u64).read_to_end(&mut start)?;
    Ok(start)
}
