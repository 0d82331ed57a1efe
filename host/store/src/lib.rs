//! What the host remembers across restarts: one SQLite file.
//!
//! What it does: keeps incidents, their history and the incident engine's tracks; takes a round's changes as one [`Batch`] that is
//! written whole or not at all and may be committed again when nobody knows what became of it; answers bounded [`Query`]s; says
//! what is wrong with a file, and copies it before anybody repairs it.
//!
//! What it deliberately does not: decide. It opens, closes and forgets no incident by itself, never looks into a track, and never
//! deletes, recreates or repairs a file that it cannot read.
//!
//! ```text
//!  engine ─► Batch ─► Store::commit ─► one transaction ─► sdo.db (+ -wal, -shm)     sdo.db.lock: one writer
//!  engine ◄─ Memory ◄─ Reader::load ◄──────────────────────┤
//!  API, command line, doctor ◄─ Reader ◄───────────────────┘  any number of readers, in any process
//! ```
//!
//! Where to start: [`Store::open`], then [`Batch`]; `docs/store.md` for those who run it.

mod batch;
mod check;
mod connection;
mod error;
mod limits;
mod lock;
mod open;
mod owner;
mod place;
mod prune;
mod read;
mod schema;
mod write;

pub use batch::Batch;
pub use check::Check;
pub use error::StoreError;
pub use limits::{MAX_ANSWER_BYTES, MAX_ENTRIES, MAX_HISTORY, MAX_ROW_BYTES, MAX_ROWS, MAX_STORE_BYTES};
pub use lock::Holder;
pub use owner::Owner;
pub use prune::Pruned;
pub use read::{Memory, Query, Reader};
pub use write::Store;
