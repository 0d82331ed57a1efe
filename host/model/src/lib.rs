//! The domain types of `sdo` and the read-only view of a cluster.
//!
//! What it does: names the Kubernetes kinds a snapshot can carry ([`Kind`]), holds the Rust form of the WIT contract
//! (`contract`, generated from `wit/`), the view trait a detector reads through, the price of a read ([`Call`]) and the
//! shapes of a [`Finding`](finding::Finding) and an [`Incident`](incident::Incident).
//!
//! What it deliberately does not: read files, talk to an API server, run components, know async. It declares no trait
//! that changes a cluster (wall W4).
//!
//! Where to start: [`contract::Cluster`], then [`Call`].

pub mod call;
pub mod contract;
pub mod coverage;
pub mod finding;
pub mod incident;
pub mod kind;

pub use call::{Call, Clock, Stop};
pub use coverage::{Coverage, State};
pub use kind::{Kind, KindSet};
