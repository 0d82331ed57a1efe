//! How much of a dump is read before it counts as an attack or a mistake.

/// The limits of one load. Every field has a named default with its reason; tests and fuzzing lower them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes after decompression, over all inputs.
    pub total_bytes: u64,
    /// Bytes of one file or member that is read for objects.
    pub member_bytes: u64,
    /// Files and members, over all inputs, those skipped by name included.
    pub members: u64,
    /// Decompressed bytes per compressed byte.
    pub ratio: u64,
    /// Decompressed bytes below which the ratio is not looked at.
    pub ratio_from_bytes: u64,
    /// Nested mappings and lists in one document.
    pub depth: usize,
    /// Bytes that YAML aliases may add to one document.
    pub alias_bytes: usize,
    /// Broken JSON documents in one file before the rest of the file is given up.
    pub broken_documents: usize,
    /// Nested folders below a path.
    pub folder_depth: usize,
    /// Problems handed to the sink one by one; the rest is counted.
    pub problems: usize,
}

/// Large support cases bring 5 to 10 GB, nearly all of it logs that are skipped but still decompressed.
pub const TOTAL_BYTES: u64 = 32 << 30;
/// 50,000 pods as indented JSON are about 500 MB; a larger file does not fit beside the snapshot made from it.
pub const MEMBER_BYTES: u64 = 1 << 30;
/// A must-gather of a healthy six-node cluster has 3,500 members; a hundred times that is a large fleet with logs.
pub const MEMBERS: u64 = 1_000_000;
/// Kubernetes YAML compresses 10 to 30 times, cloned objects about 60 times; bombs start at 1,000.
pub const RATIO: u64 = 300;
/// Small archives of empty lists compress absurdly well, and this many bytes cost a fraction of a second.
pub const RATIO_FROM_BYTES: u64 = 128 << 20;
/// The record of a saved snapshot names each kind and, where a kind is partly known, namespaces: 40 kinds in 10,000 namespaces are
/// 30 MB.
pub(super) const RECORD_BYTES: usize = 64 << 20;
/// Saved snapshots in one load. They are states of one cluster, and nobody has many of the same moment.
pub(super) const RECORDS: usize = 8;
/// JSON readers stop at 128; the deepest real schema (a CRD's) stays under 60.
pub const DEPTH: usize = 120;
/// No collector writes aliases; hand-written fixtures share a few labels.
pub const ALIAS_BYTES: usize = 1 << 20;
/// Looking for the next document after a broken one costs up to the length of the file each time.
pub const BROKEN_DOCUMENTS: usize = 100;
/// The deepest known layout is a rotated log at 12; a deeper tree is a loop or an attack on the stack.
pub const FOLDER_DEPTH: usize = 64;
/// Nobody reads more, and a hostile archive can hold a million broken files.
pub const PROBLEMS: usize = 1_000;

impl Default for Limits {
    fn default() -> Self {
        Self {
            total_bytes: TOTAL_BYTES,
            member_bytes: MEMBER_BYTES,
            members: MEMBERS,
            ratio: RATIO,
            ratio_from_bytes: RATIO_FROM_BYTES,
            depth: DEPTH,
            alias_bytes: ALIAS_BYTES,
            broken_documents: BROKEN_DOCUMENTS,
            folder_depth: FOLDER_DEPTH,
            problems: PROBLEMS,
        }
    }
}
