//! Dumps of a cluster: from a path or a stream to documents for the snapshot's builder.
//!
//! What it does: recognises the form of an input by its first bytes (a file, a folder, a tar, tar.gz, tar.xz, tar.zst or
//! zip archive) and the layout by its folders (`kubectl get`, `kubectl cluster-info dump`, must-gather, support bundle) or by
//! the record that a saved snapshot begins with,
//! reads what can hold objects, and hands each document to a [`Sink`] as JSON, followed by a verdict on how complete each
//! kind is (the rules are written down in `ledger.rs`).
//!
//! What it deliberately does not: interpret objects, deduplicate them, redact them (the builder does, before it keeps
//! anything), follow links, open archives inside archives, read the clock, quote a document in a message.
//!
//! ```text
//!  reading thread                                   caller's thread
//!  source ─► tarball │ zipped │ folder ─► outbox ═► intake ─► documents (yaml, probe, salvage) ─► Sink
//!            meter: limits, progress                  └─► ledger ─► coverage
//! ```
//!
//! Where to start: [`load`].

mod clock;
mod documents;
mod error;
mod folder;
mod intake;
mod layout;
mod ledger;
mod limits;
mod magic;
mod member_name;
mod meter;
mod outbox;
mod outcome;
mod probe;
mod recognise;
mod resources;
mod salvage;
mod saved;
mod scalar;
mod sink;
mod source;
mod tarball;
mod text;
mod yaml;
mod zipped;

pub use error::{LimitKind, LoadError, SUPPORTED};
pub use limits::{
    ALIAS_BYTES, BROKEN_DOCUMENTS, DEPTH, FOLDER_DEPTH, Limits, MEMBER_BYTES, MEMBERS, PROBLEMS, RATIO,
    RATIO_FROM_BYTES, TOTAL_BYTES,
};
pub(crate) use member_name::printable;
pub use meter::{OnProgress, Progress};
pub use outcome::Summary;
pub use sink::{ClockSource, DocumentError, Ingested, KindHint, Origin, Sink, VersionOf};
pub use source::Input;

use intake::Intake;
use meter::Meter;
use outbox::{BATCHES_WAITING, Outbox};
use std::io;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// How to load.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// When to stop.
    pub limits: Limits,
    /// Told how far the load is, from another thread.
    pub on_progress: Option<OnProgress<'a>>,
}

/// Reads all inputs as one dump of one cluster.
///
/// Reading and decompressing happens on a second thread; the sink is called on the caller's. Inputs are read in order,
/// and a broken file among others is a [`Sink::problem`], not an error.
///
/// # Errors
/// When an input does not exist or cannot be read, when a limit is passed, or when nothing in all inputs is a Kubernetes
/// object; the sink may have received documents by then and its result must be thrown away.
pub fn load(inputs: Vec<Input>, sink: &mut dyn Sink, options: &Options<'_>) -> Result<Summary, LoadError> {
    let names = inputs.iter().map(Input::name).collect::<Vec<_>>().join(", ");
    let mut intake = Intake::new(sink, &options.limits);
    let (sender, receiver) = sync_channel(BATCHES_WAITING);
    let read = thread::scope(|scope| {
        let reading = thread::Builder::new()
            .name("sdo-load".to_owned())
            .spawn_scoped(scope, move || read_all(inputs, &sender, options));
        for batch in receiver {
            batch.into_iter().for_each(|item| intake.item(item));
        }
        let path = || names.clone();
        match reading.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(read)) => read,
            Ok(Err(_)) => Err(LoadError::Unreadable {
                path: path(),
                source: io::Error::other("the reading thread failed"),
            }),
            Err(source) => Err(LoadError::Unreadable { path: path(), source }),
        }
    });
    let seen = intake.finish();
    read?;
    seen.outcome(&names)
}

fn read_all(inputs: Vec<Input>, sender: &SyncSender<outbox::Batch>, options: &Options<'_>) -> Result<(), LoadError> {
    let total = inputs.iter().map(Input::size).sum();
    let meter = Meter::new(&options.limits, options.on_progress, total);
    let mut outbox = Outbox::new(meter, sender);
    let read = inputs
        .into_iter()
        .try_for_each(|input| source::read(input, &mut outbox));
    outbox.meter.report();
    // Nobody listening is no error of the inputs.
    let _ = outbox.flush();
    read
}
