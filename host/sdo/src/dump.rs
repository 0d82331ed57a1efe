//! From the paths of the command line to a snapshot.

use crate::args::Data;
use crate::failure::Failure;
use crate::progress::Bar;
use anyhow::anyhow;
use sdo_snapshot::load::{Input, LoadError, Options, load};
use sdo_snapshot::{Builder, Snapshot};
use std::path::Path;

/// Reads all paths as one cluster.
///
/// # Errors
/// No path, a path that does not exist, or nothing in them that could be checked.
pub(crate) fn read(data: &Data) -> Result<Snapshot, Failure> {
    if data.paths.is_empty() {
        return Err(Failure::usage(anyhow!(
            "no dump given: name a file, folder or archive, - for standard input, or --live for the cluster itself, e.g. `sdo check dump.tar.gz`"
        )));
    }
    if data
        .paths
        .iter()
        .filter(|path| path.as_path() == Path::new("-"))
        .count()
        > 1
    {
        return Err(Failure::usage(anyhow!(
            "standard input (-) is given twice and can be read once"
        )));
    }
    let inputs: Vec<Input> = data.paths.iter().map(|path| Input::from_argument(path)).collect();
    let source = inputs.iter().map(Input::name).collect::<Vec<_>>().join(", ");
    let bar = Bar::new();
    let on_progress = |progress| bar.show(progress);
    let options = Options {
        on_progress: Some(&on_progress),
        ..Options::default()
    };
    let mut builder = Builder::new(source);
    load(inputs, &mut builder, &options).map_err(failure)?;
    Ok(builder.finish())
}

/// An empty cluster, for questions whose answer must not depend on one.
pub(crate) fn empty() -> Snapshot {
    Builder::new("nothing").finish()
}

fn failure(error: LoadError) -> Failure {
    match error {
        LoadError::NoSuchPath { .. } => Failure::usage(error),
        _ => Failure::no_data(error),
    }
}
