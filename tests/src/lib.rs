//! Tests of the whole live in `tests/`.
