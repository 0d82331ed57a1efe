//! A live cluster in, a snapshot out.
//!
//! What it does: finds the API server as kubectl does ([`Target`]), lists each kind that is wanted, page by page, and hands the
//! answers to the snapshot's builder as they come ([`read`]); says how much of each kind it could read, and what the reading cost
//! the API server ([`Cost`]). For a host that stays, it keeps one watch a kind and says what changes ([`Watcher`]), by a client that
//! gets new credentials when the old ones are refused ([`Reconnecting`]).
//!
//! What it deliberately does not: write to a cluster, keep an answer, judge what it reads.
//!
//! ```text
//!  kubeconfig ─► Connection ─┬► lists, a few kinds at a time ─► Builder ─► Snapshot
//!                            └► a list and a watch each kind ─► Update ─► whoever keeps a Replica
//! ```
//!
//! Where to start: [`read`] for one look, [`Watcher`] for a long one.

mod connect;
mod cost;
mod discover;
mod error;
mod list;
mod look;
mod plural;
mod protobuf;
mod read;
mod reconnect;
mod resource;
mod taking;
mod watch;

pub use connect::{Connection, Target, configuration, reason};
pub use cost::Cost;
pub use error::ReadError;
pub use look::{KindLook, Look, look};
pub use plural::{served_plurals, usual_plural};
pub use read::{Reading, Wanted, read};
pub use reconnect::Reconnecting;
pub use resource::api_version;
pub use watch::{Answered, Batch, Health, KindHealth, Phase, Probe, Reason, Update, Verb, Watcher, What};
