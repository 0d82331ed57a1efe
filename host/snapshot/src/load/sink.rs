//! What a loader hands to whoever builds the snapshot.

use crate::record::Recorded;
use sdo_model::State;
use thiserror::Error;

/// The kind that a path promises, for items that carry no `kind` themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindHint<'a> {
    /// The API group, empty for the core group; `None` when the path does not say.
    pub group: Option<&'a str>,
    /// The kind (`Pod`) where the loader knows the resource, else the plural as the path spells it (`ingressroutes`).
    pub name: &'a str,
}

/// Where a document came from, and what its path says about kind and namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin<'a> {
    /// The file, or archive and member (`dump.tar.gz:cluster-resources/nodes.json`), for messages.
    pub path: &'a str,
    /// The line of the file where the document starts, from 1.
    pub line: usize,
    /// The kind of items without `kind`, where neither they nor their list say it.
    pub kind_hint: Option<KindHint<'a>>,
    /// The namespace of objects that carry none, where the layout keeps one file or folder per namespace.
    pub namespace_hint: Option<&'a str>,
}

/// What a sink took from one document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ingested {
    /// Objects taken, duplicates of earlier ones included.
    pub objects: usize,
    /// Items that could not be taken; the document's other items are in.
    pub refused: usize,
}

/// A document that a sink could not take at all. The text never quotes the document: it may be a Secret.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{what}")]
pub struct DocumentError {
    /// What is wrong and what would be right, without any value of the document.
    pub what: String,
}

/// How good a candidate for the snapshot's clock is, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClockSource {
    /// The collector wrote down when it ran: the `timestamp` file of a must-gather, the times in a bundle.
    Collector,
    /// The newest time found in any object or event. Sinks know these themselves; loaders never report one.
    NewestObject,
    /// The modification time of a file or member. Copying and repacking change it, so it only decides when no object
    /// carries a time at all.
    FileTime,
}

/// Which product a version names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum VersionOf {
    /// The API server, e.g. `v1.31.2+k3s1`.
    Kubernetes,
    /// The OpenShift release, e.g. `4.9.0`.
    OpenShift,
}

/// The receiving end of a loader: the snapshot's builder, or a recorder in a test.
///
/// Calls come from one thread, in the order of the files (archives as stored, folders by name); `covered` comes last.
pub trait Sink {
    /// One JSON document: an object, a `List`, a typed list, or `{"items": [...]}` when the file was a bare array.
    /// Items without `kind` inherit it from the list, else from [`Origin::kind_hint`].
    ///
    /// # Errors
    /// When nothing of the document can be used; single bad items count in [`Ingested::refused`] instead.
    fn document(&mut self, json: &[u8], origin: &Origin<'_>) -> Result<Ingested, DocumentError>;

    /// The loader's verdict on a kind: first once with `namespace: None` for the whole cluster, then, when that is
    /// [`State::Partial`], once for each namespace that is complete or forbidden all the same.
    ///
    /// `kind` is a [`sdo_model::Kind`] name (`Pod`), else `Kind.group` (`IngressRoute.traefik.io`), else, where no object
    /// and no list told the kind, `plural.group` or the plural alone. `reason` is empty for [`State::Complete`].
    /// Kinds that are never mentioned are missing.
    fn covered(&mut self, kind: &str, namespace: Option<&str>, state: State, reason: &str);

    /// A candidate for the time of capture, in seconds since 1970. Of one source the latest wins.
    fn clock(&mut self, source: ClockSource, unix_seconds: i64);

    /// A version that the dump itself names.
    fn version(&mut self, of: VersionOf, version: &str);

    /// Something broken or skipped, at `path`; everything else is used. Never quotes file contents.
    fn problem(&mut self, path: &str, what: String);

    /// What a saved snapshot recorded, with coverage lowered where its files were broken. All documents of the load came from that
    /// one snapshot, so it can be restored as it was; who cannot do that is told by the other calls.
    fn recorded(&mut self, recorded: Recorded) {
        recorded.tell(self);
    }
}
