//! Why a component is not let in: one stable code and one sentence each.

use crate::policy::Refusal;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// What a file is that is no component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileKind {
    /// Zero bytes.
    #[error("an empty file")]
    Empty,
    /// Text in the WebAssembly text format.
    #[error("WebAssembly text (WAT); assemble it with `wasm-tools parse`")]
    Text,
    /// Machine code, or code that wasmtime compiled ahead of time.
    #[error("machine code (ELF or .cwasm); machine code from outside is never run, give the .wasm component")]
    Native,
    /// A zip or gzip archive.
    #[error("an archive; unpack it first")]
    Archive,
    /// None of these.
    #[error("not WebAssembly: the first bytes are not `\\0asm`")]
    Unknown,
}

/// Why a component was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RefusalReason {
    /// Larger than its limit.
    #[error("{bytes} bytes, limit component_bytes is {limit}")]
    TooLarge {
        /// Its size.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// Another kind of file.
    #[error("{0}")]
    NotWasm(FileKind),
    /// A core module where a component is needed.
    #[error(
        "a core module, not a component; make a component of it with `wasm-tools component new` or `sdo detector build`"
    )]
    CoreModule,
    /// It ends in the middle.
    #[error("cut off: byte {offset} should follow, the file ends")]
    Truncated {
        /// Where more was expected.
        offset: u64,
    },
    /// It is not valid, or uses a proposal that is closed here.
    #[error("invalid at byte {offset}: {message}")]
    Invalid {
        /// Where.
        offset: u64,
        /// The validator's words, escaped.
        message: String,
    },
    /// It holds more of something than its limit.
    #[error("{count} {what}, limit {limit} is {max}")]
    TooMany {
        /// What was counted.
        what: &'static str,
        /// How many; counting stops there.
        count: u64,
        /// The name of the limit.
        limit: &'static str,
        /// Its value.
        max: u64,
    },
    /// It passes text in another encoding than UTF-8.
    #[error("passes text as {0}; only UTF-8 is accepted, three advisories of 2026 are about the others")]
    Encoding(&'static str),
    /// It uses a part of the component model that a pure detector has no use for.
    #[error("uses {0}; a detector is one synchronous component")]
    Unsupported(&'static str),
    /// It imports something that is no part of the contract.
    #[error("imports {name}, which is not part of the detector contract sdo:detector@0.1.0{hint}")]
    UnknownImport {
        /// The import, escaped.
        name: String,
        /// What to do, starting with `; `, or empty.
        hint: String,
    },
    /// Policy does not grant an import.
    #[error("{0}")]
    NotGranted(Refusal),
    /// An export of the contract is missing.
    #[error("has no export {name}; a detector exports spec and detect of sdo:detector@0.1.0")]
    MissingExport {
        /// The export.
        name: &'static str,
    },
    /// It needs other types than this build of the contract has.
    #[error("does not fit the contract of this build: {message}")]
    Link {
        /// wasmtime's words, escaped; they name the import or export.
        message: String,
    },
    /// The compiler did not accept it.
    #[error("cannot be compiled: {message}")]
    Compile {
        /// The compiler's words, escaped.
        message: String,
    },
}

impl RefusalReason {
    /// The stable code, as in JSON output and metrics.
    pub fn code(&self) -> &'static str {
        match self {
            RefusalReason::TooLarge { .. } => "too-large",
            RefusalReason::NotWasm(FileKind::Empty) => "empty",
            RefusalReason::NotWasm(FileKind::Text) => "text-format",
            RefusalReason::NotWasm(FileKind::Native) => "machine-code",
            RefusalReason::NotWasm(FileKind::Archive) => "archive",
            RefusalReason::NotWasm(FileKind::Unknown) => "not-wasm",
            RefusalReason::CoreModule => "core-module",
            RefusalReason::Truncated { .. } => "truncated",
            RefusalReason::Invalid { .. } => "invalid",
            RefusalReason::TooMany { .. } => "too-many",
            RefusalReason::Encoding(_) => "encoding",
            RefusalReason::Unsupported(_) => "unsupported",
            RefusalReason::UnknownImport { .. } => "unknown-import",
            RefusalReason::NotGranted(_) => "not-granted",
            RefusalReason::MissingExport { .. } => "missing-export",
            RefusalReason::Link { .. } => "link",
            RefusalReason::Compile { .. } => "compile",
        }
    }
}

impl Serialize for RefusalReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("code", self.code())?;
        map.serialize_entry("text", &self.to_string())?;
        map.end()
    }
}
