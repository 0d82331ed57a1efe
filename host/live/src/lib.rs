//! A live cluster in, a snapshot out.
//!
//! What it does: finds the API server as kubectl does ([`Target`]), lists each kind that is wanted, page by page, and hands the
//! answers to the snapshot's builder as they come ([`read`]); says how much of each kind it could read, and what the reading cost
//! the API server ([`Cost`]).
//!
//! What it deliberately does not: write to a cluster, keep an answer, judge what it reads.
//!
//! ```text
//!  kubeconfig ─► Connection ─► lists, a few kinds at a time ─► Builder ─► Snapshot
//! ```
//!
//! Where to start: [`read`].

mod connect;
mod cost;
mod error;
mod list;
mod read;
mod resource;
mod taking;

pub use connect::Target;
pub use cost::Cost;
pub use error::ReadError;
pub use read::{Reading, Wanted, read};
