//! Every form of archive gives what the folder gives, whatever it is called and however it arrives.

use crate::recorder::{record, stream};
use sdo_snapshot::load::{ClockSource, Input, LoadError, Options, Progress};
use std::fs::File;
use std::io::{Cursor, Read, Write};
use std::path::Path;
use std::sync::Mutex;

const PODS: &str = r#"{"kind":"PodList","apiVersion":"v1","items":[{"metadata":{"name":"web","namespace":"shop"}},{"metadata":{"name":"x","namespace":"tools"}}]}"#;
const NODE: &str = "---\napiVersion: v1\nkind: Node\nmetadata:\n  name: n1\n";
const OBJECTS: [&str; 3] = ["Node -/n1", "Pod shop/web", "Pod tools/x"];

/// A tar with a list, an object, a log and a folder.
pub(crate) fn tarball() -> Vec<u8> {
    tar_of(&[
        ("dump/nodes.yaml", NODE.as_bytes()),
        ("dump/pods.json", PODS.as_bytes()),
        ("dump/app.log", b"kind: Pod"),
    ])
}

pub(crate) fn tar_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, contents) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(contents.len() as u64);
        header.set_mode(0o644);
        header.set_mtime(1_700_000_000);
        header.set_cksum();
        builder.append_data(&mut header, name, *contents).unwrap();
    }
    builder.into_inner().unwrap()
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    liblzma::read::XzEncoder::new(bytes, 1)
        .read_to_end(&mut packed)
        .unwrap();
    packed
}

pub(crate) fn zst(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).unwrap()
}

pub(crate) fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, contents) in files {
        writer
            .start_file(*name, zip::write::SimpleFileOptions::default())
            .unwrap();
        writer.write_all(contents).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn forms() -> Vec<(&'static str, Vec<u8>)> {
    let tar = tarball();
    vec![
        ("gz", gzip(&tar)),
        ("xz", xz(&tar)),
        ("zst", zst(&tar)),
        (
            "zip",
            zip_of(&[
                ("dump\\nodes.yaml", NODE.as_bytes()),
                ("dump/pods.json", PODS.as_bytes()),
            ]),
        ),
        ("tar", tar),
    ]
}

fn objects(input: Input) -> Vec<String> {
    let (mut recorder, outcome) = record(vec![input]);
    assert!(outcome.is_ok(), "{outcome:?}");
    assert!(recorder.problems.is_empty(), "{:?}", recorder.problems);
    recorder.objects.sort();
    recorder.objects
}

#[test]
fn each_form_is_known_by_its_bytes_from_a_file_and_from_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    for (form, bytes) in forms() {
        let path = folder.path().join(format!("download-{form}"));
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(objects(Input::Path(path)), OBJECTS, "{form}");
        assert_eq!(objects(stream(bytes)), OBJECTS, "{form} through a pipe");
    }
}

#[test]
fn a_folder_and_single_compressed_files_load() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("below")).unwrap();
    std::fs::write(folder.path().join("below/pods.json"), PODS).unwrap();
    std::fs::write(folder.path().join("nodes.yaml"), NODE).unwrap();
    assert_eq!(objects(Input::Path(folder.path().to_owned())), OBJECTS);
    assert_eq!(objects(stream(gzip(NODE.as_bytes()))), OBJECTS[..1]);
    assert_eq!(objects(stream(PODS)), OBJECTS[1..]);
}

#[test]
fn several_inputs_are_one_dump() {
    let (recorder, outcome) = record(vec![stream(NODE), stream(PODS)]);
    assert_eq!(outcome.unwrap().objects, 3);
    assert_eq!(recorder.covered.len(), 2);
}

#[test]
fn concatenated_gzip_xz_and_zstd_streams_are_read_to_the_end() {
    let (first, second) = NODE.split_at(20);
    for pack in [gzip, xz, zst] {
        assert_eq!(
            objects(stream([pack(first.as_bytes()), pack(second.as_bytes())].concat())),
            OBJECTS[..1]
        );
    }
}

#[test]
fn a_link_or_a_pipe_that_the_user_names_is_read() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("real.json"), PODS).unwrap();
    std::os::unix::fs::symlink(folder.path().join("real.json"), folder.path().join("link.json")).unwrap();
    assert_eq!(objects(Input::Path(folder.path().join("link.json"))), OBJECTS[1..]);
    let (reader, mut writer) = std::io::pipe().unwrap();
    let writing = std::thread::spawn(move || writer.write_all(PODS.as_bytes()));
    assert_eq!(
        objects(Input::Stream {
            name: "pipe".into(),
            reader: Box::new(reader)
        }),
        OBJECTS[1..]
    );
    writing.join().unwrap().unwrap();
}

#[test]
fn long_names_of_gnu_and_pax_are_read() {
    let long = format!("{}/cluster-resources/nodes.json", "deep".repeat(40));
    let gnu = tar_of(&[(&long, br#"[{"metadata":{"name":"n1"}}]"#)]);
    assert_eq!(objects(stream(gnu)), ["Node -/n1"]);
    let mut builder = tar::Builder::new(Vec::new());
    builder.append_pax_extensions([("path", long.as_bytes())]).unwrap();
    let mut header = tar::Header::new_ustar();
    header.set_path("short").unwrap();
    header.set_size(28);
    header.set_cksum();
    builder
        .append(&header, br#"[{"metadata":{"name":"n1"}}]"#.as_slice())
        .unwrap();
    assert_eq!(objects(stream(builder.into_inner().unwrap())), ["Node -/n1"]);
}

#[test]
fn archives_inside_archives_stay_closed() {
    let inner = tarball();
    let outer = tar_of(&[
        ("archive.tar", &inner),
        ("dump.json.gz", &gzip(PODS.as_bytes())),
        ("nodes.yaml", NODE.as_bytes()),
    ]);
    assert_eq!(objects(stream(outer.clone())), OBJECTS[..1]);
    assert!(matches!(
        record(vec![stream(gzip(&gzip(&outer)))]).1,
        Err(LoadError::Unsupported { .. })
    ));
}

#[test]
fn the_newest_member_is_a_candidate_for_the_clock() {
    let (recorder, _) = record(vec![stream(tarball())]);
    assert_eq!(recorder.clocks, [(ClockSource::FileTime, 1_700_000_000)]);
}

#[test]
fn progress_ends_at_the_size_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("big.json");
    let mut file = File::create(&path).unwrap();
    write!(file, "{PODS}{}", " ".repeat(2 << 20)).unwrap();
    let size = file.metadata().unwrap().len();
    let seen = Mutex::new(Vec::new());
    let on_progress = |progress: Progress| seen.lock().unwrap().push(progress);
    let options = Options {
        on_progress: Some(&on_progress),
        ..Options::default()
    };
    crate::recorder::record_with(vec![Input::Path(path)], &options)
        .1
        .unwrap();
    let seen = seen.into_inner().unwrap();
    assert!(seen.len() > 4 && seen.is_sorted_by_key(|progress| progress.bytes_read));
    assert_eq!(
        seen.last(),
        Some(&Progress {
            bytes_read: size,
            bytes_total: Some(size),
            members: 1
        })
    );
}

#[test]
fn errors_name_the_path_and_what_would_be_right() {
    let missing = record(vec![Input::Path("no/such/dump.tar".into())]).1.unwrap_err();
    assert_eq!(missing.to_string(), "no such file or folder: no/such/dump.tar");
    let bzip = record(vec![stream(b"BZh91AY&SY".as_slice())])
        .1
        .unwrap_err()
        .to_string();
    assert!(bzip.contains("bzip2") && bzip.contains(".tar.zst"), "{bzip}");
    let nothing = record(vec![stream("")]).1.unwrap_err().to_string();
    assert!(nothing.contains("an empty file"), "{nothing}");
    let folder = tempfile::tempdir().unwrap();
    let empty = record(vec![Input::Path(folder.path().to_owned())]).1.unwrap_err();
    assert!(matches!(empty, LoadError::Empty { .. }), "{empty}");
    assert!(matches!(Input::from_argument(Path::new("-")), Input::Stream { .. }));
}
