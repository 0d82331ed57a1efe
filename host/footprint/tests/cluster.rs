//! Against a real API server, which `KUBECONFIG` names; `kubectl` must be found. Each test has a namespace of its own.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests: what must not happen ends them, also in the functions that prepare them"
)]

mod cluster {
    mod events;
    mod kubectl;
    mod leaders;
    mod proxy;
    mod role;
    mod tokens;
}
