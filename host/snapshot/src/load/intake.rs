//! Turns files into calls of the sink.

use super::clock;
use super::documents::{self, Piece, Reading};
use super::error::LoadError;
use super::layout::{self, Place, Role};
use super::ledger::{Ledger, Listed};
use super::limits::Limits;
use super::limits::RECORD_BYTES;
use super::outcome::Seen;
use super::probe::{Document, Items, Outline};
use super::resources::{self, Resource};
use super::saved::Saved;
use super::sink::{ClockSource, Origin, Sink, VersionOf};
use super::text;
use crate::record::{self, Unreadable};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A file or member as read.
#[derive(Debug)]
pub(super) struct Member {
    /// For messages: `dump.tar.gz:nodes.json`.
    pub(super) path: String,
    /// Below the folder or archive, for what it says about its contents.
    pub(super) inner: String,
    pub(super) bytes: Vec<u8>,
    /// The bytes end before the file does.
    pub(super) cut: bool,
    /// Seconds since 1970.
    pub(super) modified: Option<i64>,
    /// The user named this very file: it is read whatever it is called.
    pub(super) alone: bool,
}

/// What reading a source gives, in order.
#[derive(Debug)]
pub(super) enum Item {
    /// A file whose name promises objects.
    File(Member),
    /// A file that could have held objects but was not read.
    Skipped { path: String, inner: String, why: String },
    /// Something odd that loses nothing.
    Odd { path: String, why: String },
    /// The source ends early: what follows is unknown.
    Cut { path: String, why: String },
}

/// Works through the items of all sources of one load.
pub(super) struct Intake<'s> {
    sink: &'s mut dyn Sink,
    limits: Limits,
    ledger: Ledger,
    saved: Saved,
    pub(super) seen: Seen,
    newest_file: Option<i64>,
}

/// A file while its documents are taken.
struct File<'f> {
    path: &'f str,
    folder: &'f str,
    place: Place<'f>,
    /// Why lists of this file are not whole.
    flaw: Option<&'f str>,
}

/// A document with what is known about it.
struct Found<'d> {
    json: &'d [u8],
    line: usize,
    flaw: Option<&'d str>,
}

impl<'s> Intake<'s> {
    pub(super) fn new(sink: &'s mut dyn Sink, limits: &Limits) -> Self {
        Self {
            sink,
            limits: *limits,
            ledger: Ledger::default(),
            saved: Saved::default(),
            seen: Seen::default(),
            newest_file: None,
        }
    }

    pub(super) fn item(&mut self, item: Item) {
        match item {
            Item::File(member) => self.member(&member),
            Item::Odd { path, why } => self.problem(&path, why),
            Item::Skipped { path, inner, why } => {
                self.saved.open(&path, &inner);
                self.ledger().lost(&layout::place(&inner), &format!("{path}: {why}"));
                self.problem(&path, why);
            }
            Item::Cut { path, why } => {
                self.saved.close(&path);
                self.ledger().lost(&layout::NOWHERE, &format!("{path}: {why}"));
                self.problem(&path, why);
            }
        }
    }

    /// Reports coverage and clock; gives what was seen on the way.
    pub(super) fn finish(self) -> Seen {
        if let Some(time) = self.newest_file {
            self.sink.clock(ClockSource::FileTime, time);
        }
        if self.seen.problems > self.limits.problems {
            let more = self.seen.problems - self.limits.problems;
            self.sink
                .problem("", format!("{more} more problems of this kind are not listed"));
        }
        self.saved.finish(self.ledger, self.sink);
        self.seen
    }

    /// The book for the file at hand.
    fn ledger(&mut self) -> &mut Ledger {
        self.saved.ledger().unwrap_or(&mut self.ledger)
    }

    fn member(&mut self, member: &Member) {
        let mut place = layout::place(&member.inner);
        if member.alone && place.role == Role::Skipped {
            place = layout::by_name(&member.inner);
        }
        if self.saved.open(&member.path, &member.inner) && place.role == Role::Objects {
            // What folders above are called says nothing about the lists of a saved snapshot.
            let (_, name) = member.inner.rsplit_once('/').unwrap_or(("", &member.inner));
            place = layout::loose(record::list_of(name));
        }
        let decoded = text::decode(&member.bytes);
        self.seen.files += 1;
        match place.role {
            Role::Objects => self.objects(member, &decoded, place),
            Role::Record => self.record(member, &decoded.text),
            Role::Timestamp => self.clock(clock::latest_go_time(&decoded.text)),
            Role::Times => self.clock(clock::collector_error_time(&decoded.text)),
            Role::Refusals => self.refusals(&member.path, &decoded.text, &place),
            Role::Skipped => {}
        }
    }

    fn record(&mut self, member: &Member, json: &str) {
        let read = match (member.cut, json.len() > RECORD_BYTES) {
            (true, _) => Err(Unreadable::Damaged("it ends early".to_owned())),
            (_, true) => Err(Unreadable::Damaged(format!("it has more than {RECORD_BYTES} bytes"))),
            _ => record::read(&member.path, json),
        };
        let added = read.and_then(|(recorded, sealed)| {
            if !sealed {
                let what = "it was edited or damaged after it was saved, and is used as it is now";
                self.problem(&member.path, what.to_owned());
            }
            self.seen.saved_empty |= recorded.objects == 0;
            self.saved.add(recorded, &mut self.ledger).map_err(Unreadable::Damaged)
        });
        match added {
            Ok(()) => {}
            Err(Unreadable::Newer { version, needs }) => {
                self.seen.newer.get_or_insert(LoadError::NewerFormat {
                    path: member.path.clone(),
                    version,
                    reads: record::VERSION,
                    needs,
                });
            }
            Err(Unreadable::Damaged(what)) => {
                let what = format!(
                    "what it says of the saved snapshot cannot be used, since {what}; objects are used, and no kind counts as complete"
                );
                self.ledger.lost(&layout::NOWHERE, &format!("{}: {what}", member.path));
                self.problem(&member.path, what);
            }
        }
    }

    fn clock(&mut self, time: Option<i64>) {
        if let Some(time) = time {
            self.sink.clock(ClockSource::Collector, time);
        }
    }

    /// `{"namespace": "text", …}` or `["text", …]`; support bundles write `null` and empty files when all went well.
    fn refusals(&mut self, path: &str, json: &str, place: &Place<'_>) {
        let Some(resource) = place.resource else { return };
        let label = resource.label();
        match serde_json::from_str(json) {
            Ok(Refusals::PerNamespace(refused)) => {
                for (namespace, why) in refused {
                    self.ledger.refused(&label, Some(&namespace), &reason(&why));
                }
            }
            Ok(Refusals::Everywhere(texts)) => {
                if let Some(why) = texts.first() {
                    self.ledger.refused(&label, place.namespace, &reason(why));
                }
            }
            Ok(Refusals::Nothing) => {}
            Err(_) if json.trim().is_empty() => {}
            Err(_) => self
                .ledger
                .refused(&label, place.namespace, &format!("{path} says so, and cannot be read")),
        }
    }

    fn objects(&mut self, member: &Member, decoded: &text::Decoded<'_>, place: Place<'_>) {
        if let Some(line) = decoded.replaced_at {
            self.problem(
                &member.path,
                format!("line {line}: bytes that are not UTF-8 were replaced"),
            );
        }
        let (folder, name) = member.inner.rsplit_once('/').unwrap_or(("", &member.inner));
        self.ledger().file(folder, name);
        let flaw = member.cut.then(|| format!("{}: the file ends early", member.path));
        let file = File {
            path: &member.path,
            folder,
            place,
            flaw: flaw.as_deref(),
        };
        let before = self.seen.objects;
        let limits = self.limits;
        let reading = Reading {
            text: &decoded.text,
            named_yaml: name.ends_with(".yaml") || name.ends_with(".yml"),
            cut: member.cut,
            limits: &limits,
        };
        documents::split(reading, &mut |piece| self.piece(&file, piece));
        if self.seen.objects > before {
            // The lists of a saved snapshot carry no time of their own.
            let modified = member.modified.filter(|_| self.saved.ledger().is_none());
            self.newest_file = self.newest_file.max(modified);
        } else if member.alone && self.seen.looks_like.is_none() {
            self.seen.looks_like = Some((member.path.clone(), text::looks_like(&decoded.text)));
        }
    }

    fn piece(&mut self, file: &File<'_>, piece: Piece<'_>) {
        match piece {
            Piece::Whole { json, line, document } => self.document(
                file,
                &Found {
                    json,
                    line,
                    flaw: file.flaw,
                },
                document,
            ),
            Piece::Part {
                json,
                line,
                document,
                why,
            } => {
                let flaw = format!("{}: {why}", file.path);
                self.problem(file.path, why);
                self.document(
                    file,
                    &Found {
                        json,
                        line,
                        flaw: Some(&flaw),
                    },
                    document,
                );
            }
            Piece::Lost { why } => self.lost(file, why),
        }
    }

    fn lost(&mut self, file: &File<'_>, why: String) {
        self.ledger().lost(&file.place, &format!("{}: {why}", file.path));
        self.problem(file.path, why);
    }

    fn document(&mut self, file: &File<'_>, found: &Found<'_>, document: Document<'_>) {
        match document {
            Document::Object(outline) if outline.is_old() => self.old(file),
            Document::Array(items) if items.go_names > 0 => self.old(file),
            Document::Object(mut outline) => match outline.items.take() {
                Some(items) if outline.is_list() => self.list(file, found, &outline, &items),
                _ => self.object(file, found, &outline),
            },
            Document::Array(items) if items.are_objects(&file.place) => {
                let json = wrapped(found.json);
                self.list(file, &Found { json: &json, ..*found }, &Outline::default(), &items);
            }
            Document::Array(_) | Document::Scalar => self.seen.other_documents += 1,
        }
    }

    fn old(&mut self, file: &File<'_>) {
        self.seen.old_format.get_or_insert_with(|| file.path.to_owned());
        self.lost(
            file,
            "written by a kubectl that is too old to read (fields named Items and Spec)".to_owned(),
        );
    }

    fn list(&mut self, file: &File<'_>, found: &Found<'_>, outline: &Outline<'_>, items: &Items) {
        self.seen.lists += 1;
        let default = outline.item_label(&file.place);
        // By-products of collectors (`run-pod-events.json`) look like this; what a layout vouches for has a kind by now.
        if default.is_none() && items.kinds.keys().any(|(_, kind)| kind.is_empty()) {
            return self.seen.kindless += 1;
        }
        let Some(refused) = self.hand_over(file, found.json, found.line) else {
            return;
        };
        let page = outline
            .is_page
            .then(|| format!("{} is one page of a longer list", file.path));
        let few = (refused > 0).then(|| format!("{}: {refused} items could not be read", file.path));
        let flaw = found.flaw.or(page.as_deref()).or(few.as_deref());
        self.book_list(file, default, items, flaw);
    }

    fn book_list(&mut self, file: &File<'_>, default: Option<String>, items: &Items, flaw: Option<&str>) {
        let mut listed: BTreeMap<String, Listed> = BTreeMap::new();
        if let (Some(label), 0) = (&default, items.len()) {
            listed.insert(label.clone(), Listed::none_of(label.clone()));
        }
        for ((version, kind), members) in &items.kinds {
            let own = || resources::label(version, kind);
            let label = if kind.is_empty() {
                default.clone().unwrap_or_default()
            } else {
                own()
            };
            if label == "Namespace" {
                members.names.iter().for_each(|name| self.ledger().namespace(name));
            }
            let entry = listed
                .entry(label)
                .or_insert_with_key(|label| Listed::none_of(label.clone()));
            entry.count += members.count;
            entry.namespaces.extend(members.namespaces.iter().cloned());
        }
        if let (Some(Resource::Other { .. }), Some(path_label), Some(label)) =
            (file.place.resource, &default, listed.keys().next())
        {
            self.ledger().same(path_label, label);
        }
        for list in listed.into_values() {
            self.ledger().list(file.folder, &file.place, list, flaw);
        }
    }

    fn object(&mut self, file: &File<'_>, found: &Found<'_>, outline: &Outline<'_>) {
        if let (None, Some(version)) = (&outline.kind, &outline.server_version) {
            self.seen.other_documents += 1;
            return self.sink.version(VersionOf::Kubernetes, version);
        }
        let Some(name) = outline.name.as_deref() else {
            return self.seen.other_documents += 1;
        };
        let Some(label) = outline.label(&file.place) else {
            return self.unlabelled(file, found.line, outline);
        };
        let wrapped = outline
            .kind
            .is_none()
            .then(|| wrapped(&[b"[", found.json, b"]"].concat()));
        if self
            .hand_over(file, wrapped.as_deref().unwrap_or(found.json), found.line)
            .is_none()
        {
            return;
        }
        match label.as_str() {
            "Namespace" => self.ledger().namespace(name),
            "ClusterVersion.config.openshift.io" => self.openshift_version(found.json),
            _ => {}
        }
        self.ledger().object(&label, &file.place);
        if let Some(flaw) = found.flaw {
            self.ledger().flawed(&label, flaw);
        }
    }

    /// An object that says half of what it is was meant to be one; one that says nothing is a collector's by-product.
    fn unlabelled(&mut self, file: &File<'_>, line: usize, outline: &Outline<'_>) {
        let why = match (&outline.kind, &outline.api_version) {
            (Some(kind), None) => {
                self.ledger().flawed(
                    &resources::label_of_kind(kind),
                    &format!("{}: an object has no apiVersion", file.path),
                );
                "an object with a kind has no apiVersion"
            }
            (None, Some(_)) => "an object with an apiVersion has no kind",
            _ => return self.seen.kindless += 1,
        };
        self.problem(file.path, format!("line {line}: {why}"));
    }

    fn openshift_version(&mut self, json: &[u8]) {
        #[derive(serde::Deserialize)]
        struct ClusterVersion<'a> {
            #[serde(borrow)]
            status: Status<'a>,
        }
        #[derive(serde::Deserialize)]
        struct Status<'a> {
            #[serde(borrow)]
            desired: Release<'a>,
        }
        #[derive(serde::Deserialize)]
        struct Release<'a> {
            #[serde(borrow)]
            version: Cow<'a, str>,
        }
        if let Ok(parsed) = serde_json::from_slice::<ClusterVersion<'_>>(json) {
            self.sink.version(VersionOf::OpenShift, &parsed.status.desired.version);
        }
    }

    /// Gives a document to the sink; how many of its items were refused, or nothing if it was refused as a whole.
    fn hand_over(&mut self, file: &File<'_>, json: &[u8], line: usize) -> Option<usize> {
        let origin = Origin {
            path: file.path,
            line,
            kind_hint: file.place.resource.map(Resource::hint),
            namespace_hint: file.place.namespace,
        };
        match self.sink.document(json, &origin) {
            Ok(ingested) => {
                self.seen.documents += 1;
                self.seen.objects += ingested.objects;
                self.saved.took();
                Some(ingested.refused)
            }
            Err(error) => {
                self.lost(file, format!("line {line}: {error}"));
                None
            }
        }
    }

    fn problem(&mut self, path: &str, what: String) {
        self.seen.problems += 1;
        self.seen
            .first_problem
            .get_or_insert_with(|| (path.to_owned(), what.clone()));
        if self.seen.problems <= self.limits.problems {
            self.sink.problem(path, what);
        }
    }
}

/// What a support bundle's `*-errors.json` holds.
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Refusals {
    PerNamespace(BTreeMap<String, String>),
    Everywhere(Vec<String>),
    Nothing,
}

/// Longest piece of a collector's error text that becomes a coverage reason: a 403 of the API server is about 150.
const REASON_CHARACTERS: usize = 300;

fn reason(text: &str) -> String {
    text.chars()
        .filter(|letter| !letter.is_control())
        .take(REASON_CHARACTERS)
        .collect()
}

/// A list around the items of a bare array.
fn wrapped(array: &[u8]) -> Vec<u8> {
    [b"{\"items\":", array, b"}"].concat()
}

impl Listed {
    fn none_of(label: String) -> Self {
        Listed {
            label,
            count: 0,
            namespaces: Default::default(),
        }
    }
}
