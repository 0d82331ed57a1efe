//! A real cluster and a real host, as tests and benchmarks handle them.
//!
//! **What it does.** Runs kubectl ([`kubectl`]), stops and starts parts of a cluster that `tests/cluster` made ([`Part`]), starts
//! `sdo run` ([`Host`]) and reads what it answers over HTTP ([`Api`]) and what it uses ([`Usage`]).
//!
//! **What it deliberately does not.** It knows no types of the host: what is answered is read by the words that everybody sees. It
//! asserts nothing; whoever uses it decides what an error means.
//!
//! **Where to start.** [`Host::start`], then [`Api::incidents`].

mod answers;
mod api;
mod host;
mod http;
mod kubectl;
mod metrics;
mod part;
mod until;
mod usage;

pub use answers::{
    Blind, Coverage, Detail, Detector, Detectors, Entry, Glance, Incident, Kind, LastRun, Link, Object, Page, Round,
    Status,
};
pub use api::Api;
pub use host::{Host, program};
pub use http::{Answer, get, send};
pub use kubectl::{Output, apply, kubectl, run};
pub use metrics::Metrics;
pub use part::{Part, Stopped};
pub use until::until;
pub use usage::Usage;
