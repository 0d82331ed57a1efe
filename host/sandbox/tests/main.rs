//! Tests of the sandbox from outside: one program, because linking wasmtime once is enough.

#![allow(clippy::indexing_slicing, missing_docs, reason = "tests")]

mod corpus;
mod fixture;
mod generated;
mod loading;
mod runs;
mod view;
