//! From a kubeconfig to a snapshot.

use crate::args::Live;
use crate::failure::Failure;
use sdo_live::{ReadError, Reading, Target, Wanted, read};
use sdo_model::{Kind, KindSet};
use sdo_pipeline::{Library, Loaded};

/// Reads what the detectors of `library` may see, and nothing else.
///
/// # Errors
/// No cluster is named, it does not answer, or it lets nothing be read.
pub(crate) fn read_for(arguments: &Live, library: &Library) -> Result<Reading, Failure> {
    let target = Target {
        kubeconfig: arguments.kubeconfig.clone(),
        context: arguments.context.clone(),
    };
    read(&target, &wanted(library)).map_err(failure)
}

/// What the detectors of `library` may see.
/// What the detectors of `library` may see.
pub(crate) fn wanted(library: &Library) -> Wanted {
    let seen = library.ready.iter().map(|loaded| loaded.detector.grants());
    let kinds = seen.fold(KindSet::EMPTY, KindSet::union);
    let mut custom: Vec<(String, String)> = library.ready.iter().flat_map(custom).collect();
    custom.sort();
    custom.dedup();
    Wanted {
        kinds: kinds.without(Kind::Custom),
        custom,
    }
}

/// The custom resources that a detector may see, by group and kind. What a spec names is the detector's own word: policy decides
/// whether anybody asks a server for it.
pub(crate) fn custom(loaded: &Loaded) -> Vec<(String, String)> {
    let named = loaded
        .spec
        .custom_resources
        .iter()
        .filter_map(|name| name.split_once('/'));
    let granted = named.filter(|(group, kind)| loaded.detector.custom().allows(group, kind));
    granted
        .map(|(group, kind)| (group.to_owned(), kind.to_owned()))
        .collect()
}

/// Whose fault it is.
pub(crate) fn failure(error: ReadError) -> Failure {
    match error {
        ReadError::Configuration(_) => Failure::usage(error),
        ReadError::Thread(_) => Failure::internal(error),
        _ => Failure::no_data(error),
    }
}
