//! Why nothing could be loaded.

use std::fmt;
use std::io;
use thiserror::Error;

/// What [`load`](super::load) reads, for messages.
pub const SUPPORTED: &str = "Kubernetes objects as JSON or YAML (kubectl get -o json|yaml), a kubectl cluster-info dump, \
     an OpenShift must-gather, a Replicated support bundle, what sdo snapshot save wrote, each as a file, a folder, or a \
     .tar, .tar.gz, .tar.xz, .tar.zst or .zip archive";

/// Which of the [`Limits`](super::Limits) stopped a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// Bytes after decompression.
    TotalBytes,
    /// Decompressed bytes per compressed byte: the sign of an archive bomb.
    Ratio,
    /// Number of files and members.
    Members,
    /// Bytes of a single file, or of a zip archive that came through a pipe.
    MemberBytes,
}

impl fmt::Display for LimitKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            LimitKind::TotalBytes => "bytes after decompression",
            LimitKind::Ratio => "decompressed bytes for each compressed byte",
            LimitKind::Members => "files",
            LimitKind::MemberBytes => "bytes in one file",
        })
    }
}

/// Why a load gave nothing that could be checked. Messages name files and lines and never quote contents.
#[derive(Debug, Error)]
pub enum LoadError {
    /// A path that does not exist.
    #[error("no such file or folder: {path}")]
    NoSuchPath {
        /// As given.
        path: String,
    },
    /// The operating system refused to read a path or a stream.
    #[error("cannot read {path}")]
    Unreadable {
        /// As given.
        path: String,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// A file that is no dump.
    #[error("cannot load {path}: it looks like {looks_like}; supported: {SUPPORTED}")]
    Unsupported {
        /// As given.
        path: String,
        /// What it seems to be, and where it helps how to get the right thing.
        looks_like: String,
    },
    /// Everything was read and no Kubernetes object was in it.
    #[error("no Kubernetes objects in {path} ({why}); supported: {SUPPORTED}")]
    Empty {
        /// The inputs as given.
        path: String,
        /// What was seen instead.
        why: String,
    },
    /// The Go field names of an early `kubectl cluster-info dump`.
    #[error(
        "{path} was written by a kubectl too old to read (fields are named Items and Spec instead of items and spec); \
         run `kubectl cluster-info dump` again with kubectl 1.20 or newer, or `kubectl get -A -o json`"
    )]
    OldClusterInfo {
        /// The first such file.
        path: String,
    },
    /// A snapshot that a later sdo saved.
    #[error(
        "{path} is a saved snapshot of format {version}, and this sdo reads formats up to {reads}; \
         use sdo {needs} or newer"
    )]
    NewerFormat {
        /// Its record.
        path: String,
        /// The format it has.
        version: u64,
        /// The newest format that this program reads.
        reads: u64,
        /// The first version of sdo that reads it, as the file says.
        needs: String,
    },
    /// One of the [`Limits`](super::Limits) was passed.
    #[error("stopped reading {path}: more than {allowed} {limit}; {advice}")]
    Limit {
        /// The input or member at which it happened.
        path: String,
        /// Which one.
        limit: LimitKind,
        /// Its value.
        allowed: u64,
        /// What to do instead.
        advice: &'static str,
    },
    /// An archive or file that is damaged from its beginning on, or wrong in all that was read.
    #[error("cannot load {path}: {what}")]
    Damaged {
        /// The file or member.
        path: String,
        /// What is wrong, with the line where it is known.
        what: String,
    },
}
