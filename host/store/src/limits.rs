//! What may grow, and how far.

use std::time::Duration;

/// Bytes of one row's JSON. A round cuts what it reports (a thousand effects, fifty facts, texts of two thousand bytes), which comes
/// to three million bytes at the very worst; twice that, for characters that JSON escapes, and room.
pub const MAX_ROW_BYTES: usize = 8 << 20;

/// Rows of one answer: more than a person reads and enough to page through ten thousand in ten steps.
pub const MAX_ROWS: u32 = 1_000;

/// Bytes of one answer, and one row more: a thousand rows of the largest size must not take eight gigabytes of memory.
pub const MAX_ANSWER_BYTES: usize = 16 << 20;

/// Entries kept of one incident by [`prune`](crate::Store::prune): as many as can be asked for. One that comes and goes for months
/// would fill the store otherwise.
pub const MAX_HISTORY: u32 = MAX_ROWS;

/// Entries that may wait in a batch while the disk takes nothing: some twenty megabytes, days of an unquiet cluster.
pub const MAX_ENTRIES: usize = 100_000;

/// Bytes of the file, by default. Incidents have a few thousand bytes: room for a hundred thousand of them, and small enough for the
/// smallest volumes that clouds hand out.
pub const MAX_STORE_BYTES: u64 = 1 << 30;

/// Bytes of a page of the file; SQLite's default, spelled out since [`MAX_STORE_BYTES`] is counted in pages.
pub(crate) const PAGE_BYTES: u32 = 4_096;

/// Pages of the smallest store that can be made: the empty schema takes fewer than half of them.
pub(crate) const MIN_PAGES: u64 = 64;

/// Bytes that the write-ahead log keeps on disk once its content is in the file: a burst must not hold its space for good.
pub(crate) const WAL_KEPT_BYTES: u32 = 4 << 20;

/// How long to wait for the lock of a program that is no host, e.g. a shell that changes something: hosts are kept apart by the lock file, and
/// readers lock nobody out.
pub(crate) const BUSY: Duration = Duration::from_secs(2);

/// Incidents that one transaction of a pruning takes: commits get their turn in between, and the log stays small.
pub(crate) const PRUNE_STEP: u32 = 500;

/// Faults of a damaged file that are told; the first few say where it is broken, and there may be millions.
pub(crate) const MAX_PROBLEMS: u32 = 10;
