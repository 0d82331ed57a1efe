//! One offline round: which detectors run over a snapshot, what they could not see, and what their findings mean together.
//!
//! **What it does.** Loads detectors into a sandbox ([`load`](load())), decides for each from its imports and the snapshot's coverage
//! whether its verdict would mean anything, runs it on a worker thread ([`round`](round())), resolves the object ids of its
//! findings to names, adds owners and a fingerprint, makes every text safe to show, and folds effects under their causes.
//!
//! What rounds mean together is the part of [`incidents`], the only one with a memory.
//!
//! **What it deliberately does not.** It reads no file, keeps nothing by itself from round to round, calls no model, writes to no
//! cluster, and knows nothing of output formats. Two rounds over the same snapshot give the same values, whatever the number of threads.
//!
//! **Where to start.** [`check`] for a whole round; [`round`](round()) with plain values for [`Facts`] and [`Candidate`] in tests.
//!
//! ```text
//!  components ─► load ─► Candidate ─┐
//!                                   ├► round: readable? ─► run ─► resolve ─► fold ─► Round
//!  snapshot ─► Facts ───────────────┘
//! ```

mod candidate;
mod facts;
mod finding;
mod fold;
pub mod incidents;
mod load;
#[cfg(test)]
mod plain;
mod readable;
mod resolve;
mod round;
mod rounds;
mod schedule;
mod wording;

pub use candidate::{Candidate, DetectorRun, Status};
pub use facts::Facts;
pub use finding::{Effect, Evidence, Finding, ObjectName, Related, Unknown};
pub use load::{Library, Loaded, Origin, Source, load};
pub use round::{Options, Round, check, round};
pub use rounds::{Rounds, Stage, Standing, Turnout};
pub use wording::{Redact, Wording, one_line};
