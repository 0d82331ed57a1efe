//! The same cluster, told otherwise: documents in another order, every object under another name.

use sdo_detector_sdk::testing::Case;
use sdo_snapshot::Snapshot;
use serde_yaml_ng::Value;
use std::collections::BTreeSet;
use std::fs;

/// Names that Kubernetes itself gives meaning to, and words that are values of the API as well as names.
const FIXED: &[&str] = &[
    "default",
    "kubernetes",
    "coredns",
    "kube-dns",
    "localhost",
    "cluster",
    "local",
    "svc",
    "true",
    "false",
];

/// The case with its documents, and the items of its lists, in another order.
pub(crate) fn shuffled(case: &Case, seed: u64) -> Snapshot {
    let mut objects: Vec<Value> = documents(case).into_iter().flat_map(items).collect();
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for index in (1..objects.len()).rev() {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let other = (state >> 33) as usize % (index + 1);
        objects.swap(index, other);
    }
    snapshot(case, &objects)
}

/// The case with every object and namespace under another name, wherever the name stands.
pub(crate) fn renamed(case: &Case) -> Snapshot {
    let mut objects: Vec<Value> = documents(case).into_iter().flat_map(items).collect();
    let mut names = BTreeSet::new();
    let mut keys = BTreeSet::new();
    for object in &objects {
        let meta = &object["metadata"];
        names.extend(
            [&meta["name"], &meta["namespace"]]
                .into_iter()
                .filter_map(Value::as_str)
                .map(str::to_owned),
        );
        collect_keys(object, &mut keys);
    }
    names.retain(|name| is_free(name) && !keys.contains(name));
    objects.iter_mut().for_each(|object| rename(object, &names));
    snapshot(case, &objects)
}

fn is_free(name: &str) -> bool {
    !FIXED.contains(&name) && !name.starts_with("kube-") && !name.starts_with("openshift") && !name.contains('.')
}

fn documents(case: &Case) -> Vec<Value> {
    let text = fs::read_to_string(case.folder.join("cluster.yaml")).expect("a cluster");
    let documents = serde_yaml_ng::Deserializer::from_str(&text);
    let values = documents.map(|document| serde::Deserialize::deserialize(document).expect("YAML"));
    values.filter(|value: &Value| !value.is_null()).collect()
}

/// The objects of a document: the items of a list, or the document itself.
fn items(document: Value) -> Vec<Value> {
    match document.get("items").and_then(Value::as_sequence) {
        Some(items) => items.clone(),
        None => vec![document],
    }
}

fn snapshot(case: &Case, objects: &[Value]) -> Snapshot {
    let texts = objects
        .iter()
        .map(|object| serde_yaml_ng::to_string(object).expect("YAML"));
    let text = texts.collect::<Vec<_>>().join("---\n");
    sdo_snapshot::fixture(text.as_bytes(), Default::default(), case.expect.now.as_deref()).expect("the mutated cluster")
}

fn collect_keys(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Mapping(map) => map.iter().for_each(|(key, value)| {
            keys.extend(key.as_str().map(str::to_owned));
            collect_keys(value, keys);
        }),
        Value::Sequence(items) => items.iter().for_each(|item| collect_keys(item, keys)),
        // Keys of JSON that stands in a text.
        Value::String(text) => keys.extend(
            text.split("\":")
                .filter_map(|part| part.rsplit('"').next())
                .map(str::to_owned),
        ),
        _ => {}
    }
}

fn rename(value: &mut Value, names: &BTreeSet<String>) {
    match value {
        Value::Mapping(map) => map.iter_mut().for_each(|(_, value)| rename(value, names)),
        Value::Sequence(items) => items.iter_mut().for_each(|item| rename(item, names)),
        Value::String(text) => *text = rename_words(text, names),
        _ => {}
    }
}

/// Replaces whole words (runs of letters, digits and dashes) that are names.
fn rename_words(text: &str, names: &BTreeSet<String>) -> String {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let mut result = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
        let (word, tail) = rest.split_at(end);
        if is_meant(word, names) {
            result.extend(word.chars().map(turn))
        } else {
            result.push_str(word)
        }
        let gap = tail.find(is_word).unwrap_or(tail.len());
        result.push_str(&tail[..gap]);
        rest = &tail[gap..];
    }
    result
}

/// Whether a word is a name or a misspelt one, which must stay as near to it as it was.
fn is_meant(word: &str, names: &BTreeSet<String>) -> bool {
    let is_near = |name: &String| word.len() > 4 && strsim::levenshtein(word, name) <= 2;
    names.contains(word) || (is_free(word) && names.iter().any(is_near))
}

/// Another letter for each letter: distances between names stay, so that suggestions do too.
fn turn(letter: char) -> char {
    match letter {
        'a'..='z' => char::from(b'a' + (letter as u8 - b'a' + 7) % 26),
        other => other,
    }
}
