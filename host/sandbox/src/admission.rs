//! Whether bytes are a detector at all, and what it imports: decided by reading, before anything is compiled.
//!
//! Admission never runs or allocates what the file asks for; its work is bounded by the size of the file.

mod imports;
mod lint;
mod types;
mod walk;

pub use imports::{ContractImport, Imports};

use crate::limits::Limits;
use crate::refusal::{FileKind, RefusalReason};
use serde::{Serialize, Serializer};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// SHA-256 of a component: what approvals, caches and audits refer to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The raw bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("sha256:")?;
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A component that may be compiled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Admitted {
    /// What it is.
    pub digest: Digest,
    /// Its size in bytes.
    pub size: u64,
    /// Everything it can see, exactly.
    pub imports: Imports,
}

/// Reads a component: what it is, and that it keeps within `limits`.
///
/// # Errors
/// The first reason not to let it in. Never panics, whatever the bytes.
pub fn inspect(bytes: &[u8], limits: &Limits) -> Result<Admitted, RefusalReason> {
    check_file(bytes, limits)?;
    let imports = walk::walk(bytes, limits)?;
    Ok(Admitted {
        digest: Digest::of(bytes),
        size: bytes.len() as u64,
        imports,
    })
}

/// What can be told from the size and the first bytes.
fn check_file(bytes: &[u8], limits: &Limits) -> Result<(), RefusalReason> {
    let size = bytes.len() as u64;
    if size > limits.component_bytes {
        return Err(RefusalReason::TooLarge {
            bytes: size,
            limit: limits.component_bytes,
        });
    }
    let head = bytes.get(..8).unwrap_or(bytes);
    match head {
        [] => Err(RefusalReason::NotWasm(FileKind::Empty)),
        // The version and layer follow the magic: layer 1 is a component.
        [0, b'a', b's', b'm', _, _, 1, 0] => Ok(()),
        [0, b'a', b's', b'm', _, _, 0, 0] => Err(RefusalReason::CoreModule),
        _ if b"\0asm".starts_with(head) || (head.starts_with(b"\0asm") && head.len() < 8) => {
            Err(RefusalReason::Truncated { offset: size })
        }
        _ if head.starts_with(b"\0asm") => Err(RefusalReason::Invalid {
            offset: 4,
            message: "unknown version of WebAssembly".to_owned(),
        }),
        _ => Err(RefusalReason::NotWasm(foreign(bytes))),
    }
}

fn foreign(bytes: &[u8]) -> FileKind {
    let text = bytes.trim_ascii_start();
    match bytes {
        [0x7f, b'E', b'L', b'F', ..] => FileKind::Native,
        [b'P', b'K', ..] | [0x1f, 0x8b, ..] | [0xfd, b'7', b'z', b'X', b'Z', ..] | [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            FileKind::Archive
        }
        _ if text.starts_with(b"(") || text.starts_with(b";;") => FileKind::Text,
        _ => FileKind::Unknown,
    }
}

#[cfg(test)]
mod tests;
