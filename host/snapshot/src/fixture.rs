//! A snapshot from one text, for tests of detectors.

use crate::load::{self, ClockSource, Input, LoadError, Options, Sink};
use crate::text::Time;
use crate::{Builder, Snapshot};
use sdo_model::KindSet;
use std::io::Cursor;
use thiserror::Error;

/// Why a fixture is no snapshot.
#[derive(Debug, Error)]
pub enum FixtureError {
    /// The text is no cluster.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A part of the text could not be used; a fixture must be whole.
    #[error("{path}: {what}")]
    Broken {
        /// Where.
        path: String,
        /// What is wrong.
        what: String,
    },
    /// The clock is no time.
    #[error("`{0}` is no RFC 3339 time, such as 2026-11-30T18:00:00Z")]
    Clock(String),
}

/// The cluster that `text` describes (what `kubectl get -o yaml` or `-o json` prints, several documents allowed): every kind
/// counts as completely known except those of `unreadable`, and `now` (RFC 3339) is its clock.
///
/// # Errors
/// When some part of the text is no Kubernetes object, or `now` is no time.
pub fn fixture(text: &[u8], unreadable: KindSet, now: Option<&str>) -> Result<Snapshot, FixtureError> {
    let mut builder = Builder::new("fixture");
    if let Some(now) = now {
        let time = Time::parse(now).ok_or_else(|| FixtureError::Clock(now.to_owned()))?;
        builder.clock(ClockSource::Collector, time.unix());
    }
    let reader = Box::new(Cursor::new(text.to_vec()));
    load::load(
        vec![Input::Stream {
            name: "fixture".to_owned(),
            reader,
        }],
        &mut builder,
        &Options::default(),
    )?;
    builder.covered_all();
    let snapshot = builder.finish();
    if let Some(problem) = snapshot.facts().problems.first() {
        return Err(FixtureError::Broken {
            path: problem.path.clone(),
            what: problem.what.clone(),
        });
    }
    Ok(unreadable
        .iter()
        .fold(snapshot, |snapshot, kind| snapshot.without_kind(kind)))
}
