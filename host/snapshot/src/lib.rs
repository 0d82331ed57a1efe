//! Cluster state in, an indexed immutable snapshot out.
//!
//! What it does: reads dumps ([`load`]), takes in each object by narrow parsing ([`Builder`]), masks credentials where they
//! enter ([`redact`]), and gives an immutable, shareable [`Snapshot`] with coverage, a logical clock, a content digest and
//! the joins that detectors ask for ([`Index`]). A snapshot can be saved as a file that loads as the same snapshot ([`save()`]).
//!
//! What it deliberately does not: write to a cluster, keep a Secret's value, judge what it holds, read the host's clock.
//!
//! ```text
//!  load ─► Builder (Sink) ─► Store: sorted lists of Arc<object> ─► Index ─► Snapshot
//!             └ interner, redaction, newest copy of each object
//! ```
//!
//! Where to start: [`Builder`], then [`Snapshot`].

mod build;
mod digest;
mod fixture;
mod index;
pub mod load;
pub mod object;
mod record;
pub mod redact;
mod replica;
mod save;
mod snapshot;
mod store;
pub mod text;
mod view;

pub use build::{Builder, GroupVersionKind};
pub use fixture::{FixtureError, fixture};
pub use index::{Index, LabelGroup, Owners, PodFacts, PodPhase, ServiceEntry, Top, Waiting, WaitingSet};
pub use record::Recorded;
pub use replica::{Changes, Replica};
pub use save::{SaveError, Saved, save};
pub use snapshot::{Facts, Problem, Snapshot};
pub use store::{Listed, Sorted, Store};
