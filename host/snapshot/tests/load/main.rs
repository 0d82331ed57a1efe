//! Loading dumps: formats, archives, what is broken, what is hostile.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "what tests share is test code too"
)]

mod archives;
mod built;
mod cases;
mod corpus;
mod hostile;
mod recorder;
