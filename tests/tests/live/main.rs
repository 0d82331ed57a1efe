//! `sdo` against a real cluster, which `scripts/test-cluster` starts and `KUBECONFIG` names.
//!
//! Tests here take minutes of waiting and little work, so many run side by side, each in namespaces of its own. Those that break the
//! cluster itself have it alone ([`turns`]).
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests: what must not happen ends them, also in the functions that prepare them"
)]

mod chaos;
mod check;
mod fault;
mod faults;
mod healthy;
mod rbac;
mod reload;
mod rows;
mod scene;
mod sink;
mod turns;
