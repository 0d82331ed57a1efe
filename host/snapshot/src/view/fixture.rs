//! Snapshots for the tests of the views.

use crate::load::{Origin, Sink};
use crate::{Builder, Snapshot};
use sdo_model::Kind;

/// A snapshot of these objects in which every kind is completely known.
pub(crate) fn snapshot(objects: &[&str]) -> Snapshot {
    let mut builder = of(objects);
    builder.covered_all();
    builder.finish()
}

/// The same with `kind` not collected.
pub(crate) fn without(objects: &[&str], kind: Kind) -> Snapshot {
    snapshot(objects).without_kind(kind)
}

fn of(objects: &[&str]) -> Builder {
    let mut builder = Builder::new("test");
    for (line, json) in objects.iter().enumerate() {
        let origin = Origin {
            path: "test.json",
            line,
            kind_hint: None,
            namespace_hint: None,
        };
        builder.document(json.as_bytes(), &origin).unwrap();
    }
    builder
}
