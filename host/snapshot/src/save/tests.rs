mod arbitrary;
mod damage;
mod whole;

use super::{Saved, save};
use crate::load::{Input, LoadError, Options, load};
use crate::{Builder, Problem, Snapshot};
use sdo_model::Kind;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

/// The file of `snapshot`.
fn bytes(snapshot: &Snapshot) -> Vec<u8> {
    let mut bytes = Vec::new();
    let saved = save(snapshot, &mut bytes).unwrap();
    assert_eq!(saved.bytes, bytes.len() as u64);
    assert_eq!(saved.objects, objects(snapshot));
    bytes
}

fn objects(snapshot: &Snapshot) -> usize {
    Kind::all().map(|kind| snapshot.count(kind)).sum()
}

fn stream(bytes: impl Into<Vec<u8>>) -> Input {
    Input::Stream {
        name: "a pipe".to_owned(),
        reader: Box::new(Cursor::new(bytes.into())),
    }
}

fn try_load(inputs: Vec<Input>) -> Result<Snapshot, LoadError> {
    let mut builder = Builder::new("what the user named");
    load(inputs, &mut builder, &Options::default())?;
    Ok(builder.finish())
}

fn loaded(bytes: impl Into<Vec<u8>>) -> Snapshot {
    try_load(vec![stream(bytes)]).unwrap()
}

fn dump(yaml: &str) -> Snapshot {
    loaded(yaml)
}

/// Both are the same in everything that can be asked.
fn assert_same(before: &Snapshot, after: &Snapshot, what: &str) {
    assert_eq!(before.facts(), after.facts(), "{what}: facts");
    for kind in Kind::all() {
        assert_eq!(
            before.coverage(kind),
            after.coverage(kind),
            "{what}: coverage of {kind}"
        );
    }
    let customs = |snapshot: &Snapshot| {
        let all = snapshot.custom_coverages();
        all.map(|(kind, coverage)| (kind.to_owned(), coverage.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(customs(before), customs(after), "{what}: coverage of custom kinds");
    assert_eq!(before.digest(), after.digest(), "{what}: objects");
}

/// Saves and loads; what comes back must be the same, and be saved as the same bytes.
fn assert_survives(snapshot: &Snapshot, what: &str) {
    let file = bytes(snapshot);
    assert_eq!(file, bytes(snapshot), "{what}: bytes of a second file");
    let again = loaded(file.as_slice());
    assert_same(snapshot, &again, what);
    assert_eq!(file, bytes(&again), "{what}: bytes of the file of a loaded file");
}

/// Name and contents of each file of a saved snapshot.
fn files(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(bytes));
    let entries = archive.entries().unwrap().map(|entry| {
        let mut entry = entry.unwrap();
        let mut contents = Vec::new();
        entry.read_to_end(&mut contents).unwrap();
        (entry.path().unwrap().display().to_string(), contents)
    });
    entries.collect()
}

fn tar_of(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, contents) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(contents.len() as u64);
        header.set_mtime(1_700_000_000);
        builder.append_data(&mut header, name, contents.as_slice()).unwrap();
    }
    builder.into_inner().unwrap()
}

/// Contents of the file `name` changed by `edit`.
fn edited(files: &[(String, Vec<u8>)], name: &str, edit: impl Fn(&str) -> String) -> Vec<(String, Vec<u8>)> {
    let mut files = files.to_vec();
    let (_, contents) = files.iter_mut().find(|(found, _)| found == name).unwrap();
    let text = String::from_utf8(std::mem::take(contents)).unwrap();
    let after = edit(&text);
    assert_ne!(text, after, "the edit of {name} does nothing");
    *contents = after.into_bytes();
    files
}

fn tree() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn problems(snapshot: &Snapshot) -> Vec<String> {
    let text = |problem: &Problem| format!("{}: {}", problem.path, problem.what);
    snapshot.facts().problems.iter().map(text).collect()
}

/// Two pods in two namespaces, a Service, a custom resource, and the rest of a small cluster; some kinds partly known.
fn small() -> Snapshot {
    use crate::load::{ClockSource, Sink, VersionOf};
    use sdo_model::State;
    let mut builder = Builder::new("https://10.0.0.1:6443");
    let documents = [
        r#"{"kind":"PodList","apiVersion":"v1","items":[
            {"metadata":{"name":"web","namespace":"shop","resourceVersion":"7"},"spec":{"nodeName":"n1","containers":[{"name":"web"}]}},
            {"metadata":{"name":"x","namespace":"tools"}}]}"#,
        r#"{"kind":"Service","apiVersion":"v1","metadata":{"name":"web","namespace":"shop"},"spec":{"clusterIP":"10.0.0.9"}}"#,
        r#"{"kind":"Service","apiVersion":"v1","metadata":{"name":"kube-dns","namespace":"kube-system"},"spec":{"clusterIP":"10.0.0.10"}}"#,
        r#"{"kind":"Widget","apiVersion":"example.org/v1","metadata":{"name":"w","namespace":"shop"},"spec":{"size":0.1}}"#,
    ];
    for (number, json) in documents.into_iter().enumerate() {
        let path = format!("/{number}");
        let origin = crate::load::Origin {
            path: &path,
            line: 1,
            kind_hint: None,
            namespace_hint: None,
        };
        builder.document(json.as_bytes(), &origin).unwrap();
    }
    builder.covered("Pod", None, State::Partial, "only some namespaces may be read");
    builder.covered("Pod", Some("shop"), State::Complete, "");
    builder.covered("Pod", Some("tools"), State::Forbidden, "pods is forbidden");
    builder.covered("Service", None, State::Complete, "");
    builder.covered("Secret", None, State::Forbidden, "secrets is forbidden");
    builder.covered("Widget.example.org", None, State::Complete, "");
    builder.covered(
        "Gadget.example.org",
        None,
        State::Missing,
        "the API server does not serve it",
    );
    builder.clock(ClockSource::Collector, 1_796_061_780);
    builder.version(VersionOf::Kubernetes, "v1.36.3");
    builder.problem("/apis/example.org", "answered slowly".to_owned());
    builder.finish()
}

#[test]
fn what_was_saved_is_counted() {
    let mut file = Vec::new();
    let saved = save(&small(), &mut file).unwrap();
    let expected = Saved {
        bytes: file.len() as u64,
        objects: 5,
        kinds: 3,
    };
    assert_eq!(saved, expected);
    let names: Vec<String> = files(&file).into_iter().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        [
            "sdo-snapshot.json",
            "Pod.json",
            "Service.json",
            "Widget.example.org.json"
        ]
    );
}

#[test]
fn a_writer_that_fails_ends_the_save_with_its_error() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let error = save(&small(), Full).unwrap_err();
    let super::SaveError::Write(error) = error else {
        panic!("{error}")
    };
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
}
