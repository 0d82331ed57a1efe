//! Everything that a running host shows over HTTP.
//!
//! What it does: holds what the host publishes ([`Board`], turns of incidents, [`Metrics`]) and answers requests from it: documents
//! under `/v1` with an OpenAPI document made from the same table as the router, a stream of events, metrics in OpenMetrics,
//! `/healthz` and `/readyz`, and a page for people that needs no JavaScript. It decides who may read ([`Access`]), bounds what
//! anybody can make it do, and makes texts from the cluster harmless.
//!
//! What it deliberately does not: change anything, ask a cluster, open a store, run a detector, wait for the host or let the host
//! wait for a reader. Whatever lies outside of the board it asks through [`History`] and [`Authenticator`], which the host implements.
//!
//! ```text
//!  host ─► Publisher ─► board, turns, beat ─► Feed ─┐
//!  host ─► Metrics ─────────────────────────────────┼─► Api ─► guard ─► routes ─► documents, events, page, metrics
//!  store ◄─ History ◄───────────────────────────────┤
//!  TokenReview ◄─ Authenticator ◄───────────────────┘
//! ```
//!
//! Where to start: [`Board`], [`channel`], [`serve`]; then the table in `routes.rs`.

#[cfg(test)]
extern crate self as sdo_api;

mod access;
mod api;
pub mod board;
pub mod document;
mod feed;
mod guard;
mod handlers;
mod headline;
mod history;
pub mod metrics;
mod openapi;
mod page;
mod problem;
mod query;
mod routes;
mod serve;
mod text;
mod words;

#[cfg(test)]
#[path = "../tests/sample/mod.rs"]
mod sample;
#[cfg(test)]
mod tests;

pub use access::{Access, Authenticator, AuthenticatorError, LaterVerdict, TokenVerdict};
pub use api::{Api, Settings};
pub use board::Board;
pub use feed::{Feed, Publisher, channel};
pub use history::{History, HistoryError, Later, NoHistory, Query};
pub use metrics::Metrics;
pub use openapi::document as openapi;
pub use serve::{ServeError, bind, serve};
