//! Whatever was saved loads as it was.

use super::*;
use sdo_model::{KindSet, State};
use std::fs;

#[test]
fn a_small_cluster_survives_with_everything_that_is_known_of_it() {
    let snapshot = small();
    assert_eq!(&*snapshot.facts().dns_service_ip, "10.0.0.10");
    assert_survives(&snapshot, "small");
    let again = loaded(bytes(&snapshot));
    assert_eq!(again.state(Kind::Pod, Some("tools")), State::Forbidden);
    assert_eq!(again.facts().source, "https://10.0.0.1:6443");
    assert_eq!(again.now(), 1_796_061_780);
}

/// Files of the first format, unpacked. A change that does not read them any more is another format; `SDO_BLESS=1` writes them
/// anew as long as none was released.
#[test]
fn files_of_the_first_format_load_without_a_problem() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/saved-format-1/input");
    let snapshot = small();
    if std::env::var_os("SDO_BLESS").is_some() {
        fs::create_dir_all(&folder).unwrap();
        for (name, contents) in files(&bytes(&snapshot)) {
            fs::write(folder.join(name), contents).unwrap();
        }
    }
    assert_same(&snapshot, &try_load(vec![Input::Path(folder)]).unwrap(), "format 1");
}

#[test]
fn every_dump_of_the_tree_survives() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let cases = fs::read_dir(data)
        .unwrap()
        .flat_map(|case| fs::read_dir(case.unwrap().path()).unwrap());
    let inputs = cases.map(|file| file.unwrap().path());
    let inputs = inputs.filter(|path| path.file_stem().is_some_and(|stem| stem == "input"));
    let mut count = 0;
    for path in inputs.chain([tree().join("tests/demo")]) {
        // Some of them are there to be refused.
        if let Ok(snapshot) = try_load(vec![Input::Path(path.clone())]) {
            assert_survives(&snapshot, &path.display().to_string());
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

#[test]
fn every_case_of_the_example_detectors_survives() {
    let detectors = fs::read_dir(tree().join("example-detectors")).unwrap();
    let cases = detectors.filter_map(|detector| fs::read_dir(detector.unwrap().path().join("cases")).ok());
    let clusters = cases.flatten().map(|case| case.unwrap().path().join("cluster.yaml"));
    let mut count = 0;
    for path in clusters.filter(|path| path.exists()) {
        let text = fs::read(&path).unwrap();
        let unreadable = KindSet::EMPTY.with(Kind::Node).with(Kind::Custom);
        for (unreadable, now) in [(KindSet::EMPTY, None), (unreadable, Some("2026-11-30T18:00:00Z"))] {
            let snapshot = crate::fixture(&text, unreadable, now).unwrap();
            assert_survives(&snapshot, &path.display().to_string());
        }
        count += 1;
    }
    assert!(count > 100, "{count}");
}

/// Real dumps, where the machine has them: the folder that `SDO_CORPUS` names.
#[test]
fn every_dump_of_the_corpus_survives() {
    let Some(folder) = std::env::var_os("SDO_CORPUS") else {
        return eprintln!("skipped: SDO_CORPUS is not set");
    };
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if let Ok(snapshot) = try_load(vec![Input::Path(path.clone())]) {
            assert_survives(&snapshot, &path.display().to_string());
            count += 1;
        }
    }
    assert!(count > 0, "no dump in the corpus");
}

#[test]
fn a_cluster_without_objects_survives() {
    assert_survives(&crate::fixture(b"{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"n\"}}]}", KindSet::EMPTY.with(Kind::Node), None).unwrap(), "nothing left");
    assert_survives(&Builder::new("nothing").finish(), "nothing");
}

#[test]
fn it_survives_unpacked_repacked_and_as_another_archive() {
    let snapshot = small();
    let mut files = files(&bytes(&snapshot));
    let folder = tempfile::tempdir().unwrap();
    // A name that means something in other layouts.
    let below = folder.path().join("namespaces/other");
    fs::create_dir_all(&below).unwrap();
    for (name, contents) in &files {
        fs::write(below.join(name), contents).unwrap();
    }
    let unpacked = try_load(vec![Input::Path(below)]).unwrap();
    assert_same(&snapshot, &unpacked, "unpacked");
    let around = try_load(vec![Input::Path(folder.path().to_owned())]).unwrap();
    assert_same(&snapshot, &around, "in a folder");
    assert_same(&snapshot, &loaded(tar_of(&files)), "repacked");
    // As a shell's `tar -C folder .` may order them.
    files.reverse();
    let moved: Vec<_> = files
        .iter()
        .map(|(name, contents)| (format!("./saved/{name}"), contents.clone()))
        .collect();
    assert_same(&snapshot, &loaded(tar_of(&moved)), "with the record at the end");
}

#[test]
fn a_long_list_comes_in_parts() {
    let value = "x".repeat(1 << 20);
    let yaml: String = (0..10)
        .map(|number| format!("---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{name: m{number}, namespace: a}}\ndata: {{k: {value}}}\n"))
        .collect();
    let snapshot = dump(&yaml);
    let file = bytes(&snapshot);
    let names: Vec<String> = files(&file).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["sdo-snapshot.json", "ConfigMap.json", "ConfigMap_2.json"]);
    assert_survives(&snapshot, "long");
    let without = files(&file)
        .into_iter()
        .filter(|(name, _)| name != "ConfigMap_2.json")
        .collect::<Vec<_>>();
    let again = loaded(tar_of(&without));
    assert!(again.coverage(Kind::ConfigMap).count < 10);
    assert_eq!(problems(&again).len(), 1, "{:?}", problems(&again));
}

#[test]
fn custom_kinds_of_any_name_and_version_survive() {
    let kinds = [
        "../../etc/passwd",
        "Ünï",
        "A B",
        "Custom",
        "AllowList",
        "a\\u0000b",
        &"K".repeat(300),
        "Ingress",
    ];
    let mut items: Vec<String> = kinds
        .iter()
        .map(|kind| format!(r#"{{"kind":"{kind}","apiVersion":"v1","metadata":{{"name":"a"}}}}"#))
        .collect();
    for (name, version) in [("a", "v1"), ("b", "v2"), ("c", "v1"), ("d", "x/y")] {
        items.push(format!(
            r#"{{"kind":"Widget","apiVersion":"example.org/{version}","metadata":{{"name":"{name}"}}}}"#
        ));
    }
    let list = format!(r#"{{"kind":"List","apiVersion":"v1","items":[{}]}}"#, items.join(","));
    let kindless =
        r#"{"kind":"GadgetList","apiVersion":"example.org/v3","items":[{"metadata":{"name":"g"}},{"metadata":{}}]}"#;
    let snapshot = dump(&format!("{list}\n{kindless}"));
    assert_eq!(snapshot.count(Kind::Custom), kinds.len() + 4 + 2);
    assert_survives(&snapshot, "odd names");
    for (name, _) in files(&bytes(&snapshot)) {
        assert!(!name.contains(['/', ' ', '\\']) && name.len() <= 100, "{name}");
    }
}

#[test]
fn a_custom_resource_keeps_what_its_text_leaves_out() {
    let long = "y".repeat(40_000);
    let widget = format!(
        r#"{{"kind":"Widget","apiVersion":"example.org/v1","metadata":{{"name":"w",
        "annotations":{{"kubectl.kubernetes.io/last-applied-configuration":"{{\"spec\": 1}}\n","long":"{long}","db-password":"hunter2"}},
        "managedFields":[{{"manager":"kubectl","operation":"Update","time":"2026-11-30T18:00:00Z"}}]}},"spec":{{"ratio":0.30000000000000004,"large":123456789012345678901234567890}}}}"#
    );
    let folder = tempfile::tempdir().unwrap();
    let below = folder
        .path()
        .join("cluster-resources/custom-resources/widgets.example.org");
    fs::create_dir_all(&below).unwrap();
    // Only the place of the file says the namespace.
    fs::write(below.join("shop.json"), format!("[{widget}]")).unwrap();
    let snapshot = try_load(vec![Input::Path(folder.path().to_owned())]).unwrap();
    let widget = snapshot.at::<crate::object::Untyped>(0).unwrap();
    assert_eq!(&*widget.meta.namespace, "shop");
    assert!(widget.meta.annotations.last_applied().is_some() && widget.meta.managers.len() == 1);
    assert_survives(&snapshot, "widget");
}

#[test]
fn several_saved_snapshots_and_other_dumps_are_one_cluster() {
    let file = bytes(&small());
    let node = r#"{"kind":"NodeList","apiVersion":"v1","items":[{"metadata":{"name":"n1"}}]}"#;
    for inputs in [
        vec![stream(file.as_slice()), stream(node)],
        vec![stream(node), stream(file.as_slice())],
        vec![stream(file.as_slice()), stream(file.as_slice()), stream(node)],
    ] {
        let snapshot = try_load(inputs).unwrap();
        assert_eq!((snapshot.count(Kind::Pod), snapshot.count(Kind::Node)), (2, 1));
        assert_eq!(snapshot.state(Kind::Node, None), State::Complete);
        assert_eq!(snapshot.state(Kind::Pod, None), State::Partial);
        assert_eq!(snapshot.state(Kind::Pod, Some("shop")), State::Complete);
        assert_eq!(snapshot.state(Kind::Secret, None), State::Forbidden);
        assert_eq!(snapshot.now(), 1_796_061_780);
        assert_eq!(snapshot.facts().source, "what the user named");
        assert!(
            problems(&snapshot)
                .iter()
                .all(|problem| problem.contains("answered slowly"))
        );
    }
}

#[test]
fn nothing_that_was_masked_is_in_the_file() {
    let planted = r#"
apiVersion: v1
kind: Secret
metadata: {name: db, namespace: shop, annotations: {note: "token ghp_0123456789abcdefghij0123456789abcdef"}}
stringData: {password: hunter2-plain}
data: {user: aHVudGVyMi1iYXNlNjQ=}
---
apiVersion: v1
kind: Pod
metadata: {name: p, namespace: shop}
spec:
  containers:
  - name: c
    args: ["--db-password", "hunter2-flag", "--url=postgres://app:hunter2-url@db/x"]
    env: [{name: DB_PASSWORD, value: hunter2-env}]
status:
  message: "login with password=hunter2-status failed"
---
apiVersion: storage.k8s.io/v1
kind: VolumeAttachment
metadata: {name: a}
status: {attachError: {message: "denied: password=hunter2-attach"}}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: v}
status: {message: "denied: password=hunter2-volume"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: m, namespace: shop}
data: {application.properties: "spring.datasource.password=hunter2-map"}
---
apiVersion: example.org/v1
kind: Widget
metadata: {name: w, namespace: shop}
spec: {password: hunter2-custom, env: [{name: API_TOKEN, value: hunter2-item}]}
"#;
    let mut builder = Builder::new("https://admin:hunter2-source@10.0.0.1:6443");
    load(vec![stream(planted)], &mut builder, &Options::default()).unwrap();
    crate::load::Sink::covered(
        &mut builder,
        "Node",
        None,
        State::Missing,
        "GET https://a:hunter2-reason@b failed",
    );
    crate::load::Sink::problem(&mut builder, "x", "token=hunter2-problem".to_owned());
    let file = bytes(&builder.finish());
    for (name, contents) in files(&file) {
        let text = String::from_utf8(contents).unwrap();
        for planted in ["hunter2", "aHVudGVyMi", "ghp_0123456789"] {
            assert!(!text.contains(planted), "{name} has {planted}: {text}");
        }
    }
}
