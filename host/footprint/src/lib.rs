//! The little that the host itself writes to a cluster.
//!
//! What it does: holds the one Lease that says which of several hosts speaks ([`Leadership`]), leaves an Event on the object of an
//! incident ([`Announcer`]), and asks the API server whose token a caller of the HTTP API shows ([`TokenReviewer`]). These are all
//! the requests that its client is made for; the client itself is given to nobody.
//!
//! What it deliberately does not: write anything else, read what detectors read, decide what an incident is, keep anything beyond
//! the life of the process.
//!
//! ```text
//!              ┌─ leadership ─► Lease           get, create, update   ─► Role, for everybody who writes
//!  Footprint ──┼─ announcer ──► Event           create                   (at most 20, then 10 a minute)
//!              └─ reviewer ───► TokenReview, SubjectAccessReview         create
//! ```
//!
//! What a role needs for it: `create` on `events` of `events.k8s.io`; `get` and `update` on the named `leases` of
//! `coordination.k8s.io`, and `create` unless the Lease is there already; `create` on `tokenreviews` of `authentication.k8s.io` and
//! `subjectaccessreviews` of `authorization.k8s.io`.
//!
//! Where to start: [`Footprint`], then [`lease::election`](Election) for why there are never two leaders.

mod announce;
mod door;
mod error;
#[cfg(test)]
mod fake;
mod footprint;
mod lease;
mod random;
mod review;

pub use announce::{Announcement, Announcer, AnnouncerTask, Counts, Offer};
pub use error::{FootprintError, RequestError};
pub use footprint::Footprint;
pub use lease::{Action, Draft, Election, Identity, Leadership, LeaseName, Role, Sighting, Terms, TermsError, Until};
pub use review::{Review, ReviewError, Rules, TokenReviewer, User};
