//! One of several hosts leads: it alone writes to the cluster and to the store.

mod election;
mod leadership;
mod name;
mod role;
mod terms;
mod wire;

pub use election::{Action, Draft, Election, Sighting};
pub use leadership::Leadership;
pub use name::{Identity, LeaseName};
pub use role::{Role, Until};
pub use terms::{Terms, TermsError};
