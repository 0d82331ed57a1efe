//! Incidents as Events on the objects that they are about.

mod announcer;
mod bucket;
mod event;
mod tally;
mod task;
mod text;

pub use announcer::{Announcement, Announcer, Offer};
pub use tally::Counts;
pub use task::AnnouncerTask;
