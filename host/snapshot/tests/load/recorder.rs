//! A sink that writes down what it is told.

use sdo_model::State;
use sdo_snapshot::load::{
    ClockSource, DocumentError, Ingested, Input, LoadError, Options, Origin, Sink, Summary, VersionOf, load,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// What a load said, in order.
#[derive(Default)]
pub(crate) struct Recorder {
    pub(crate) objects: Vec<String>,
    pub(crate) covered: BTreeMap<(String, Option<String>), (State, String)>,
    pub(crate) clocks: Vec<(ClockSource, i64)>,
    pub(crate) versions: Vec<(VersionOf, String)>,
    pub(crate) problems: Vec<String>,
    /// A document whose text contains this is refused as a whole.
    pub(crate) refuse: Option<&'static str>,
}

impl Sink for Recorder {
    fn document(&mut self, json: &[u8], origin: &Origin<'_>) -> Result<Ingested, DocumentError> {
        let value: Value = serde_json::from_slice(json).expect("loaders hand over valid JSON");
        if self
            .refuse
            .is_some_and(|text| String::from_utf8_lossy(json).contains(text))
        {
            return Err(DocumentError {
                what: "not to my taste".into(),
            });
        }
        let before = self.objects.len();
        match value.get("items") {
            Some(items) => items
                .as_array()
                .into_iter()
                .flatten()
                .for_each(|item| self.object(item, &value, origin)),
            None => self.object(&value, &Value::Null, origin),
        }
        Ok(Ingested {
            objects: self.objects.len() - before,
            refused: 0,
        })
    }

    fn covered(&mut self, kind: &str, namespace: Option<&str>, state: State, reason: &str) {
        let key = (kind.to_owned(), namespace.map(str::to_owned));
        let before = self.covered.insert(key, (state, reason.to_owned()));
        assert!(before.is_none(), "{kind} {namespace:?} was reported twice");
    }

    fn clock(&mut self, source: ClockSource, unix_seconds: i64) {
        self.clocks.push((source, unix_seconds));
    }

    fn version(&mut self, of: VersionOf, version: &str) {
        self.versions.push((of, version.to_owned()));
    }

    fn problem(&mut self, path: &str, what: String) {
        self.problems.push(format!("{path}: {what}"));
    }
}

impl Recorder {
    /// An object by the kind that it, its list or its path gives, as a builder would.
    fn object(&mut self, object: &Value, list: &Value, origin: &Origin<'_>) {
        if object.pointer("/metadata/name").is_none() {
            return;
        }
        let kind = |value: &Value| value.get("kind").and_then(Value::as_str).map(str::to_owned);
        let inherited = || {
            kind(list).and_then(|kind| {
                kind.strip_suffix("List")
                    .filter(|kind| !kind.is_empty())
                    .map(str::to_owned)
            })
        };
        let hinted = || origin.kind_hint.map(|hint| hint.name.to_owned());
        let kind = kind(object)
            .or_else(inherited)
            .or_else(hinted)
            .expect("every object has a kind by now");
        let meta = |field| object.pointer(field).and_then(Value::as_str).unwrap_or("-");
        self.objects.push(format!(
            "{kind} {}/{}",
            meta("/metadata/namespace"),
            meta("/metadata/name")
        ));
    }

    pub(crate) fn state(&self, kind: &str) -> Option<State> {
        self.covered.get(&(kind.to_owned(), None)).map(|(state, _)| *state)
    }

    pub(crate) fn state_in(&self, kind: &str, namespace: &str) -> Option<State> {
        self.covered
            .get(&(kind.to_owned(), Some(namespace.to_owned())))
            .map(|(state, _)| *state)
    }

    /// Everything as text. File times and the place of the tree on disk are left out.
    pub(crate) fn report(&self, root: &Path, outcome: &Result<Summary, LoadError>) -> String {
        let mut text = String::new();
        if let Err(error) = outcome {
            let _ = writeln!(text, "error: {error}");
        }
        self.objects
            .iter()
            .for_each(|object| text.push_str(&format!("object {object}\n")));
        for ((kind, namespace), (state, reason)) in &self.covered {
            let place = namespace
                .as_ref()
                .map(|namespace| format!(" in {namespace}"))
                .unwrap_or_default();
            let reason = if reason.is_empty() {
                String::new()
            } else {
                format!(": {reason}")
            };
            let _ = writeln!(text, "covered {kind}{place} {}{reason}", state.as_str());
        }
        for (source, time) in self
            .clocks
            .iter()
            .filter(|(source, _)| *source != ClockSource::FileTime)
        {
            let _ = writeln!(text, "clock {source:?} {time}");
        }
        self.versions
            .iter()
            .for_each(|(of, version)| text.push_str(&format!("version {of:?} {version}\n")));
        self.problems
            .iter()
            .for_each(|problem| text.push_str(&format!("problem {problem}\n")));
        text.replace(&format!("{}/", root.display()), "")
    }
}

/// Loads with the default limits.
pub(crate) fn record(inputs: Vec<Input>) -> (Recorder, Result<Summary, LoadError>) {
    record_with(inputs, &Options::default())
}

pub(crate) fn record_with(inputs: Vec<Input>, options: &Options<'_>) -> (Recorder, Result<Summary, LoadError>) {
    let mut recorder = Recorder::default();
    let outcome = load(inputs, &mut recorder, options);
    (recorder, outcome)
}

/// Bytes as if they came through a pipe.
pub(crate) fn stream(bytes: impl Into<Vec<u8>>) -> Input {
    Input::Stream {
        name: "standard input".into(),
        reader: Box::new(std::io::Cursor::new(bytes.into())),
    }
}
