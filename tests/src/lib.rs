//! Tests of the whole live in `tests/`. What those against a living cluster share with its benchmark is in [`live`].

pub mod live;
