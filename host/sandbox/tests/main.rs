//! Tests of the sandbox from outside: one program, because linking wasmtime once is enough.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    reason = "tests: what must not happen ends them, also in the functions that prepare them"
)]

mod corpus;
mod fixture;
mod generated;
mod loading;
#[cfg(target_os = "linux")]
mod lockdown;
mod runs;
mod view;
