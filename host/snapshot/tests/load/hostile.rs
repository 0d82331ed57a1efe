//! Archives and files made to hurt: the load ends typed, keeps what is good, and says what is not.

use crate::archives::{gzip, tar_of, tarball, xz, zip_of, zst};
use crate::recorder::{Recorder, record, record_with, stream};
use sdo_model::State;
use sdo_snapshot::load::{Input, LimitKind, Limits, LoadError, Options};
use std::io::Write;

const NODE: &[u8] = br#"{"kind":"Node","apiVersion":"v1","metadata":{"name":"n1"}}"#;
const PODS: &[u8] = br#"{"kind":"PodList","apiVersion":"v1","items":[{"metadata":{"name":"a","namespace":"x"}},{"metadata":{"name":"b","namespace":"y"}}]}"#;

fn limited(bytes: Vec<u8>, limits: Limits) -> (Recorder, Result<usize, LoadError>) {
    let (recorder, outcome) = record_with(
        vec![stream(bytes)],
        &Options {
            limits,
            on_progress: None,
        },
    );
    (recorder, outcome.map(|summary| summary.objects))
}

fn limit(outcome: Result<usize, LoadError>) -> LimitKind {
    match outcome {
        Err(LoadError::Limit { limit, .. }) => limit,
        other => panic!("{other:?}"),
    }
}

/// A tar header with this type and raw name; the tar crate refuses to write some of them.
fn raw_member(kind: tar::EntryType, name: &[u8], contents: &[u8]) -> Vec<u8> {
    let mut header = tar::Header::new_gnu();
    header.as_old_mut().name[..name.len()].copy_from_slice(name);
    header.set_entry_type(kind);
    header.set_size(contents.len() as u64);
    header.set_cksum();
    let mut bytes = header.as_bytes().to_vec();
    bytes.extend_from_slice(contents);
    bytes.resize(bytes.len().next_multiple_of(512), 0);
    bytes
}

/// The members, a good node, and the end of the archive.
fn with_node(members: &[Vec<u8>]) -> Vec<u8> {
    let node = raw_member(tar::EntryType::Regular, b"n1.json", NODE);
    [members.concat(), node, vec![0; 1024]].concat()
}

#[test]
fn rejects_a_path_that_escapes_the_archive() {
    for name in [b"../pods.json".as_slice(), b"/etc/pods.json", b"a/../../pods.json"] {
        let bad = raw_member(tar::EntryType::Regular, name, PODS);
        let (recorder, outcome) = record(vec![stream(with_node(&[bad]))]);
        assert_eq!(outcome.unwrap().objects, 1);
        assert_eq!(recorder.problems.len(), 1, "{:?}", recorder.problems);
        assert!(recorder.problems[0].contains("skipped: its name"));
    }
    let (recorder, outcome) = record(vec![stream(zip_of(&[("../pods.json", PODS), ("n1.json", NODE)]))]);
    assert_eq!((outcome.unwrap().objects, recorder.problems.len()), (1, 1));
}

#[test]
fn skips_and_reports_links_and_devices() {
    use tar::EntryType;
    for kind in [
        EntryType::Symlink,
        EntryType::Link,
        EntryType::Fifo,
        EntryType::Char,
        EntryType::Block,
        EntryType::GNUSparse,
    ] {
        let (recorder, outcome) = record(vec![stream(with_node(&[raw_member(kind, b"pods.json", b"")]))]);
        assert_eq!(outcome.unwrap().objects, 1, "{kind:?}");
        assert!(
            recorder.problems[0].contains("pods.json: skipped: it is"),
            "{kind:?} {:?}",
            recorder.problems
        );
        assert_eq!(recorder.state("Pod"), Some(State::Partial), "{kind:?}");
    }
    let quiet = raw_member(EntryType::Symlink, b"all-logs/web.log", b"");
    assert!(record(vec![stream(with_node(&[quiet]))]).0.problems.is_empty());
}

#[test]
fn a_name_that_is_not_utf8_is_reported_and_its_file_used() {
    let odd = raw_member(tar::EntryType::Regular, b"caf\xe9.json", PODS);
    let (recorder, outcome) = record(vec![stream(with_node(&[odd]))]);
    assert_eq!(outcome.unwrap().objects, 3);
    assert_eq!(
        recorder.problems,
        ["standard input:caf\u{fffd}.json: its name is not UTF-8"]
    );
}

#[test]
fn stops_at_a_compression_bomb() {
    let limits = Limits {
        ratio_from_bytes: 256 << 10,
        ratio: 100,
        ..Limits::default()
    };
    let zeros = vec![b' '; 2 << 20];
    let in_tar = tar_of(&[("pods.json", &zeros)]);
    for bomb in [
        xz(&in_tar),
        gzip(&in_tar),
        zst(&in_tar),
        xz(&zeros),
        zip_of(&[("pods.json", &zeros)]),
    ] {
        assert_eq!(limit(limited(bomb, limits).1), LimitKind::Ratio);
    }
}

#[test]
fn stops_at_too_many_bytes_or_members() {
    let big = tar_of(&[("app.log", &[b'x'; 300_000]), ("pods.json", PODS)]);
    assert_eq!(
        limit(
            limited(
                gzip(&big),
                Limits {
                    total_bytes: 200_000,
                    ratio: 1_000_000,
                    ..Limits::default()
                }
            )
            .1
        ),
        LimitKind::TotalBytes
    );
    let many: Vec<(String, &[u8])> = (0..50).map(|number| (format!("{number}.json"), NODE)).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    for bytes in [tar_of(&many), zip_of(&many)] {
        assert_eq!(
            limit(
                limited(
                    bytes,
                    Limits {
                        members: 20,
                        ..Limits::default()
                    }
                )
                .1
            ),
            LimitKind::Members
        );
    }
    let folder = tempfile::tempdir().unwrap();
    many.iter()
        .for_each(|(name, bytes)| std::fs::write(folder.path().join(name), bytes).unwrap());
    let options = Options {
        limits: Limits {
            members: 20,
            ..Limits::default()
        },
        on_progress: None,
    };
    let outcome = record_with(vec![Input::Path(folder.path().to_owned())], &options).1;
    assert_eq!(limit(outcome.map(|summary| summary.objects)), LimitKind::Members);
}

#[test]
fn skips_a_member_that_is_too_large_and_uses_the_rest() {
    let limits = Limits {
        member_bytes: 100,
        ..Limits::default()
    };
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pods.json"), PODS).unwrap();
    std::fs::write(folder.path().join("n1.json"), NODE).unwrap();
    let in_folder = record_with(
        vec![Input::Path(folder.path().to_owned())],
        &Options {
            limits,
            on_progress: None,
        },
    );
    let files: [(&str, &[u8]); 2] = [("pods.json", PODS), ("n1.json", NODE)];
    let in_tar = record_with(
        vec![stream(tar_of(&files))],
        &Options {
            limits,
            on_progress: None,
        },
    );
    for (recorder, outcome) in [in_folder, in_tar] {
        assert_eq!(outcome.unwrap().objects, 1);
        assert!(recorder.problems[0].contains("more than"), "{:?}", recorder.problems);
        // Nothing of the kind is there, and nobody may read that as "there are none".
        assert_ne!(recorder.state("Pod"), Some(State::Complete));
    }
    assert_eq!(
        limit(limited(zip_of(&[("pods.json", PODS)]), limits).1),
        LimitKind::MemberBytes
    );
    assert_eq!(limit(limited(PODS.to_vec(), limits).1), LimitKind::MemberBytes);
}

#[test]
fn uses_what_came_before_the_end_of_a_cut_archive() {
    let tar = tar_of(&[
        ("nodes.json", br#"{"kind":"NodeList","apiVersion":"v1","items":[]}"#),
        ("n1.json", NODE),
        ("pods.json", PODS),
    ]);
    let cut = 512 * 5 + 70;
    assert_eq!(&tar[512 * 4..512 * 4 + 9], b"pods.json");
    let (recorder, outcome) = record(vec![stream(&tar[..cut])]);
    assert_eq!(outcome.unwrap().objects, 1);
    assert!(
        recorder
            .problems
            .iter()
            .any(|problem| problem.contains("ends early after")),
        "{:?}",
        recorder.problems
    );
    assert_eq!(recorder.state("Node"), Some(State::Partial));
}

#[test]
fn a_cut_compressed_archive_makes_every_kind_partial() {
    let noise: Vec<u8> = (0..100_000_u64)
        .map(|number| (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as u8)
        .collect();
    let tar = tar_of(&[
        ("nodes.json", br#"{"kind":"NodeList","apiVersion":"v1","items":[]}"#),
        ("pods.json", PODS),
        ("app.log", &noise),
    ]);
    for packed in [gzip(&tar), xz(&tar), zst(&tar)] {
        let (recorder, outcome) = record(vec![stream(&packed[..packed.len() - 40])]);
        let Ok(summary) = outcome else {
            // Some formats give nothing of a block before its end.
            continue;
        };
        assert_eq!(summary.objects, 2);
        assert!(
            recorder
                .covered
                .iter()
                .all(|((_, namespace), (state, _))| namespace.is_some() || *state == State::Partial)
        );
    }
}

#[test]
fn a_cut_stream_gives_what_it_can_in_every_form() {
    let lines: String = (0..2_000)
        .map(|number| {
            format!(
                "- {{kind: Pod, apiVersion: v1, metadata: {{name: p{number}, namespace: n{}}}}}\n",
                number % 7
            )
        })
        .collect();
    let list = format!("apiVersion: v1\nkind: List\nitems:\n{lines}");
    for packed in [gzip(list.as_bytes()), xz(list.as_bytes()), zst(list.as_bytes())] {
        let (recorder, outcome) = record(vec![stream(&packed[..packed.len() - packed.len() / 8])]);
        // One block may hold everything; then nothing can be had, and that is said.
        match outcome {
            Ok(summary) => {
                assert!(summary.objects < 2_000);
                assert_eq!(recorder.state("Pod"), Some(State::Partial));
            }
            Err(error) => assert!(matches!(error, LoadError::Damaged { .. }), "{error}"),
        }
    }
}

#[test]
fn a_zip_without_its_directory_is_read_from_the_front() {
    let whole = zip_of(&[("n1.json", NODE), ("pods.json", PODS)]);
    let directory = whole.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    let (recorder, outcome) = record(vec![stream(&whole[..directory])]);
    assert_eq!(outcome.unwrap().objects, 3);
    assert_eq!(recorder.state("Pod"), Some(State::Partial));
}

#[test]
fn damaged_archives_are_errors_not_panics() {
    for (name, bytes) in [
        ("gz", gzip(&tarball())),
        ("xz", xz(&tarball())),
        ("tar", tarball()),
        ("zip", zip_of(&[("n1.json", NODE)])),
    ] {
        for at in (0..bytes.len()).step_by(bytes.len() / 24 + 1) {
            let mut bad = bytes.clone();
            bad[at] ^= 0x55;
            let _ = record(vec![stream(bad)]);
            let _ = record(vec![stream(&bytes[..at])]);
        }
        assert!(record(vec![stream(&bytes[..12])]).1.is_err(), "{name}");
    }
}

#[test]
fn a_hostile_long_name_does_not_fill_memory_or_hide_the_rest() {
    let name = raw_member(tar::EntryType::GNULongName, b"././@LongLink", &vec![b'a'; 1 << 20]);
    let (recorder, outcome) = record(vec![stream(with_node(&[
        name,
        raw_member(tar::EntryType::Regular, b"x", PODS),
    ]))]);
    assert_eq!(outcome.unwrap().objects, 1);
    assert!(
        recorder.problems[0].contains("longer than 4096"),
        "{:?}",
        recorder.problems
    );
}

#[test]
fn does_not_follow_links_or_open_pipes_below_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("n1.json"), NODE).unwrap();
    std::os::unix::fs::symlink(folder.path(), folder.path().join("loop")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("pods.json")).unwrap();
    let pipe = folder.path().join("services.json");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let (recorder, outcome) = record(vec![Input::Path(folder.path().to_owned())]);
    assert_eq!(outcome.unwrap().objects, 1);
    assert_eq!(recorder.problems.len(), 2, "{:?}", recorder.problems);
}

#[test]
fn stops_at_folders_nested_too_deep() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("n1.json"), NODE).unwrap();
    let deep = folder.path().join(vec!["d"; 100].join("/"));
    std::fs::create_dir_all(&deep).unwrap();
    std::fs::write(deep.join("pods.json"), PODS).unwrap();
    let (recorder, outcome) = record(vec![Input::Path(folder.path().to_owned())]);
    assert_eq!(outcome.unwrap().objects, 1);
    assert!(
        recorder.problems[0].contains("nested too deep"),
        "{:?}",
        recorder.problems
    );
}

#[test]
fn one_broken_file_among_thousands_is_named_and_the_rest_used() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..2_000 {
        std::fs::write(folder.path().join(format!("{number}.json")), NODE).unwrap();
    }
    std::fs::write(
        folder.path().join("777.json"),
        "{\"kind\":\"Secret\",\n\"data\":{\"a\":hunter2}}",
    )
    .unwrap();
    let (recorder, outcome) = record(vec![Input::Path(folder.path().to_owned())]);
    assert_eq!(outcome.unwrap().objects, 1_999);
    assert_eq!(
        recorder.problems,
        [format!(
            "{}: line 2: not valid JSON",
            folder.path().join("777.json").display()
        )]
    );
}

#[test]
fn a_flood_of_broken_files_is_counted_not_listed() {
    let limits = Limits {
        problems: 10,
        ..Limits::default()
    };
    let many: Vec<(String, &[u8])> = (0..500)
        .map(|number| (format!("{number}.json"), b"{x".as_slice()))
        .collect();
    let mut many: Vec<(&str, &[u8])> = many.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    many.push(("n1.json", NODE));
    let (recorder, outcome) = limited(tar_of(&many), limits);
    assert_eq!(outcome.unwrap(), 1);
    assert_eq!(recorder.problems.len(), 11);
    assert!(
        recorder.problems[10].contains("490 more"),
        "{:?}",
        recorder.problems[10]
    );
}

#[test]
fn a_document_that_the_sink_refuses_costs_only_itself() {
    let mut recorder = Recorder {
        refuse: Some("PodList"),
        ..Recorder::default()
    };
    let inputs = vec![stream([NODE, b"\n", PODS].concat())];
    let outcome = sdo_snapshot::load::load(inputs, &mut recorder, &Options::default());
    assert_eq!(outcome.unwrap().objects, 1);
    assert_eq!(recorder.problems, ["standard input: line 2: not to my taste"]);
}

#[test]
fn a_reader_that_fails_gives_an_error_or_what_came_before() {
    struct Failing(usize);
    impl std::io::Read for Failing {
        fn read(&mut self, mut buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0 += 1;
            if self.0 > 1 {
                Err(std::io::Error::other("gone"))
            } else {
                buffer.write(NODE)
            }
        }
    }
    let input = Input::Stream {
        name: "broken pipe".into(),
        reader: Box::new(Failing(0)),
    };
    assert!(matches!(record(vec![input]).1, Err(LoadError::Unreadable { .. })));
}
